package zframe

// vector is how many bytes are coded at a time where the processor has vectors.
const vector = 32

// encodeVectors codes text of whole vectors, as huffman.encodeWords does, and goes on in
// a stream; it is nil where there is no such kernel.
var encodeVectors func(s *bitStream, text []byte, code *vectorCode) (ok bool)

// A vectorCode is a Huffman code in tables that are looked up with the low four bits of
// bytes: one for those without bit 5 (zeros, line ends, letters), and one for those with
// it (digits, points). They are of the bytes themselves, 255 where there is none, of their
// codes, and of the bits that these have.
type vectorCode [3][2][16]uint8

// fill makes the tables. It reports false where two bytes would have the same place.
func (t *vectorCode) fill(codes *[128]uint32) bool {
	*t = vectorCode{}
	for i := range 16 {
		t[0][0][i], t[0][1][i] = 255, 255
	}
	for b, code := range codes {
		if code == 0 {
			continue
		}
		half, at := b>>5&1, b&15
		if t[0][half][at] != 255 {
			return false
		}
		t[0][half][at], t[1][half][at], t[2][half][at] = uint8(b), uint8(code>>8), uint8(code)
	}
	return true
}
