//go:build !linux

package bench

import "time"

// cpuModel returns the processor's name, or "".
func cpuModel() string { return "" }

// peakOf returns the most memory that a process had resident so far, or 0.
func peakOf(int) int64 { return 0 }

// machineTime is not known.
func machineTime() time.Duration { return 0 }
