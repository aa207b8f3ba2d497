package race

import (
	"context"
	"errors"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	redlock "lockcheck/out/code/compiled/redlock"
)

const quorum = redlock.Nodes/2 + 1

func nodes(t *testing.T) ([]*miniredis.Miniredis, *redlock.Locker) {
	t.Helper()
	var servers []*miniredis.Miniredis
	var options []*redis.Options
	for range redlock.Nodes {
		s := miniredis.RunT(t)
		servers = append(servers, s)
		options = append(options, &redis.Options{Addr: s.Addr()})
	}
	l, err := redlock.Open(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return servers, l
}

func take(t *testing.T, l *redlock.Locker) *redlock.Hold {
	t.Helper()
	h, err := l.TryAcquire(t.Context(), account)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Release(context.Background()) })
	return h
}

// TestMajority: a minority of the nodes may be away, a majority may not; then
// nothing is left behind at the others.
func TestMajority(t *testing.T) {
	servers, l := nodes(t)
	for _, s := range servers[quorum:] {
		s.Close()
	}
	h := take(t, l)
	if _, err := l.TryAcquire(t.Context(), account); !errors.Is(err, redlock.ErrTaken) {
		t.Errorf("two have the lock: %v", err)
	}
	if err := h.Extend(t.Context()); err != nil {
		t.Error(err)
	}
	if err := h.Release(t.Context()); err != nil {
		t.Error(err)
	}
	servers[0].Close()
	if _, err := l.TryAcquire(t.Context(), account); !errors.Is(err, redlock.ErrTaken) {
		t.Errorf("without a majority: %v", err)
	}
	for _, s := range servers[1:quorum] {
		if s.Exists(account) {
			t.Error("a failed attempt has left a key behind")
		}
	}
}

// TestClocksJump: the first counterexample of 2016. The keys of a majority end
// early, B has the lock, and A has no way to know until it extends.
func TestClocksJump(t *testing.T) {
	servers, l := nodes(t)
	a := take(t, l)
	for _, s := range servers[:quorum] {
		s.FastForward(redlock.TTL)
	}
	b := take(t, l)
	if err := a.Check(); err != nil {
		t.Errorf("A has noticed: %v", err)
	}
	if err := a.Extend(t.Context()); !errors.Is(err, redlock.ErrLost) {
		t.Errorf("an extension by a minority: %v", err)
	}
	if err := a.Release(t.Context()); !errors.Is(err, redlock.ErrLost) {
		t.Errorf("a release of a minority: %v", err)
	}
	if got, _ := servers[0].Get(account); got != b.Owner {
		t.Error("A has freed a key of B")
	}
}
