package generate

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// moves determine where the cells of a grid go: rows are permuted within their
// bands, bands among each other, columns and stacks in the same way, and the
// grid is transposed or not, if its boxes are square. The source of a cell is the sum of its row's and
// its column's number.
type moves struct{ rows, columns [geometry.MaxSide]int }

// choose sets m to random moves.
func (b *board) choose(m *moves, r *random) {
	b.lines(&m.rows, b.shape.Rows, r)
	b.lines(&m.columns, b.shape.Columns, r)
	down, along := b.order, 1
	if b.shape.Rows == b.shape.Columns && r.below(2) == 1 {
		down, along = 1, b.order
	}
	for i := range b.order {
		m.rows[i] *= down
		m.columns[i] *= along
	}
}

// apply sets to to from after the moves.
func (b *board) apply(m *moves, to, from []uint8) {
	for i := range b.order {
		row := to[i*b.order:][:b.order]
		for j := range row {
			row[j] = from[m.rows[i]+m.columns[j]]
		}
	}
}

// shuffle sets to to a random isomorph of from with the same digits.
func (b *board) shuffle(to, from []uint8, r *random) {
	var m moves
	b.choose(&m, r)
	b.apply(&m, to, from)
}

// lines sets lines to a random order that keeps bands of a size together.
func (b *board) lines(lines *[geometry.MaxSide]int, size int, r *random) {
	var bands, within [geometry.MaxBox]uint8
	permute(r, bands[:b.order/size])
	i := 0
	for _, band := range bands[:b.order/size] {
		permute(r, within[:size])
		for _, line := range within[:size] {
			lines[i] = int(band)*size + int(line)
			i++
		}
	}
}

// An Isomorpher makes random isomorphs of puzzles: it relabels digits, permutes
// rows within their bands, bands, columns within their stacks and stacks, and
// transposes or not, if the boxes are square. Every isomorph is equally likely. An isomorph has as many
// clues and solutions as its puzzle. It may need another number of guesses,
// because the search breaks ties by cell and digit. Each goroutine needs its
// own Isomorpher.
type Isomorpher struct {
	board  *board
	seed   uint64
	random random
	moves  moves
	digits [geometry.MaxSide + 1]uint8 // by digit: its new digit
}

// NewIsomorpher returns an Isomorpher for puzzles of a shape. It panics if the
// shape is not known.
func NewIsomorpher(shape geometry.Box, seed uint64) *Isomorpher {
	return &Isomorpher{board: newBoard(shape), seed: seed}
}

// Isomorph sets to to an isomorph of from. Each has order² cells, and they must
// not overlap. The isomorph depends only on from, the seed and number. Isomorph
// does not allocate. It panics if a length is wrong or a value exceeds the
// order.
func (m *Isomorpher) Isomorph(to, from []uint8, number uint64) {
	m.random.seed(m.seed, forIsomorph, uint64(m.board.order), number)
	m.choose()
	m.Apply(to, from)
}

// Choose selects the isomorph that the next calls of Apply make. It depends
// only on the seed and two numbers: one for the puzzle, and one below 2^48 for
// its isomorph. Choose does not allocate.
func (m *Isomorpher) Choose(puzzle, isomorph uint64) {
	m.random.seed(m.seed, forOneOfMany, uint64(m.board.order)|isomorph<<8, puzzle)
	m.choose()
}

// Apply sets to to the chosen isomorph of from. Use it for a puzzle and then
// for its solution. Each has order² cells, and they must not overlap. Apply
// panics if a length is wrong, a value exceeds the order, or Choose was not
// called.
func (m *Isomorpher) Apply(to, from []uint8) {
	m.board.check(from)
	if len(to) != len(from) {
		panic(fmt.Sprintf("generate: %d cells for an isomorph of %d", len(to), len(from)))
	}
	if m.digits[1] == 0 {
		panic("generate: no isomorph was chosen")
	}
	m.board.apply(&m.moves, to, from)
	for i, digit := range to {
		to[i] = m.digits[digit]
	}
}

func (m *Isomorpher) choose() {
	m.board.choose(&m.moves, &m.random)
	permute(&m.random, m.digits[1:m.board.order+1])
	for digit := 1; digit <= m.board.order; digit++ {
		m.digits[digit]++
	}
}
