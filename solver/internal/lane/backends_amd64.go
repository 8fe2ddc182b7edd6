//go:build amd64 && gc && !noasm

package lane

// All returns the kernels for an order that this processor can run, the fastest
// first.
func All(order int) []Kernels {
	var all []Kernels
	switch order {
	case 9:
		if hasAVX512 {
			all = append(all, avx512Order9{})
		}
		if hasAVX2 {
			all = append(all, avx2Order9{})
		}
	case 16:
		if hasAVX512 {
			all = append(all, avx512Order16{})
		}
		if hasAVX2 {
			all = append(all, avx2Order16{})
		}
	}
	return all
}
