package lock

import (
	"errors"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

// row is what the tests write.
const row = "balance"

// redisInMemory is a Redis whose time the test moves.
func redisInMemory(t *testing.T) (*miniredis.Miniredis, *Locker) {
	t.Helper()
	server := miniredis.RunT(t)
	l := Open(&redis.Options{Addr: server.Addr()})
	t.Cleanup(func() { l.Close() })
	return server, l
}

// take takes the lock at once.
func take(t *testing.T, l *Locker) *Hold {
	t.Helper()
	h, err := l.TryAcquire(t.Context(), "account")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.lease.end(ErrReleased) }) // and with it the renewal
	return h
}

// race is the run that everything is about: A takes the lock and stops; its lease
// ends; B takes the lock and writes; A, whose last look at its clock was before,
// writes. It returns A, B and what became of A's write.
func race(t *testing.T, s *Store) (a, b *Hold, late error) {
	t.Helper()
	server, l := redisInMemory(t)
	a = take(t, l)
	if _, err := l.TryAcquire(t.Context(), "account"); !errors.Is(err, ErrTaken) {
		t.Fatalf("two have the lock: %v", err)
	}
	server.FastForward(TTL)
	b = take(t, l)
	if b.Token <= a.Token {
		t.Fatalf("B has the token %d, after %d of A", b.Token, a.Token)
	}
	if err := put(t, s, b, 1, "B"); err != nil {
		t.Fatalf("the holder is refused: %v", err)
	}
	if err := a.Check(); err != nil {
		t.Fatalf("A has noticed, so this is not the race: %v", err)
	}
	return a, b, put(t, s, a, 1, "A")
}

// TestReleaseIsOnesOwn: who has lost the lock frees nobody else's.
func TestReleaseIsOnesOwn(t *testing.T) {
	server, l := redisInMemory(t)
	a := take(t, l)
	server.FastForward(TTL)
	b := take(t, l)
	if err := a.Release(t.Context()); !errors.Is(err, ErrLost) {
		t.Errorf("a release of nothing: %v", err)
	}
	if _, err := l.TryAcquire(t.Context(), "account"); !errors.Is(err, ErrTaken) {
		t.Errorf("A has freed the lock of B: %v", err)
	}
	if err := b.Release(t.Context()); err != nil {
		t.Error(err)
	}
	if b.Context().Err() == nil || !errors.Is(b.Check(), ErrReleased) {
		t.Error("a hold that was released can be relied on")
	}
	take(t, l)
}

// TestLeaseEnds: a hold whose time is up by its own clock is lost, and says so.
func TestLeaseEnds(t *testing.T) {
	_, l := redisInMemory(t)
	h := take(t, l)
	if left := h.lease.until.Sub(h.lease.until.Add(-Margin)); left <= 0 || Margin >= TTL {
		t.Fatal("no margin")
	}
	h.lease.mu.Lock()
	h.lease.until = h.lease.until.Add(-TTL)
	h.lease.mu.Unlock()
	if err := h.Check(); !errors.Is(err, ErrLost) {
		t.Errorf("after its end: %v", err)
	}
	<-h.Context().Done()
}

// TestUnknownAnswer: a grant whose answer is lost is given back.
func TestUnknownAnswer(t *testing.T) {
	server, l := redisInMemory(t)
	server.SetError("LOADING")
	if _, err := l.TryAcquire(t.Context(), "account"); err == nil || errors.Is(err, ErrTaken) {
		t.Errorf("an error is taken for an answer: %v", err)
	}
	server.SetError("")
	take(t, l)
}
