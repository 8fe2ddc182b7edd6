package bench

// This file finds out what a contender proves.

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// Seen is what the answers of a contender showed before it was timed. All of them are right.
type Seen struct {
	Grids  int `json:"grids"`  // answers with a solution
	Counts int `json:"counts"` // answers with the number of solutions
	// Proven is true if the contender told all puzzles with several solutions from those with one. Some
	// test puzzles, which are not timed, have several. Otherwise Unproven says why not, unless Limit is 1.
	Proven   bool   `json:"proven"`
	Unproven string `json:"unproven,omitempty"`
}

// An evidence is what right answers to all puzzles of a corpus show.
type evidence struct {
	checked string
	guesses *uint64 // for the whole corpus; nil: unknown
	memory  int64   // greatest memory of the process; 0 = unknown

	grids, counts, several int // answers that show these
}

func (e *evidence) add(s shown) {
	e.grids += one(s.grid)
	e.counts += one(s.count)
	e.several += one(s.several)
}

// one returns 1 for true.
func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// count returns the numbers of puzzles that have a solution, and that have several.
func (k *key) count() (solvable, several int) {
	for i := range k.results {
		solvable += one(k.results[i].Solutions > 0)
		several += one(k.results[i].Solutions > 1)
	}
	return solvable, several
}

// check returns an error if the answers to the puzzles of a key do not tell all that have several solutions.
func (e *evidence) check(k *key) error {
	if _, several := k.count(); e.several < several {
		return fmt.Errorf("told %d of %d multiple puzzles", e.several, several)
	}
	return nil
}

// seen returns what a contender showed on the corpus, and proved on the test puzzles too. Counts that prove nothing
// are no answers: without them, it is an error if a solution is missing.
func (r *race) seen(ctx context.Context, e *entry, shown *evidence) (*Seen, error) {
	s := &Seen{Grids: shown.grids, Counts: shown.counts}
	solvable, _ := r.key.count()
	if r.tests != nil {
		if err := r.test(ctx, e); err != nil {
			s.Unproven = "test: " + err.Error()
		} else if err := shown.check(r.key); err != nil {
			s.Unproven = err.Error()
		}
		s.Proven = s.Unproven == ""
	}
	if !s.Proven && s.Grids < solvable {
		return nil, fmt.Errorf("no solution in %d of %d answers, and nothing is proven: %s", solvable-s.Grids, solvable, cmp.Or(s.Unproven, "limit 1"))
	}
	return s, nil
}

// test has a contender tell the test puzzles with several solutions from the others.
func (r *race) test(ctx context.Context, e *entry) error {
	c, err := e.make(r.tests.corpus)
	if err != nil {
		return err
	}
	shown, err := c.prove(ctx, r.tests)
	if err != nil {
		return err
	}
	return shown.check(r.tests)
}

// testPairs is the number of pairs of test puzzles. Guesses are right for all with a probability of 4⁻⁸.
const testPairs = 8

// newTests makes pairs of easy puzzles that differ by one clue, in random order. One of a pair has one solution, the
// other has several. Both are solved grids without some cells of two digits, which could trade places in the end.
func newTests(order int, seed uint64) (*Corpus, error) {
	g, err := generate.New(generate.Options{Order: order, Seed: seed, Clues: order * order * 2 / 3})
	if err != nil {
		return nil, err
	}
	s, err := solver.New(order, solver.Options{Limit: 2})
	if err != nil {
		return nil, err
	}
	size := order * order
	grids := generate.Series{Cells: make([]uint8, testPairs*size), Solutions: make([]uint8, testPairs*size), Results: make([]generate.Result, testPairs)}
	g.Feed(&grids)
	g.Flush()
	random := rand.New(rand.NewPCG(seed, uint64(order)))
	var puzzles [][]uint8
	for grid := range slices.Chunk(grids.Solutions, size) {
		puzzle, digits := slices.Clone(grid), random.Perm(order)[:2]
		for _, cell := range random.Perm(size) {
			if !slices.Contains(digits, int(puzzle[cell])-1) {
				continue
			}
			unique := slices.Clone(puzzle)
			puzzle[cell] = 0
			if s.Solve(slices.Clone(puzzle)).Status == solver.Multiple {
				puzzles = append(puzzles, unique, puzzle)
				break
			}
		}
	}
	random.Shuffle(len(puzzles), func(i, j int) { puzzles[i], puzzles[j] = puzzles[j], puzzles[i] })
	c := &Corpus{Name: "test puzzles", Order: order, N: len(puzzles), Cells: slices.Concat(puzzles...)}
	c.open = func() (pipeline.Source, error) { return memory{bytes.NewReader(c.Text)}, nil }
	return c, c.format()
}

// A memory is an input in memory.
type memory struct{ *bytes.Reader }

func (m memory) Close() error   { return nil }
func (m memory) BytesIn() int64 { return m.Size() - int64(m.Len()) }
func (m memory) Stream() bool   { return false }
func (m memory) Typed() bool    { return false }
