//go:build unix

package bench

import (
	"syscall"
	"time"
)

// processorTime returns the processor time of this process; 0 = unknown.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
