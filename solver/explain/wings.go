package explain

// This file has XY-wings and XYZ-wings.

// xyWing finds a pivot xy with two wings xz and yz. If xyz is set, the pivot
// also has z.
func (r *Rater) xyWing(xyz bool) bool {
	g := &r.grid
	if xyz {
		for cell := range 81 {
			if ones(g.cands[cell]) == 3 && r.xyWingAt(cell, true) {
				return true
			}
		}
		return false
	}
	for rest := g.pairs; !rest.empty(); {
		if r.xyWingAt(rest.next(), false) {
			return true
		}
	}
	return false
}

func (r *Rater) xyWingAt(pivot int, xyz bool) bool {
	g := &r.grid
	all := g.cands[pivot]
	wings := peers[pivot].and(g.pairs)
	for first := wings; !first.empty(); {
		cell1 := first.next()
		xz := g.cands[cell1]
		if ones(all&^xz) != 1 {
			continue
		}
		for second := wings; !second.empty(); {
			cell2 := second.next()
			yz := g.cands[cell2]
			if ones(all|xz|yz) != 3 {
				continue
			}
			z := xz & yz
			if xyz && !single(z) || !xyz && (all&z != 0 || !single(z)) {
				continue
			}
			seen := peers[cell1].and(peers[cell2])
			if xyz {
				seen = seen.and(peers[pivot])
			}
			digit := lowest(z)
			if gone := seen.and(g.boards[digit]).without(cellOf(pivot)); !gone.empty() {
				r.xyWingFound(xyz, digit, gone, pivot, cell1, cell2)
				return true
			}
		}
	}
	return false
}

func (r *Rater) xyWingFound(xyz bool, digit int, gone cellSet, cells ...int) {
	technique, rating := xyWing, Score(42)
	if xyz {
		technique, rating = xyzWing, 44
	}
	h := r.found(technique, rating)
	h.removeSet(gone, digit)
	if r.record {
		for _, cell := range cells {
			h.cell(cell, r.grid.cands[cell])
		}
	}
}
