package formats

import (
	"bytes"
	"slices"
)

// LeavesOutSolutions reports whether grids without a blank are no records of the file, as
// they solve others of its beginning.
func (f Form) LeavesOutSolutions() bool { return f.Layout != nil && f.Layout.answered }

// dropSolved leaves out the records that have no blank.
func (r *Records) dropSolved() {
	size := r.Order * r.Order
	kept, faults, good, n := r.Cells[:0], r.Faults[:0], 0, 0
	spans := r.Spans[:0]
	for record, fault := 0, 0; record < r.N; record++ {
		if fault < len(r.Faults) && r.Faults[fault].Record == record {
			f := r.Faults[fault]
			f.Record = n
			faults = append(faults, f)
			fault++
		} else {
			cells := r.Cells[good*size:][:size]
			good++
			if isComplete(cells) {
				continue
			}
			kept = append(kept, cells...)
		}
		if record < len(r.Spans) {
			spans = append(spans, r.Spans[record])
		}
		n++
	}
	r.Cells, r.Faults, r.Spans, r.N = kept, faults, spans, n
}

// unsolved returns those of the spans of all records whose records dropSolved keeps.
func (r *Records) unsolved(spans []Span) []Span {
	r.Spans = append(r.Spans[:0], spans...)
	r.dropSolved()
	return r.Spans
}

// isComplete reports whether a grid has no blank cell.
func isComplete(cells []uint8) bool { return bytes.IndexByte(cells, 0) < 0 }

// isSolvedBy reports whether another grid is complete and has all clues of a puzzle.
func isSolvedBy(puzzle, solution []uint8) bool {
	return isComplete(solution) && isWithin(puzzle, solution)
}

// isWithin reports whether all clues of a grid are in another one.
func isWithin(cells, other []uint8) bool {
	for i, cell := range cells {
		if cell != 0 && cell != other[i] {
			return false
		}
	}
	return true
}

// A gridShape is what isomorphs have in common: how often each digit occurs, and how
// many clues each row and each column has, all in order.
type gridShape [3][16]uint8

// shapeOf returns the shape of a grid.
func shapeOf(cells []uint8, order int) (s gridShape) {
	for i, cell := range cells {
		if cell != 0 {
			s[0][cell-1]++
			s[1][i/order]++
			s[2][i%order]++
		}
	}
	for i := range s {
		slices.Sort(s[i][:])
	}
	if slices.Compare(s[1][:], s[2][:]) > 0 {
		s[1], s[2] = s[2], s[1]
	}
	return s
}

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
		if !isComplete(rest[:size]) {
			continue
		}
		if before == nil || isComplete(before) || !isSolvedBy(before, rest[:size]) {
			return false
		}
		full++
	}
	return full > 0
}

// countClues returns how many cells are not blank.
func countClues(cells []uint8) int { return len(cells) - bytes.Count(cells, []byte{0}) }
