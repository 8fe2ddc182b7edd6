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

	// TechniqueCount is the number of techniques, including NoTechnique. The
	// last 16 are the dynamic chains with chains within, by level.
	TechniqueCount = iota + 16
)

var techniqueNames = [TechniqueCount]string{
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
	for t := hiddenSingle; t < TechniqueCount; t++ {
		all = append(all, t)
	}
	return all
}

// An Alias is a name that players use for techniques.
type Alias struct {
	Name  string
	Means []Technique // each step that players call so is one of these
}

// Aliases lists other names for techniques. Callers must not change it.
var Aliases = []Alias{
	{"Full House", []Technique{hiddenSingle}},
	{"Last Digit", []Technique{hiddenSingle}},
	{"Locked Candidates", []Technique{pointing, claiming}},
	{"Pointing Pair", []Technique{pointing}},
	{"Pointing Triple", []Technique{pointing}},
	{"Box/Line Reduction", []Technique{claiming}},
	{"Naked Triple", []Technique{nakedTriplet}},
	{"Naked Quadruple", []Technique{nakedQuad}},
	{"Hidden Triple", []Technique{hiddenTriplet}},
	{"Hidden Quadruple", []Technique{hiddenQuad}},
	{"Two-String Kite", []Technique{twoStringKite}},
	{"Empty Rectangle", []Technique{groupedTurbotFish}},
	{"Y-Wing", []Technique{xyWing}},
	{"UR", []Technique{uniqueRectangle}},
	{"BUG", []Technique{bivalueUniversalGrave}},
	{"BUG+1", []Technique{bivalueUniversalGrave}},
	{"ALS-XZ", []Technique{wxyzWing, vwxyzWing, uvwxyzWing, tuvwxyzWing}},
	{"APE", []Technique{alignedPairExclusion}},
	{"ATE", []Technique{alignedTripletExclusion}},
	{"AIC", []Technique{xCycle, xChain, yCycle, xyCycle, forcingChain}},
	{"Nice Loop", []Technique{xCycle, yCycle, xyCycle}},
	{"XY-Chain", []Technique{forcingChain}},
	{"Nishio", []Technique{nishioForcingChains}},
	{"Unit Forcing Chain", []Technique{regionForcingChains}},
}

// TechniquesNamed returns the technique with a name, or the techniques that it is an alias for, or nil.
func TechniquesNamed(name string) []Technique {
	if t := slices.Index(techniqueNames[:], name); t > 0 {
		return []Technique{Technique(t)}
	}
	if i := slices.IndexFunc(Aliases, func(a Alias) bool { return a.Name == name }); i >= 0 {
		return slices.Clone(Aliases[i].Means)
	}
	return nil
}
