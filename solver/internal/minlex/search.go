package minlex

import "math/bits"

// A Search finds canonical forms. It holds all scratch memory and is for one
// goroutine at a time; New makes one.
type Search struct {
	views         [2]view
	current, next []partial

	// Of the row of the form that is being found: the least so far, and what is
	// being tried.
	least   uint64
	row     *[9]uint8
	repeats bool
}

// someRoom is the number of partial transformations that there is room for
// from the start; few puzzles need as many.
const someRoom = 256

// none is greater than every row.
const none = 1 << 63

// New makes a search.
func New() *Search {
	return &Search{current: make([]partial, 0, someRoom), next: make([]partial, 0, someRoom)}
}

// Canonical sets form to the canonical form of a puzzle, and returns the number
// of its automorphisms: of the 3,359,232 geometric transformations, those that,
// each with some relabelling, turn the puzzle into itself. Both are 81 cells,
// values 0 to 9, and may be the same. It does not allocate but where a puzzle
// has more partial transformations than any before.
func (s *Search) Canonical(form, puzzle []uint8) (automorphisms int) {
	s.views[0].setRows(puzzle, 9, 1)
	s.views[1].setRows(puzzle, 1, 9)
	s.current = append(s.current[:0], start(0), start(1))
	for r := range 9 {
		label := s.current[0].next // the same for all
		s.next, s.least = s.next[:0], none
		for i := range s.current {
			s.extend(&s.current[i], r%3 == 0)
		}
		showRow(form[9*r:9*r+9], s.least, label)
		s.current, s.next = s.next, s.current
	}
	for i := range s.current {
		automorphisms += s.current[i].ways()
	}
	return automorphisms
}

// showRow writes a row in which digits met first show as fresh.
func showRow(cells []uint8, row uint64, next uint8) {
	for i := range cells {
		label := uint8(row>>(32-4*i)) & 15
		if label == fresh {
			label = next
			next++
		}
		cells[i] = label
	}
}

// extend tries all rows that can come next in a partial transformation.
func (s *Search) extend(p *partial, newBand bool) {
	v := &s.views[p.view]
	candidates := p.unused
	if !newBand {
		candidates &= 7 << (3 * p.band)
	}
	for ; candidates != 0; candidates &= candidates - 1 {
		r := bits.TrailingZeros16(candidates)
		choices := v.choices(r, p.unused, newBand)
		if choices == 0 {
			continue
		}
		s.row, s.repeats = &v.rows[r], v.repeats>>r&1 != 0
		if !s.repeats && p.least(s.row, s.least) > s.least {
			continue
		}
		q := *p
		q.band = uint8(r / 3)
		q.unused &^= 1 << r
		q.weight *= choices
		s.place(q, position{})
	}
}
