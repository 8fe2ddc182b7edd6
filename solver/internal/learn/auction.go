package learn

import "math/bits"

// An auction is about one assignment: of the root, or of up to auctionLevels decisions
// after a restart. Prices that lack little at the root have an excess after one
// decision or two, mostly, where clauses would take hundreds of conflicts, so these
// few decisions are what to try prices on. They go on from the prices of the last auction.
type auction struct {
	trail int  // its length, by which the assignment is known
	steps int  // so far
	first int  // the excess of the first one
	over  bool // it is hopeless, or was long enough
}

const (
	roundsPerConflict = 16
	auctionLevels     = 3
	auctionSteps      = 16 // at most
	auctionNoise      = 2  // by how much more an excess may grow in a step than it seems to
)

// plan lets rounds follow, after a restart, that are in proportion to conflicts.
func (p *prices) plan(conflicts int) { p.due += roundsPerConflict * conflicts }

// bids reports whether an auction is to go on, after propagation.
func (l *Learner) bids() bool {
	p := &l.prices
	if p.due <= 0 || l.level() > auctionLevels {
		return false
	}
	if p.auction.trail != len(l.trail) {
		p.auction = auction{trail: len(l.trail)}
	}
	return !p.auction.over
}

// bid goes on with the auction, and draws its conclusions: all decisions together are
// wrong, or they exclude candidates. It reports whether there can be a solution.
func (l *Learner) bid() bool {
	p := &l.prices
	p.list(l)
	p.step()
	excess := p.excess()
	if excess > 0 {
		l.conflict = l.refuted(l.conflict[:0], l.level())
		return l.learn()
	}
	l.excludeDear(-excess)
	p.auction.judge(excess / sumsPerStep)
	return true
}

// judge notes the excess after a step, and whether it is over: at this pace it will lack.
func (a *auction) judge(excess int) {
	a.steps++
	if a.steps == 1 {
		a.first = excess
		return
	}
	pace := (excess-a.first)/(a.steps-1) + auctionNoise
	a.over = excess+(auctionSteps-a.steps)*pace < 0
}

// excludeDear makes the candidates false that cost more than their cell's cheapest by
// more than the excess lacks, for the reason that all decisions were made. Integer
// programming calls it reduced-cost fixing.
func (l *Learner) excludeDear(lack int) {
	p := &l.prices
	for i, b := range p.cells {
		row, column, box := housesOf(p.sum, b)
		dear := p.least[i] + int32(lack)
		for digits := digitsOf(b); digits != 0; digits &= digits - 1 {
			d := bits.TrailingZeros16(digits) % 16
			if row[d]+column[d]+box[d] > dear {
				l.assign(isFalse(cellOf(b)*l.order+d), byPrices)
			}
		}
	}
}

// refuted appends that one of the decisions of so many levels is wrong.
func (l *Learner) refuted(dst []literal, levels int) []literal {
	for _, start := range l.starts[:levels] {
		dst = append(dst, l.trail[start].not())
	}
	return dst
}
