package check

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
)

// TestLabels wants what records are labelled with to be what the solver says of
// each alone, whether they are compared or not, and no record to fail by it.
func TestLabels(t *testing.T) {
	t.Parallel()
	puzzles := pipetest.Demo(t, "@demo", 12_420)[12_340:] // of all tiers, in turns
	text := ""
	for i, p := range puzzles {
		text += p + "\n"
		if i%7 == 0 {
			text += "x\n" // malformed records shift nothing
		}
	}
	labels := Labels{Tier: true, Rating: true, Canonical: true, Redundant: true}
	for _, duplicates := range []bool{false, true} {
		records, summary := recordsOf(t, Config{
			Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", text)}, Jobs: 2},
			Labels: labels, Duplicates: duplicates,
		})
		canonicalizer := solver.NewCanonicalizer()
		rater, err := solver.NewRater(9)
		if err != nil {
			t.Fatal(err)
		}
		s, err := solver.New(9, solver.Options{Limit: 2})
		if err != nil {
			t.Fatal(err)
		}
		good, failed, tiers := 0, int64(0), map[solver.Tier]bool{}
		var counts Summary
		for _, r := range records {
			if r.Failed() {
				failed++
			}
			if r.Column > 0 {
				if r.Tier != solver.TierUnknown || r.Rating != solver.Unrated || r.Canonical != nil {
					t.Errorf("record %d, which is malformed, has labels", r.Number)
				}
				continue
			}
			cells := cellsOf(puzzles[good])
			good++
			tiers[r.Tier] = true
			var rating [1]solver.Rating
			var form [81]uint8
			rater.Rate(rating[:], cells)
			automorphisms := canonicalizer.Canonical(form[:], cells)
			result := s.Solve(slices.Clone(cells))
			counts.Tiers[r.Tier]++
			counts.Ratings[r.Rating]++
			if r.Rating != rating[0] || r.Tier != solver.TierOf(cells, result) || !slices.Equal(r.Canonical, form[:]) || r.Automorphisms != automorphisms {
				t.Errorf("record %d: rating %d, tier %v, %d automorphisms, form %v", r.Number, r.Rating, r.Tier, r.Automorphisms, r.Canonical)
			}
		}
		if good != len(puzzles) || len(tiers) != 3 || failed != summary.Malformed || summary.Failed != failed {
			t.Errorf("%d puzzles of %d tiers, %d of %d records failed, %+v", good, len(tiers), failed, len(records), summary)
		}
		if summary.Tiers != counts.Tiers || summary.Ratings != counts.Ratings {
			t.Errorf("tiers %v, want %v; ratings %v, want %v", summary.Tiers, counts.Tiers, summary.Ratings, counts.Ratings)
		}
	}
}
