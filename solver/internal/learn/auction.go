package learn

import "math/bits"

// An auction searches for prices that refute one assignment: the root, or the
// first decisions after a restart, up to auctionLevels. It starts with the
// prices of the last auction. If the excess at the root is just below 0, it is
// usually positive after one or two decisions. Clauses would take hundreds of
// conflicts for the same proof.
type auction struct {
	trail int  // length of the trail, which identifies the assignment
	steps int  // number of steps so far
	first int  // excess after the first step
	over  bool // it is hopeless, or has had all its steps
}

const (
	roundsPerConflict = 16
	auctionLevels     = 3
	auctionSteps      = 16 // maximum number of steps
	auctionNoise      = 2  // added to the estimated growth of the excess in a step
)

// scheduleRounds makes more rounds due after a restart, in proportion to the
// conflicts before it. Orders above 16 have no prices: the tables hold 16 digits.
func (l *Learner) scheduleRounds() {
	if l.order <= 16 {
		l.prices.due += roundsPerConflict * l.restarts.conflicts
	}
}

// auctionDue reports whether the next step is a step of the auction. Call it
// after propagation.
func (l *Learner) auctionDue() bool {
	p := &l.prices
	if p.due <= 0 || l.level() > auctionLevels {
		return false
	}
	if p.auction.trail != len(l.trail) {
		p.auction = auction{trail: len(l.trail)}
	}
	return !p.auction.over
}

// stepAuction makes one step of the auction and applies the result: all
// decisions together are wrong, or they exclude candidates. It returns false if
// there is no further solution.
func (l *Learner) stepAuction() bool {
	p := &l.prices
	p.list(l)
	p.step()
	excess := p.excess()
	if excess > 0 {
		l.conflict = l.appendNegated(l.conflict[:0], l.level())
		return l.learn()
	}
	l.excludeCostly(-excess)
	p.auction.record(excess / sumsPerStep)
	return true
}

// record notes the excess after a step. It ends the auction if the excess will
// stay negative at the present pace.
func (a *auction) record(excess int) {
	a.steps++
	if a.steps == 1 {
		a.first = excess
		return
	}
	pace := (excess-a.first)/(a.steps-1) + auctionNoise
	a.over = excess+(auctionSteps-a.steps)*pace < 0
}

// excludeCostly makes a candidate false if it costs more than lack above the
// cheapest candidate of its cell; lack is the negated excess. All decisions
// together are the reason. Integer programming calls this reduced-cost fixing.
func (l *Learner) excludeCostly(lack int) {
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

// appendNegated appends the negated decisions of the first levels to dst. As a
// clause they state that one of these decisions is wrong.
func (l *Learner) appendNegated(dst []literal, levels int) []literal {
	for _, start := range l.starts[:levels] {
		dst = append(dst, l.trail[start].not())
	}
	return dst
}
