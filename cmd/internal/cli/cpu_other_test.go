//go:build !unix

package cli

import "time"

var started = time.Now()

// cpuSeconds is the time that has gone by, where there is nothing better.
func cpuSeconds() float64 { return time.Since(started).Seconds() }
