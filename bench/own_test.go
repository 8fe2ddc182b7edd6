package bench

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver"
)

// An ownSolver is an engine of a caller. It may change what a solver answers.
type ownSolver struct {
	*solver.Solver
	change func(cells []uint8, r *solver.Result)
}

func (s ownSolver) Solve(cells []uint8) solver.Result {
	r := s.Solver.Solve(cells)
	r.Guesses = 0
	s.change(cells, &r)
	return r
}

// TestOwnEngines checks that engines of the caller are measured where they solve the order, and only
// in memory, and that their wrong answers are refused.
func TestOwnEngines(t *testing.T) {
	t.Parallel()
	demo16, err := load(t.Context(), "@demo16", nil)
	if err != nil {
		t.Fatal(err)
	}
	cfg := tiny(peerCorpus(t), loadText(t, "order16.txt", string(demo16.Text[:3*257])))
	cfg.Limits, cfg.Memory, cfg.EndToEnd, cfg.Latency = []int{2}, true, true, true
	own := func(change func([]uint8, *solver.Result)) func(order, limit int) solver.Engine {
		return func(order, limit int) solver.Engine {
			if order != 9 {
				return nil
			}
			s, err := solver.New(order, solver.Options{Engine: "dlx", Limit: limit})
			if err != nil {
				t.Error(err)
			}
			return ownSolver{s, change}
		}
	}
	cfg.Own = map[string]func(order, limit int) solver.Engine{
		"right": own(func([]uint8, *solver.Result) {}),
		"no contradictions": own(func(_ []uint8, r *solver.Result) {
			if r.Status == solver.Contradiction {
				r.Status = solver.NoSolution
			}
		}),
		"count":  own(func(_ []uint8, r *solver.Result) { r.Solutions = min(r.Solutions, 1) }),
		"status": own(func(_ []uint8, r *solver.Result) { r.Status = solver.Solved }),
		"digits": own(func(cells []uint8, _ *solver.Result) { cells[0], cells[1] = cells[1], cells[0] }),
	}
	measurements, err := Run(t.Context(), cfg)
	if err != nil || len(measurements) != len(cfg.Own) {
		t.Fatalf("%v, %+v", err, measurements)
	}
	for i, want := range []struct{ name, err string }{
		{"count", "puzzle 2: 1 solutions, want 2"},
		{"digits", "puzzle 1: wrong solution: "},
		{"no contradictions", ""},
		{"right", ""},
		{"status", "puzzle 2: status solved, want multiple"},
	} {
		m := &measurements[i]
		if m.Engine != want.name || m.Mode != memoryMode || m.Verified != (want.err == "") || (m.Latency == nil) == m.Verified || m.GuessesPerPuzzle != nil ||
			!strings.HasPrefix(m.Error, want.err) || m.Verified != (m.PuzzlesPerSecond > 0) {
			t.Errorf("%s: %+v", want.name, m)
		}
	}
}
