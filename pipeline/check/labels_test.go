package check

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/explain"
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
	labels := Labels{Tier: true, Explained: true, Rating: true, Canonical: true, Redundant: true}
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
		explainer := explain.New(explain.Options{})
		good, failed, tiers := 0, int64(0), map[explain.Tier]bool{}
		var counts Summary
		for _, r := range records {
			if r.Failed() {
				failed++
			}
			if r.Column > 0 {
				if r.Difficulty != (Difficulty{}) || r.Rating != solver.Unrated || r.Canonical != nil {
					t.Errorf("record %d, which is malformed, has labels", r.Number)
				}
				continue
			}
			cells := cellsOf(puzzles[good])
			good++
			tiers[r.Difficulty.Tier] = true
			var rating [1]solver.Rating
			var form [81]uint8
			rater.Rate(rating[:], cells)
			automorphisms := canonicalizer.Canonical(form[:], cells)
			score := explainer.Rate(cells)
			want := Difficulty{score.Tier(), score.Status, score.ER, score.EP, score.ED, score.Hardest, score.Steps}
			counts.Tiers[r.Difficulty.Tier]++
			if score.Status == explain.Rated {
				counts.Explained[score.ER]++
			}
			counts.Ratings[r.Rating]++
			if r.Rating != rating[0] || r.Difficulty != want || !slices.Equal(r.Canonical, form[:]) || r.Automorphisms != automorphisms {
				t.Errorf("record %d: rating %d, difficulty %v, %d automorphisms, form %v", r.Number, r.Rating, r.Difficulty, r.Automorphisms, r.Canonical)
			}
		}
		if good != len(puzzles) || len(tiers) < 4 || failed != summary.Malformed || summary.Failed != failed {
			t.Errorf("%d puzzles of %d tiers, %d of %d records failed, %+v", good, len(tiers), failed, len(records), summary)
		}
		if summary.Tiers != counts.Tiers || summary.Explained != counts.Explained || summary.Ratings != counts.Ratings {
			t.Errorf("tiers %v, want %v; ratings %v, want %v", summary.Tiers, counts.Tiers, summary.Ratings, counts.Ratings)
		}
	}
}
