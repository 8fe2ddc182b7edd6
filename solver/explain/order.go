package explain

import (
	"math"
	"slices"
)

// This file lists the techniques in the order in which a Rater tries them.

// beyond is the least rating of a step that no technique here finds.
const beyond = 110

// An indirectTechnique finds steps that need not place a digit.
type indirectTechnique struct {
	least, most Score // of its ratings
	gives       []Technique
	find        func(*Rater) bool
	only        scales // which have it; 0 means all
	after       Score  // least rating of this technique and those that follow
}

// unbounded is the greatest rating of chains, which may have any length.
const unbounded = math.MaxUint8

// scales is a set of scales.
type scales uint8

const (
	sukakuOnly scales = 1 << Sukaku
	se121Only  scales = 1 << SE121
)

// direct lists the techniques that come before.
var direct = []indirectTechnique{
	{least: 10, most: 15, gives: []Technique{hiddenSingle}},
	{least: 17, most: 19, gives: []Technique{directPointing, directClaiming}},
	{least: 20, most: 20, gives: []Technique{directHiddenPair}},
	{least: 23, most: 23, gives: []Technique{nakedSingle}},
	{least: 25, most: 25, gives: []Technique{directHiddenTriplet}},
}

// indirect lists the others.
var indirect = func() []indirectTechnique {
	list := []indirectTechnique{
		{least: 26, most: 28, gives: []Technique{pointing, claiming}, find: (*Rater).locking},
		{least: 30, most: 30, gives: []Technique{nakedPair}, find: func(r *Rater) bool { return r.nakedSet(2) }},
		{least: 32, most: 32, gives: []Technique{xWing}, find: func(r *Rater) bool { return r.fish(2) }},
		{least: 34, most: 34, gives: []Technique{hiddenPair}, find: func(r *Rater) bool { return r.hiddenSet(2) }},
		{least: 36, most: 36, gives: []Technique{nakedTriplet}, find: func(r *Rater) bool { return r.nakedSet(3) }},
		{least: 38, most: 38, gives: []Technique{swordfish}, find: func(r *Rater) bool { return r.fish(3) }},
		{least: 40, most: 40, gives: []Technique{hiddenTriplet}, find: func(r *Rater) bool { return r.hiddenSet(3) }},
		{least: 40, most: 43, gives: []Technique{skyscraper, twoStringKite, turbotFish, groupedSkyscraper, groupedTwoStringKite, groupedTurbotFish}, find: func(r *Rater) bool { return r.strongLinks(2) }, only: sukakuOnly},
		{least: 42, most: 42, gives: []Technique{xyWing}, find: func(r *Rater) bool { return r.xyWing(false) }},
		{least: 44, most: 44, gives: []Technique{xyzWing}, find: func(r *Rater) bool { return r.xyWing(true) }},
		{least: 45, most: 56, gives: []Technique{uniqueRectangle, uniqueLoop}, find: (*Rater).uniqueLoop},
		{least: 50, most: 50, gives: []Technique{nakedQuad}, find: func(r *Rater) bool { return r.nakedSet(4) }},
		{least: 52, most: 52, gives: []Technique{jellyfish}, find: func(r *Rater) bool { return r.fish(4) }},
		{least: 54, most: 54, gives: []Technique{hiddenQuad}, find: func(r *Rater) bool { return r.hiddenSet(4) }},
		{least: 54, most: 57, gives: []Technique{threeStrongLinks, strongLinkLoop}, find: func(r *Rater) bool { return r.strongLinks(3) }, only: sukakuOnly},
		{least: 55, most: 56, gives: []Technique{wxyzWing}, find: func(r *Rater) bool { return r.alsWing(3) }, only: sukakuOnly},
		{least: 56, most: 63, gives: []Technique{bivalueUniversalGrave}, find: (*Rater).bivalueGrave},
		{least: 58, most: 61, gives: []Technique{fourStrongLinks, strongLinkLoop}, find: func(r *Rater) bool { return r.strongLinks(4) }, only: sukakuOnly},
		{least: 62, most: 64, gives: []Technique{vwxyzWing}, find: func(r *Rater) bool { return r.alsWing(4) }, only: sukakuOnly},
		{least: 62, most: 62, gives: []Technique{alignedPairExclusion}, find: (*Rater).alignedPair},
		{least: 66, most: 66, gives: []Technique{uvwxyzWing}, find: func(r *Rater) bool { return r.alsWing(5) }, only: sukakuOnly},
		{least: 65, most: unbounded, gives: []Technique{xCycle, xChain, yCycle, xyCycle, forcingChain}, find: (*Rater).forcingChain},
		{least: 75, most: 75, gives: []Technique{tuvwxyzWing}, find: func(r *Rater) bool { return r.alsWing(6) }, only: sukakuOnly},
		{least: 75, most: 75, gives: []Technique{alignedTripletExclusion}, find: (*Rater).alignedTriplet},
		{least: 75, most: unbounded, gives: []Technique{nishioForcingChains}, find: (*Rater).nishio},
		{least: 80, most: unbounded, gives: []Technique{cellForcingChains, regionForcingChains}, find: (*Rater).staticChains},
		{least: 85, most: unbounded, gives: dynamicTechniques(levelLinks), find: dynamicChains(levelLinks, 0)},
		{least: 90, most: unbounded, gives: dynamicTechniques(levelPlus), find: dynamicChains(levelPlus, 0)},
		{least: 95, most: unbounded, gives: dynamicTechniques(levelForcing), find: dynamicChains(levelForcing, 0)},
		{least: 100, most: unbounded, gives: dynamicTechniques(levelStatic), find: dynamicChains(levelStatic, 0)},
		{least: 105, most: unbounded, gives: dynamicTechniques(levelDynamic), find: dynamicChains(levelDynamic, levelLinks)},
		{least: 105, most: unbounded, gives: dynamicTechniques(levelDynamic), find: dynamicChains(levelDynamic, levelPlus), only: sukakuOnly},
		{least: 105, most: unbounded, gives: dynamicTechniques(levelDynamic), find: dynamicChains(levelDynamic, levelForcing), only: sukakuOnly},
		{least: 105, most: unbounded, gives: dynamicTechniques(levelDynamic), find: dynamicChains(levelDynamic, levelStatic), only: sukakuOnly},
		{least: 110, most: unbounded, gives: dynamicTechniques(levelNested), find: dynamicChains(levelNested, levelLinks), only: se121Only},
	}
	after := Score(beyond)
	for i := len(list) - 1; i >= 0; i-- {
		after = min(after, list[i].least)
		list[i].after = after
	}
	return list
}()

// dynamicTechniques returns the techniques of dynamic chains of a level.
func dynamicTechniques(level int) (all []Technique) {
	for t := dynamicCellForcingChains; t <= dynamicContradictionForcingChains; t++ {
		all = append(all, t+Technique(4*level))
	}
	return all
}

// Ratings returns the least and the greatest rating of a technique on a scale.
// It returns 0 for both if the scale does not have the technique.
func (t Technique) Ratings(scale Scale) (least, most Score) {
	for _, list := range [][]indirectTechnique{direct, indirect} {
		for i := range list {
			f := &list[i]
			if !slices.Contains(f.gives, t) || f.only != 0 && f.only>>scale&1 == 0 {
				continue
			}
			if most == 0 {
				least = f.least
			}
			least, most = min(least, f.least), max(most, f.most)
		}
	}
	return least, most
}
