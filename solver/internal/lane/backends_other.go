//go:build !amd64 || !gc || noasm

package lane

// Best returns the fastest kernels for an order on this processor, or nil.
func Best(order int) Kernels { return nil }
