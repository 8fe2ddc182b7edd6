package explain

import "math/bits"

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

	few [27]uint32 // house: the digits with two places, with two or three, and with two to four
}

// digitsIn returns the digits with 2 to size places in a house.
func (s *stale) digitsIn(house, size int) uint16 {
	return uint16(s.few[house]>>(9*(size-2))) & allDigits
}

// fewPlaces has for the places of digit 0 its bits in stale.few.
var fewPlaces = func() (few [1 << 9]uint32) {
	for places := range few {
		switch bits.OnesCount(uint(places)) {
		case 2:
			few[places] = 1 | 1<<9 | 1<<18
		case 3:
			few[places] = 1<<9 | 1<<18
		case 4:
			few[places] = 1 << 18
		}
	}
	return few
}()

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
	for rest := g.changedHouses; rest != 0; rest &= rest - 1 {
		house, few := bits.TrailingZeros32(rest), uint32(0)
		for digit, places := range g.places[house] {
			few |= fewPlaces[places&allDigits] << digit
		}
		s.few[house] = few
	}
	for i := 3; i < len(s.wings); i++ {
		s.wings[i] = s.wings[i].or(g.changedCells)
	}
	s.aligned[2] = s.aligned[2].or(g.changedCells)
	s.aligned[3] = s.aligned[3].or(g.changedCells)
	g.changedDigits, g.changedHouses, g.changedCells = 0, 0, cellSet{}
}
