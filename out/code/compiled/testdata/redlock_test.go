package lock

import (
	"errors"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

func nodesInMemory(t *testing.T) ([]*miniredis.Miniredis, *Locker) {
	t.Helper()
	var servers []*miniredis.Miniredis
	var options []*redis.Options
	for range Nodes {
		s := miniredis.RunT(t)
		servers = append(servers, s)
		options = append(options, &redis.Options{Addr: s.Addr()})
	}
	l, err := Open(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return servers, l
}

func take(t *testing.T, l *Locker) *Hold {
	t.Helper()
	h, err := l.TryAcquire(t.Context(), "account")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.lease.end(ErrReleased) })
	return h
}

// TestMajority: a minority of the nodes may be away, a majority may not; then
// nothing is left behind at the others.
func TestMajority(t *testing.T) {
	servers, l := nodesInMemory(t)
	for _, s := range servers[quorum:] {
		s.Close()
	}
	h := take(t, l)
	if _, err := l.TryAcquire(t.Context(), "account"); !errors.Is(err, ErrTaken) {
		t.Errorf("two have the lock: %v", err)
	}
	if err := h.Release(t.Context()); err != nil {
		t.Error(err)
	}
	servers[0].Close()
	if _, err := l.TryAcquire(t.Context(), "account"); !errors.Is(err, ErrTaken) {
		t.Errorf("without a majority: %v", err)
	}
	for _, s := range servers[1:quorum] {
		if s.Exists("account") {
			t.Error("a failed attempt has left a key behind")
		}
	}
}

// TestClocksJump: the first counterexample of 2016. The keys of a majority end
// early, B has the lock, and A has no way to know.
func TestClocksJump(t *testing.T) {
	servers, l := nodesInMemory(t)
	a := take(t, l)
	for _, s := range servers[:quorum] {
		s.FastForward(TTL)
	}
	b := take(t, l)
	if err := a.Check(); err != nil {
		t.Errorf("A has noticed: %v", err)
	}
	// Its release takes B's keys from nobody.
	if err := a.Release(t.Context()); !errors.Is(err, ErrLost) {
		t.Errorf("a release of a minority: %v", err)
	}
	if got, _ := servers[0].Get("account"); got != b.Owner {
		t.Errorf("A has freed a key of B")
	}
}
