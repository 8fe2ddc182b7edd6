package generate

// A mutation is a kind of change that a Mutator makes.
type mutation uint8

// The mutations, in the order in which numbers get them.
const (
	unchanged mutation = iota
	dropped
	changed
	clashing

	mutations = iota // number of mutations
)

// A Mutator changes puzzles so that some no longer have one solution, to test
// programs that read puzzles. Each goroutine needs its own Mutator.
type Mutator struct {
	board  *board
	seed   uint64
	random random
}

// NewMutator returns a Mutator for puzzles of order 9 or 16. It panics for
// another order.
func NewMutator(order int, seed uint64) *Mutator {
	return &Mutator{board: newBoard(order), seed: seed}
}

// Mutate changes a puzzle of order² cells in place. The change depends on
// number modulo 4:
//
//   - 0 leaves the puzzle unchanged.
//   - 1 blanks one clue. A minimal puzzle then has several solutions.
//   - 2 gives one clue another digit, which no other clue in its houses has. Of
//     minimal puzzles of order 9 about two thirds then have several solutions, a
//     quarter has none and a tenth has one. If no clue can be changed in this
//     way, Mutate makes change 3.
//   - 3 gives one clue a digit of another clue in its houses. If no clue has
//     another one in its houses, Mutate makes change 2.
//
// The clue and the digit depend only on the puzzle, the seed and number. A
// puzzle without clues stays unchanged. Mutate does not allocate. It panics if
// the number of cells is wrong or a value exceeds the order.
func (m *Mutator) Mutate(cells []uint8, number uint64) { m.mutate(cells, number) }

// mutate does the same as Mutate, and returns the mutation that it made.
func (m *Mutator) mutate(cells []uint8, number uint64) mutation {
	m.board.check(cells)
	m.random.seed(m.seed, forMutant, uint64(m.board.order), number)
	var places [256]uint8
	m.random.permute(places[:len(cells)])
	kind := mutation(number % mutations)
	other := kind // used if no clue fits kind
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

// apply changes one clue. It returns false if the clue does not fit the
// mutation.
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
