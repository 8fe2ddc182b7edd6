package main

import (
	"context"
	"io"
	"os"
	"runtime"

	"github.com/dustin/go-humanize"
	"golang.org/x/term"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A solveCmd is the verb solve. The field comments are its help.
type solveCmd struct {
	Inputs []string `arg:"" optional:"" name:"input" help:"Files, @NAME for an embedded corpus, - for standard input (the default). Several are one stream, in this order. zstd and gzip are recognised."`

	Output     string   `short:"o" default:"-" placeholder:"FILE" help:"Write here; appears only when complete. A name that ends in .zst is compressed. Default: standard output."`
	Force      bool     `short:"f" help:"Replace an existing output file."`
	From       formFlag `placeholder:"FORM" help:"Form of the inputs: ${forms}. Default: detected from the content of each."`
	To         formFlag `placeholder:"FORM" help:"Form of the answers: ${forms}. Default: as the input. hiho answers begin without a count, like the judge's."`
	Jobs       int      `short:"j" default:"0" placeholder:"N" help:"Workers; 0 = one for each core."`
	Limit      int      `default:"1" placeholder:"N" help:"Solutions to look for: 1 = the first, 2 = also prove it is the only one, N = count up to N."`
	Engine     string   `default:"${auto}" placeholder:"NAME" help:"How to solve: ${engines}."`
	MaxGuesses uint64   `default:"0" placeholder:"N" help:"Give a puzzle up after so many guesses; 0 = never."`
	OnBad      string   `default:"mark" enum:"mark,skip,stop" help:"Malformed records: mark = answer with a line that says so, skip = leave out, stop = end there."`
	MaxWindow  sizeFlag `default:"64MiB" placeholder:"SIZE" help:"Largest zstd window to accept, which is memory to use. Default: ${default}."`
	Progress   string   `default:"auto" enum:"auto,always,never" help:"Progress bar on standard error: auto = on a terminal, unless that shows the answers."`
	Quiet      bool     `short:"q" help:"No progress bar, no summary."`
	StatsJSON  string   `name:"stats-json" placeholder:"FILE" help:"Write the statistics here as JSON, also when the run failed. An existing file is replaced."`
}

// Help is the part of the help that is longer than a flag's line.
func (solveCmd) Help() string {
	return `Forms: line = one puzzle a line, 81 cells of 1-9 with . or 0 for a blank, or 256 cells of A-P with . or -;
hiho = a count, then nine rows of nine numbers each; letters16 = grids of sixteen lines of A-P and -.

In the form line every record gives one line: its solution, or "multiple " and the first of several solutions
(with --limit 2 or more), "no solution", "contradiction r1c1 r1c2", "gave up after N guesses",
"malformed column N: reason".

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or some inputs unreadable;
128 + signal interrupted.`
}

// Run solves the inputs.
func (c *solveCmd) Run(ctx context.Context) error {
	if len(c.Inputs) == 0 {
		if term.IsTerminal(int(os.Stdin.Fd())) {
			say("no input: name a file, @demo for an embedded corpus, or pipe puzzles in\nrun sudokubatch solve --help for the flags")
			return errExit(exitUsage)
		}
		c.Inputs = []string{"-"}
	}
	out, err := c.create()
	if err != nil {
		return err
	}
	progress := new(pipeline.Progress)
	bar := c.startBar(progress)
	atExit.set(func() {
		bar.say("stopped at once, after %s puzzles", humanize.Comma(progress.Puzzles.Load()))
		_ = out.abort()
	})
	defer atExit.set(nil)

	stats, err := c.pipe(ctx, out.answers, bar, progress)
	bar.stop()
	unread := stats.Unreadable == len(c.Inputs)
	if err == nil && !unread {
		err = out.answers.Commit()
	}
	if err == nil && unread {
		err = errExit(exitFailed) // the reasons were said
	}
	worthIt := err == nil || stats.Puzzles() > 0 || ctx.Err() != nil
	if worthIt && !c.Quiet && !isBrokenPipe(err) {
		summarize(os.Stderr, c, stats, out.answers.BytesOut())
	}
	if out.stats != nil {
		if statsErr := writeStats(out.stats, c, stats, out.answers.BytesOut(), err == nil); err == nil {
			err = statsErr
		}
	}
	if abortErr := out.abort(); err == nil {
		err = abortErr
	}
	if err == nil && (stats.Malformed > 0 || stats.Unreadable > 0 || stats.Faults > 0) {
		err = errExit(exitRecords)
	}
	return err
}

// pipe runs the inputs through the pipeline.
func (c *solveCmd) pipe(ctx context.Context, out *corpus.Writer, bar *bar, progress *pipeline.Progress) (pipeline.Stats, error) {
	jobs := c.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	bad := faultReporter{bar: bar}
	stats, err := pipeline.Run(ctx, pipeline.Config{
		Inputs: c.sources(),
		Output: pipelineOutput(out),
		NewWorker: pipeline.SolveWorkers(
			solver.Options{Engine: c.Engine, Limit: c.Limit, MaxGuesses: c.MaxGuesses},
			onBad[c.OnBad],
		),
		From:         c.From.kind,
		To:           c.To.kind,
		Jobs:         jobs,
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

var onBad = map[string]pipeline.OnBad{"mark": pipeline.Mark, "skip": pipeline.Skip, "stop": pipeline.Stop}

// sources are the inputs as the pipeline takes them.
func (c *solveCmd) sources() []pipeline.Input {
	opts := corpus.Options{Stdin: os.Stdin, MaxWindow: uint64(c.MaxWindow)}
	inputs := make([]pipeline.Input, len(c.Inputs))
	for i, name := range c.Inputs {
		shown := name
		if name == "-" {
			shown = "<stdin>"
		}
		inputs[i] = pipeline.Input{Name: shown, Open: func() (pipeline.Source, error) {
			return corpus.Open(name, opts)
		}}
	}
	return inputs
}

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
