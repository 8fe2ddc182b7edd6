//go:build amd64 && gc && !noasm

package lane

// Best returns the fastest kernels for an order on this processor, or nil.
func Best(order int) Kernels {
	switch {
	case order == 9 && hasAVX512:
		return avx512Order9{}
	case order == 16 && hasAVX512:
		return avx512Order16{}
	}
	return nil
}
