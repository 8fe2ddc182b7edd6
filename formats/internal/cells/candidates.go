package cells

import "slices"

// AppendCandidates appends the candidates of a puzzle of order 9 as one value: nine characters for
// each cell, the digit or a dot in the place of each digit. Bit d-1 of a mask stands for digit d.
func AppendCandidates(dst []byte, candidates []uint32) []byte {
	const digits = 9
	dst = slices.Grow(dst, digits*len(candidates)+1)
	for _, mask := range candidates {
		for digit := range digits {
			b := byte('.')
			if mask>>digit&1 != 0 {
				b = '1' + byte(digit)
			}
			dst = append(dst, b)
		}
	}
	return dst
}
