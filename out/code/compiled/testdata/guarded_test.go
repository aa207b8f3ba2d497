package lock

import (
	"errors"
	"testing"
)

// TestRace: the late write of A is refused, B's stays, and A knows that it has lost.
func TestRace(t *testing.T) {
	s := newStore(t)
	a, _, late := race(t, s)
	if !errors.Is(late, ErrRefused) {
		t.Errorf("the late write: %v", late)
	}
	if got := stored(t, s); got != "B" {
		t.Errorf("storage has what %s wrote", got)
	}
	if err := a.Check(); !errors.Is(err, ErrRefused) {
		t.Errorf("who was refused goes on: %v", err)
	}
}

// TestReads: the holder reads what was written.
func TestReads(t *testing.T) {
	s := newStore(t)
	_, b, _ := race(t, s)
	if got, err := s.Read(t.Context(), b, row); err != nil || got != "B" {
		t.Errorf("the holder reads %q, %v", got, err)
	}
}
