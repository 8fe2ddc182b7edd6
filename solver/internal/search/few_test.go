package search

import (
	"math/bits"
	"testing"
)

// A fewState is the open part of a state of order 9: open cells, and their
// candidates. The rules and the search below a state depend on nothing else. A
// house with open cells lacks as many digits.
type fewState struct {
	cells  []int    // row·9+column
	masks  []uint16 // candidates
	houses [][]int  // by row, column and box with open cells: indexes of these
	lacks  []uint16 // by house: the digits that it lacks
}

// TestFewCells tries all closed live states with up to fewCells open cells, up to
// the order of bands, of rows in a band and so on, which the rules do not know.
// Each house with open cells has several of them: if a house lacked one digit, that
// would be a hidden single. So there are two or three rows and columns. In a row or
// column with two cells, both have the two digits that it lacks, and with more
// cells it meets only such columns or rows, but for one cell. So all cells together
// have at most three digits; the test allows four.
func TestFewCells(t *testing.T) {
	lines := [][]int{{0, 1}, {0, 3}, {0, 1, 2}, {0, 1, 3}, {0, 3, 6}}
	tried := map[int]int{}
	for _, rows := range lines {
		for _, columns := range lines {
			n := len(rows) * len(columns)
			for set := range 1 << n {
				if size := bits.OnesCount(uint(set)); size > fewCells {
					continue
				}
				s := new(fewState)
				for i := range n {
					if set>>i&1 != 0 {
						s.cells = append(s.cells, 9*rows[i/len(columns)]+columns[i%len(columns)])
					}
				}
				if s.open(len(rows), len(columns)) {
					s.fill(t, 0, tried)
				}
			}
		}
	}
	if tried[4] == 0 || tried[6] == 0 || tried[7] == 0 || len(tried) != 3 {
		t.Errorf("states by number of open cells: %v", tried)
	}
	t.Logf("states by number of open cells: %v", tried)
}

// open finds the houses. It returns false if one has a single open cell, or if some
// of the rows and columns have none.
func (s *fewState) open(rows, columns int) bool {
	at := map[int][]int{}
	for i, cell := range s.cells {
		row, column := cell/9, cell%9
		for _, house := range []int{row, 9 + column, 18 + row/3*3 + column/3} {
			at[house] = append(at[house], i)
		}
	}
	for house := range 27 {
		switch len(at[house]) {
		case 0:
			continue
		case 1:
			return false
		}
		s.houses = append(s.houses, at[house])
		switch {
		case house < 9:
			rows--
		case house < 18:
			columns--
		}
	}
	s.masks = make([]uint16, len(s.cells))
	return rows == 0 && columns == 0
}

// fill tries all candidates of the cells from i on.
func (s *fewState) fill(t *testing.T, i int, tried map[int]int) {
	if i < len(s.cells) {
		for mask := uint16(1); mask < 1<<4; mask++ {
			if mask&(mask-1) == 0 {
				continue
			}
			s.masks[i] = mask
			if s.plausible(i) {
				s.fill(t, i+1, tried)
			}
		}
		s.masks[i] = 0
		return
	}
	s.lacks = s.lacks[:0]
	for _, house := range s.houses {
		all := uint16(0)
		for _, j := range house {
			all |= s.masks[j]
		}
		if bits.OnesCount16(all) != len(house) {
			return
		}
		s.lacks = append(s.lacks, all)
	}
	masks := append([]uint16(nil), s.masks...)
	if !s.close(masks) {
		return
	}
	pairs := true
	for j, mask := range masks {
		if mask != s.masks[j] {
			return // not closed
		}
		pairs = pairs && bits.OnesCount16(mask) == 2
	}
	tried[len(s.cells)]++
	if got, want := s.search(masks), solutionsOfFew(len(s.cells), pairs); got != want {
		t.Fatalf("cells %v with candidates %b: %d solutions, want %d", s.cells, masks, got, want)
	}
}

// plausible reports whether no house has more digits than open cells, with the
// candidates of the cells up to i.
func (s *fewState) plausible(i int) bool {
	for _, house := range s.houses {
		all := uint16(0)
		for _, j := range house {
			if j <= i {
				all |= s.masks[j]
			}
		}
		if bits.OnesCount16(all) > len(house) {
			return false
		}
	}
	return true
}

// search returns the number of solutions below a closed live state, whichever cell
// the search branches at. It returns a negative number if one of the children is
// dead, or if the number depends on the cell.
func (s *fewState) search(masks []uint16) int {
	total := 0
	for i, mask := range masks {
		if mask&(mask-1) == 0 {
			continue
		}
		n := 0
		for _, child := range []uint16{mask & -mask, mask & (mask - 1)} {
			next := append([]uint16(nil), masks...)
			next[i] = child
			if !s.close(next) {
				return -1
			}
			below := s.search(next)
			if below < 0 {
				return -1
			}
			n += below
		}
		if total != 0 && total != n {
			return -1
		}
		total = n
	}
	return max(total, 1)
}

// close applies the rules, and reports whether the state is alive.
func (s *fewState) close(masks []uint16) bool {
	for changed := true; changed; {
		changed = false
		set := func(i int, mask uint16) {
			changed = changed || masks[i] != mask
			masks[i] = mask
		}
		for h, house := range s.houses {
			for _, i := range house { // naked singles
				if masks[i]&(masks[i]-1) != 0 {
					continue
				}
				for _, j := range house {
					if j != i {
						set(j, masks[j]&^masks[i])
					}
				}
			}
			for digits := s.lacks[h]; digits != 0; digits &= digits - 1 { // hidden singles
				digit, places, at := digits&-digits, 0, 0
				for _, i := range house {
					if masks[i]&digit != 0 {
						places, at = places+1, i
					}
				}
				switch places {
				case 0:
					return false
				case 1:
					set(at, digit)
				}
			}
		}
		for digit := uint16(1); digit < 1<<4; digit <<= 1 {
			for line := range 6 {
				if !s.match(masks, digit, line, set) {
					return false
				}
			}
		}
		for _, mask := range masks {
			if mask == 0 {
				return false
			}
		}
	}
	return true
}

// match keeps the places of a digit in a band (line 0 to 2) or stack (3 to 5) that
// lie on a matching of all lines that lack it to as many boxes. It returns false if
// there is none.
func (s *fewState) match(masks []uint16, digit uint16, line int, set func(int, uint16)) bool {
	var table [3][3]bool
	place := func(i int) (l, box int, ok bool) {
		row, column := s.cells[i]/9, s.cells[i]%9
		if line >= 3 {
			row, column = column, row
		}
		return row % 3, column / 3, row/3 == line%3 && masks[i]&digit != 0
	}
	var lines, boxes [3]bool
	for i := range masks {
		if l, box, ok := place(i); ok {
			table[l][box], lines[l], boxes[box] = true, true, true
		}
	}
	var kept [3][3]bool
	found := false
	for _, p := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		all := true
		for l, box := range p {
			all = all && lines[l] == boxes[box] && (!lines[l] || table[l][box])
		}
		for l, box := range p {
			kept[l][box] = kept[l][box] || all
		}
		found = found || all
	}
	for i := range masks {
		if l, box, ok := place(i); ok && !kept[l][box] {
			set(i, masks[i]&^digit)
		}
	}
	return found
}
