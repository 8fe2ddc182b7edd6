package explain

import "testing"

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
	if len(seen) != techniqueCount+len(Aliases) || TechniquesNamed("") != nil || TechniquesNamed("XWing") != nil {
		t.Errorf("%d names", len(seen))
	}
}
