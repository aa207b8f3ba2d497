package out

import (
	"strings"
	"testing"

	"lockcheck/checker"
)

// drawn is the scene of a check of the library.
func (q asked) drawn(t *testing.T) *scene {
	t.Helper()
	r := q.report(t)
	return sceneOf(r, explained(r.Result))
}

func TestWhatStrikesTheServiceIsDrawnThere(t *testing.T) {
	for _, q := range []asked{
		{"ttl", "failover", "no-stale-write", nil},
		{"ttl", "reap", "no-stale-write", nil},
		{"etcd", "stale-leader", "no-stale-write", map[string]string{"leader-check": "never"}},
		{"chubby", "clock-jump", "no-stale-write", nil},
	} {
		for _, step := range q.drawn(t).steps {
			if step.Fault == q.faults && step.lane != 1 {
				t.Errorf("%v: step %d, the fault, is in lane %d, not at the service", q, step.index, step.lane)
			}
		}
	}
}

func TestNodesSendEachOtherNothing(t *testing.T) {
	s := asked{"redlock", "pause", "no-stale-write", nil}.drawn(t)
	if !s.several() || s.lane(laneService) < 0 {
		t.Fatal("the picture has no lanes of nodes beside that of all nodes")
	}
	for _, m := range s.messages {
		if s.serves(m.source) && s.serves(m.target) {
			t.Errorf("a message from step %d to step %d, between %s and %s", m.from, m.to, s.parties[m.source].name, s.parties[m.target].name)
		}
	}
}

func TestALockThatNobodyHoldsNeedNotBeFree(t *testing.T) {
	s := asked{"zkqueue", "loss", "recoverable", map[string]string{"repair": "no"}}.drawn(t)
	var rows []string
	for _, row := range s.belief.Rows() {
		rows = append(rows, strings.Join(row[:], " "))
	}
	if want := "Real owner: A after 2, none but not free after 3"; !strings.Contains(strings.Join(rows, "\n"), want) {
		t.Errorf("%q, want %q", rows, want)
	}
	if want := (stretch{lane: 1, from: 3, to: 3, note: takenNote}); len(s.leases) != 2 || s.leases[1] != want {
		t.Errorf("on record: %+v, want %+v at the end", s.leases, want)
	}
}

func TestWhoOnlyBelievesHasALane(t *testing.T) {
	r := unsafe()
	for i := range r.Result.Properties[0].Trace.Steps {
		s := &r.Result.Properties[0].Trace.Steps[i]
		s.Line, s.Fault = "S1", ""
	}
	s := sceneOf(r, &r.Result.Properties[0])
	if s.lane("c1") < 0 || s.lane("c2") < 0 {
		t.Errorf("all steps are the service's, and the picture leaves out who believes to hold: %v", s.parties)
	}
}

func TestLongNamesStayInTheirLanes(t *testing.T) {
	long := func(name string) string { return strings.ReplaceAll(name, "c1", strings.Repeat("long_name_", 8)) }
	r := unsafe()
	trace := r.Result.Properties[0].Trace
	states := []*checker.State{&trace.Start}
	for i := range trace.Steps {
		s := &trace.Steps[i]
		s.Actor, s.Args, s.Fault, s.Line = long(s.Actor), nil, "", "C1"
		states = append(states, &s.State)
	}
	for _, s := range states {
		for i := range s.Observed {
			s.Observed[i].Arg = long(s.Observed[i].Arg)
		}
	}
	p := newLanesPicture(r, sceneOf(r, &r.Result.Properties[0]), false)
	p.draw()
	for i, b := range p.d.boxes {
		for _, c := range p.d.boxes[:i] {
			if b.overlaps(c) || b.x < 0 {
				t.Errorf("%q lies on %q or sticks out", b.text, c.text)
			}
		}
	}
	var text strings.Builder
	if err := Text(&text, r, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), ".. ") {
		t.Errorf("heads run into each other:\n%s", text.String())
	}
}
