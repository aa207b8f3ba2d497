//go:build !js

package ask

import (
	"context"
	"time"
)

// WithTimeout bounds what follows, if there is a bound.
func WithTimeout(ctx context.Context, d time.Duration) (context.Context, func()) {
	if d <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d)
}
