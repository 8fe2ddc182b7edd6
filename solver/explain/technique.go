package explain

import (
	"slices"
	"strconv"
)

// A Technique is a kind of step.
type Technique uint8

// The techniques, about in the order in which they are tried.
const (
	NoTechnique Technique = iota
	hiddenSingle
	directPointing
	directClaiming
	directHiddenPair
	nakedSingle
	directHiddenTriplet
	pointing
	claiming
	nakedPair
	xWing
	hiddenPair
	nakedTriplet
	swordfish
	hiddenTriplet
	skyscraper
	twoStringKite
	turbotFish
	groupedSkyscraper
	groupedTwoStringKite
	groupedTurbotFish
	strongLinkLoop
	xyWing
	xyzWing
	uniqueRectangle
	uniqueLoop
	nakedQuad
	jellyfish
	hiddenQuad
	threeStrongLinks
	wxyzWing
	bivalueUniversalGrave
	fourStrongLinks
	vwxyzWing
	alignedPairExclusion
	uvwxyzWing
	xCycle
	xChain
	yCycle
	xyCycle
	forcingChain
	tuvwxyzWing
	alignedTripletExclusion
	nishioForcingChains
	cellForcingChains
	regionForcingChains
	dynamicCellForcingChains
	dynamicRegionForcingChains
	dynamicDoubleForcingChains
	dynamicContradictionForcingChains
	dynamicCellForcingChainsPlus
	dynamicRegionForcingChainsPlus
	dynamicDoubleForcingChainsPlus
	dynamicContradictionForcingChainsPlus

	// techniqueCount is the number of techniques, including NoTechnique. The
	// last 16 are the dynamic chains with chains within, by level.
	techniqueCount = iota + 16
)

var techniqueNames = [techniqueCount]string{
	NoTechnique:                           "",
	hiddenSingle:                          "Hidden Single",
	directPointing:                        "Direct Pointing",
	directClaiming:                        "Direct Claiming",
	directHiddenPair:                      "Direct Hidden Pair",
	nakedSingle:                           "Naked Single",
	directHiddenTriplet:                   "Direct Hidden Triplet",
	pointing:                              "Pointing",
	claiming:                              "Claiming",
	nakedPair:                             "Naked Pair",
	xWing:                                 "X-Wing",
	hiddenPair:                            "Hidden Pair",
	nakedTriplet:                          "Naked Triplet",
	swordfish:                             "Swordfish",
	hiddenTriplet:                         "Hidden Triplet",
	skyscraper:                            "Skyscraper",
	twoStringKite:                         "2-String Kite",
	turbotFish:                            "Turbot Fish",
	groupedSkyscraper:                     "Grouped Skyscraper",
	groupedTwoStringKite:                  "Grouped 2-String Kite",
	groupedTurbotFish:                     "Grouped Turbot Fish",
	strongLinkLoop:                        "X-Loop",
	xyWing:                                "XY-Wing",
	xyzWing:                               "XYZ-Wing",
	uniqueRectangle:                       "Unique Rectangle",
	uniqueLoop:                            "Unique Loop",
	nakedQuad:                             "Naked Quad",
	jellyfish:                             "Jellyfish",
	hiddenQuad:                            "Hidden Quad",
	threeStrongLinks:                      "3 Strong Links",
	wxyzWing:                              "WXYZ-Wing",
	bivalueUniversalGrave:                 "Bivalue Universal Grave",
	fourStrongLinks:                       "4 Strong Links",
	vwxyzWing:                             "VWXYZ-Wing",
	alignedPairExclusion:                  "Aligned Pair Exclusion",
	uvwxyzWing:                            "UVWXYZ-Wing",
	xCycle:                                "X-Cycle",
	xChain:                                "X-Chain",
	yCycle:                                "Y-Cycle",
	xyCycle:                               "Bidirectional Cycle",
	forcingChain:                          "Forcing Chain",
	tuvwxyzWing:                           "TUVWXYZ-Wing",
	alignedTripletExclusion:               "Aligned Triplet Exclusion",
	nishioForcingChains:                   "Nishio Forcing Chains",
	cellForcingChains:                     "Cell Forcing Chains",
	regionForcingChains:                   "Region Forcing Chains",
	dynamicCellForcingChains:              "Dynamic Cell Forcing Chains",
	dynamicRegionForcingChains:            "Dynamic Region Forcing Chains",
	dynamicDoubleForcingChains:            "Dynamic Double Forcing Chains",
	dynamicContradictionForcingChains:     "Dynamic Contradiction Forcing Chains",
	dynamicCellForcingChainsPlus:          "Dynamic Cell Forcing Chains (+)",
	dynamicRegionForcingChainsPlus:        "Dynamic Region Forcing Chains (+)",
	dynamicDoubleForcingChainsPlus:        "Dynamic Double Forcing Chains (+)",
	dynamicContradictionForcingChainsPlus: "Dynamic Contradiction Forcing Chains (+)",
}

func init() {
	for level, suffix := range []string{levelForcing: " (+ Forcing Chains)", levelStatic: " (+ Multiple Forcing Chains)", levelDynamic: " (+ Dynamic Forcing Chains)", levelNested: " (+ Dynamic Forcing Chains (+ Forcing Chains))"} {
		for t := dynamicCellForcingChains; level >= levelForcing && t <= dynamicContradictionForcingChains; t++ {
			techniqueNames[t+Technique(4*level)] = techniqueNames[t] + suffix
		}
	}
}

