package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"lockcheck/cmd/internal/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"lockcheck": func() { os.Exit(int(cli.Main(os.Args[1:], cli.System()))) },
	})
}

// TestScript runs the command line as its users do: one behaviour per archive.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			schema, err := os.ReadFile("../../out/schema/result.v1.json")
			if err != nil {
				return err
			}
			return os.WriteFile(e.WorkDir+"/result.v1.json", schema, 0o644)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "valid": valid, "narrow": narrow,
		},
	})
}

// exits STATUS COMMAND ARGS... runs a command and wants that exit status.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		got = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// valid SCHEMA FILE checks a JSON file against a schema.
func valid(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: valid SCHEMA FILE")
	}
	schema, err := jsonschema.NewCompiler().Compile(ts.MkAbs(args[0]))
	ts.Check(err)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(ts.ReadFile(args[1]))))
	ts.Check(err)
	ts.Check(schema.Validate(value))
}

// narrow FILE wants no line of more than 80 columns.
func narrow(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: narrow FILE")
	}
	for i, line := range bytes.Split([]byte(ts.ReadFile(args[0])), []byte("\n")) {
		if n := len([]rune(string(line))); n > 80 {
			ts.Fatalf("line %d has %d columns: %s", i+1, n, line)
		}
	}
}
