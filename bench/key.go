package bench

import (
	"bytes"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver"
)

// A key is the answers to a corpus at one limit, that others are judged by.
type key struct {
	corpus  *Corpus
	limit   int
	results []solver.Result
	cells   []uint8 // the first solutions, where there are any
	guesses uint64  // all together
}

// newKey finds the answers with the engines of the common search that run here.
// It verifies them, and where there are two they must agree.
func newKey(ctx context.Context, c *Corpus, limit int) (*key, error) {
	var k *key
	engines, err := Engines(availableCommon(c.Order))
	if err != nil {
		return nil, err
	}
	for _, e := range engines {
		s, err := newInMemory(c, e, limit, 1)
		if err != nil {
			return nil, err
		}
		answers, err := s.solveOnce(ctx)
		if err != nil {
			return nil, err
		}
		if k == nil {
			k = &key{corpus: c, limit: limit}
			if err := k.verify(answers); err != nil {
				return nil, fmt.Errorf("engine %s: %w", e.Name, err)
			}
			k.results, k.cells, k.guesses = answers.results, answers.cells, answers.guesses()
			continue
		}
		if err := k.judge(answers, true); err != nil {
			return nil, fmt.Errorf("engine %s: %w", e.Name, err)
		}
	}
	return k, nil
}

// availableCommon names the engines of the common search that solve an order.
func availableCommon(order int) []string {
	var names []string
	for _, info := range solver.Engines() {
		if info.Common && slices.Contains(info.Orders, order) {
			names = append(names, info.Name)
		}
	}
	return names
}

// answers are what an engine made of a corpus.
type answers struct {
	results []solver.Result
	cells   []uint8
}

func (a *answers) guesses() (sum uint64) {
	for i := range a.results {
		sum += a.results[i].Guesses
	}
	return sum
}

// guessBits counts the puzzles by the bits of their guesses.
func (a *answers) guessBits() []int64 {
	counts := []int64{0}
	for i := range a.results {
		n := bits.Len64(a.results[i].Guesses)
		for n >= len(counts) {
			counts = append(counts, 0)
		}
		counts[n]++
	}
	return counts
}

// verify reports the first solution that is none.
func (k *key) verify(a *answers) error {
	size := k.corpus.Order * k.corpus.Order
	for i := range a.results {
		if a.results[i].Solutions == 0 {
			continue
		}
		if err := solver.Verify(k.corpus.puzzle(i), a.cells[i*size:(i+1)*size]); err != nil {
			return fmt.Errorf("%s, puzzle %d: wrong solution: %w", k.corpus.Name, i+1, err)
		}
	}
	return nil
}

// judge compares all of an engine's answers with the key and reports the first
// that is wrong. One that runs the common search must also have found the same
// first solution by as many guesses.
func (k *key) judge(a *answers, common bool) error {
	if err := k.verify(a); err != nil {
		return err
	}
	size := k.corpus.Order * k.corpus.Order
	for i := range a.results {
		got, want := &a.results[i], &k.results[i]
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("%s, puzzle %d: %s", k.corpus.Name, i+1, fmt.Sprintf(format, args...))
		}
		switch {
		case got.Status != want.Status:
			return wrong("status %v, want %v", got.Status, want.Status)
		case got.Solutions != want.Solutions:
			return wrong("%d solutions, want %d", got.Solutions, want.Solutions)
		case !common:
			continue
		case got.Guesses != want.Guesses:
			return wrong("%d guesses, where the search takes %d", got.Guesses, want.Guesses)
		case got.Solutions > 0 && !bytes.Equal(a.cells[i*size:(i+1)*size], k.cells[i*size:(i+1)*size]):
			return wrong("not the first solution of the search")
		}
	}
	return nil
}
