package main

import (
	"context"
	"os"
	"runtime"

	"github.com/dustin/go-humanize"
	"golang.org/x/term"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// runFlags are the flags of all verbs that run inputs through the pipeline. The
// field comments are their help.
type runFlags struct {
	Inputs []string `arg:"" optional:"" name:"input" help:"Files, @NAME for an embedded corpus, - for standard input (the default). Several are one stream, in this order. zstd and gzip are recognised."`

	outputFlags

	From            formFlag  `placeholder:"FORM" help:"Form of the inputs: ${forms}. Default: detected from the content of each."`
	Range           rangeFlag `placeholder:"A:B" help:"Records A to B only, counted from 1 over all inputs; A: goes to the end, :B begins at 1."`
	Skip            int64     `placeholder:"N" help:"Leave out the first N records."`
	Take            *int64    `placeholder:"N" help:"Take N records at most, behind those left out; 0 = none."`
	Engine          string    `default:"${auto}" placeholder:"NAME" help:"How to solve: ${engines}."`
	MaxGuesses      *uint64   `placeholder:"N" help:"Give a puzzle up after so many guesses; 0 = never, at your own risk. Default: ${guesses}, a second or so; engines with a search of their own: never."`
	MaxWindow       sizeFlag  `default:"64MiB" placeholder:"SIZE" help:"Largest zstd window to accept, which is memory to use. Default: ${default}."`
	RequireChecksum bool      `help:"Refuse zstd inputs that have a frame without a checksum; where a run needs no more of an input, read on to the checksum of what it used, however far."`
}

// records is what --range, or --skip and --take, choose.
func (c *runFlags) records() pipeline.Range {
	switch {
	case c.Range.set:
		return c.Range.Range
	case c.Take != nil:
		return pipeline.Range{First: c.Skip + 1, Last: c.Skip + *c.Take}
	}
	return pipeline.Range{First: c.Skip + 1}
}

// chosen are the inputs: none where --take leaves no record of them.
func (c *runFlags) chosen() []pipeline.Input {
	if c.Take != nil && *c.Take == 0 {
		return nil
	}
	return c.sources(c.Inputs)
}

// sayMissed says so where the records that were asked for begin behind the last.
func (c *runFlags) sayMissed(stats *pipeline.Stats) {
	first := c.records().First
	if first <= 1 || stats.Counted >= first || c.Take != nil && *c.Take == 0 {
		return
	}
	say("the range begins at record %s, but there are only %s", humanize.Comma(first), humanize.Comma(stats.Counted))
}

// outputFlags are the flags of all verbs that write puzzles or answers.
type outputFlags struct {
	Output    string `short:"o" default:"-" placeholder:"FILE" help:"Write here; appears only when complete. A name that ends in .zst is compressed. Default: standard output."`
	Force     bool   `short:"f" help:"Replace an existing output file."`
	Level     int    `default:"0" placeholder:"N" help:"Compress as zstd does at this level, 1 to 22. Default: without a search for matches, where that does not pay; smaller and faster for grids."`
	Jobs      int    `short:"j" default:"0" placeholder:"N" help:"Workers, which also compress and decompress; 0 = one for each core that the process may use."`
	Progress  string `default:"auto" enum:"auto,always,never" help:"Progress bar on standard error: auto = on a terminal, unless that shows the answers."`
	Quiet     bool   `short:"q" help:"No progress bar, no summary."`
	StatsJSON string `name:"stats-json" placeholder:"FILE" help:"Write the statistics here as JSON, also when the run failed. An existing file is replaced."`

	pool *corpus.Pool // of the run
}

// A job is what one verb does with the inputs.
type job struct {
	verb   string
	alone  bool     // it does without inputs
	limit  int      // solutions that are looked for
	solved string   // what a puzzle that counts as solved is known to be
	reads  []string // files that are read beside the inputs
	// more are the outputs beside the answers; those without a name are none.
	more []output
	// pipe runs the inputs through the pipeline.
	pipe func(context.Context, *outputs, *bar, *pipeline.Progress) (pipeline.Stats, error)
	// found, if it is not nil, is what the statistics tell of the verb's own.
	found func() any
	// bad, if it is not nil, reports whether a record failed what was asked.
	bad func() bool
}

// run runs a job: from the look at the outputs, before anything is read, to
// the exit code.
func (c *runFlags) run(ctx context.Context, j *job) error {
	if len(c.Inputs) == 0 && !j.alone {
		if term.IsTerminal(int(os.Stdin.Fd())) {
			say("no input: name a file, @demo for an embedded corpus, or pipe puzzles in\nrun sudokubatch %s --help for the flags", j.verb)
			return errExit(exitUsage)
		}
		c.Inputs = []string{"-"}
	}
	if c.Jobs == 0 {
		c.Jobs = runtime.GOMAXPROCS(0) // which respects the limits of a container
	}
	c.pool = corpus.NewPool(c.Jobs)
	out, err := c.create(j)
	if err != nil {
		atExit.clear()
		return err
	}
	progress := new(pipeline.Progress)
	bar := c.startBar(progress)
	atExit.add(func() { bar.say("stopped at once, after %s puzzles", humanize.Comma(progress.Puzzles.Load())) })

	var stats pipeline.Stats
	err = guard.Do(func() (err error) {
		stats, err = j.pipe(ctx, out, bar, progress)
		return err
	})
	bar.stop()
	if err == nil && stats.Unverified != "" {
		say("%s: what was used of it is not verified: the checksum behind it was not read (it is with --require-checksum)", stats.Unverified)
	}
	if err == nil && stats.Unreadable > 0 && stats.Unreadable == len(c.Inputs) {
		err = errExit(exitFailed) // the reasons were said
	}
	err = out.complete(err, func(complete bool) *statsJSON {
		return newStats(c, j, stats, out.answers.BytesOut(), complete)
	})
	if err == nil {
		c.sayMissed(&stats)
	}
	worthIt := err == nil || stats.Puzzles() > 0 || ctx.Err() != nil
	if worthIt && !c.Quiet && !isBrokenPipe(err) {
		summarize(os.Stderr, j.solved, stats, out.answers.BytesOut())
	}
	if abortErr := out.abort(); err == nil {
		err = abortErr
	}
	bad := stats.Malformed > 0 || stats.Unreadable > 0 || stats.Faults > 0 || j.bad != nil && j.bad()
	if err == nil && bad {
		err = errExit(exitRecords)
	}
	atExit.clear() // not where there was a panic: then main tidies up
	return err
}

// maxGuesses is the guess budget for each puzzle; 0 is none. That of the common
// search is none of the other engines', which may need millions of guesses.
func (c *runFlags) maxGuesses() uint64 {
	if c.MaxGuesses != nil {
		return *c.MaxGuesses
	}
	for _, e := range solver.Engines() {
		if e.Name == c.Engine && !e.Common {
			return 0
		}
	}
	return solver.DefaultMaxGuesses
}

// openFiles makes inputs of names; tests have others.
var openFiles = pipeline.Files

// sources are inputs as the pipeline takes them.
func (c *runFlags) sources(names []string) []pipeline.Input {
	return openFiles(names, corpus.Options{
		Stdin: os.Stdin, MaxWindow: uint64(c.MaxWindow), RequireChecksum: c.RequireChecksum, Pool: c.pool,
	})
}
