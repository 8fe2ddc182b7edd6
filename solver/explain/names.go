package explain

// This file finds techniques by the names that people write.

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// spellings are more names of HoDoKu and sudokuwiki.org for what Techniques or Aliases name.
var spellings = map[string]string{
	"Locked Candidates Type 1": "Pointing", "Locked Candidates (Pointing)": "Pointing", "Locked Candidates Type 1 (Pointing)": "Pointing",
	"Locked Candidates Type 2": "Claiming", "Locked Candidates (Claiming)": "Claiming", "Locked Candidates Type 2 (Claiming)": "Claiming",
	"Intersection Removal":        "Locked Candidates",
	"Bivalue Universal Grave + 1": "BUG+1",
	"Alternating Inference Chain": "AIC", "Altern. Inference Chain": "AIC", "Continuous Nice Loop": "Nice Loop",
}

// relatives are techniques that no step here is called, with techniques that find such steps.
var relatives = map[string][]Technique{
	"Simple Coloring":   {xChain, xCycle},
	"Simple Colors":     {xChain, xCycle},
	"Multi Colors":      {xChain, xCycle},
	"3D Medusa":         {forcingChain},
	"Remote Pair":       {forcingChain, yCycle},
	"W-Wing":            {forcingChain},
	"Uniqueness Test":   {uniqueRectangle},
	"Almost Locked Set": {wxyzWing, vwxyzWing},
}

// keyOf returns what tells names of techniques apart: letters in lower case, digits and +. Each word
// loses a plural s, and colour is color.
func keyOf(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return r != '+' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	for i := range words {
		words[i] = strings.TrimSuffix(words[i], "s")
	}
	return strings.ReplaceAll(strings.Join(words, ""), "colour", "color")
}

// byKey returns all techniques by the keys of their names.
var byKey = sync.OnceValue(func() map[string][]Technique {
	all := map[string][]Technique{}
	for _, t := range Techniques() {
		all[keyOf(t.String())] = []Technique{t}
	}
	for _, a := range Aliases {
		all[keyOf(a.Name)] = a.Means
	}
	for name, same := range spellings {
		all[keyOf(name)] = all[keyOf(same)]
	}
	return all
})

// TechniquesNamed returns the technique with a name, or the techniques that it is an alias for, or nil.
// Case, blanks, hyphens and a plural s do not matter.
func TechniquesNamed(name string) []Technique { return slices.Clone(byKey()[keyOf(name)]) }

// Near returns up to four techniques of a scale whose names are near to a name, the nearest first.
func Near(name string, scale Scale) []Technique {
	key, likeness := keyOf(name), map[Technique]float64{}
	for _, names := range []map[string][]Technique{byKey(), relatives} {
		for other, techniques := range names {
			for _, t := range techniques {
				if _, limit := t.Ratings(scale); limit > 0 {
					likeness[t] = max(likeness[t], alike(key, keyOf(other)))
				}
			}
		}
	}
	maps.DeleteFunc(likeness, func(_ Technique, like float64) bool { return like < 0.5 })
	near := slices.SortedFunc(maps.Keys(likeness), func(a, b Technique) int {
		return cmp.Or(cmp.Compare(likeness[b], likeness[a]), cmp.Compare(a, b))
	})
	return near[:min(len(near), 4)]
}

// alike returns how alike two keys are, up to 1: which part of the pairs of neighbours in the longer key is
// in the other. A key that holds the other, of four letters or more, is 0.75 alike.
func alike(a, b string) float64 {
	if len(a) < len(b) {
		a, b = b, a
	}
	pairs := 0
	for i := range max(len(a)-1, 0) {
		if strings.Contains(b, a[i:i+2]) {
			pairs++
		}
	}
	like := float64(pairs) / float64(max(len(a)-1, 1))
	if len(b) > 3 && strings.Contains(a, b) {
		like = max(like, 0.75)
	}
	return like
}
