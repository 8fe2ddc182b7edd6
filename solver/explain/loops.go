package explain

import "slices"

// This file has unique rectangles and unique loops: cells that would have two
// solutions if they held only two candidates. They assume that the puzzle has
// one solution.

// A loopSearch is the state of a search for unique loops.
type loopSearch struct {
	first, second int // the two digits
	pair          uint16
	start         int
	both          cellSet // cells that may be in the loop
	cells         [81]uint8
	length        int
	inLoop        cellSet
	closed        []cellSet // loops that were tried
	visited       [2]uint32 // houses visited by cells with even and odd index

	stamp   uint32
	checked [9][9]uint32  // two digits: the stamp of the search that set cellsOf
	cellsOf [9][9]cellSet // two digits: cells that may be in a loop

	found  bool
	rating float64
	kind   int
	gone   []candidate // of the best
	offer  []candidate // of the one at hand
	best   [81]uint8
	count  int
}

// uniqueLoop finds the easiest unique rectangle or loop.
func (r *Rater) uniqueLoop() bool {
	s := &r.loops
	s.found, s.closed = false, s.closed[:0]
	s.stamp++
	for rest := r.grid.pairs; !rest.empty(); {
		cell := rest.next()
		s.pair = r.grid.cands[cell]
		s.first, s.second = lowest(s.pair), lowest(s.pair&(s.pair-1))
		if s.checked[s.first][s.second] != s.stamp {
			s.checked[s.first][s.second] = s.stamp
			s.cellsOf[s.first][s.second] = r.grid.boards[s.first].and(r.grid.boards[s.second])
			if r.options.Scale != SE121 {
				s.cellsOf[s.first][s.second] = loopCells(s.cellsOf[s.first][s.second])
			}
		}
		s.both = s.cellsOf[s.first][s.second]
		if !s.both.has(cell) {
			continue
		}
		s.start, s.length, s.inLoop, s.visited = cell, 0, cellSet{}, [2]uint32{}
		r.extendLoop(s, cell, 2, 0, -1)
	}
	if !s.found {
		return false
	}
	technique := uniqueRectangle
	if s.count > 4 {
		technique = uniqueLoop
	}
	h := r.found(technique, scoreOf(s.rating))
	h.kind, h.digits = s.kind, r.grid.cands[s.best[0]]
	for _, c := range s.gone {
		h.remove(int(c.cell), int(c.digit))
	}
	if r.record {
		for _, cell := range s.best[:s.count] {
			h.cell(int(cell), r.grid.cands[cell])
		}
	}
	return true
}

// loopCells drops cells that cannot be in a loop: a cell needs two others that
// it sees.
func loopCells(cells cellSet) cellSet {
	for {
		kept := cells
		for rest := cells; !rest.empty(); {
			if cell := rest.next(); peers[cell].and(kept).size() < 2 {
				kept = kept.without(cellOf(cell))
			}
		}
		if kept == cells {
			return kept
		}
		cells = kept
	}
}

// extendLoop adds a cell to the loop and goes on. spare is the number of cells
// with other candidates that may follow, extra are these candidates so far,
// and lastType is the type of house that the last two cells share. In Sudoku
// Explainer 1.2.1 other candidates of cells that were tried count as well, so
// it misses loops.
func (r *Rater) extendLoop(s *loopSearch, cell, spare int, extra uint16, lastType int) {
	g := &r.grid
	houses := uint32(0)
	for _, house := range cellHouses[cell] {
		houses |= 1 << house
	}
	parity := s.length & 1
	if s.visited[parity]&houses != 0 {
		return // such a loop is not valid
	}
	s.visited[parity] |= houses
	s.cells[s.length] = uint8(cell)
	s.length++
	s.inLoop = s.inLoop.or(cellOf(cell))
	for t, house := range cellHouses[cell] {
		if t == lastType {
			continue
		}
		for rest := s.both.and(houseSet[house]); !rest.empty(); {
			next := rest.next()
			if next == s.start && s.length >= 4 {
				if s.visited[0] == s.visited[1] && !slices.Contains(s.closed, s.inLoop) {
					s.closed = append(s.closed, s.inLoop)
					r.closeLoop(s)
				}
				continue
			}
			if s.inLoop.has(next) {
				continue
			}
			cands := g.cands[next]
			if cands == s.pair {
				if next > s.start || r.options.Scale == SE121 { // else the loop was found from next
					r.extendLoop(s, next, spare, extra, t)
				}
				continue
			}
			wider := (extra | cands) &^ s.pair
			if r.options.Scale == SE121 {
				extra = wider
			}
			if single(wider) || spare > 0 {
				r.extendLoop(s, next, spare-1, wider, t)
			}
		}
	}
	s.length--
	s.inLoop = s.inLoop.without(cellOf(cell))
	s.visited[parity] &^= houses
}

// closeLoop tries the types of unique loops on a valid loop.
func (r *Rater) closeLoop(s *loopSearch) {
	g := &r.grid
	var extras [81]uint8
	n := 0
	values := uint16(0)
	for _, cell := range s.cells[:s.length] {
		if g.cands[cell] != s.pair {
			extras[n] = cell
			n++
			values |= g.cands[cell] &^ s.pair
		}
	}
	s.offer = s.offer[:0]
	switch {
	case n == 0:
	case n == 1:
		r.add(s, int(extras[0]), s.pair)
		r.offerLoop(s, 1, 0)
	case n > 2:
		r.loopType2(s, extras[:n], lowest(g.cands[extras[0]]&^s.pair))
	default:
		first, second := int(extras[0]), int(extras[1])
		if single(values) {
			r.loopType2(s, extras[:n], lowest(g.cands[first]&^s.pair))
		} else {
			r.loopType3(s, first, second, values)
		}
		r.loopType4(s, first, second)
	}
}