// String returns the usual English name, "" for NoTechnique, or "Technique(N)"
// for an undefined value.
func (t Technique) String() string {
	if int(t) < len(techniqueNames) {
		return techniqueNames[t]
	}
	return "Technique(" + strconv.Itoa(int(t)) + ")"
}

// Techniques returns all techniques, about in the order in which they are tried. The caller owns the
// slice.
func Techniques() []Technique {
	var all []Technique
	for t := hiddenSingle; t < techniqueCount; t++ {
		all = append(all, t)
	}
	return all
}

// An Alias is a name that players use for techniques.
type Alias struct {
	Name  string
	Means []Technique // each step that players call so is one of these
	// first, if not nil, reports whether this is the first name of such a step for players.
	first func(*Step) bool
}

// Aliases lists other names for techniques. Callers must not change it.
var Aliases = []Alias{
	{Name: "Full House", Means: []Technique{hiddenSingle}, first: func(s *Step) bool { return s.Rating == lastBlank || s.last }},
	{Name: "Last Digit", Means: []Technique{hiddenSingle}},
	{Name: "Locked Candidates", Means: []Technique{pointing, claiming}},
	{Name: "Pointing Pair", Means: []Technique{pointing}, first: func(s *Step) bool { return len(s.Pattern) == 2 }},
	{Name: "Pointing Triple", Means: []Technique{pointing}, first: func(s *Step) bool { return len(s.Pattern) == 3 }},
	{Name: "Box/Line Reduction", Means: []Technique{claiming}, first: always},
	{Name: "Naked Triple", Means: []Technique{nakedTriplet}, first: always},
	{Name: "Naked Quadruple", Means: []Technique{nakedQuad}},
	{Name: "Hidden Triple", Means: []Technique{hiddenTriplet}, first: always},
	{Name: "Hidden Quadruple", Means: []Technique{hiddenQuad}},
	{Name: "Two-String Kite", Means: []Technique{twoStringKite}},
	{Name: "Empty Rectangle", Means: []Technique{groupedTurbotFish}},
	{Name: "Y-Wing", Means: []Technique{xyWing}},
	{Name: "UR", Means: []Technique{uniqueRectangle}},
	{Name: "BUG", Means: []Technique{bivalueUniversalGrave}},
	{Name: "BUG+1", Means: []Technique{bivalueUniversalGrave}, first: func(s *Step) bool { return s.Type == 1 }},
	{Name: "ALS-XZ", Means: []Technique{wxyzWing, vwxyzWing, uvwxyzWing, tuvwxyzWing}},
	{Name: "APE", Means: []Technique{alignedPairExclusion}},
	{Name: "ATE", Means: []Technique{alignedTripletExclusion}},
	{Name: "AIC", Means: []Technique{xCycle, xChain, yCycle, xyCycle, forcingChain}, first: func(s *Step) bool { return s.Technique == forcingChain }},
	{Name: "Nice Loop", Means: []Technique{xCycle, yCycle, xyCycle}, first: func(s *Step) bool { return s.Technique != xCycle }},
	{Name: "XY-Chain", Means: []Technique{forcingChain}},
	{Name: "Nishio", Means: []Technique{nishioForcingChains}, first: always},
	{Name: "Unit Forcing Chain", Means: []Technique{regionForcingChains}, first: always},
}

func always(*Step) bool { return true }

// names returns the step's name for players, and SukakuExplainer's if it is another one.
func (s *Step) names() []string {
	names := []string{s.Technique.String()}
	for _, a := range Aliases {
		if a.first != nil && slices.Contains(a.Means, s.Technique) && a.first(s) {
			names = append([]string{a.Name}, names...)
		}
	}
	return names
}

// direct lists the ratings of the techniques that are tried before indirect ones.
var direct = []indirectTechnique{
	{least: lastBlank, most: lastBlank, gives: []Technique{hiddenSingle}},
	{least: 12, most: 12, gives: []Technique{hiddenSingle}},
	{least: mostHidden, most: mostHidden, gives: []Technique{hiddenSingle}},
	{least: 17, most: 17, gives: []Technique{directPointing}},
	{least: 19, most: 19, gives: []Technique{directClaiming}},
	{least: 20, most: 20, gives: []Technique{directHiddenPair}},
	{least: 23, most: 23, gives: []Technique{nakedSingle}},
	{least: 25, most: 25, gives: []Technique{directHiddenTriplet}},
}

// Ratings returns the least and the greatest rating of a technique on a scale.
// It returns 0 for both if the scale does not have the technique.
func (t Technique) Ratings(scale Scale) (least, most Score) {
	for _, list := range [][]indirectTechnique{direct, indirect} {
		for i := range list {
			f := &list[i]
			if !f.isOf(t, scale) {
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

// HasRating reports whether a step of the technique may have a rating on a scale.
func (t Technique) HasRating(scale Scale, rating Score) bool {
	has := func(f indirectTechnique) bool { return f.isOf(t, scale) && f.least <= rating && rating <= f.most }
	return slices.ContainsFunc(direct, has) || slices.ContainsFunc(indirect, has)
}

// isOf reports whether f gives steps of a technique on a scale.
func (f *indirectTechnique) isOf(t Technique, scale Scale) bool {
	return slices.Contains(f.gives, t) && (f.only == 0 || f.only>>scale&1 != 0)
}
