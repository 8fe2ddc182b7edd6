//go:build !amd64 || !gc || noasm

package lane

// fastWithin is for processors that have kernels.
func fastWithin([]uint8, uint8) (within, ok bool) { return false, false }
