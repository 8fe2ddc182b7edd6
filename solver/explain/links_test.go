package explain

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// This file proves links by brute force, without the code that finds them.

// marks has the candidates of each cell as bits 1 to 9. A digit is the only one.
type marks [81]uint16

func newMarks(puzzle []uint8) *marks {
	m := new(marks)
	for cell := range m {
		m[cell] = allDigits << 1
	}
	for cell, digit := range puzzle {
		if digit != 0 {
			m.place(Candidate{uint8(cell), digit})
		}
	}
	return m
}

func (m *marks) place(c Candidate) {
	row, column := c.Cell/9, c.Cell%9
	for cell := range uint8(81) {
		r, k := cell/9, cell%9
		if r == row || k == column || r/3 == row/3 && k/3 == column/3 {
			m[cell] &^= 1 << c.Digit
		}
	}
	m[c.Cell] = 1 << c.Digit
}

// apply does what a step says.
func (m *marks) apply(s *Step) {
	for _, c := range s.Removed {
		m[c.Cell] &^= 1 << c.Digit
	}
	if s.Placed.Digit != 0 {
		m.place(s.Placed)
	}
}

// assume returns the marks with one of the candidates as the only one of its cell: marks for each
// candidate. If on is not set, it returns the marks without the candidates.
func (m *marks) assume(candidates []Candidate, on bool) (all []*marks) {
	without := *m
	for _, c := range candidates {
		with := *m
		with[c.Cell] &= 1 << c.Digit
		without[c.Cell] &^= 1 << c.Digit
		all = append(all, &with)
	}
	if on {
		return all
	}
	return []*marks{&without}
}

// proves reports whether no way to fill a part of the grid lets the premise of a link hold and its
// conclusion fail. fills says whether there is a way to fill the part.
func (m *marks) proves(l *Link, fills func(*marks) bool) bool {
	for _, premise := range m.assume(l.From.Candidates, l.From.On) {
		for _, denied := range premise.assume(l.To.Candidates, !l.To.On) {
			if fills(denied) {
				return false
			}
		}
	}
	return true
}

// follows reports whether a link follows from one house with its cells, or, if plus is set, from all
// places of one digit.
func (m *marks) follows(l *Link, plus bool) bool {
	for _, house := range tables.cellHouses[l.From.Candidates[0].Cell] {
		if m.proves(l, func(w *marks) bool {
			var cells []uint16
			for _, cell := range houseCells[house] {
				cells = append(cells, w[cell])
			}
			return fillsHouse(cells, allDigits<<1)
		}) {
			return true
		}
	}
	digit := l.To.Candidates[0].Digit
	return plus && m.proves(l, func(w *marks) bool {
		for cell := range uint8(81) {
			if w[cell] == 1<<digit {
				w.place(Candidate{cell, digit})
			}
		}
		return w.hasPlaces(digit, 0, 0)
	})
}

// fillsHouse reports whether the cells can hold the digits, each once.
func fillsHouse(cells []uint16, digits uint16) bool {
	union := uint16(0)
	for _, cands := range cells {
		union |= cands
	}
	if union&digits != digits {
		return false
	}
	for rest := digits; rest != 0 && len(cells) > 0; rest &= rest - 1 {
		if digit := rest & -rest; cells[0]&digit != 0 && fillsHouse(cells[1:], digits&^digit) {
			return true
		}
	}
	return len(cells) == 0
}

// hasPlaces reports whether a digit has a place in each row from row on, outside the columns and
// boxes that are taken: bits 0 to 8, and 9 to 17.
func (m *marks) hasPlaces(digit uint8, row int, taken uint32) bool {
	for column := 0; column < 9 && row < 9; column++ {
		houses := uint32(1)<<column | 512<<(row/3*3+column/3)
		if m[row*9+column]>>digit&1 != 0 && taken&houses == 0 && m.hasPlaces(digit, row+1, taken|houses) {
			return true
		}
	}
	return row == 9
}

// checkLinks proves the links of a step, and checks that each begins where others end or with an
// assumption. Only chains with several cases have several assumptions.
func checkLinks(t *testing.T, m *marks, s *Step) {
	t.Helper()
	assumed := checkChain(t, m, s, s.Links)
	name := s.Technique.String()
	if len(s.Links) > 0 && len(assumed) != 1 && !strings.Contains(name, "Cell") && !strings.Contains(name, "Region") && !strings.Contains(name, "Double") {
		t.Errorf("%v: assumes %v", s, assumed)
	}
	isChain := s.Technique >= xCycle && s.Technique != tuvwxyzWing && s.Technique != alignedTripletExclusion ||
		s.Technique >= skyscraper && s.Technique <= strongLinkLoop || s.Technique == threeStrongLinks || s.Technique == fourStrongLinks
	if isChain != (len(s.Links) > 0) {
		t.Errorf("%v: %d links", s, len(s.Links))
	}
}

// checkChain proves links, and those within them in the grid without the candidates that are off.
// It returns the assumptions.
func checkChain(t *testing.T, m *marks, s *Step, links []Link) map[string]bool {
	t.Helper()
	known, assumed := map[string]bool{}, map[string]bool{}
	for i := range links {
		l := &links[i]
		for _, c := range append(append([]Candidate(nil), l.From.Candidates...), l.To.Candidates...) {
			if m[c.Cell]>>c.Digit&1 == 0 {
				t.Errorf("%v: there is no candidate %v", s, c)
			}
		}
		if l.Within != nil {
			checkChain(t, m.assume(l.From.Candidates, false)[0], s, l.Within)
		} else if !m.follows(l, strings.Contains(s.Technique.String(), "(+")) {
			t.Errorf("%v: %v does not lead to %v", s.Technique, l.From, l.To)
		}
		start := Statement{On: l.From.On}
		for _, part := range partsOf(l.From) {
			if !known[part.String()] {
				start.Candidates = append(start.Candidates, part.Candidates...)
			}
		}
		if start.Candidates != nil {
			assumed[start.String()] = true
		}
		for _, part := range partsOf(l.To) {
			known[part.String()] = true
		}
	}
	return assumed
}

// partsOf divides a statement: a group that is off says the same of each candidate.
func partsOf(s Statement) (parts []Statement) {
	if s.On {
		return []Statement{s}
	}
	for _, c := range s.Candidates {
		parts = append(parts, Statement{Candidates: []Candidate{c}})
	}
	return parts
}

// TestLinks proves the links of puzzles of each technique.
func TestLinks(t *testing.T) {
	r := New(Options{})
	// A puzzle with chains that use locked candidates, pairs and X-wings.
	plus := known{line: "98.7.....6..5..4....4.6..8.3...9..6..4......2.....71...6..3..4...3...9.5...1.2..."}
	all := append(readKnown(t, "testdata/generated.tsv"), plus)
	if !testing.Short() {
		all = append(all, readKnown(t, "testdata/famous.tsv")[:6]...)
	}
	for _, k := range all {
		puzzle := puzzletest.Decode(k.line)
		m := newMarks(puzzle)
		_, steps := r.Explain(puzzle)
		for i := range steps {
			checkLinks(t, m, &steps[i])
			m.apply(&steps[i])
		}
	}
}
