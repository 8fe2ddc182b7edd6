//go:build !linux

package bench

import "time"

// cpuModel returns the processor's name, or "".
func cpuModel() string { return "" }

// machineTime returns how long the processors were busy; 0 = unknown.
func machineTime() time.Duration { return 0 }
