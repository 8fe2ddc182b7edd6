package formats

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// LeavesOutSolutions reports whether grids without a blank are no records of the file, as
// they solve others of its beginning.
func (f Form) LeavesOutSolutions() bool { return f.Layout != nil && f.Layout.answered }

// AlternatesSolutions reports whether text, the beginning of a file that is a list of plain
// lines, has solutions right behind their puzzles, each in a line of its own, and no other
// complete grids. They are records, as one line has to be enough to know the form of a
// list that somebody types.
func (f Form) AlternatesSolutions(text []byte) bool {
	if f.Kind != Line || f.Layout != nil {
		return false
	}
	const enough = 8 << 10 // of malformed lines each takes a hundred bytes of memory
	var r Records
	f.Decode(&r, text[:min(len(text), enough)])
	size, full := f.Order*f.Order, 0
	for before, rest := []uint8(nil), r.Cells; len(rest) > 0; before, rest = rest[:size], rest[size:] {
		if !cells.IsComplete(rest[:size]) {
			continue
		}
		if before == nil || cells.IsComplete(before) || !cells.IsSolvedBy(before, rest[:size]) {
			return false
		}
		full++
	}
	return full > 0
}
