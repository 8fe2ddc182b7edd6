package check

import (
	"fmt"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
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
	labels, err := columns.Parse([]string{"tier", "er", "ep", "ed", "technique", "steps", "rating", "canonical", "automorphisms"})
	if err != nil {
		t.Fatal(err)
	}
	for _, duplicates := range []bool{false, true} {
		records, summary := recordsOf(t, Config{
			Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", text)}, Jobs: 2},
			Labels: labels, Duplicates: duplicates,
		})
		canonicalizer := solver.NewCanonicalizer()
		rater, err := solver.NewRater(geometry.Of(9))
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
				if r.labels != nil {
					t.Errorf("record %d, which is malformed, has labels", r.Number)
				}
				continue
			}
			cells := cellsOf(puzzles[good])
			good++
			var rating [1]solver.Rating
			var form [81]uint8
			rater.Rate(rating[:], cells)
			automorphisms := canonicalizer.Canonical(form[:], cells)
			score := explainer.Rate(cells)
			tiers[score.Tier()] = true
			counts.Tiers[score.Tier()]++
			counts.Ratings[rating[0]]++
			want := []string{score.Tier().String(), "", score.EP.String(), score.ED.String(), string(score.AppendTechnique(nil)), "", fmt.Sprint(rating[0]), formats.Format(form[:]), fmt.Sprint(automorphisms)}
			if score.Status == explain.Rated {
				counts.Explained[score.ER]++
				want[1], want[5] = score.ER.String(), fmt.Sprint(score.Steps)
			}
			for i := range want {
				if got := string(r.Label(i)); got != want[i] {
					t.Errorf("record %d: %s is %q, want %q", r.Number, labels[i].Name, got, want[i])
				}
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
