//go:build gc && !noasm

package zframe

import "github.com/sudokubatch/sudokubatch/corpus/internal/zframe/avx2"

func init() {
	if avx2.Available() {
		encodeVectors = encodeAVX2
	}
}

func encodeAVX2(s *bitStream, text []byte, code *vectorCode) (ok bool) {
	size, ok := avx2.Encode(s.dst[s.size:], text, (*avx2.Code)(code), &s.stream, &s.bits)
	s.size += size
	return ok
}
