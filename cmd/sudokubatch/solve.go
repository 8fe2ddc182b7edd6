package main

import (
	"context"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A solveCmd is the verb solve. The field comments are its help.
type solveCmd struct {
	runFlags

	To    formFlag `placeholder:"FORM" help:"Form of the answers: ${forms}. Default: as the input. hiho answers begin without a count, like the judge's."`
	Limit int      `default:"1" placeholder:"N" help:"Solutions to look for: 1 = the first, 2 = also prove it is the only one, N = count up to N, and tell the number."`
	OnBad string   `default:"mark" enum:"mark,skip,stop" help:"Malformed records: mark = answer with a line that says so, skip = leave out, stop = end there."`
}

// Help is the part of the help that is longer than a flag's line.
func (solveCmd) Help() string {
	return `Forms: line = one puzzle a line, 81 cells of 1-9 with . or 0 for a blank, or 256 cells of A-P with . or -;
hiho = a count, then nine rows of nine numbers each; letters16 = grids of sixteen lines of A-P and -.

In the form line every record gives one line: its solution, or "multiple " and the first of multiple solutions
(with --limit 2 or more; with more than 2 "multiple K ", where K is their number, or "multiple K+ " where there may be
more), "no solution", "contradiction r1c1 r1c2", "gave up after N guesses",
"malformed column N: reason".

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or some inputs unreadable;
128 + signal interrupted.`
}

// Run solves the inputs.
func (c *solveCmd) Run(ctx context.Context) error {
	return c.run(ctx, &job{verb: "solve", limit: c.Limit, solved: c.solvedWords(), pipe: c.pipe})
}

// solvedWords says what a puzzle that counts as solved is known to be.
func (c *solveCmd) solvedWords() string {
	if c.Limit > 1 {
		return solvedUniquely
	}
	return "solved"
}

// pipe runs the inputs through the pipeline.
func (c *solveCmd) pipe(ctx context.Context, out *outputs, bar *bar, progress *pipeline.Progress) (pipeline.Stats, error) {
	bad := faultReporter{bar: bar}
	stats, err := pipeline.Run(ctx, pipeline.Config{
		Inputs: c.chosen(),
		Output: pipelineOutput(out.answers),
		NewWorker: solve.Workers(
			solver.Options{Engine: c.Engine, Limit: c.Limit, MaxGuesses: c.maxGuesses()},
			onBad[c.OnBad],
		),
		From:         c.From.kind,
		To:           c.To.kind,
		Jobs:         c.Jobs,
		Pool:         c.pool,
		Range:        c.records(),
		OnFault:      bad.report,
		OnUnreadable: func(err error) { bar.say("%v", err) },
		Progress:     progress,
	})
	bad.finish()
	return stats, err
}

// pipelineOutput is the output as the pipeline takes it. Where nobody waits for
// the answers it has no Flush: what a compressed file holds must not depend on
// when its input came.
func pipelineOutput(out *corpus.Writer) io.Writer {
	if out.Stream() {
		return out
	}
	return struct{ io.Writer }{out}
}

var onBad = map[string]solve.OnBad{"mark": solve.Mark, "skip": solve.Skip, "stop": solve.Stop}

// maxShown is how many malformed records are shown one by one.
const maxShown = 20

// A faultReporter shows the first malformed records and counts the others; in
// the output each has its mark.
type faultReporter struct {
	bar   *bar
	total int
}

func (r *faultReporter) report(fault *formats.SyntaxError) {
	if r.total++; r.total <= maxShown {
		r.bar.say("%v", fault)
	}
}

func (r *faultReporter) finish() {
	if more := r.total - maxShown; more > 0 {
		r.bar.say("… and %d more malformed", more)
	}
}
