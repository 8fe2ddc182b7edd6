// Package overfulltest constructs puzzles for tests that a counting argument
// refutes at once, but resolution alone only in very many steps. It also makes
// puzzles that are a clue or two away from these.
//
// In all of them too much has to go into too little: a digit of some rows into
// fewer columns (a fish); some digits of a house into fewer cells; or some
// digits into a rectangle of rows and columns that lacks room for them. The
// last argument is due to H. J. Ryser, "A combinatorial theorem with an
// application to latin rectangles", 1951: a rectangle of r by s cells in an n
// by n grid contains each digit at least r+s-n times.
package overfulltest

import (
	"math/bits"
	"math/rand/v2"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// The kinds of puzzles.
const (
	Fish = iota
	House
	Rectangle
	Kinds
)

// A Maker makes puzzles. Equal seeds give equal puzzles.
type Maker struct {
	*rand.Rand
	box   geometry.Box
	order int
	cells []uint8
	used  [3 * geometry.MaxSide]uint32 // by row, column or box: the digits of its clues
	steps int                          // remaining steps of fill
}

// New returns a maker of puzzles of an order.
func New(order int, seed uint64) *Maker {
	return &Maker{
		Rand: rand.New(rand.NewPCG(seed, uint64(order))), box: geometry.Of(order), order: order,
		cells: make([]uint8, order*order),
	}
}

// Puzzle makes a puzzle of a kind: with too many digits for the room, just
// enough, or one fewer. Then it removes some clues that this depends on, and
// adds others to hide it. The next call overwrites the slice.
func (m *Maker) Puzzle(kind int) []uint8 {
	for {
		clear(m.cells)
		m.used = [3 * geometry.MaxSide]uint32{}
		if [...]func() bool{m.fish, m.house, m.rectangle}[kind]() {
			break
		}
	}
	m.hide(kind)
	if m.box.Rows == m.box.Columns && m.IntN(2) == 0 {
		m.transpose()
	}
	return m.cells
}

// fish fills some rows except the same columns. The remaining digits of these
// rows must go into the remaining columns, which are about as many as the rows.
func (m *Maker) fish() bool {
	open := 2 + m.IntN(m.order-3)
	rows, columns := m.some(min(m.order, open-1+m.IntN(4))), m.some(m.order-open)
	digits := m.some(m.order - open)
	return m.fill(m.crossing(rows, columns), digits)
}

// house fills a row except some cells. It excludes some of the remaining digits
// from all but about as many of these cells.
func (m *Maker) house() bool {
	row := m.IntN(m.order)
	open := 3 + m.IntN(m.order-3)
	perm := m.Perm(m.order)
	n := 2 + m.IntN(min(open-1, m.order/2)) // number of digits that must go
	room := n - 1 + m.IntN(2)               // into this number of cells
	digits := uint32(0)
	for _, d := range perm[:n] {
		digits |= 1 << d
	}
	others := (1<<m.order - 1) &^ digits
	columns := m.Perm(m.order)
	var cells []int
	for _, column := range columns[min(open, m.order):] {
		cells = append(cells, row*m.order+column)
	}
	if !m.fill(cells, others) {
		return false
	}
	for _, column := range columns[min(room, open):open] {
		for _, d := range perm[:n] {
			m.put(column, row, d)
		}
	}
	return true
}

// put puts a digit into a column outside the row's band, if possible.
func (m *Maker) put(column, row, d int) {
	for _, r := range m.Perm(m.order) {
		if cell := r*m.order + column; r/m.box.Rows != row/m.box.Rows && m.free(cell)>>d&1 != 0 {
			m.set(cell, d)
			return
		}
	}
}

// rectangle fills a rectangle with some digits, and leaves about as many cells
// as the other digits need there.
func (m *Maker) rectangle() bool {
	r := m.order/2 + m.IntN(m.order*3/8)
	s := max(m.order/2+m.IntN(m.order*3/8), m.order-r+1)
	q := 1 + m.IntN(m.order/2)
	cells := m.crossing(m.some(r), m.some(s))
	blanks := max(0, min(len(cells), q*(r+s-m.order)-1+m.IntN(3)))
	m.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	return m.fill(cells[blanks:], m.some(m.order-q))
}

// some returns a random set of n of the numbers below the order.
func (m *Maker) some(n int) (set uint32) {
	for _, i := range m.Perm(m.order)[:n] {
		set |= 1 << i
	}
	return set
}

// crossing returns the cells in the given rows and columns.
func (m *Maker) crossing(rows, columns uint32) (cells []int) {
	for cell := range m.cells {
		if rows>>(cell/m.order)&1 != 0 && columns>>(cell%m.order)&1 != 0 {
			cells = append(cells, cell)
		}
	}
	return cells
}

// houses returns the indices into used for a cell.
func (m *Maker) houses(cell int) [3]int {
	row, column, box := m.box.Houses(cell)
	return [3]int{row, m.order + column, 2*m.order + box}
}

// set makes a digit the clue of a blank cell.
func (m *Maker) set(cell, digit int) {
	m.cells[cell] = uint8(digit) + 1
	for _, h := range m.houses(cell) {
		m.used[h] |= 1 << digit
	}
}

// blank removes the clue of a cell.
func (m *Maker) blank(cell int) {
	for _, h := range m.houses(cell) {
		m.used[h] &^= 1 << m.cells[cell] >> 1
	}
	m.cells[cell] = 0
}

// free returns the digits that no clue in a blank cell's houses has.
func (m *Maker) free(cell int) uint32 {
	if m.cells[cell] != 0 {
		return 0
	}
	h := m.houses(cell)
	return (1<<m.order - 1) &^ (m.used[h[0]] | m.used[h[1]] | m.used[h[2]])
}

// fill fills cells with the given digits without a clash. It returns false if
// it fails.
func (m *Maker) fill(cells []int, digits uint32) bool {
	m.steps = 20 * len(cells)
	return m.fillRest(cells, digits)
}

func (m *Maker) fillRest(cells []int, digits uint32) bool {
	if len(cells) == 0 {
		return true
	}
	if m.steps--; m.steps < 0 {
		return false
	}
	tight, least := 0, 99
	for i, cell := range cells { // prefer the cell with the fewest digits, with some randomness
		if n := bits.OnesCount32(m.free(cell) & digits); n < least || n == least && m.IntN(2) == 0 {
			tight, least = i, n
		}
	}
	cells[0], cells[tight] = cells[tight], cells[0]
	free := m.free(cells[0]) & digits
	for range least {
		set := free
		for range m.IntN(bits.OnesCount32(free)) {
			set &= set - 1
		}
		d := bits.TrailingZeros32(set)
		free &^= 1 << d
		m.set(cells[0], d)
		if m.fillRest(cells[1:], digits) {
			return true
		}
		m.blank(cells[0])
	}
	return false
}

// hide removes a few clues, and adds others that leave each cell near them at
// least one digit.
func (m *Maker) hide(kind int) {
	if m.IntN(2) == 0 {
		for range m.IntN(m.order / 2) {
			m.blank(m.IntN(len(m.cells)))
		}
	}
	add := m.IntN(m.order * m.order / 4)
	if kind == House {
		add += m.order
	}
	for range add {
		cell := m.IntN(len(m.cells))
		free := m.free(cell)
		if free == 0 {
			continue
		}
		for range m.IntN(bits.OnesCount32(free)) {
			free &= free - 1
		}
		m.set(cell, bits.TrailingZeros32(free))
		if !m.leavesDigits(cell) {
			m.blank(cell)
		}
	}
}

// leavesDigits reports whether all blank cells in a cell's houses have at least
// one possible digit.
func (m *Maker) leavesDigits(cell int) bool {
	row, column, box := m.box.Houses(cell)
	for i := range m.order {
		for _, c := range [...]int{row*m.order + i, i*m.order + column, m.box.Cell(box, i)} {
			if m.cells[c] == 0 && m.free(c) == 0 {
				return false
			}
		}
	}
	return true
}

func (m *Maker) transpose() {
	for i := range m.order {
		for j := range i {
			a, b := i*m.order+j, j*m.order+i
			m.cells[a], m.cells[b] = m.cells[b], m.cells[a]
		}
	}
}
