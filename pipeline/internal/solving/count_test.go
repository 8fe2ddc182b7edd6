package solving

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// TestWords wants what the solver and the output say of a puzzle to be the same
// word, and each to be counted once.
func TestWords(t *testing.T) {
	t.Parallel()
	var counts pipeline.Counts
	for status := solver.Unknown + 1; !strings.HasPrefix(status.String(), "Status("); status++ {
		verdict := Count(&counts, &solver.Result{Status: status})
		if verdict.String() != status.String() {
			t.Errorf("status %v is verdict %v", status, verdict)
		}
	}
	if want := (pipeline.Counts{Solved: 1, Multiple: 1, NoSolution: 1, Contradiction: 1, GaveUp: 1, Incomplete: 5}); counts != want {
		t.Errorf("%+v, want %+v", counts, want)
	}
	if solver.Unknown.String() != bulk.Unknown.String() {
		t.Errorf("%v and %v", solver.Unknown, bulk.Unknown)
	}
}

// TestForgottenStatus wants a result that no engine has set not to be counted
// as a solved puzzle.
func TestForgottenStatus(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("it was counted")
		}
	}()
	Count(new(pipeline.Counts), new(solver.Result))
}
