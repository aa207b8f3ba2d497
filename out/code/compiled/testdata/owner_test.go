package lock

import (
	"errors"
	"testing"
)

// TestEqualTokens: a Redis that has forgotten its counter gives one token twice, and
// storage tells the holders apart.
func TestEqualTokens(t *testing.T) {
	s := newStore(t)
	server, l := redisInMemory(t)
	a := take(t, l)
	server.FlushAll()
	b := take(t, l)
	if a.Token != b.Token {
		t.Fatalf("tokens %d and %d", a.Token, b.Token)
	}
	if err := put(t, s, b, 1, "B"); err != nil {
		t.Fatal(err)
	}
	if err := put(t, s, a, 1, "A"); !errors.Is(err, ErrRefused) {
		t.Errorf("the late write under the same token: %v", err)
	}
}