// add adds candidates to the offer, if they are there.
func (r *Rater) add(s *loopSearch, cell int, digits uint16) {
	for digits &= r.grid.cands[cell]; digits != 0; digits &= digits - 1 {
		s.offer = append(s.offer, candidate{uint8(cell), uint8(lowest(digits))})
	}
}

// loopRating returns the rating of a loop without the addition of its type.
// Ratings are compared as floating-point sums, like the original's.
func loopRating(length int) float64 {
	rating := 4.5
	tenth := [4]float64{0, 0.1, 0.2, 0.3}
	if length >= 10 {
		rating += tenth[3]
	}
	switch {
	case length >= 8:
		rating += tenth[2]
	case length >= 6:
		rating += tenth[1]
	}
	return rating
}

// offerLoop keeps the offer if it removes something and is the easiest so far.
// Of loops with the same rating, the one with the lowest type counts.
func (r *Rater) offerLoop(s *loopSearch, kind, added int) {
	if len(s.offer) > 0 {
		tenth := 0.1
		rating := loopRating(s.length) + float64(float64(added)*tenth) // the conversion forbids to fuse both
		if !s.found || rating < s.rating || rating == s.rating && kind < s.kind {
			s.found, s.rating, s.kind, s.count = true, rating, kind, s.length
			s.gone = append(s.gone[:0], s.offer...)
			s.best = s.cells
		}
	}
	s.offer = s.offer[:0]
}

// loopType2: all extra cells have the same extra candidate, so one of them
// holds it.
func (r *Rater) loopType2(s *loopSearch, extras []uint8, digit int) {
	victims := r.grid.boards[digit]
	for _, cell := range extras {
		victims = victims.and(peers[cell])
	}
	for !victims.empty() {
		r.add(s, victims.next(), 1<<digit)
	}
	r.offerLoop(s, 2, 0)
}

// loopType3: one of two extra cells holds an extra candidate, which completes
// a naked or hidden set in a house of both.
func (r *Rater) loopType3(s *loopSearch, first, second int, extra uint16) {
	for size := 2; size <= 7; size++ {
		for t, house := range cellHouses[first] {
			if house != cellHouses[second][t] {
				continue
			}
			blanks := int(r.grid.blanks[house])
			if 2*size <= blanks && size >= ones(extra) {
				r.loopNakedSets(s, int(house), t, size, first, second, extra)
			}
			if 2*size < blanks && (size >= ones(extra) || r.options.Scale != SE121) {
				r.loopHiddenSets(s, int(house), t, size, first, second, extra)
			}
		}
	}
}

func (r *Rater) loopNakedSets(s *loopSearch, house, t, size, first, second int, extra uint16) {
	g := &r.grid
	place1, place2 := cellPlaces[first][t], cellPlaces[second][t]
	common := extra & g.cands[first] & g.cands[second]
	for _, places := range combinations[size] {
		if places&place1 == 0 || places&place2 != 0 {
			continue
		}
		others, valid := uint16(0), true
		for rest := places &^ place1; rest != 0; rest &= rest - 1 {
			cands := g.cands[houseCells[house][lowest(rest)]]
			others |= cands
			valid = valid && cands&(cands-1) != 0
		}
		digits := others | extra
		if !valid || ones(common|others) != size || ones(digits) != size {
			continue
		}
		for place, cell := range houseCells[house] {
			if (places|place2)>>place&1 == 0 {
				r.add(s, int(cell), digits)
			}
		}
		r.offerLoop(s, 3, size-1)
	}
}

func (r *Rater) loopHiddenSets(s *loopSearch, house, t, size, first, second int, extra uint16) {
	g := &r.grid
	place1, place2 := cellPlaces[first][t], cellPlaces[second][t]
	free := allDigits &^ (s.pair | extra)
	if free == 0 || size-2 > ones(free) {
		return
	}
	for _, digits := range combinations[size-2] {
		if digits&^free != 0 {
			continue
		}
		digits |= s.pair
		places, valid := uint16(0), true
		for rest := digits; rest != 0; rest &= rest - 1 {
			p := g.places[house][lowest(rest)] &^ place2
			places |= p
			valid = valid && p != 0
		}
		if !valid || ones(places) != size {
			continue
		}
		places &^= place1
		for rest := places; rest != 0; rest &= rest - 1 {
			r.add(s, int(houseCells[house][lowest(rest)]), allDigits&^digits)
		}
		r.offerLoop(s, 3, ones(places)-1)
	}
}

// loopType4: one of the two digits has no other place in a house of both extra
// cells, so they cannot hold the other.
func (r *Rater) loopType4(s *loopSearch, first, second int) {
	g := &r.grid
	locked := [2]bool{}
	for t, house := range cellHouses[first] {
		if house != cellHouses[second][t] {
			continue
		}
		both := cellPlaces[first][t] | cellPlaces[second][t]
		locked[0] = locked[0] || g.places[house][s.first]&^both == 0
		locked[1] = locked[1] || g.places[house][s.second]&^both == 0
	}
	other := s.second
	switch {
	case locked[0]:
	case locked[1]:
		other = s.first
	default:
		return
	}
	r.add(s, first, 1<<other)
	r.add(s, second, 1<<other)
	r.offerLoop(s, 4, 0)
}
