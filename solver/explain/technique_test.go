package explain

import (
	"fmt"
	"strings"
	"testing"
)

// TestTechniquesNamed finds all techniques by their names and by their aliases.
func TestTechniquesNamed(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{"": true}
	check := func(name string, want []Technique) {
		if got := TechniquesNamed(name); seen[name] || len(got) == 0 || len(got) != len(want) || got[0] != want[0] {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
		seen[name] = true
	}
	for _, technique := range Techniques() {
		check(technique.String(), []Technique{technique})
		_, most := technique.Ratings(SE121)
		if least, other := technique.Ratings(Sukaku); max(most, other) == 0 || least > other {
			t.Errorf("%v: ratings up to %v and %v", technique, most, other)
		}
	}
	for _, a := range Aliases {
		check(a.Name, a.Means)
	}
	if len(seen) != techniqueCount+len(Aliases) || TechniquesNamed("") != nil || len(byKey()) != len(seen)-1+len(spellings) {
		t.Errorf("%d names", len(seen))
	}
}

// TestSpellings finds techniques however people write them, and near ones for names that are not known.
func TestSpellings(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"x-wing XWing X-Wings x_wings":                "[X-Wing]",
		"hiddenPairs HIDDEN-PAIRS":                    "[Hidden Pair]",
		"locked-candidates(pointing) pointing-pairs":  "[Pointing]",
		"line/box-reduction":                          "[] [Claiming]",
		"box/line-reductions":                         "[Claiming]",
		"bug+1 Bivalue-Universal-Grave+1 bugs":        "[Bivalue Universal Grave]",
		"2-string-kites two-string-kite":              "[2-String Kite]",
		"ape aligned-pair-exclusions":                 "[Aligned Pair Exclusion]",
		"nishio-forcing-chain":                        "[Nishio Forcing Chains]",
		"dynamic-cell-forcing-chain(+forcing-chains)": "[Dynamic Cell Forcing Chains (+ Forcing Chains)]",
		"simple-colouring Simple-Colors":              "[] [X-Cycle X-Chain]",
		"remote-pairs":                                "[] [Y-Cycle Forcing Chain]",
		"finned-X-wing":                               "[] [X-Wing]",
		"unique-rectangle-type-1":                     "[] [Unique Rectangle]",
		"swordfsh Sashimi-Swordfish":                  "[] [Swordfish]",
		"Death-Blossom sue-de-coq exocet x é":         "[] []",
	} {
		for name := range strings.FieldsSeq(name) {
			got := fmt.Sprint(TechniquesNamed(name))
			if got == "[]" {
				got += " " + fmt.Sprint(Near(name, Sukaku))
			}
			if got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
	}
	if near := Near("skyscrapers", SE121); len(near) > 0 {
		t.Errorf("near, but not on the scale: %v", near)
	}
}
