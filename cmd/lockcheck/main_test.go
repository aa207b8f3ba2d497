package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

var update = flag.Bool("update", false, "rewrite what the scripts compare with; read the diff before committing it")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"lockcheck": main})
}

// TestScripts runs the archives of testdata/script: each shows one behaviour
// of the program, as a user meets it.
func TestScripts(t *testing.T) {
	schemas, err := filepath.Abs("../../out/schema")
	if err != nil {
		t.Fatal(err)
	}
	tiny, err := filepath.Abs("testdata/tiny.murphi")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
			"files":  files,
			"valid":  valid,
			"narrow": narrow,
			"edit":   edit,
		},
		Setup: func(env *testscript.Env) error {
			// For scripts that empty the PATH, and as a file that is no text.
			program, err := exec.LookPath("lockcheck")
			env.Setenv("PROGRAM", program)
			env.Setenv("SCHEMAS", schemas)
			env.Setenv("TINY", tiny)
			// No run uses the results of another one, unless a script is about that.
			env.Setenv("XDG_CACHE_HOME", "none")
			return err
		},
	})
}

// status N COMMAND... runs the program and wants exit status N:
//
//	status 1 lockcheck check ttl
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exited, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exited.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// files NAME... wants exactly these files in the current directory, hidden
// ones included.
func files(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: files NAME...")
	}
	entries, err := os.ReadDir(ts.MkAbs("."))
	ts.Check(err)
	var got []string
	for _, e := range entries {
		if name := e.Name(); name != ".tmp" { // testscript's own
			got = append(got, name)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(args) {
		ts.Fatalf("files are %v, want %v", got, args)
	}
}

// valid FILE [KIND] wants a result, or a threshold, a map or an ITF trace, that
// follows the schema.
func valid(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: valid FILE [KIND]")
	}
	kind := "result"
	if len(args) == 2 {
		kind = args[1]
	}
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(ts.Getenv("SCHEMAS"), kind+".v1.json"))
	ts.Check(err)
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(schema.Validate(value))
}

// narrow FILE wants no line of more than 80 columns.
func narrow(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: narrow FILE")
	}
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 80 {
			ts.Fatalf("more than 80 columns: %s", line)
		}
	}
}

// edit FILE OLD NEW replaces the first OLD in a file, which must be there.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s has no %s", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o666))
}
