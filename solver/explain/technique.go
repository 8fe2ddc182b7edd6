package explain

import "strconv"

// A Technique is a kind of step.
type Technique uint8

// The techniques, about in the order in which they are tried.
const (
	NoTechnique Technique = iota
	HiddenSingle
	DirectPointing
	DirectClaiming
	DirectHiddenPair
	NakedSingle
	DirectHiddenTriplet
	Pointing
	Claiming
	NakedPair
	XWing
	HiddenPair
	NakedTriplet
	Swordfish
	HiddenTriplet
	Skyscraper
	TwoStringKite
	TurbotFish
	GroupedSkyscraper
	GroupedTwoStringKite
	GroupedTurbotFish
	StrongLinkLoop
	XYWing
	XYZWing
	UniqueRectangle
	UniqueLoop
	NakedQuad
	Jellyfish
	HiddenQuad
	ThreeStrongLinks
	WXYZWing
	BivalueUniversalGrave
	FourStrongLinks
	VWXYZWing
	AlignedPairExclusion
	UVWXYZWing
	XCycle
	XChain
	YCycle
	XYCycle
	ForcingChain
	TUVWXYZWing
	AlignedTripletExclusion
	NishioForcingChains
	CellForcingChains
	RegionForcingChains
	DynamicCellForcingChains
	DynamicRegionForcingChains
	DynamicDoubleForcingChains
	DynamicContradictionForcingChains
	DynamicCellForcingChainsPlus
	DynamicRegionForcingChainsPlus
	DynamicDoubleForcingChainsPlus
	DynamicContradictionForcingChainsPlus

	// TechniqueCount is the number of techniques, including NoTechnique.
	TechniqueCount = iota
)

var techniqueNames = [TechniqueCount]string{
	NoTechnique:                           "",
	HiddenSingle:                          "Hidden Single",
	DirectPointing:                        "Direct Pointing",
	DirectClaiming:                        "Direct Claiming",
	DirectHiddenPair:                      "Direct Hidden Pair",
	NakedSingle:                           "Naked Single",
	DirectHiddenTriplet:                   "Direct Hidden Triplet",
	Pointing:                              "Pointing",
	Claiming:                              "Claiming",
	NakedPair:                             "Naked Pair",
	XWing:                                 "X-Wing",
	HiddenPair:                            "Hidden Pair",
	NakedTriplet:                          "Naked Triplet",
	Swordfish:                             "Swordfish",
	HiddenTriplet:                         "Hidden Triplet",
	Skyscraper:                            "Skyscraper",
	TwoStringKite:                         "2-String Kite",
	TurbotFish:                            "Turbot Fish",
	GroupedSkyscraper:                     "Grouped Skyscraper",
	GroupedTwoStringKite:                  "Grouped 2-String Kite",
	GroupedTurbotFish:                     "Grouped Turbot Fish",
	StrongLinkLoop:                        "X-Loop",
	XYWing:                                "XY-Wing",
	XYZWing:                               "XYZ-Wing",
	UniqueRectangle:                       "Unique Rectangle",
	UniqueLoop:                            "Unique Loop",
	NakedQuad:                             "Naked Quad",
	Jellyfish:                             "Jellyfish",
	HiddenQuad:                            "Hidden Quad",
	ThreeStrongLinks:                      "3 Strong Links",
	WXYZWing:                              "WXYZ-Wing",
	BivalueUniversalGrave:                 "Bivalue Universal Grave",
	FourStrongLinks:                       "4 Strong Links",
	VWXYZWing:                             "VWXYZ-Wing",
	AlignedPairExclusion:                  "Aligned Pair Exclusion",
	UVWXYZWing:                            "UVWXYZ-Wing",
	XCycle:                                "X-Cycle",
	XChain:                                "X-Chain",
	YCycle:                                "Y-Cycle",
	XYCycle:                               "Bidirectional Cycle",
	ForcingChain:                          "Forcing Chain",
	TUVWXYZWing:                           "TUVWXYZ-Wing",
	AlignedTripletExclusion:               "Aligned Triplet Exclusion",
	NishioForcingChains:                   "Nishio Forcing Chains",
	CellForcingChains:                     "Cell Forcing Chains",
	RegionForcingChains:                   "Region Forcing Chains",
	DynamicCellForcingChains:              "Dynamic Cell Forcing Chains",
	DynamicRegionForcingChains:            "Dynamic Region Forcing Chains",
	DynamicDoubleForcingChains:            "Dynamic Double Forcing Chains",
	DynamicContradictionForcingChains:     "Dynamic Contradiction Forcing Chains",
	DynamicCellForcingChainsPlus:          "Dynamic Cell Forcing Chains (+)",
	DynamicRegionForcingChainsPlus:        "Dynamic Region Forcing Chains (+)",
	DynamicDoubleForcingChainsPlus:        "Dynamic Double Forcing Chains (+)",
	DynamicContradictionForcingChainsPlus: "Dynamic Contradiction Forcing Chains (+)",
}

// String returns the usual English name, "" for NoTechnique, or "Technique(N)"
// for an undefined value.
func (t Technique) String() string {
	if int(t) < len(techniqueNames) {
		return techniqueNames[t]
	}
	return "Technique(" + strconv.Itoa(int(t)) + ")"
}
