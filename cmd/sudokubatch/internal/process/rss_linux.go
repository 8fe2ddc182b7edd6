package process

import "golang.org/x/sys/unix"

// PeakRSS returns the peak resident memory of the process, in bytes.
func PeakRSS() int64 {
	var usage unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return int64(usage.Maxrss) << 10 //nolint:unconvert // kilobytes; an int32 on 32-bit systems
}
