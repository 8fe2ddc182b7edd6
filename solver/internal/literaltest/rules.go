package literaltest

import "slices"

// A rule removes candidates, and reports whether it removed any.
type rule func(b *board, s state) bool

// nakedSingle removes the digit of each cell with one candidate from the cell's
// peers.
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

// hiddenSingle sets a digit with one place left in a row, column or box.
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

// matchLinesToBoxes looks at each digit and each band (and stack): the 3×3
// table of mini-rows that still hold the digit keeps only the entries that lie
// on a perfect matching of rows to boxes.
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

// match keeps a digit in the mini-rows of three lines that lie on a perfect
// matching of lines to boxes. Each three successive cells of a line lie in one
// box.
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

// pointing removes a digit from the rest of a line if a box has it only in this
// line.
func pointing(b *board, s state) bool {
	changed := false
	for _, box := range b.boxes {
		changed = b.confine(s, box, b.rows, b.rowOf) || changed
		changed = b.confine(s, box, b.columns, b.columnOf) || changed
	}
	return changed
}

// claiming removes a digit from the rest of a box if a line has it only in this
// box.
func claiming(b *board, s state) bool {
	changed := false
	for _, line := range slices.Concat(b.rows, b.columns) {
		changed = b.confine(s, line, b.boxes, b.boxOf) || changed
	}
	return changed
}

// confine looks for digits whose places in a house all lie in one house of
// another kind, and removes them from the rest of that house.
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
