package bench

// This file finds the right answers to a corpus, and judges what engines answer.

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver"
)

// A key is the right answers to a corpus at one limit.
type key struct {
	corpus *Corpus
	limit  int
	answers
}

// answers are what an engine found for each puzzle of a corpus.
type answers struct {
	results []solver.Result
	cells   []uint8 // the first solutions, where there are any
	own     bool    // of an engine that need not tell clues that clash from other puzzles without a solution
}

// newKey finds the answers with the engines of the common search that run here. It verifies
// them, and where there are two engines these must agree.
func newKey(ctx context.Context, c *Corpus, limit int) (*key, error) {
	k := &key{corpus: c, limit: limit}
	for _, info := range solver.Engines() {
		if !info.Common || !slices.Contains(info.Orders, c.Order) {
			continue
		}
		e, err := engineNamed(info.Name)
		if err != nil {
			return nil, err
		}
		m, err := newInMemory(c, &e, limit, 1)
		if err != nil {
			return nil, err
		}
		a, err := m.solveOnce(ctx)
		if err != nil {
			return nil, err
		}
		if k.results == nil {
			k.answers = *a
		}
		if err := k.judge(a, true); err != nil {
			return nil, fmt.Errorf("%s: engine %s: %w", c.Name, e.name, err)
		}
	}
	return k, nil
}

// judge compares all answers with the key and returns an error for the first that is wrong.
// An engine of the common search must also have found the same first solution with as many
// guesses.
func (k *key) judge(a *answers, common bool) error {
	size := k.corpus.Order * k.corpus.Order
	for i := range a.results {
		got, want := &a.results[i], &k.results[i]
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("puzzle %d: %s", i+1, fmt.Sprintf(format, args...))
		}
		cells := a.cells[i*size : (i+1)*size]
		if got.Solutions > 0 {
			if err := solver.Verify(k.corpus.puzzle(i), cells); err != nil {
				return wrong("wrong solution: %v", err)
			}
		}
		switch {
		case got.Status != want.Status && (!a.own || got.Status != solver.NoSolution || want.Status != solver.Contradiction):
			return wrong("status %v, want %v", got.Status, want.Status)
		case got.Solutions != want.Solutions:
			return wrong("%d solutions, want %d", got.Solutions, want.Solutions)
		case common && got.Guesses != want.Guesses:
			return wrong("%d guesses, where the search takes %d", got.Guesses, want.Guesses)
		case common && got.Solutions > 0 && !bytes.Equal(cells, k.cells[i*size:(i+1)*size]):
			return wrong("not the first solution of the search")
		}
	}
	return nil
}
