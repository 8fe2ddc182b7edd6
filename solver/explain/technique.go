package explain

import "strconv"

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

	// TechniqueCount is the number of techniques, including NoTechnique.
	TechniqueCount = iota
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

// String returns the usual English name, "" for NoTechnique, or "Technique(N)"
// for an undefined value.
func (t Technique) String() string {
	if int(t) < len(techniqueNames) {
		return techniqueNames[t]
	}
	return "Technique(" + strconv.Itoa(int(t)) + ")"
}
