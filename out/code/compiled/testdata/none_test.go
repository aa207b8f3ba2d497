package lock

import "testing"

// TestRace: without a guard the late write of A lands on what B wrote.
func TestRace(t *testing.T) {
	s := newStore(t)
	if _, _, late := race(t, s); late != nil {
		t.Errorf("the late write: %v", late)
	}
	if got := stored(t, s); got != "A" {
		t.Errorf("storage has what %s wrote", got)
	}
}
