package out

import (
	"strings"
	"testing"
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
