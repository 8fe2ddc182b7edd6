package generate

// A mutation is what a Mutator does to a puzzle.
type mutation uint8

// The mutations, in the order in which numbers get them.
const (
	unchanged mutation = iota
	dropped
	changed
	clashing

	// mutations is the number of mutations.
	mutations = iota
)

// A Mutator changes puzzles so that some no longer have one solution, for tests
// of programs that read them. It is for one goroutine at a time.
type Mutator struct {
	board  *board
	seed   uint64
	random random
}

// NewMutator returns a Mutator for puzzles of the given order, 9 or 16. Another
// one is a mistake of the caller's, and it panics.
func NewMutator(order int, seed uint64) *Mutator {
	return &Mutator{board: newBoard(order), seed: seed}
}

// Mutate mutates a puzzle of order² cells in place, by number modulo 4:
//
//   - 0 leaves the puzzle as it is.
//   - 1 blanks one clue. A minimal puzzle has several solutions then.
//   - 2 gives one clue another digit, which no other clue in its houses has. Of
//     minimal puzzles of order 9 about two thirds have several solutions then, a
//     quarter none and a tenth one. If no clue can be changed in this way, it does
//     as 3.
//   - 3 gives one clue a digit that another one in its houses has. If no clue has
//     another one in its houses, it does as 2.
//
// Which clue and digit depends on the puzzle, the seed and number alone. A puzzle
// without clues stays unchanged. Mutate does not allocate. It panics if the number
// of cells is wrong, or a value is beyond the order.
func (m *Mutator) Mutate(cells []uint8, number uint64) { m.mutate(cells, number) }

// mutate is Mutate, and returns the mutation that was made.
func (m *Mutator) mutate(cells []uint8, number uint64) mutation {
	m.board.check(cells)
	m.random.seed(m.seed, forMutant, uint64(m.board.order), number)
	var places [256]uint8
	m.random.permute(places[:len(cells)])
	kind := mutation(number % mutations)
	other := kind // where no clue takes that
	switch kind {
	case changed:
		other = clashing
	case clashing:
		other = changed
	}
	for _, wanted := range []mutation{kind, other} {
		for _, place := range places[:len(cells)] {
			if cells[place] != 0 && m.apply(cells, int(place), wanted) {
				return wanted
			}
		}
	}
	return unchanged
}

// apply mutates one clue, if it can be mutated so.
func (m *Mutator) apply(cells []uint8, place int, kind mutation) bool {
	switch kind {
	case unchanged:
		return true
	case dropped:
		cells[place] = 0
		return true
	}
	var digits line
	m.random.permute(digits[:m.board.order])
	seen := m.board.seen(cells, place)
	for _, digit := range digits[:m.board.order] {
		digit++
		if digit != cells[place] && (seen>>digit&1 != 0) == (kind == clashing) {
			cells[place] = digit
			return true
		}
	}
	return false
}

// seen returns the digits of the other clues in a cell's houses.
func (b *board) seen(cells []uint8, place int) (digits uint32) {
	row, column := place/b.order, place%b.order
	box := b.box(uint8(row), uint8(column))
	for i, digit := range cells {
		r, c := i/b.order, i%b.order
		shares := r == row || c == column || b.box(uint8(r), uint8(c)) == box
		if i != place && digit != 0 && shares {
			digits |= 1 << digit
		}
	}
	return digits
}
