package report

import (
	"errors"
	"flag"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The properties are checked on the same values in every run, unless the command line has a seed.
func init() {
	if err := errors.Join(flag.Set("rapid.seed", "1"), flag.Set("rapid.nofailfile", "true")); err != nil {
		panic(err)
	}
}

// TestAxis checks that every axis shows its values in order and between its ends, with a few
// ticks whose texts do not overlap. A logarithmic axis must begin at a power of ten.
func TestAxis(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(1e-6, 1e12), 1, 20).Draw(t, "values")
		a := newAxis(values, rapid.Bool().Draw(t, "log"))
		if decade := math.Log10(a.low); a.log && math.Abs(decade-math.Round(decade)) > 1e-9 {
			t.Fatalf("it begins at %v", a.low)
		}
		for _, v := range values {
			if v > a.high*1.001 || a.log && v < a.low {
				t.Fatalf("%v is not between %v and %v", v, a.low, a.high)
			}
			for _, w := range values {
				if v < w && a.at(v) > a.at(w) {
					t.Fatalf("%v at %v, %v at %v", v, a.at(v), w, a.at(w))
				}
			}
		}
		texts, before, named := 0, -1.0, -25.0
		for _, tick := range a.ticks {
			if tick.At < 0 || tick.At > 100 || tick.At <= before {
				t.Fatalf("ticks %v", a.ticks)
			}
			before = tick.At
			if tick.Text == "" {
				continue
			}
			if texts++; tick.At < named+24 {
				t.Fatalf("%q lies over the name before: %v", tick.Text, a.ticks)
			}
			named = tick.At
		}
		if texts < 2 || texts > 8 {
			t.Fatalf("%d texts: %v", texts, a.ticks)
		}
	})
}
