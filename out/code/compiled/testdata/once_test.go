package lock

import (
	"errors"
	"testing"
)

// TestOnce: the same write is not applied twice.
func TestOnce(t *testing.T) {
	s := newStore(t)
	_, b, _ := race(t, s)
	if err := put(t, s, b, 1, "B again"); !errors.Is(err, ErrRefused) {
		t.Errorf("a write that is sent twice: %v", err)
	}
	if got := stored(t, s); got != "B" {
		t.Errorf("storage has %q", got)
	}
}
