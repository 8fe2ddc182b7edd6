package generate

import "fmt"

// moves say where the cells of a grid go: rows are permuted within their bands,
// bands among each other, the same for columns and stacks, and the grid is
// transposed or not. A cell comes from the sum of its row's number and its
// column's.
type moves struct{ rows, columns [16]int }

// choose chooses moves at random.
func (b *board) choose(m *moves, r *random) {
	b.lines(&m.rows, r)
	b.lines(&m.columns, r)
	down, along := b.order, 1
	if r.below(2) == 1 {
		down, along = 1, b.order
	}
	for i := range b.order {
		m.rows[i] *= down
		m.columns[i] *= along
	}
}

// apply makes to what the moves make of from.
func (b *board) apply(m *moves, to, from []uint8) {
	for i := range b.order {
		row := to[i*b.order:][:b.order]
		for j := range row {
			row[j] = from[m.rows[i]+m.columns[j]]
		}
	}
}

// shuffle makes to an isomorph of from with the same digits, at random.
func (b *board) shuffle(to, from []uint8, r *random) {
	var m moves
	b.choose(&m, r)
	b.apply(&m, to, from)
}

// lines sets lines to a random order that keeps bands together.
func (b *board) lines(lines *[16]int, r *random) {
	var bands, within [4]uint8
	r.permute(bands[:b.side])
	i := 0
	for _, band := range bands[:b.side] {
		r.permute(within[:b.side])
		for _, line := range within[:b.side] {
			lines[i] = int(band)*b.side + int(line)
			i++
		}
	}
}

// An Isomorpher makes random isomorphs of puzzles: digits are renamed, rows
// permuted within their bands, bands among each other, the same for columns and
// stacks, and the grid is transposed or not. Every isomorph is equally
// likely. A puzzle's isomorphs have as many clues and solutions as it has, but
// not always as many guesses: the search breaks ties by cell and digit. An
// Isomorpher is for one goroutine at a time.
type Isomorpher struct {
	board  *board
	seed   uint64
	random random
	moves  moves
	digits [17]uint8 // what becomes of each
}

// NewIsomorpher returns an Isomorpher for puzzles of the given order, 9 or 16.
// Another one is a mistake of the caller's, and it panics.
func NewIsomorpher(order int, seed uint64) *Isomorpher {
	return &Isomorpher{board: newBoard(order), seed: seed}
}

// Isomorph sets to to an isomorph of from: order² cells each, which must not
// overlap. Which one depends on from, the seed and number alone. It does not
// allocate. Other lengths, and values beyond the order, are mistakes of the
// caller's, and Isomorph panics.
func (m *Isomorpher) Isomorph(to, from []uint8, number uint64) {
	m.random.seed(m.seed, forIsomorph, uint64(m.board.order), number)
	m.choose()
	m.Apply(to, from)
}

// Choose chooses what Apply does from now on. It depends on the seed and on two
// numbers alone: the number of a puzzle, and the number of its isomorph, below
// 2^48. It does not allocate.
func (m *Isomorpher) Choose(puzzle, isomorph uint64) {
	m.random.seed(m.seed, forOneOfMany, uint64(m.board.order)|isomorph<<8, puzzle)
	m.choose()
}

// Apply sets to to the isomorph of from that was chosen: of a puzzle, and then of
// its solution. Both are order² cells, and must not overlap. Other lengths, values
// beyond the order, and a call before the first of Choose are mistakes of the
// caller's, and Apply panics.
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
	m.random.permute(m.digits[1 : m.board.order+1])
	for digit := 1; digit <= m.board.order; digit++ {
		m.digits[digit]++
	}
}
