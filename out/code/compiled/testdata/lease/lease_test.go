package lock

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A hold ends when its time is up, and not before; what prolongs it moves the end.
func TestLeaseEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLease(t.Context(), time.Now().Add(10*time.Second))
		time.Sleep(6 * time.Second)
		l.prolong(time.Now().Add(10 * time.Second))
		l.prolong(time.Now().Add(time.Second)) // an answer that was overtaken
		time.Sleep(10*time.Second - 1)
		synctest.Wait()
		if err := l.check(); err != nil {
			t.Errorf("before its end: %v", err)
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if l.ctx.Err() == nil || !errors.Is(context.Cause(l.ctx), ErrLost) {
			t.Error("nobody was told of the end")
		}
		l.prolong(time.Now().Add(10 * time.Second))
		if err := l.check(); !errors.Is(err, ErrLost) {
			t.Errorf("a hold that was given up comes back: %v", err)
		}
	})
}

// A holder that was stopped learns of the end by the clock, also before its timer.
func TestLeaseIsLate(t *testing.T) {
	l := newLease(t.Context(), time.Now().Add(time.Hour))
	l.until = time.Now()
	if err := l.check(); !errors.Is(err, ErrLost) {
		t.Errorf("after its end: %v", err)
	}
}

// The first cause of an end counts.
func TestLeaseIsReleased(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLease(t.Context(), time.Now().Add(10*time.Second))
		l.end(ErrReleased)
		time.Sleep(time.Minute)
		if err := l.check(); !errors.Is(err, ErrReleased) {
			t.Errorf("after a release: %v", err)
		}
	})
}
