package explain

// This file remembers where a technique found nothing, so that it looks there
// again only after a change.

// Techniques that look at one digit at a time.
const (
	digitsDirectLocking = iota
	digitsLocking
	digitsFish // less 2 plus the size: 2 to 4
	_
	_
	digitsLinks // less 2 plus the length: 2 to 4
	_
	_
	digitsLinkTable
	digitsChains
	digitsNishio
	digitTechniques
)

// Techniques that look at one house at a time.
const (
	housesDirectHidden = iota // less 2 plus the size: 2 or 3
	_
	housesHidden // less 2 plus the size: 2 to 4
	_
	_
	housesNaked // less 2 plus the size: 2 to 4
	_
	_
	houseTechniques
)

// A stale set has, for each of these techniques, the digits, houses or cells that
// changed since the technique last found nothing.
type stale struct {
	digits [digitTechniques]uint16
	houses [houseTechniques]uint32
	wings  [7]cellSet // by size of a wing: the cells that changed

	aligned [4]cellSet // the same by number of aligned cells
}

// update adds what changed in the grid.
func (s *stale) update(g *grid) {
	if g.changedDigits == 0 {
		return
	}
	for i := range s.digits {
		s.digits[i] |= g.changedDigits
	}
	for i := range s.houses {
		s.houses[i] |= g.changedHouses
	}
	for i := 3; i < len(s.wings); i++ {
		s.wings[i] = s.wings[i].or(g.changedCells)
	}
	s.aligned[2] = s.aligned[2].or(g.changedCells)
	s.aligned[3] = s.aligned[3].or(g.changedCells)
	g.changedDigits, g.changedHouses, g.changedCells = 0, 0, cellSet{}
}
