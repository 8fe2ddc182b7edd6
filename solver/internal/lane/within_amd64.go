//go:build amd64 && gc && !noasm

package lane

// fastWithin is Within where the processor and the number of cells allow it.
func fastWithin(cells []uint8, greatest uint8) (within, ok bool) {
	if !hasAVX2 || len(cells) < 32 {
		return false, false
	}
	return withinAVX2(&cells[0], uint64(len(cells)), greatest), true
}
