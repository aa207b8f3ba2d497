package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const readme = "../../../README.md"

// TestReadme regenerates the parts of README.md that the program prints, and
// compares. Run the test with -update to rewrite them.
func TestReadme(t *testing.T) {
	old, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	text := string(old)
	race := run(t, "check", "ttl")
	if race.exit != ExitUnsafe {
		t.Fatalf("check ttl: exit status %d: %s", race.exit, race.err)
	}
	text = between(t, text, "lockcheck check ttl", "```\n"+race.out+"```\n")
	text = between(t, text, "lockcheck list --format md", run(t, "list", "--format", "md").out)
	text = between(t, text, "exit statuses", exitMarkdown())
	if *update {
		if err := os.WriteFile(readme, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Log("README.md rewritten: read the diff")
		return
	}
	if diff := cmp.Diff(string(old), text); diff != "" {
		t.Errorf("README.md is out of date; run the test with -update (-README +program):\n%s", diff)
	}
}

// between puts new text between the markers of a name.
func between(t *testing.T, text, name, replacement string) string {
	t.Helper()
	begin, end := "<!-- begin: "+name+" -->\n", "<!-- end -->"
	head, rest, ok := strings.Cut(text, begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("README.md has no markers for %q", name)
	}
	return head + begin + replacement + end + tail
}

func exitMarkdown() string {
	var b strings.Builder
	b.WriteString("| status | meaning |\n|---|---|\n")
	for _, e := range exitTable {
		fmt.Fprintf(&b, "| %d | %s |\n", e.Status, e.Means)
	}
	return b.String()
}

var (
	picture = regexp.MustCompile("!\\[[^]]*\\]\\(out/gallery/([^)]*)\\)\\n\\n`lockcheck ([^`]*)`")
	inline  = regexp.MustCompile("`(lockcheck [^`]*)`")
	example = regexp.MustCompile("(?s)```murphi\n(.*?)```")
	locks   = regexp.MustCompile("(?s)```yaml\n(version: .*?)```")
)

// lengthy are commands that ask many questions, or large ones.
var lengthy = []string{"explain", "simulate", "threshold", "map"}

// TestReadmeCommands runs every command that README.md shows, and holds it to
// the verdict that stands beside it.
func TestReadmeCommands(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "<!-- end -->") // what the program prints has tests of its own
	model := example.FindStringSubmatch(rest)
	if model == nil {
		t.Fatal("README.md shows no Murphi model")
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("mine.murphi", []byte(model[1]), 0o644); err != nil {
		t.Fatal(err)
	}
	suite := locks.FindStringSubmatch(rest)
	if suite == nil {
		t.Fatal("README.md shows no suite")
	}
	if err := os.WriteFile("locks.yaml", []byte(suite[1]), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := run(t, "compare", "locks.yaml", "--baseline", "locks.json", "--update-baseline"); got.exit != ExitOK {
		t.Errorf("the suite: exit status %d: %s%s", got.exit, got.out, got.err)
	}
	var commands []string
	for line := range strings.Lines(rest) {
		if strings.HasPrefix(line, "lockcheck ") {
			commands = append(commands, line)
		}
		for _, m := range inline.FindAllStringSubmatch(line, -1) {
			commands = append(commands, m[1])
		}
	}
	if len(commands) < 10 {
		t.Fatalf("only %d commands found", len(commands))
	}
	for _, line := range commands {
		command, comment, _ := strings.Cut(line, "#")
		args := words(t, command)[1:]
		if strings.Contains(command, "NAME") || strings.Contains(command, "svg") {
			continue
		}
		if len(args) == 1 && args[0] == "compare" {
			continue // the matrix takes minutes, and has tests of its own
		}
		if args[0] == "studio" {
			continue // it serves until Ctrl-C, and has tests of its own
		}
		if testing.Short() && (slices.Contains(lengthy, args[0]) || strings.Contains(command, "--clients 4")) {
			continue
		}
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			got := run(t, args...)
			switch {
			case got.exit == ExitUsage || got.exit == ExitInternal:
				t.Errorf("exit status %d: %s", got.exit, got.err)
			case strings.Contains(comment, "UNSAFE") && got.exit != ExitUnsafe,
				strings.Contains(comment, "SAFE") && !strings.Contains(comment, "UNSAFE") && got.exit != ExitOK:
				t.Errorf("exit status %d, README says %s", got.exit, strings.TrimSpace(comment))
			}
		})
	}
	if left, _ := filepath.Glob("*.json"); len(left) != 3 {
		t.Errorf("the examples wrote %v, want two reports and a baseline", left)
	}
}
