//go:build !amd64 || !gc || noasm

package lane

// Features names the processor's features that kernels of this build require,
// as far as it has them.
func Features() []string { return nil }
