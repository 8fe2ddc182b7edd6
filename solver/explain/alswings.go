package explain

// This file has WXYZ-wings and their larger kin: size cells that see each
// other and have size+1 candidates together, and a cell with two of these.

// A ratedWing is a wing with the properties that decide between wings.
type ratedWing struct {
	rating  Score
	gone    int // candidates that it removes, counted with repetition
	double  bool
	largest int // most candidates of one cell
	total   int // candidates of all cells
}

// better reports whether w comes first: the easier, then the one that removes
// more, then by its suffix, a string of three numbers, in descending order.
func (w *ratedWing) better(o *ratedWing) bool {
	switch {
	case w.rating != o.rating:
		return w.rating < o.rating
	case w.gone != o.gone:
		return w.gone > o.gone
	case w.double != o.double:
		return w.double
	case w.largest != o.largest:
		return w.largest > o.largest
	}
	return decimalKey(w.total) > decimalKey(o.total)
}

// decimalKey orders numbers below 100 as their decimal strings.
func decimalKey(n int) int {
	if n < 10 {
		return n * 11
	}
	return n/10*11 + n%10 + 1
}

// An alsWing is the state of a search for wings of one size.
type alsWing struct {
	size      int
	technique Technique
	changed   cellSet // cells that changed since there was no wing
	cells     [6]uint8
	best      ratedWing
	bestCells [7]uint8
	bestGone  [9]cellSet
	gone      [9]cellSet // of the wing at hand
	found     bool
}

var alsWingTechniques = [7]Technique{3: wxyzWing, 4: vwxyzWing, 5: uvwxyzWing, 6: tuvwxyzWing}

// alsWingRating returns the rating of a wing of a size.
func alsWingRating(size, largest int) Score {
	distance := max(largest-3, 3-largest)
	switch size {
	case 3:
		return Score(56 - distance)
	case 4:
		return Score(64 - distance)
	case 5:
		return 66
	}
	return 75
}

// alsWing finds the best wing of size cells and one cell with two candidates.
func (r *Rater) alsWing(size int) bool {
	if r.grid.pairs.empty() {
		return false
	}
	w := &r.wing
	w.size, w.technique, w.found = size, alsWingTechniques[size], false
	fit := cellSet{}
	for cell, cands := range r.grid.cands {
		if n := ones(cands); n >= 2 && n <= size+1 {
			fit = fit.or(cellOf(cell))
		}
	}
	w.changed = r.stale.wings[size]
	newPair := w.changed.meets(r.grid.pairs)
	for rest := fit; !rest.empty(); {
		cell := rest.next()
		w.cells[0] = uint8(cell)
		r.extendWing(w, 1, laterPeers[cell].and(fit), r.grid.cands[cell], newPair || w.changed.has(cell))
	}
	if !w.found {
		r.stale.wings[size] = cellSet{}
		return false
	}
	h := r.found(w.technique, w.best.rating)
	for digit := range w.bestGone {
		h.removeSet(w.bestGone[digit], digit)
	}
	if r.record {
		for _, cell := range w.bestCells[:size+1] {
			h.cell(int(cell), r.grid.cands[cell])
		}
	}
	return true
}

// extendWing adds cells from a set of cells that see the count cells chosen so far.
// fresh says that a cell changed which these cells may make a wing with.
func (r *Rater) extendWing(w *alsWing, count int, among cellSet, union uint16, fresh bool) {
	g := &r.grid
	if !fresh && !w.changed.meets(among) {
		return
	}
	for rest := among; !rest.empty(); {
		cell := rest.next()
		wider := union | g.cands[cell]
		if ones(wider) > w.size+1 {
			continue
		}
		w.cells[count] = uint8(cell)
		if count+1 < w.size {
			r.extendWing(w, count+1, among.and(laterPeers[cell]), wider, fresh || w.changed.has(cell))
		} else if ones(wider) == w.size+1 {
			r.completeWing(w, wider)
		}
	}
}

// completeWing looks for cells with two of the candidates.
func (r *Rater) completeWing(w *alsWing, union uint16) {
	g := &r.grid
	seen, cells := cellSet{}, cellSet{}
	for _, cell := range w.cells[:w.size] {
		seen = seen.or(peers[cell])
		cells = cells.or(cellOf(int(cell)))
	}
	rest := seen.and(g.pairs).without(cells)
	if !w.changed.meets(cells) {
		rest = rest.and(w.changed)
	}
	for !rest.empty() {
		last := rest.next()
		pair := g.cands[last]
		if pair&^union != 0 {
			continue
		}
		x := lowest(pair)
		z := lowest(pair & (pair - 1))
		// A digit is linked if last sees all cells of the wing with it.
		unseen := cells.without(peers[last])
		xLinked, zLinked := !unseen.meets(g.boards[x]), !unseen.meets(g.boards[z])
		switch {
		case xLinked && zLinked:
			r.offerWing(w, union, cells, last, x, z, true)
		case xLinked:
			r.offerWing(w, union, cells, last, x, z, false)
		case zLinked:
			r.offerWing(w, union, cells, last, z, x, false)
		}
	}
}

// offerWing keeps a wing if it is the best so far. x is the digit that links
// the cells to last; if double is set, z is another.
func (r *Rater) offerWing(w *alsWing, union uint16, cells cellSet, last, x, z int, double bool) {
	candidate := ratedWing{}
	for _, cell := range w.cells[:w.size] {
		n := ones(r.grid.cands[cell])
		candidate.largest = max(candidate.largest, n)
		candidate.total += n
	}
	candidate.rating = alsWingRating(w.size, candidate.largest)
	if w.found && candidate.rating > w.best.rating {
		return
	}
	w.gone = [9]cellSet{}
	all := cells.or(cellOf(last))
	weak := 0
	if double {
		for others := union &^ r.grid.cands[last]; others != 0; others &= others - 1 {
			digit := lowest(others)
			w.gone[digit] = r.wingVictims(w, digit, all)
			weak += w.gone[digit].size()
		}
		w.gone[x] = r.wingVictims(w, x, all).and(peers[last])
	}
	w.gone[z] = r.wingVictims(w, z, all).and(peers[last])
	candidate.gone = weak + w.gone[x].size() + w.gone[z].size()
	candidate.double = double && (weak > 0 || !w.gone[z].empty() && !w.gone[x].empty())
	if candidate.gone == 0 || w.found && !candidate.better(&w.best) {
		return
	}
	w.found, w.best, w.bestGone = true, candidate, w.gone
	copy(w.bestCells[:], w.cells[:w.size])
	w.bestCells[w.size] = uint8(last)
}

// wingVictims returns the cells with the digit that see all the wing's cells
// with it.
func (r *Rater) wingVictims(w *alsWing, digit int, all cellSet) cellSet {
	victims := r.grid.boards[digit].without(all)
	for _, cell := range w.cells[:w.size] {
		if r.grid.cands[cell]>>digit&1 != 0 {
			victims = victims.and(peers[cell])
		}
	}
	return victims
}
