package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver"
)

// An endToEnd is a contender that is the pipeline in this process: from the
// corpus as it lies on disk, compressed or not, to answers as text, which are
// counted and thrown away.
type endToEnd struct {
	corpus  *Corpus
	opts    solver.Options
	jobs    int
	bytes   int64  // answers to one lap
	guesses uint64 // in one lap
}

func (e *endToEnd) prove(ctx context.Context, k *key) (proof, error) {
	var out bytes.Buffer
	stats, err := e.pipe(ctx, 1, &out)
	if err != nil {
		return proof{}, err
	}
	e.bytes, e.guesses = stats.TextOut, stats.Guesses
	checked, err := judgeText(k, out.Bytes(), true)
	return proof{checked: checked, guesses: stats.Guesses, counted: true}, err
}

func (e *endToEnd) run(ctx context.Context, laps int) (effort, error) {
	start := clock()
	stats, err := e.pipe(ctx, laps, io.Discard)
	spent := start.until(clock())
	if err == nil && (stats.TextOut != int64(laps)*e.bytes || stats.Guesses != uint64(laps)*e.guesses) {
		err = errors.New("its answers when timed differ from those that were verified")
	}
	return spent, err
}

// pipe solves the corpus laps times, as that many inputs.
func (e *endToEnd) pipe(ctx context.Context, laps int, out io.Writer) (pipeline.Stats, error) {
	inputs := make([]pipeline.Input, laps)
	for i := range inputs {
		inputs[i] = pipeline.Input{Name: e.corpus.Name, Open: e.corpus.open}
	}
	var unreadable error
	stats, err := pipeline.Run(ctx, pipeline.Config{
		Inputs:    inputs,
		Output:    out,
		NewWorker: solve.Workers(e.opts, pipeline.Mark),
		To:        formats.Line,
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
