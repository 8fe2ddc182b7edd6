package literal

import "slices"

// A rule removes candidates and reports whether there were any to
// remove.
type rule func(b *board, s state) bool

// nakedSingle: a cell with one candidate takes that digit from its peers.
func nakedSingle(b *board, s state) bool {
	changed := false
	for cell := range s {
		if s.count(cell) == 1 {
			digit := s.lowest(cell)
			for _, peer := range b.peers[cell] {
				changed = s.remove(peer, digit) || changed
			}
		}
	}
	return changed
}

// hiddenSingle: a digit with one place left in a row, column or box is put
// there.
func hiddenSingle(b *board, s state) bool {
	changed := false
	for _, house := range b.houses {
		n, place := s.places(house)
		for digit := 1; digit <= b.order; digit++ {
			if n[digit] == 1 && s.count(place[digit]) > 1 {
				s[place[digit]] = bitOf(digit)
				changed = true
			}
		}
	}
	return changed
}

// matchLinesToBoxes: for each digit and each band (and stack), the 3×3 table
// of mini-rows that still hold the digit keeps only entries that lie on a
// perfect matching of rows to boxes.
func matchLinesToBoxes(b *board, s state) bool {
	changed := false
	for digit := 1; digit <= b.order; digit++ {
		for k := range 3 {
			changed = match(s, digit, b.rows[3*k:3*k+3]) || changed
			changed = match(s, digit, b.columns[3*k:3*k+3]) || changed
		}
	}
	return changed
}

// match keeps one digit where a perfect matching of three lines to their three boxes
// has it. Three cells after one another of a line lie in one box.
func match(s state, digit int, lines [][]int) bool {
	var table, keep [3][3]bool
	for i, line := range lines {
		for j, cell := range line {
			table[i][j/3] = table[i][j/3] || s.has(cell, digit)
		}
	}
	for _, p := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		if table[0][p[0]] && table[1][p[1]] && table[2][p[2]] {
			keep[0][p[0]], keep[1][p[1]], keep[2][p[2]] = true, true, true
		}
	}
	changed := false
	for i, line := range lines {
		for j, cell := range line {
			if !keep[i][j/3] {
				changed = s.remove(cell, digit) || changed
			}
		}
	}
	return changed
}

// pointing: a digit confined within a box to one line leaves the rest of that
// line.
func pointing(b *board, s state) bool {
	changed := false
	for _, box := range b.boxes {
		changed = b.confine(s, box, b.rows, b.rowOf) || changed
		changed = b.confine(s, box, b.columns, b.columnOf) || changed
	}
	return changed
}

// claiming: a digit confined within a line to one box leaves the rest of that
// box.
func claiming(b *board, s state) bool {
	changed := false
	for _, line := range slices.Concat(b.rows, b.columns) {
		changed = b.confine(s, line, b.boxes, b.boxOf) || changed
	}
	return changed
}

// confine looks for digits whose places in one house all lie in the same house
// of another kind, and takes them from the rest of that.
func (b *board) confine(s state, house []int, kind [][]int, kindOf []int) bool {
	changed := false
	n, place := s.places(house)
	for digit := 1; digit <= b.order; digit++ {
		at := kindOf[place[digit]]
		outside := func(cell int) bool { return s.has(cell, digit) && kindOf[cell] != at }
		if n[digit] == 0 || slices.ContainsFunc(house, outside) {
			continue
		}
		for _, cell := range kind[at] {
			if s.has(cell, digit) && !slices.Contains(house, cell) {
				changed = s.remove(cell, digit) || changed
			}
		}
	}
	return changed
}
