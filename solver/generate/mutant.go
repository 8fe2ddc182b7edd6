package generate

import "strconv"

// A Mutation is what a Mutator did to a puzzle.
type Mutation uint8

// The mutations, in the order in which numbers get them.
const (
	// Unchanged leaves the puzzle as it is.
	Unchanged Mutation = iota
	// Dropped blanks one clue. A minimal puzzle has several solutions then.
	Dropped
	// Changed gives one clue another digit, which no other clue in its houses
	// has. Of minimal puzzles of order 9 about two thirds have several solutions
	// then, a quarter none and a tenth one. Where no clue can be changed in this
	// way, one is in the next.
	Changed
	// Clashing gives one clue a digit that another one in its houses has. Where
	// no clue has another one in its houses, it is only changed.
	Clashing

	// mutations is the number of mutations.
	mutations = iota
)

var mutationNames = [mutations]string{"unchanged", "dropped", "changed", "clashing"}

// String returns the mutation in one word, and "Mutation(N)" for any other value.
func (m Mutation) String() string {
	if m < mutations {
		return mutationNames[m]
	}
	return "Mutation(" + strconv.Itoa(int(m)) + ")"
}

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

// Mutate mutates a puzzle of order² cells in place, by number modulo 4: for 0
// it is left unchanged, for 1 one of its clues is dropped, for 2 changed, for 3
// made to clash. It returns the mutation that was made. Which clue and digit
// depends on the puzzle, the seed and number alone. A puzzle without clues
// stays unchanged. It does not allocate. Another number of cells, and values beyond
// the order, are mistakes of the caller's, and Mutate panics.
func (m *Mutator) Mutate(cells []uint8, number uint64) Mutation {
	m.board.check(cells)
	m.random.seed(m.seed, forMutant, uint64(m.board.order), number)
	var places [256]uint8
	m.random.permute(places[:len(cells)])
	kind := Mutation(number % mutations)
	other := kind // where no clue takes that
	switch kind {
	case Changed:
		other = Clashing
	case Clashing:
		other = Changed
	}
	for _, wanted := range []Mutation{kind, other} {
		for _, place := range places[:len(cells)] {
			if cells[place] != 0 && m.apply(cells, int(place), wanted) {
				return wanted
			}
		}
	}
	return Unchanged
}

// apply mutates one clue, if it can be mutated so.
func (m *Mutator) apply(cells []uint8, place int, kind Mutation) bool {
	switch kind {
	case Unchanged:
		return true
	case Dropped:
		cells[place] = 0
		return true
	}
	var digits line
	m.random.permute(digits[:m.board.order])
	seen := m.board.seen(cells, place)
	for _, digit := range digits[:m.board.order] {
		digit++
		if digit != cells[place] && (seen>>digit&1 != 0) == (kind == Clashing) {
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
