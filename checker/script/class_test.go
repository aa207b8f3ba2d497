package script

import (
	"slices"
	"testing"
)

// unforced are rules that nothing forces, and that happen all the same as soon
// as they are possible.
var unforced = []string{
	"Give", "Prolong", "DropBlindly", "GiveLate", "Drop", "Return", // nodes of Redlock
	"FreeLate", "IgnoreLate", "GrantCopy", "DenyCopy", "IgnoreCopy", "ApplyCopy", "RefuseCopy", "DeleteLate", // copies
	"Heal",
}

// A rule that nothing forces is one that a script must decide about.
func TestEveryRuleIsDecided(t *testing.T) {
	known := map[string]bool{}
	for _, spec := range []string{"ttl", "zkqueue", "etcd", "chubby", "redlock"} {
		s := ready(t, spec, "", "default")
		for _, r := range s.model.Rules {
			known[r.Title] = true
			_, decided := classes[r.Title]
			if s.settings.Delay(r).Latest == nil && r.Ann.Fault == nil && !decided && !slices.Contains(unforced, r.Title) {
				t.Errorf("%s: nothing forces %s, and no script knows what to do with it", spec, r.Title)
			}
		}
	}
	for title := range classes {
		if !known[title] {
			t.Errorf("no spec has a rule %s", title)
		}
	}
}
