package out

import (
	"fmt"
	"strings"
	"testing"
)

// sceneText writes a scene down, part by part.
func sceneText(s *scene) string {
	var b strings.Builder
	for i, p := range s.parties {
		fmt.Fprintf(&b, "party %d: %s\n", i, p.name)
	}
	for _, x := range s.steps {
		fmt.Fprintf(&b, "step %d at %d: %s", x.index, x.lane, x.name)
		if x.token != "" {
			fmt.Fprintf(&b, ", token %s", x.token)
		}
		for _, mark := range []struct {
			on   bool
			name string
		}{{x.environment, "environment"}, {x.cause, "cause"}, {x.last, "last"}} {
			if mark.on {
				b.WriteString(", " + mark.name)
			}
		}
		b.WriteString("\n")
	}
	for _, m := range s.messages {
		fmt.Fprintf(&b, "message %d -> %d from %d to %d, lost %v, late %v\n", m.from, m.to, m.source, m.target, m.lost, m.late)
	}
	for _, list := range []struct {
		name string
		all  []stretch
	}{{"pause", s.pauses}, {"belief", s.beliefs}, {"lease", s.leases}} {
		for _, x := range list.all {
			fmt.Fprintf(&b, "%s at %d: %s after %d until %d, ended %v\n", list.name, x.lane, x.note, x.from, x.to, x.ended)
		}
	}
	return b.String()
}

func TestASceneIsReadFromATrace(t *testing.T) {
	r := unsafe()
	got := sceneText(sceneOf(r, &r.Result.Properties[0]))
	want := `party 0: c1
party 1: c2
party 2: storage
step 1 at 0: Acquire, cause
step 2 at 0: Learn, cause
step 3 at 0: pause, environment, cause
step 4 at 0: Expire, environment, cause
step 5 at 1: Acquire, cause
step 6 at 1: Learn, cause
step 7 at 1: Send, cause
step 8 at 2: Deliver, token 2, cause
step 9 at 0: Resume, environment, cause
step 10 at 0: Send, cause
step 11 at 2: Deliver, token 1, cause, last
message 7 -> 8 from 1 to 2, lost false, late false
message 10 -> 11 from 0 to 2, lost false, late false
pause at 0: stopped after 3 until 9, ended true
belief at 0: . after 1 until 2, ended true
belief at 0: | after 2 until 4, ended true
belief at 0: X after 4 until 11, ended true
belief at 1: . after 5 until 6, ended true
belief at 1: | after 6 until 8, ended true
belief at 1: . after 8 until 11, ended false
`
	if got != want {
		t.Errorf("scene:\n%s\nwant:\n%s", got, want)
	}
}
