// Package augment makes many isomorphs of each puzzle that inputs hold, with their
// solutions and whatever else a record has, in one pass over inputs of any size.
package augment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Config says what to make. Of the pipeline's Config, NewWorker, OnBatch, OnUnread and Range
// are not looked at. A record with a solution that is not its puzzle's is a malformed one.
// With Start the inputs are read from their beginning all the same.
type Config struct {
	pipeline.Config
	// Each is how many random isomorphs are made of each puzzle, up to MostEach.
	// They depend on Seed, on the number of the record over all inputs, from 1, and
	// on their own number, from 1: more of them begin like fewer.
	Each uint64
	Seed uint64
	// First is how many rows are left out, the first, and End, if it is not nil, where
	// the others end: a share of all, see Rows. It has the header of all.
	First uint64
	End   *uint64
	// Original writes the puzzle itself before its isomorphs, as isomorph 0.
	Original bool
	// Solutions has puzzles solved that have no solution beside them. It needs the form
	// Line, Npy, which is then paired, a table or Pairs. Wherever a solution is written,
	// given or found, the puzzle is proven to have no other; puzzles without exactly one
	// are left out.
	Solutions bool
	// Pairs writes what a Dataset takes, in place of a form: each piece that Output
	// is given is the tokens of puzzles, and then those of their solutions. All
	// puzzles must be of one order, and are solved as with Solutions.
	Pairs bool

	OnLeftOut func(*formats.SyntaxError) // is called with a puzzle without exactly one solution; Err is a LeftOutError

	unitBytes int // of what is written, for tests; 0 is the default
}

// MostEach is how many isomorphs of a puzzle can be asked for.
const MostEach = 1 << 40

// check reports fields that contradict each other.
func (cfg *Config) check() error {
	switch {
	case cfg.Each > MostEach:
		return fmt.Errorf("%d isomorphs of each puzzle are more than %d", cfg.Each, int64(MostEach))
	case cfg.End != nil && *cfg.End < cfg.First:
		return fmt.Errorf("a share from row %d ends at row %d", cfg.First, *cfg.End)
	case cfg.Each == 0 && !cfg.Original:
		return errors.New("neither puzzles nor isomorphs are to be written")
	case cfg.Solutions && cfg.To != 0 && !cfg.Pairs:
		return checkSolutions(cfg.To)
	}
	return nil
}

// checkSolutions reports a kind that has no place for the solutions that are asked for.
func checkSolutions(kind formats.Kind) error {
	if kind.HoldsSolutions() {
		return nil
	}
	return fmt.Errorf("solutions need the form %v, %v or a table, not %v", formats.Line, formats.Npy, kind)
}

// lowest is the number of the first row of each record: 0 is the puzzle itself.
func (cfg *Config) lowest() uint64 {
	if cfg.Original {
		return 0
	}
	return 1
}

// unitsPerJob is how many units circulate per worker: those that wait for their
// puzzles to be solved end at different times.
const unitsPerJob = 4

// Run writes the isomorphs of each record in turn, the same for any number of
// workers. It returns as pipeline.Run does. Statistics count the puzzles that were
// written as solved.
//
// A table keeps its columns; the puzzle and its solution are replaced. Behind them
// come the solution, if Solutions asks for what the first input has no column for,
// and group, the number of the record, isomorph, that of the isomorph, and seed. In
// the form Line a solution that is known follows its puzzle.
func Run(ctx context.Context, cfg Config) (pipeline.Stats, error) {
	if err := cfg.check(); err != nil {
		return pipeline.Stats{}, err
	}
	if cfg.Jobs <= 0 {
		cfg.Jobs = runtime.GOMAXPROCS(0)
	}
	cfg.Solutions = cfg.Solutions || cfg.Pairs
	f := feed{cfg: &cfg, skip: cfg.First, left: math.MaxUint64}
	if cfg.End != nil {
		f.left = *cfg.End - cfg.First
	}
	if cfg.Start != nil {
		f.skip += uint64(cfg.Start.Records)
		f.headed = cfg.Start.Stats.TextOut > 0
	}
	run := cfg.Config
	run.Feed = &pipeline.Feed{Name: "puzzles", Run: f.run}
	run.Batches = unitsPerJob*cfg.Jobs + 2
	run.NewWorker = func() (pipeline.Worker, error) { return newWorker(&cfg), nil }
	run.Hooks = pipeline.Hooks{OnCheckpoint: cfg.OnCheckpoint, OnBatch: f.written}
	stats, err := pipeline.Run(ctx, run)
	f.report(f.faults)
	stats.Malformed += f.read.Malformed
	stats.Unreadable, stats.Faults = f.read.Unreadable, f.read.Faults
	stats.BytesIn, stats.TextIn, stats.Reading = f.read.BytesIn, f.read.TextIn, f.read.Reading
	stats.Unchecked, stats.Unverified = f.read.Unchecked, f.read.Unverified
	return stats, err
}

// solverOptions prove solutions to be the only ones.
func solverOptions() solver.Options {
	return solver.Options{Limit: 2}
}
