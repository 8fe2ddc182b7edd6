package pipeline

import (
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
)

// TestWords wants what the solver and the output say of a puzzle to be the same
// word, and each to be counted once.
func TestWords(t *testing.T) {
	t.Parallel()
	var counts Counts
	for status := solver.Unknown + 1; status < solver.Statuses; status++ {
		verdict := counts.count(&solver.Result{Status: status})
		if verdict.String() != status.String() {
			t.Errorf("status %v is verdict %v", status, verdict)
		}
	}
	if want := (Counts{Solved: 1, Multiple: 1, NoSolution: 1, Contradiction: 1, GaveUp: 1}); counts != want {
		t.Errorf("%+v, want %+v", counts, want)
	}
	if solver.Unknown.String() != formats.Unknown.String() {
		t.Errorf("%v and %v", solver.Unknown, formats.Unknown)
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
	new(Counts).count(new(solver.Result))
}

// TestUnsolved wants workers that solve nothing to say so of each puzzle.
func TestUnsolved(t *testing.T) {
	t.Parallel()
	cfg := Config{Jobs: 1, NewWorker: CheckWorkers(CheckOptions{SkipSolving: true, Keys: true})}
	var verdicts []formats.Verdict
	cfg.OnBatch = func(b *Batch, _ Place) error {
		for i := range b.Checks.Records {
			verdicts = append(verdicts, b.Checks.Records[i].Verdict)
		}
		return nil
	}
	o := mustRun(t, cfg, text("in", puzzle9+"\nx\n"))
	if len(verdicts) != 2 || verdicts[0] != formats.Unknown || verdicts[1] != formats.Malformed || o.stats.Solved != 0 {
		t.Errorf("%v, %+v", verdicts, o.stats.Counts)
	}
}
