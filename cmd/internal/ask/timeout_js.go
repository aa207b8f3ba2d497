package ask

import (
	"context"
	"time"
)

// WithTimeout bounds what follows, if there is a bound. A browser's program has one
// thread, in which no timer runs while a search does; so the context looks at the
// clock when it is asked, and nobody can wait for it.
func WithTimeout(ctx context.Context, d time.Duration) (context.Context, func()) {
	if d <= 0 {
		return ctx, func() {}
	}
	return &until{ctx, time.Now().Add(d)}, func() {}
}

// until is a context that is finished from a time on.
type until struct {
	context.Context
	end time.Time
}

// Deadline implements [context.Context].
func (u *until) Deadline() (time.Time, bool) { return u.end, true }

// Err implements [context.Context].
func (u *until) Err() error {
	if err := u.Context.Err(); err != nil || time.Now().Before(u.end) {
		return err
	}
	return context.DeadlineExceeded
}
