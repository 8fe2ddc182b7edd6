//go:build !linux && !darwin

package bench

// cpuModel returns the processor's name, or "".
func cpuModel() string { return "" }
