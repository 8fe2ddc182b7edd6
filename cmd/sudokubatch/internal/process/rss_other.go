//go:build !linux

package process

import "runtime"

// PeakRSS returns the memory that the Go runtime obtained from the system, in bytes. It approximates
// the peak resident memory.
func PeakRSS() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}
