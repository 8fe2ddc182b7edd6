package generate

// A Filler fills blanks of puzzles from their solutions, for states on the way to a solution. Each
// puzzle has its own random order of blanks, which depends on the seed and the puzzle's number. So
// each state of a puzzle holds the states with fewer cells filled. Each goroutine needs its own
// Filler.
type Filler struct {
	seed   uint64
	random random
	blanks []uint16 // of the puzzle, in the order in which they are filled
}

// NewFiller returns a Filler.
func NewFiller(seed uint64) *Filler { return &Filler{seed: seed} }

// Begin draws the order of the blanks of a puzzle, which has order² cells, 0 = blank. It returns the
// number of blanks.
func (f *Filler) Begin(puzzle []uint8, number uint64) int {
	f.random.seed(f.seed, forPartial, uint64(len(puzzle)), number)
	f.blanks = f.blanks[:0]
	for cell, digit := range puzzle {
		if digit != 0 {
			continue
		}
		f.blanks = append(f.blanks, uint16(cell))
		last := len(f.blanks) - 1
		at := f.random.below(last + 1)
		f.blanks[last], f.blanks[at] = f.blanks[at], f.blanks[last]
	}
	return len(f.blanks)
}

// Fill fills the first n blanks of the order.
func (f *Filler) Fill(cells, solution []uint8, n int) {
	for _, cell := range f.blanks[:n] {
		cells[cell] = solution[cell]
	}
}
