package explain

// This file has the state of a puzzle: digits, candidates, and the places of
// each digit in each house.
//
// Digits are 0 to 8 inside the package. A candidate is a digit that a blank may
// still hold.

import shapes "github.com/sudokubatch/sudokubatch/solver/geometry"

const allDigits = 1<<9 - 1

// A grid is the state of a puzzle. It is kept complete with each change, so
// that a technique finds what it needs in one look.
type grid struct {
	digits [81]uint8     // 1 to 9, 0 = blank
	cands  [81]uint16    // candidates as bits, none if the cell has a digit
	places [27][9]uint16 // house, digit: the positions of its candidates
	boards [9]cellSet    // digit: the cells with that candidate
	pairs  cellSet       // cells with two candidates
	naked  cellSet       // cells with one candidate
	hidden [27]uint16    // house: digits with one place
	one    uint32        // houses with a digit that has one place
	blanks [27]uint8     // house: number of blanks
	placed [9]uint8      // digit: how often it is in the grid
	left   int           // number of blanks
	broken bool          // a blank has no candidate, or a digit no place

	// What changed since stale.update was called.
	changedDigits uint16
	changedHouses uint32
	changedCells  cellSet
}

// load sets the state of a puzzle. It reports false if two equal clues share a
// house.
func (g *grid) load(board shapes.Box, cells []uint8) bool {
	*g = *emptyGrids[board]
	for cell, digit := range cells {
		if digit == 0 {
			continue
		}
		cell = framed(board, cell)
		if g.cands[cell]>>(digit-1)&1 == 0 {
			return false
		}
		g.place(cell, int(digit)-1)
	}
	return true
}

// emptyGrids are grids without clues, of all boards with boxes up to 3×3. A
// smaller puzzle lies in a frame of 9×9, whose other cells are filled: its boxes
// lack the last rows or columns.
var emptyGrids = func() map[shapes.Box]*grid {
	all := map[shapes.Box]*grid{}
	for _, board := range []shapes.Box{{Rows: 2, Columns: 2}, {Rows: 2, Columns: 3}, {Rows: 3, Columns: 2}, {Rows: 3, Columns: 3}} {
		g := &grid{left: board.Cells(), changedDigits: allDigits, changedHouses: allHouses, changedCells: allCells}
		for cell := range g.digits {
			g.digits[cell] = 9
		}
		for digit := range board.Side() {
			g.placed[digit] = uint8(9 - board.Side())
			for cell := range board.Cells() {
				cell = framed(board, cell)
				g.digits[cell] = 0
				g.cands[cell] |= 1 << digit
				g.boards[digit] = g.boards[digit].or(cellOf(cell))
				for t, house := range cellHouses[cell] {
					g.places[house][digit] |= cellPlaces[cell][t]
					g.blanks[house] = uint8(board.Side())
				}
			}
		}
		all[board] = g
	}
	return all
}()

// framed returns the place of a cell in the frame.
func framed(board shapes.Box, cell int) int {
	row, column := cell/board.Side(), cell%board.Side()
	return (row/board.Rows*3+row%board.Rows)*9 + column/board.Columns*3 + column%board.Columns
}

// unframed returns the cell at a place of the frame.
func unframed(board shapes.Box, at uint8) int {
	row, column := int(at/9), int(at%9)
	return (row/3*board.Rows+row%3)*board.Side() + column/3*board.Columns + column%3
}

// has reports whether a candidate is there.
func (g *grid) has(c candidate) bool { return g.cands[c.cell]>>c.digit&1 != 0 }

// remove removes a candidate, if it is there.
func (g *grid) remove(cell, digit int) {
	old := g.cands[cell]
	rest := old &^ (1 << digit)
	if rest == old {
		return
	}
	g.cands[cell] = rest
	switch ones(rest) {
	case 0:
		g.broken = true
	case 1:
		g.naked = g.naked.or(cellOf(cell))
		g.pairs = g.pairs.without(cellOf(cell))
	case 2:
		g.pairs = g.pairs.or(cellOf(cell))
	}
	g.vacate(cell, digit)
}

// vacate takes a candidate from its houses.
func (g *grid) vacate(cell, digit int) {
	g.boards[digit] = g.boards[digit].without(cellOf(cell))
	g.changedDigits |= 1 << digit
	g.changedHouses |= cellHouseBits[cell]
	g.changedCells = g.changedCells.or(cellOf(cell))
	for t, house := range cellHouses[cell] {
		old := g.places[house][digit]
		rest := old &^ cellPlaces[cell][t]
		if rest == old {
			continue // the digit was placed in this house
		}
		g.places[house][digit] = rest
		if rest&(rest-1) != 0 {
			continue
		}
		if rest == 0 {
			g.broken = true
			continue
		}
		g.hidden[house] |= 1 << digit
		g.one |= 1 << house
	}
}

// place puts a digit into a blank and removes the candidates that it excludes.
func (g *grid) place(cell, digit int) {
	g.digits[cell] = uint8(digit + 1)
	g.placed[digit]++
	g.left--
	g.changedDigits |= 1 << digit
	g.changedHouses |= cellHouseBits[cell]
	for _, house := range cellHouses[cell] {
		g.blanks[house]--
		g.places[house][digit] = 0
		g.hidden[house] &^= 1 << digit
		if g.hidden[house] == 0 {
			g.one &^= 1 << house
		}
	}
	others := g.cands[cell] &^ (1 << digit)
	g.cands[cell] = 0
	g.pairs = g.pairs.without(cellOf(cell))
	g.naked = g.naked.without(cellOf(cell))
	for ; others != 0; others &= others - 1 {
		g.vacate(cell, lowest(others))
	}
	g.boards[digit] = g.boards[digit].without(cellOf(cell))
	for rest := g.boards[digit].and(peers[cell]); !rest.empty(); {
		g.remove(rest.next(), digit)
	}
}
