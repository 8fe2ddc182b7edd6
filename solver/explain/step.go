package explain

// A Candidate is a digit that a blank may hold.
type Candidate struct {
	Cell  uint8 // 0 to 80, row by row
	Digit uint8 // 1 to 9
}

// A Link says that one statement about a candidate leads to another.
type Link struct {
	From, To     Candidate
	FromOn, ToOn bool // the candidate is the digit of its cell, or it is not
}

// A Step is one step of a solution.
type Step struct {
	Technique Technique
	Rating    Score
	// Placed is the digit that the step puts into a cell. Its Digit is 0 if the
	// step only removes candidates.
	Placed Candidate
	// Removed lists the candidates that the step removes, without those that
	// Placed excludes.
	Removed []Candidate
	// Pattern lists the candidates that the technique is about, if it is not a
	// chain.
	Pattern []Candidate
	// Houses lists the houses of the technique: 0 to 8 are boxes, 9 to 17 rows,
	// 18 to 26 columns.
	Houses []uint8
	// Links lists the links of a chain, each after the links that lead to its
	// beginning. Chains of several cases follow each other.
	Links []Link
}

// candidate is a Candidate whose digits begin at 0.
type candidate struct{ cell, digit uint8 }

// A hint is a step that was found. A Rater has one and uses its memory again.
type hint struct {
	technique Technique
	rating    Score
	placed    bool
	at        candidate
	removed   []candidate
	marked    []candidate
	inHouses  []uint8
	links     []Link
}

// found begins a new hint.
func (r *Rater) found(technique Technique, rating Score) *hint {
	h := &r.hint
	h.technique, h.rating, h.placed = technique, rating, false
	h.removed, h.marked, h.inHouses, h.links = h.removed[:0], h.marked[:0], h.inHouses[:0], h.links[:0]
	return h
}

// put says that the hint places a digit.
func (h *hint) put(cell, digit int) {
	h.placed, h.at = true, candidate{uint8(cell), uint8(digit)}
}

// remove adds a candidate to remove.
func (h *hint) remove(cell, digit int) {
	h.removed = append(h.removed, candidate{uint8(cell), uint8(digit)})
}

// removeAll adds candidates of a cell.
func (h *hint) removeAll(cell int, digits uint16) {
	for ; digits != 0; digits &= digits - 1 {
		h.remove(cell, lowest(digits))
	}
}

// removeSet adds candidates of a digit.
func (h *hint) removeSet(cells cellSet, digit int) {
	for !cells.empty() {
		h.remove(cells.next(), digit)
	}
}

// house adds a house to the description.
func (h *hint) house(house int) { h.inHouses = append(h.inHouses, uint8(house)) }

// houses adds houses to the description.
func (h *hint) houses(houses ...int) {
	for _, house := range houses {
		h.house(house)
	}
}

// cell adds candidates of a cell to the pattern.
func (h *hint) cell(cell int, digits uint16) {
	for ; digits != 0; digits &= digits - 1 {
		h.marked = append(h.marked, candidate{uint8(cell), uint8(lowest(digits))})
	}
}

// pattern adds candidates of a house to the pattern.
func (h *hint) pattern(house int, places, digits uint16) {
	for ; places != 0; places &= places - 1 {
		h.cell(int(houseCells[house][lowest(places)]), digits)
	}
}

// link adds a link to the description.
func (h *hint) link(cell, digit int, on bool, toCell, toDigit int, toOn bool) {
	h.links = append(h.links, Link{
		From: Candidate{uint8(cell), uint8(digit + 1)}, FromOn: on,
		To: Candidate{uint8(toCell), uint8(toDigit + 1)}, ToOn: toOn,
	})
}

// step returns the hint as a Step, with memory of its own. Pattern candidates
// that the grid does not have are left out.
func (h *hint) step(g *grid) Step {
	s := Step{Technique: h.technique, Rating: h.rating, Houses: append([]uint8(nil), h.inHouses...), Links: append([]Link(nil), h.links...)}
	if h.placed {
		s.Placed = Candidate{h.at.cell, h.at.digit + 1}
	}
	for _, c := range h.removed {
		s.Removed = append(s.Removed, Candidate{c.cell, c.digit + 1})
	}
	for _, c := range h.marked {
		if g.cands[c.cell]>>c.digit&1 != 0 {
			s.Pattern = append(s.Pattern, Candidate{c.cell, c.digit + 1})
		}
	}
	return s
}
