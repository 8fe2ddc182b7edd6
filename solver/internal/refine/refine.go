// Package refine finds representatives of 9×9 Sudoku puzzles: isomorphs that are the same for all
// isomorphs of a puzzle. A representative is not the least isomorph, and not every puzzle has one,
// but it takes a fifth of the time of package minlex.
//
// Each line (row or column) and each digit has a color, a number of 64 bits. At the beginning it
// depends on the number of clues. A round of refinement replaces the color of each line and digit
// by a hash of the colors of its clues' rows, columns and digits. Colors do not depend on the order
// of lines, bands or stacks, or on the names of digits, and rows and columns are treated alike. So
// colors are the same in all isomorphs (B. Weisfeiler and A. Leman, 1968; B. McKay's nauty orders
// the vertices of graphs in this way).
//
// If no two lines of a band or stack have the same color, no two bands, no two stacks and no two
// digits, and if rows and columns differ, then the order by color is the same in all isomorphs. It
// gives the representative. If different lines have the same color by chance, the puzzle has no
// representative; chance cannot make a wrong one. Puzzles with automorphisms have none.
package refine

import "math/bits"

// A Search finds representatives. It has all its scratch memory, and is for one goroutine.
type Search struct {
	clues [81 + 1]clue
	// colors and sums have an entry for each line (rows, then columns) and each digit.
	colors, sums [32]uint64
	// bands holds the color of each band and then each stack.
	bands [6]uint64
	// ranks holds, for each row and column, its part of the index of a cell of the form, and for
	// each digit its digit in the form.
	ranks [32]uint8
	// present is the set of digits, as in a clue, that the puzzle has.
	present uint32
}

// lines is the number of rows and columns.
const lines = 18

// A clue holds the indices in Search.colors of its row, its column and its digit, a byte each.
type clue uint32

func (c clue) row() uint32    { return uint32(c) & 31 }
func (c clue) column() uint32 { return uint32(c) >> 8 & 31 }
func (c clue) digit() uint32  { return uint32(c) >> 16 & 31 }

// places has the row and the column of each cell, and the color of a blank.
var places = func() (table [81]clue) {
	for i := range table {
		table[i] = clue(i/9 | (9+i%9)<<8 | lines<<16)
	}
	return table
}()

// maxRounds is the most rounds for a puzzle. Nearly all need one.
const maxRounds = 4

// Representative sets form to an isomorph of a puzzle that is the same for all its isomorphs. If
// it finds none, it returns false and form has any content. Both slices hold 81 cells from 0 to 9,
// and must not overlap. A puzzle with a representative has one automorphism, the identity.
func (s *Search) Representative(form, puzzle []uint8) bool {
	clues := s.read(puzzle)
	if len(clues) == len(places) {
		return false // all lines of a solved grid have the same color
	}
	for range maxRounds {
		s.refine(clues)
		if s.rank() {
			s.write(form, clues)
			return true
		}
	}
	return false
}

// read returns the clues of a puzzle, and sets the first colors.
func (s *Search) read(puzzle []uint8) []clue {
	n := 0
	for i, digit := range puzzle[:len(places)] { // without branches, as nobody can predict them
		s.clues[n] = places[i] + clue(digit)<<16
		n += int((digit + 15) >> 4)
	}
	s.sums, s.present = [32]uint64{}, 0
	for _, c := range s.clues[:n] {
		s.present |= 1 << c.digit()
		s.sums[c.row()]++
		s.sums[c.column()]++
		s.sums[c.digit()]++
	}
	s.color()
	return s.clues[:n]
}

// refine does a round.
func (s *Search) refine(clues []clue) {
	s.sums = [32]uint64{}
	for _, c := range clues {
		v := mix(s.colors[c.row()]+s.colors[c.column()], s.colors[c.digit()])
		s.sums[c.row()] += v
		s.sums[c.column()] += v
		s.sums[c.digit()] += v
	}
	s.color()
}

// color makes colors of sums.
func (s *Search) color() {
	for i := range s.bands {
		sums, colors := s.sums[3*i:3*i+3], s.colors[3*i:3*i+3]
		a, b, c := scramble(sums[0]), scramble(sums[1]), scramble(sums[2])
		band := scramble(a + b + c)
		s.bands[i] = band
		colors[0], colors[1], colors[2] = a^band, b^band, c^band
	}
	for i := lines; i < lines+10; i++ {
		s.colors[i] = scramble(s.sums[i])
	}
}

// mix hashes two numbers.
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}

// scramble hashes a number. The factors are digits of pi.
func scramble(a uint64) uint64 { return mix(a^0x243f6a8885a308d3, 0x13198a2e03707345) }

// rank finds the ranks of lines and digits by color, and reports whether there are no ties.
func (s *Search) rank() bool {
	rows, columns := s.bands[0]+s.bands[1]+s.bands[2], s.bands[3]+s.bands[4]+s.bands[5]
	down, right := uint8(9), uint8(1) // cells from one row or column of the form to the next
	if rows > columns {
		down, right = right, down
	}
	ok := rows != columns && s.rankLines(0, down) && s.rankLines(3, right)
	return ok && s.rankDigits()
}

// rankLines ranks three bands or stacks, from first on, and their lines.
func (s *Search) rankLines(first int, distance uint8) bool {
	bands, ok := rankThree(s.bands[first : first+3])
	for i, band := range bands {
		at := 3 * (first + i)
		within, distinct := rankThree(s.colors[at : at+3])
		ok = ok && distinct
		for k, line := range within {
			s.ranks[at+k] = distance * (3*band + line)
		}
	}
	return ok
}

// rankThree returns the ranks of three colors, and whether they are distinct.
func rankThree(colors []uint64) (ranks [3]uint8, distinct bool) {
	a, b, c := colors[0], colors[1], colors[2]
	ba, ca, cb := below(b, a), below(c, a), below(c, b)
	return [3]uint8{ba + ca, 1 - ba + cb, 2 - ca - cb}, a != b && a != c && b != c
}

// below returns 1 if a is less than b, otherwise 0.
func below(a, b uint64) uint8 {
	_, borrow := bits.Sub64(a, b, 0)
	return uint8(borrow)
}

// rankDigits ranks the digits, from 1, and reports whether there are no ties among digits that the
// puzzle has.
func (s *Search) rankDigits() bool {
	taken := uint32(0) // set of ranks
	for digit := uint32(lines + 1); digit < lines+10; digit++ {
		rank := uint8(1)
		for _, color := range s.colors[lines+1 : lines+10] {
			rank += below(color, s.colors[digit])
		}
		s.ranks[digit] = rank
		taken |= s.present >> digit & 1 << rank
	}
	return bits.OnesCount32(taken) == bits.OnesCount32(s.present)
}

// write sets form to the puzzle with its lines and digits in the order of their ranks.
func (s *Search) write(form []uint8, clues []clue) {
	form = form[:len(places)]
	clear(form)
	for _, c := range clues {
		form[s.ranks[c.row()]+s.ranks[c.column()]] = s.ranks[c.digit()]
	}
}
