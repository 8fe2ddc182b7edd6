package explain

import "math/bits"

// This file fills in hidden singles many at a time. It finds the rating, not
// the order of the steps.
//
// The order does not matter. A hidden single stays one until it is filled in,
// so the cells that they fill are the same in any order. Those in boxes go
// first, so the rest needs one in a line.

// A sweep has the candidates of each digit in three bands of 27 bits.
type sweep struct {
	bands  [9][3]uint32
	digits [81]uint8
	filled [3]uint32
	left   int
	boxes  [9]uint8 // digit: bands to look at for singles in boxes
	lines  [9]uint8 // digit: bands that changed since lines were looked at
	broken bool     // a single was excluded by another
}

const (
	bandCells = 1<<27 - 1
	bandRow   = 1<<9 - 1
	bandBox   = 7 | 7<<9 | 7<<18
	bandLine  = 1 | 1<<9 | 1<<18 // a column
)

// boxOne has for 9 columns the boxes with exactly one, boxAny those with any.
// boxCells has the cells of boxes, bandPeers the row and box of a cell.
var (
	boxOne, boxAny = func() (one, any [512]uint8) {
		for columns := range 512 {
			for box := range 3 {
				switch part := columns >> (3 * box) & 7; {
				case part == 0:
				case part&(part-1) == 0:
					one[columns] |= 1 << box
					fallthrough
				default:
					any[columns] |= 1 << box
				}
			}
		}
		return one, any
	}()
	boxCells = func() (cells [8]uint32) {
		for boxes := range cells {
			for box := range 3 {
				if boxes>>box&1 != 0 {
					cells[boxes] |= bandBox << (3 * box)
				}
			}
		}
		return cells
	}()
	bandPeers = func() (cells [27]uint32) {
		for cell := range cells {
			cells[cell] = bandRow<<(cell/9*9) | bandBox<<(cell%9/3*3)
		}
		return cells
	}()
)

// load sets the clues. It reports false if two equal clues share a house.
func (s *sweep) load(cells *[81]uint8) bool {
	*s = sweep{left: 81}
	for digit := range s.bands {
		s.bands[digit] = [3]uint32{bandCells, bandCells, bandCells}
	}
	for cell, digit := range cells {
		if digit == 0 {
			continue
		}
		if s.bands[digit-1][cell/27]>>(cell%27)&1 == 0 {
			return false
		}
		s.place(cell/27, cell%27, int(digit-1))
	}
	for digit := range s.boxes {
		s.boxes[digit], s.lines[digit] = 7, 7
	}
	return true
}

// place fills in a cell of a band.
func (s *sweep) place(band, cell, digit int) {
	s.digits[27*band+cell] = uint8(digit + 1)
	s.filled[band] |= 1 << cell
	s.left--
	for other := range s.bands {
		word := s.bands[other][band]
		changed := uint8(word >> cell & 1 << band)
		s.bands[other][band] = word &^ (1 << cell)
		s.boxes[other] |= changed
		s.lines[other] |= changed
	}
	column := uint32(bandLine) << (cell % 9)
	own := &s.bands[digit]
	keep := own[band] &^ bandPeers[cell]
	own[0] &^= column
	own[1] &^= column
	own[2] &^= column
	own[band] = keep &^ column
	s.boxes[digit], s.lines[digit] = 7, 7
}

// placeAll fills in cells of a band. If one excludes another, the puzzle has
// no solution.
func (s *sweep) placeAll(band, digit int, cells uint32) {
	for ; cells != 0; cells &= cells - 1 {
		cell := bits.TrailingZeros32(cells)
		if s.bands[digit][band]>>cell&1 == 0 {
			s.broken = true
			return
		}
		s.place(band, cell, digit)
	}
}

// columnCounts returns the columns of a band with exactly one candidate, and
// with more.
func columnCounts(word uint32) (one, more uint32) {
	a, b, c := word&bandRow, word>>9&bandRow, word>>18
	more = a&b | c&(a|b)
	return (a ^ b ^ c) &^ more, more
}

// boxSingles fills in singles of boxes until there are none, and reports
// whether there was one.
func (s *sweep) boxSingles() (some bool) {
	for again := true; again; {
		again = false
		for digit := range s.bands {
			for s.boxes[digit] != 0 && !s.broken {
				band := bits.TrailingZeros8(s.boxes[digit])
				s.boxes[digit] &= s.boxes[digit] - 1
				one, more := columnCounts(s.bands[digit][band])
				if boxes := boxOne[one] &^ boxAny[more]; boxes != 0 {
					s.placeAll(band, digit, s.bands[digit][band]&boxCells[boxes&7])
					again = true
				}
			}
		}
		some = some || again
	}
	return some
}

