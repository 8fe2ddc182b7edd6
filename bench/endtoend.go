package bench

// This file measures the pipeline in this process.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver"
)

// An endToEnd is a contender: the pipeline in this process, from the corpus on disk to answers
// as text, which are counted and thrown away.
type endToEnd struct {
	corpus  *Corpus
	opts    solver.Options
	jobs    int
	bytes   int64  // of the answers to one lap
	guesses uint64 // in one lap
}

// errDiffers ends a contender that answers otherwise than when it was verified.
var errDiffers = errors.New("its answers when timed differ from those that were verified")

func (e *endToEnd) prove(ctx context.Context, k *key) (*evidence, error) {
	var out bytes.Buffer
	stats, err := e.pipe(ctx, 1, &out)
	if err != nil {
		return nil, err
	}
	e.bytes, e.guesses = stats.TextOut, stats.Guesses
	seen, err := judgeText(k, out.Bytes(), true)
	if err == nil {
		seen.guesses = &stats.Guesses
	}
	return seen, err
}

func (e *endToEnd) run(ctx context.Context, laps int) (effort, error) {
	var stats pipeline.Stats
	var err error
	spent := timed(func() { stats, err = e.pipe(ctx, laps, io.Discard) })
	if err == nil && (stats.TextOut != int64(laps)*e.bytes || stats.Guesses != uint64(laps)*e.guesses) {
		err = errDiffers
	}
	return spent, err
}

// pipe solves the corpus so many times, as that many inputs.
func (e *endToEnd) pipe(ctx context.Context, laps int, out io.Writer) (pipeline.Stats, error) {
	inputs := make([]pipeline.Input, laps)
	for i := range inputs {
		inputs[i] = pipeline.Input{Name: e.corpus.Name, Open: e.corpus.open}
	}
	var unreadable error
	stats, err := pipeline.Run(ctx, pipeline.Config{
		Inputs:    inputs,
		Hints:     e.corpus.hints,
		Output:    out,
		NewWorker: solve.Workers(e.opts, pipeline.Mark),
		To:        bulk.Line,
		Jobs:      e.jobs,
		Hooks:     pipeline.Hooks{OnUnreadable: func(err error) { unreadable = err }},
	})
	switch want := int64(laps) * int64(e.corpus.N); {
	case ctx.Err() != nil:
		return stats, context.Cause(ctx)
	case unreadable != nil:
		return stats, unreadable
	case err == nil && stats.Puzzles() != want:
		err = fmt.Errorf("%d of %d puzzles", stats.Puzzles(), want)
	}
	return stats, err
}
