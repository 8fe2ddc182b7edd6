package main

import (
	"math/rand/v2"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver"
)

// A puzzle has one solution, which took that many guesses to prove.
type puzzle struct {
	cells   []uint8
	clues   int
	guesses uint64
}

// A recipe makes the i-th puzzle of a corpus.
type recipe func(m *maker, i int) puzzle

// A maker makes puzzles of one order from random numbers.
type maker struct {
	order, box int
	rng        *rand.Rand
	source     *rand.PCG
	first      *solver.Solver // finds some grid
	unique     *solver.Solver // proves a puzzle
	scratch    []uint8
}

// maxGuesses ends proofs that would take long: such a clue stays. It is below
// the threshold of clause learning, whose value would else show in the puzzles.
const maxGuesses = 300

func newMaker(order int) (*maker, error) {
	m := &maker{order: order, box: 3, scratch: make([]uint8, order*order)}
	if order == 16 {
		m.box = 4
	}
	m.source = rand.NewPCG(0, 0)
	m.rng = rand.New(m.source)
	var err error
	if m.first, err = solver.New(order, solver.Options{MaxGuesses: maxGuesses}); err != nil {
		return nil, err
	}
	m.unique, err = solver.New(order, solver.Options{Limit: 2, MaxGuesses: maxGuesses})
	return m, err
}

// seed makes what follows depend on i alone.
func (m *maker) seed(i uint64) { m.source.Seed(uint64(m.order), i) }

// grid returns a random grid: the boxes on the diagonal, which do not see each
// other, are filled at random, and the rest is solved.
func (m *maker) grid() []uint8 {
	cells := make([]uint8, m.order*m.order)
	for {
		clear(cells)
		for k := range m.box {
			for i, digit := range m.rng.Perm(m.order) {
				row, column := k*m.box+i/m.box, k*m.box+i%m.box
				cells[row*m.order+column] = uint8(digit + 1)
			}
		}
		if m.first.Solve(cells).Status == solver.Solved {
			return m.shuffled(cells)
		}
	}
}

// shuffled permutes a grid's lines within their bands and stacks, so that
// nothing is left of the solver's preference for low digits in low cells.
func (m *maker) shuffled(cells []uint8) []uint8 {
	rows, columns := m.lines(), m.lines()
	out := make([]uint8, len(cells))
	for i := range out {
		out[i] = cells[rows[i/m.order]*m.order+columns[i%m.order]]
	}
	return out
}

// lines returns a random order of rows that keeps bands together.
func (m *maker) lines() []int {
	var lines []int
	for _, band := range m.rng.Perm(m.box) {
		for _, line := range m.rng.Perm(m.box) {
			lines = append(lines, band*m.box+line)
		}
	}
	return lines
}

// dig takes clues from a grid, in random order, as long as its solution stays
// the only one, until clues are left or none can go.
func (m *maker) dig(grid []uint8, clues int) puzzle {
	cells := slices.Clone(grid)
	left := len(cells)
	for _, i := range m.rng.Perm(len(cells)) {
		if left == clues {
			break
		}
		digit := cells[i]
		cells[i] = 0
		if m.prove(cells).Unique() {
			left--
		} else {
			cells[i] = digit
		}
	}
	return puzzle{cells: cells, clues: left, guesses: m.prove(cells).Guesses}
}

// prove solves a copy of a puzzle.
func (m *maker) prove(cells []uint8) solver.Result {
	copy(m.scratch, cells)
	return m.unique.Solve(m.scratch)
}

// recipe9 makes puzzles with many clues, with few, minimal ones, and the
// hardest of several minimal ones, in turn.
func recipe9(m *maker, i int) puzzle {
	switch i % 4 {
	case 0:
		return m.dig(m.grid(), 34+m.rng.IntN(12))
	case 1:
		return m.dig(m.grid(), 26+m.rng.IntN(6))
	case 2:
		return m.dig(m.grid(), 0)
	}
	var hardest puzzle
	for range 8 {
		if p := m.dig(m.grid(), 0); p.guesses >= hardest.guesses {
			hardest = p
		}
	}
	return hardest
}

// recipe16 makes puzzles with many and with few clues.
func recipe16(m *maker, _ int) puzzle {
	return m.dig(m.grid(), 96+m.rng.IntN(56))
}
