//go:build unix

package cli

import (
	"runtime"
	"syscall"
)

// usage is the processor time in seconds that this process has used, and the
// most memory in bytes that it had resident; ok is false where nobody knows.
func usage() (cpu float64, peak int64, ok bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, 0, false
	}
	cpu = float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
	peak = int64(u.Maxrss) << 10
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" { // bytes there
		peak = int64(u.Maxrss)
	}
	return cpu, peak, true
}
