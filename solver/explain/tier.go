package explain

import "strconv"

// A Tier is a word for the difficulty of a puzzle. For 9×9 puzzles it follows
// from ER.
type Tier uint8

const (
	// NoTier means that the puzzle has no rating, for example because it has
	// several solutions.
	NoTier Tier = iota
	// Easy is ER 1.5 and below: hidden singles.
	Easy
	// Medium is ER 2.8 and below: also naked singles, and locked candidates.
	Medium
	// Hard is ER 4.4 and below: also pairs, triplets, fish, and small wings.
	Hard
	// Expert is ER 6.5 and below: also uniqueness, quads, and large wings.
	Expert
	// Extreme is ER 7.5 and below: also forcing chains.
	Extreme
	// Beyond is all above: chains of several cases, and chains within chains.
	Beyond

	// TierCount is the number of tiers, including NoTier.
	TierCount = iota
)

// tierNames are the words, and tierEnds the greatest ER of each tier but the
// last.
var (
	tierNames = [TierCount]string{"", "easy", "medium", "hard", "expert", "extreme", "beyond"}
	tierEnds  = [...]Score{Easy: 15, Medium: 28, Hard: 44, Expert: 65, Extreme: MaxTierRating}
)

// MaxTierRating is an Options.MaxRating that suffices for tiers.
const MaxTierRating Score = 75

// String returns the tier in one word, "" for NoTier, or "Tier(N)" for an
// undefined value.
func (t Tier) String() string {
	if int(t) < len(tierNames) {
		return tierNames[t]
	}
	return "Tier(" + strconv.Itoa(int(t)) + ")"
}

// Most returns the greatest ER of a tier. For Beyond that is the greatest Score.
func (t Tier) Most() Score {
	if int(t) < len(tierEnds) {
		return tierEnds[t]
	}
	return unbounded
}

// Tier returns the tier of a rating. A rating that is only a lower bound has
// one if the bound is above MaxTierRating.
func (rating *Rating) Tier() Tier {
	small := rating.ER == 0 && rating.Steps > 0
	if small || rating.Status != Rated && (rating.Status != AtLeast || rating.ER <= MaxTierRating) {
		return NoTier
	}
	for tier := Easy; tier < Beyond; tier++ {
		if rating.ER <= tierEnds[tier] {
			return tier
		}
	}
	return Beyond
}
