package lock

import (
	"errors"
	"testing"
)

// TestSeal: from the seal on nothing older gets in, before the holder has written.
func TestSeal(t *testing.T) {
	s := newStore(t)
	server, l := redisInMemory(t)
	a := take(t, l)
	server.FastForward(TTL)
	b := take(t, l)
	if err := s.Seal(t.Context(), b, row); err != nil {
		t.Fatal(err)
	}
	if err := put(t, s, a, 1, "A"); !errors.Is(err, ErrRefused) {
		t.Errorf("a write after the seal: %v", err)
	}
	if err := s.Seal(t.Context(), a, row); !errors.Is(err, ErrRefused) {
		t.Errorf("a late seal: %v", err)
	}
}
