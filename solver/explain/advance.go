package explain

// This file adds to an outcome what locked candidates, pairs and X-wings
// exclude once the candidates that are off are removed.

// An advance is a candidate that goes, and why.
type advance struct {
	node uint16
	why  reason
}

// advance adds the candidates that the first of these techniques excludes. It
// reports whether there is a new one.
func (r *Rater) advance(o *outcome) bool {
	q := &r.reasoner
	q.advanced = q.advanced[:0]
	for _, technique := range [...]func(*Rater, *outcome){
		(*Rater).advanceLocking, (*Rater).advanceHiddenPairs, (*Rater).advanceNakedPairs, (*Rater).advanceXWings, (*Rater).advanceChains,
	} {
		technique(r, o)
		if len(q.advanced) > 0 {
			break
		}
	}
	added := false
	for _, a := range q.advanced {
		if s := off(a.node); !o.knows(s) {
			o.add(s, a.why)
			added = true
		}
	}
	return added
}

// exclude lists candidates that go for a reason, in the order of the
// original: by cell modulo 16, or 32 or 64 if there are more than 12 or 24.
func (r *Rater) exclude(gone []candidate, cells int, why reason) {
	modulus := 16
	for cells > modulus*3/4 {
		modulus *= 2
	}
	for slot := range modulus {
		for _, c := range gone {
			if int(c.cell)%modulus == slot {
				r.reasoner.advanced = append(r.reasoner.advanced, advance{r.graph.node[c.cell][c.digit], why})
			}
		}
	}
}

// removed adds to a reason the places of a digit in a house that are off. It
// makes the reason if there is none.
func (r *Rater) removed(o *outcome, why *reason, house, digit int, among uint16) {
	gone := r.grid.places[house][digit] &^ r.reasoner.places[house][digit] & among
	for ; gone != 0; gone &= gone - 1 {
		o.join(why, off(r.graph.node[houseCells[house][lowest(gone)]][digit]))
	}
}

// join adds a parent to a reason that may have none.
func (o *outcome) join(why *reason, parent statement) {
	if why.count == 0 {
		*why = o.because(parent)
		return
	}
	o.and(why, parent)
}

func (r *Rater) advanceLocking(o *outcome) {
	q := &r.reasoner
	var gone [6]candidate
	for t := range crossings {
		for digit := range 9 {
			moved := q.moved[digit]
			for i := 0; i < 9 && moved != 0; i++ {
				for k := range crossings[t][i] {
					c := &crossings[t][i][k]
					if moved>>c.first&1 == 0 {
						continue // found before, or as in the grid
					}
					places := q.places[c.first][digit]
					out := q.places[c.second][digit] & c.outside
					if out == 0 || places == 0 || places&^c.shared != 0 || single(places) {
						continue
					}
					var why reason
					r.removed(o, &why, int(c.first), digit, ^c.shared)
					if why.count == 0 {
						continue
					}
					n := 0
					for ; out != 0; out &= out - 1 {
						gone[n] = candidate{houseCells[c.second][lowest(out)], uint8(digit)}
						n++
					}
					r.exclude(gone[:n], n, why)
				}
			}
		}
	}
	q.moved = [9]uint32{}
}

func (r *Rater) advanceHiddenPairs(o *outcome) {
	q := &r.reasoner
	for _, houses := range boxesThenLines {
		for house := houses.from; house < houses.to; house++ {
			if r.grid.blanks[house] <= 4 {
				continue
			}
			for second := 1; second < 9; second++ {
				places := q.places[house][second]
				if ones(places) != 2 {
					continue
				}
				for first := range second {
					if q.places[house][first] == places {
						r.advanceHiddenPair(o, house, places, first, second)
					}
				}
			}
		}
	}
}

func (r *Rater) advanceHiddenPair(o *outcome, house int, places uint16, first, second int) {
	q := &r.reasoner
	var gone [14]candidate
	n, cells := 0, 0
	for rest := places; rest != 0; rest &= rest - 1 {
		cell := houseCells[house][lowest(rest)]
		digits := q.cands[cell] &^ (1<<first | 1<<second)
		if digits != 0 {
			cells++
		}
		for ; digits != 0; digits &= digits - 1 {
			gone[n] = candidate{cell, uint8(lowest(digits))}
			n++
		}
	}
	if n == 0 {
		return
	}
	var why reason
	r.removed(o, &why, house, first, ^places)
	r.removed(o, &why, house, second, ^places)
	if why.count > 0 {
		r.exclude(gone[:n], cells, why)
	}
}

func (r *Rater) advanceNakedPairs(o *outcome) {
	q := &r.reasoner
	for _, houses := range boxesThenLines {
		for house := houses.from; house < houses.to; house++ {
			if r.grid.blanks[house] < 4 {
				continue
			}
			for second := 1; second < 9; second++ {
				digits := q.cands[houseCells[house][second]]
				if ones(digits) != 2 {
					continue
				}
				for first := range second {
					if q.cands[houseCells[house][first]] == digits {
						r.advanceNakedPair(o, house, digits, first, second)
					}
				}
			}
		}
	}
}

func (r *Rater) advanceNakedPair(o *outcome, house int, digits uint16, first, second int) {
	q := &r.reasoner
	var gone [14]candidate
	n, cells := 0, 0
	for place, cell := range houseCells[house] {
		out := q.cands[cell] & digits
		if place == first || place == second || out == 0 {
			continue
		}
		cells++
		for ; out != 0; out &= out - 1 {
			gone[n] = candidate{cell, uint8(lowest(out))}
			n++
		}
	}
	if n == 0 {
		return
	}
	var why reason
	for _, place := range [2]int{first, second} {
		cell := houseCells[house][place]
		for removed := r.grid.cands[cell] &^ digits; removed != 0; removed &= removed - 1 {
			o.join(&why, off(r.graph.node[cell][lowest(removed)]))
		}
	}
	if why.count > 0 {
		r.exclude(gone[:n], cells, why)
	}
}

func (r *Rater) advanceXWings(o *outcome) {
	q := &r.reasoner
	for _, from := range [2]int{firstColumn, firstRow} {
		for second := 1; second < 9; second++ {
			for first := range second {
				for digit := range 9 {
					cross := q.places[from+first][digit]
					if r.grid.placed[digit] <= 5 && ones(cross) == 2 && q.places[from+second][digit] == cross {
						r.advanceXWing(o, from, first, second, digit, cross)
					}
				}
			}
		}
	}
}

func (r *Rater) advanceXWing(o *outcome, from, first, second, digit int, cross uint16) {
	q := &r.reasoner
	var gone [14]candidate
	n := 0
	for rest := cross; rest != 0; rest &= rest - 1 {
		place := lowest(rest)
		for i := range 9 {
			if i != first && i != second && q.places[from+i][digit]>>place&1 != 0 {
				gone[n] = candidate{houseCells[from+i][place], uint8(digit)}
				n++
			}
		}
	}
	if n == 0 {
		return
	}
	var why reason
	r.removed(o, &why, from+first, digit, ^cross)
	r.removed(o, &why, from+second, digit, ^cross)
	if why.count > 0 {
		r.exclude(gone[:n], n, why)
	}
}
