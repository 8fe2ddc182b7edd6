package lane

import "unsafe"

const (
	firsts = 0x0001_0001_0001_0001 // the first bit of each of four masks
	tops   = 0x8000_8000_8000_8000 // the last one, which no mask of order 9 has
)

// OpenCells returns the number of cells with several candidates in a row of order 9, in which each
// cell has a candidate.
func OpenCells(row *uint16) int {
	words := (*[20]uint64)(unsafe.Pointer(row))
	several := uint64(0) // four numbers
	for _, w := range words {
		several += (w&(w-firsts) + (tops - firsts)) & tops >> 15
	}
	open := int(several * firsts >> 48)
	if last := *(*uint16)(unsafe.Add(unsafe.Pointer(row), 160)); last&(last-1) != 0 {
		open++
	}
	return open
}

// OnlyPairs reports whether no cell of such a row has more than two candidates.
func OnlyPairs(row *uint16) bool {
	for _, x := range unsafe.Slice(row, 81) {
		x &= x - 1
		if x&(x-1) != 0 {
			return false
		}
	}
	return true
}
