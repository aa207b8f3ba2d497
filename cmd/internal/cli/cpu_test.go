package cli

import "time"

var started = time.Now()

// cpuSeconds is the processor time that the tests have used, or where nobody
// knows it the time that has gone by.
func cpuSeconds() float64 {
	if cpu, _, ok := usage(); ok {
		return cpu
	}
	return time.Since(started).Seconds()
}