// lineSingles fills in the singles of rows and columns of one digit, and
// reports whether there was one.
func (s *sweep) lineSingles() bool {
	for digit := range s.bands {
		if s.lines[digit] == 0 {
			continue
		}
		own := &s.bands[digit]
		var found [3]uint32
		once, twice := uint32(0), uint32(0)
		for band, word := range own {
			one, more := columnCounts(word)
			twice |= once&one | more
			once |= one
			for row := 0; row < 27; row += 9 {
				if places := word >> row & bandRow; places&(places-1) == 0 {
					found[band] |= places << row
				}
			}
		}
		columns := (once &^ twice) * bandLine
		some := false
		for band := range own {
			if found[band] |= own[band] & columns; found[band] != 0 {
				s.placeAll(band, digit, found[band])
				some = true
			}
		}
		if some {
			return true
		}
		s.lines[digit] = 0
	}
	return false
}

// lastBlanks fills in the last blanks of houses until there are none, and
// reports whether there was one.
func (s *sweep) lastBlanks() (some bool) {
	for !s.broken {
		cell, ok := s.lastBlank()
		if !ok {
			return some
		}
		some, s.broken = true, true
		for digit := range s.bands {
			if s.bands[digit][cell/27]>>(cell%27)&1 != 0 {
				s.place(cell/27, cell%27, digit)
				s.broken = false
				break
			}
		}
	}
	return some
}

// lastBlank returns a cell that is the only blank of a house, if there is one.
func (s *sweep) lastBlank() (int, bool) {
	once, twice := uint32(0), uint32(0) // columns with blanks
	for band, word := range s.filled {
		blanks := bandCells &^ word
		one, more := columnCounts(blanks)
		twice |= once&one | more
		once |= one
		if boxes := boxOne[one] &^ boxAny[more]; boxes != 0 {
			return 27*band + bits.TrailingZeros32(blanks&boxCells[boxes&7]), true
		}
		for row := 0; row < 27; row += 9 {
			if b := blanks >> row & bandRow; b != 0 && b&(b-1) == 0 {
				return 27*band + row + bits.TrailingZeros32(b), true
			}
		}
	}
	if once &^= twice; once != 0 {
		column := uint32(bandLine) << bits.TrailingZeros32(once)
		for band, word := range s.filled {
			if blank := column &^ word; blank != 0 {
				return 27*band + bits.TrailingZeros32(blank), true
			}
		}
	}
	return 0, false
}

// run fills in all hidden singles and sets the rating of these steps.
func (s *sweep) run(rating *Rating) {
	clues := s.left
	first, hardest := Score(0), Score(0)
	for s.left > 0 && !s.broken {
		score := Score(0)
		switch {
		case s.lastBlanks():
			score = 10
		case s.boxSingles():
			score = 12
		case s.lineSingles():
			score = 15
		}
		if score == 0 {
			break
		}
		hardest = max(hardest, score)
		if first == 0 {
			first = score
		}
	}
	if steps := clues - s.left; steps > 0 {
		rating.Steps, rating.Counts[hiddenSingle] = steps, uint16(steps)
		rating.ED, rating.EP, rating.ER, rating.Hardest = first, first, hardest, hiddenSingle
	}
}

// settleBand sets the candidates of a digit in a band.
func (g *grid) settleBand(digit, band int, word uint32) {
	bit := uint16(1) << digit
	for i := range 3 {
		box := word >> (3 * i)
		g.places[3*band+i][digit] = uint16(box&7 | box>>6&(7<<3) | box>>12&(7<<6))
		row := 3*band + i
		line := word >> (9 * i) & bandRow
		g.places[firstRow+row][digit] = uint16(line)
		for ; line != 0; line &= line - 1 {
			column := bits.TrailingZeros32(line)
			g.places[firstColumn+column][digit] |= 1 << row
			g.cands[9*row+column] |= bit
		}
	}
}

// settle sets a grid to the rest. There must be no hidden single.
func (s *sweep) settle(g *grid) {
	*g = grid{digits: s.digits, left: s.left, changedDigits: allDigits, changedHouses: allHouses, changedCells: allCells, broken: s.broken}
	for digit := range s.bands {
		own := &s.bands[digit]
		b0, b1, b2 := uint64(own[0]), uint64(own[1]), uint64(own[2])
		g.boards[digit] = cellSet{b0 | b1<<27 | b2<<54, b2 >> 10}
		for band, word := range own {
			g.settleBand(digit, band, word)
		}
	}
	for cell, digit := range s.digits {
		if digit != 0 {
			g.placed[digit-1]++
			continue
		}
		for _, house := range cellHouses[cell] {
			g.blanks[house]++
		}
		switch ones(g.cands[cell]) {
		case 0:
			g.broken = true
		case 1:
			g.naked = g.naked.or(cellOf(cell))
		case 2:
			g.pairs = g.pairs.or(cellOf(cell))
		}
	}
	for house := range g.places {
		open := uint8(0)
		for _, places := range g.places[house] {
			if places != 0 {
				open++
			}
		}
		g.broken = g.broken || open != g.blanks[house]
	}
}
