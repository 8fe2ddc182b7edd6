package generate

// shuffle makes to an isomorph of from with the same digits: rows are permuted
// within their bands, and bands among each other, columns and stacks likewise,
// and the grid is transposed or not, at random.
func (b *board) shuffle(to, from []uint8, r *random) {
	var rows, columns [16]int
	b.lines(&rows, r)
	b.lines(&columns, r)
	down, along := b.order, 1
	if r.below(2) == 1 {
		down, along = 1, b.order
	}
	for i := range b.order {
		rows[i] *= down
		columns[i] *= along
	}
	for i := range b.order {
		row := to[i*b.order:][:b.order]
		for j := range row {
			row[j] = from[rows[i]+columns[j]]
		}
	}
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
// permuted within their bands, bands among each other, columns and stacks
// likewise, and the grid is transposed or not. Every isomorph is equally
// likely. A puzzle's isomorphs have as many clues and solutions as it has, but
// not always as many guesses: the search breaks ties by cell and digit. An
// Isomorpher is for one goroutine at a time.
type Isomorpher struct {
	board  *board
	seed   uint64
	random random
}

// NewIsomorpher returns an Isomorpher for puzzles of the given order, which
// must be 9 or 16.
func NewIsomorpher(order int, seed uint64) *Isomorpher {
	return &Isomorpher{board: newBoard(order), seed: seed}
}

// Isomorph sets to to an isomorph of from: order² cells each, which must not
// overlap. Which one depends on from, the seed and number alone. It does not
// allocate.
func (m *Isomorpher) Isomorph(to, from []uint8, number uint64) {
	m.random.seed(m.seed, forIsomorph, m.board.order, number)
	m.board.shuffle(to, from, &m.random)
	var digits line
	m.random.permute(digits[:m.board.order])
	for i, digit := range to {
		if digit != 0 {
			to[i] = digits[(digit-1)&15] + 1
		}
	}
}
