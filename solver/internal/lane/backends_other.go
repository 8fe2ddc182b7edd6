//go:build !amd64 || !gc || noasm

package lane

// All returns the kernels for an order that this processor can run, the fastest
// first.
func All(int) []Kernels { return nil }
