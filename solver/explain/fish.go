package explain

// This file has basic fish: X-wing, swordfish and jellyfish.

var fishTechniques = [5]struct {
	technique Technique
	rating    Score
}{2: {xWing, 32}, 3: {swordfish, 38}, 4: {jellyfish, 52}}

// fish finds size lines in which a digit has only size positions together. Of
// all fish with base lines of one type, the one with the lowest lines counts,
// then the one with the lowest digit. Columns come first.
func (r *Rater) fish(size int) bool {
	if r.fishIn(size, firstColumn) || r.fishIn(size, firstRow) {
		return true
	}
	r.stale.digits[digitsFish-2+size] = 0
	return false
}

func (r *Rater) fishIn(size, from int) bool {
	g := &r.grid
	best, digitFound, crossFound := uint16(1<<9), 0, uint16(0)
	for digits := r.stale.digits[digitsFish-2+size]; digits != 0; digits &= digits - 1 {
		digit := lowest(digits)
		if int(g.placed[digit])+2*size > 9 {
			continue
		}
		var masks [9]uint16
		for i := range 9 {
			masks[i] = g.places[from+i][digit]
		}
		r.combiner.gather(&masks, size)
		r.combiner.each(size, func(lines, cross uint16) bool {
			if lines >= best {
				return true
			}
			for i, mask := range masks {
				if lines>>i&1 == 0 && mask&cross != 0 {
					best, digitFound, crossFound = lines, digit, cross
					return true
				}
			}
			return false
		})
	}
	if best == 1<<9 {
		return false
	}
	r.fishFound(size, from, digitFound, best, crossFound)
	return true
}

func (r *Rater) fishFound(size, from, digit int, lines, cross uint16) {
	t := &fishTechniques[size]
	h := r.found(t.technique, t.rating)
	for i := range 9 {
		places := r.grid.places[from+i][digit] & cross
		if lines>>i&1 != 0 {
			if r.record {
				h.houses(from + i)
				h.pattern(from+i, places, 1<<digit)
			}
			continue
		}
		for ; places != 0; places &= places - 1 {
			h.remove(int(houseCells[from+i][lowest(places)]), digit)
		}
	}
}
