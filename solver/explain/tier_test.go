package explain

import (
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// TestTier has the tiers at the ends of their ranges.
func TestTier(t *testing.T) {
	t.Parallel()
	for er, want := range map[Score]Tier{
		0: Easy, 15: Easy, 17: Medium, 28: Medium, 30: Hard, 44: Hard, 45: Expert, 65: Expert, 66: Extreme, 75: Extreme, 76: Beyond, 110: Beyond,
	} {
		if got := (&Rating{Status: Rated, ER: er}).Tier(); got != want {
			t.Errorf("%v: %v, want %v", er, got, want)
		}
		bound := NoTier
		if want == Beyond {
			bound = Beyond
		}
		if got := (&Rating{Status: AtLeast, ER: er}).Tier(); got != bound {
			t.Errorf("at least %v: %v, want %v", er, got, bound)
		}
	}
	for _, status := range []Status{Unknown, Multiple, NoSolution, Unsupported} {
		if got := (&Rating{Status: status}).Tier(); got != NoTier {
			t.Errorf("%v: %v", status, got)
		}
	}
	if Tier(99).String() != "Tier(99)" || Beyond.String() != "beyond" {
		t.Error("names of tiers")
	}
}

// TestTierByLimit checks that a Rater with a limit finds the same tiers.
func TestTierByLimit(t *testing.T) {
	t.Parallel()
	all, limited := New(Options{}), New(Options{MaxRating: MaxTierRating})
	for _, k := range readKnown(t, "testdata/generated.tsv") {
		full := all.Rate(puzzletest.Decode(k.line))
		part := limited.Rate(puzzletest.Decode(k.line))
		if full.Tier() != part.Tier() {
			t.Errorf("%v: %v, but with a limit %v", k.line, full.Tier(), part.Tier())
		}
	}
}
