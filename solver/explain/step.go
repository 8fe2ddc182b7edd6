package explain

import (
	"slices"

	shapes "github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A Candidate is a digit that a blank may hold.
type Candidate struct {
	Cell  uint8 // from 0, row by row
	Digit uint8 // from 1
}

// A Statement says that one of its candidates is the digit of its cell (On), or
// that none is. A group of candidates makes one statement.
type Statement struct {
	Candidates []Candidate
	On         bool
}

// A Link says that one statement leads to another, by the rule of one house or
// one cell. A statement that is off may rest on several links, one for each of
// its candidates. In techniques with "(+" the rule may be a locked candidate, a
// pair or an X-wing, or a chain in the grid without the candidates of From.
type Link struct {
	From, To Statement
	Within   []Link // the links of that chain
}

// A Step is one step of a solution.
type Step struct {
	Technique Technique
	Rating    Score // 0 in puzzles smaller than 9×9
	// Placed is the digit that the step puts into a cell. Its Digit is 0 if the
	// step only removes candidates.
	Placed Candidate
	// Removed lists the candidates that the step removes, without those that
	// Placed excludes.
	Removed []Candidate
	// Type is the type of a unique rectangle or loop or a bivalue universal
	// grave, 1 to 4, and 0 for other techniques. Digits are the two digits of
	// the rectangle or loop, or the digits that save the puzzle from the grave.
	Type   uint8
	Digits []uint8
	// Pattern lists the candidates that the technique is about, if it is not a
	// chain.
	Pattern []Candidate
	// Houses lists the houses of the technique: 0 to 8 are boxes, 9 to 17 rows,
	// 18 to 26 columns. Smaller puzzles have fewer of each kind.
	Houses []uint8
	// Links lists the links of a chain, each after the links that lead to its
	// beginning. Chains of several cases follow each other.
	Links []Link

	side uint8 // of the puzzle; 0: 9
	last bool  // fills the last blank of a house, although it has no rating
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
	kind      int    // of Step.Type
	digits    uint16 // of Step.Digits
}

// found begins a new hint.
func (r *Rater) found(technique Technique, rating Score) *hint {
	h := &r.hint
	h.technique, h.rating, h.placed, h.kind, h.digits = technique, rating, false, 0, 0
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

// houses adds houses to the description.
func (h *hint) houses(houses ...int) {
	for _, house := range houses {
		h.inHouses = append(h.inHouses, uint8(house))
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
func (h *hint) link(from, to Statement) { h.links = append(h.links, Link{From: from, To: to}) }

// relinked returns links with the cells of a board in place of those in the frame.
func relinked(board shapes.Box, links []Link) []Link {
	links = slices.Clone(links)
	for i := range links {
		l := &links[i]
		l.Within = relinked(board, l.Within)
		for _, s := range [...]*Statement{&l.From, &l.To} {
			s.Candidates = slices.Clone(s.Candidates)
			for k := range s.Candidates {
				c := &s.Candidates[k]
				c.Cell = uint8(unframed(board, c.Cell))
			}
		}
	}
	return links
}

// step returns the hint as a Step, with memory of its own. Pattern candidates
// that the grid does not have are left out.
func (h *hint) step(g *grid, board shapes.Box) Step {
	s := Step{
		Technique: h.technique, Rating: h.rating, Type: uint8(h.kind), Links: relinked(board, h.links), side: uint8(board.Side()),
	}
	if s.side < 9 {
		s.Rating, s.last = 0, h.rating == lastBlank
	}
	for _, house := range h.inHouses {
		row, column, box := board.Houses(unframed(board, houseCells[house][0]))
		s.Houses = append(s.Houses, uint8([...]int{box, board.Side() + row, 2*board.Side() + column}[house/9]))
	}
	named := func(c candidate) Candidate { return Candidate{uint8(unframed(board, c.cell)), c.digit + 1} }
	for rest := h.digits; rest != 0; rest &= rest - 1 {
		s.Digits = append(s.Digits, uint8(lowest(rest)+1))
	}
	if h.placed {
		s.Placed = named(h.at)
	}
	for _, c := range h.removed {
		s.Removed = append(s.Removed, named(c))
	}
	for _, c := range h.marked {
		if g.cands[c.cell]>>c.digit&1 != 0 {
			s.Pattern = append(s.Pattern, named(c))
		}
	}
	return s
}
