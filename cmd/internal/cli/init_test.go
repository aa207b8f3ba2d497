package cli

import (
	"os"
	"path/filepath"
	"testing"

	"lockcheck/specs"
)

// TestInitOfAll: what init writes for any protocol of the catalogue is a suite
// in which each check fits its protocol.
func TestInitOfAll(t *testing.T) {
	for _, name := range specs.Names() {
		s, err := firstSuiteOf(name, usualSuite)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		timed := false
		for i := range s.checks {
			if c := &s.checks[i]; c.bounded {
				c.verdict, timed = "safe", true // a search would say
			} else if c.verdict == "" {
				t.Errorf("%s: nothing is expected of %s", name, c.name)
			}
		}
		_, checks := readied(t, s.String())
		if len(checks) != len(s.checks) || checks[0].name != "default faults" || timed != (len(s.durations) > 0) {
			t.Errorf("%s: %d checks of %d", name, len(checks), len(s.checks))
		}
		for _, k := range checks {
			if k.want.Verdict == "" || k.target != name {
				t.Errorf("%s: %s of %s expects %q", name, k.name, k.target, k.want.Verdict)
			}
		}
	}
}

// TestInitAndCompare: it expects what is found.
func TestInitAndCompare(t *testing.T) {
	for _, name := range []string{"ttl-fencing", "ttl-fencing-failover", "lease"} {
		file := filepath.Join(t.TempDir(), "new.yaml")
		if got := run(t, "init", name, file); got.exit != ExitOK || got.err != "" {
			t.Fatalf("%s: status %d, message %q", name, got.exit, got.err)
		}
		got := run(t, "compare", file)
		if got.exit != ExitOK {
			text, _ := os.ReadFile(file)
			t.Errorf("%s: status %d\n%s%s\nof\n%s", name, got.exit, got.out, got.err, text)
		}
	}
}
