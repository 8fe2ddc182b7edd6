//go:build !linux

package process

import "runtime"

// PeakRSS returns the memory, in bytes, that the Go runtime obtained from the
// system, which stands in for the peak that the system would report.
func PeakRSS() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}
