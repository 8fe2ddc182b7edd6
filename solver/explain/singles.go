package explain

// This file has hidden and naked singles.

// boxesThenLines lists the types of houses in the order in which most
// techniques look at them: boxes, columns, rows.
var boxesThenLines = [3]struct{ from, to int }{{0, 9}, {firstColumn, 27}, {firstRow, firstColumn}}

// lastBlank is the rating of the last blank of a house.
const lastBlank Score = 10

// hiddenSingle finds a digit with one place in a house: first the last blank of
// a house, then any.
func (r *Rater) hiddenSingle() bool {
	g := &r.grid
	if g.one == 0 {
		return false
	}
	return r.hiddenSingleIn(true) || r.hiddenSingleIn(false)
}

func (r *Rater) hiddenSingleIn(last bool) bool {
	g := &r.grid
	for _, houses := range boxesThenLines {
		if g.one>>houses.from&allDigits == 0 {
			continue
		}
		for house := houses.from; house < houses.to; house++ {
			if g.hidden[house] == 0 || last && g.blanks[house] != 1 {
				continue
			}
			digit := lowest(g.hidden[house])
			rating := Score(15)
			switch {
			case last:
				rating = lastBlank
			case house < firstRow:
				rating = 12
			}
			h := r.found(hiddenSingle, rating)
			h.put(int(houseCells[house][lowest(g.places[house][digit])]), digit)
			if r.record {
				h.houses(house)
			}
			return true
		}
	}
	return false
}

// nakedSingle finds a blank with one candidate.
func (r *Rater) nakedSingle() bool {
	g := &r.grid
	if g.naked.empty() {
		return false
	}
	cell := g.naked.first()
	r.found(nakedSingle, 23).put(cell, lowest(g.cands[cell]))
	return true
}
