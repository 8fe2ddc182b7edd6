package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
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

	Output     string   `short:"o" placeholder:"FILE" help:"Write here; appears only when complete. A name that ends in .zst is compressed. Default: standard output."`
	Force      bool     `short:"f" help:"Replace an existing output file."`
	From       formFlag `placeholder:"FORM" help:"Form of the inputs: ${forms}. Default: detected from the content of each."`
	To         formFlag `placeholder:"FORM" help:"Form of the answers: ${forms}. Default: as the input. hiho answers begin without a count, like the judge's."`
	Jobs       int      `short:"j" default:"0" placeholder:"N" help:"Workers; 0 = one for each core."`
	Limit      int      `default:"1" placeholder:"N" help:"Solutions to look for: 1 = the first, 2 = also prove it is the only one, N = count up to N."`
	Engine     string   `default:"${auto}" placeholder:"NAME" help:"How to solve: ${engines}."`
	MaxGuesses uint64   `default:"0" placeholder:"N" help:"Give a puzzle up after so many guesses; 0 = never."`
	OnBad      string   `default:"mark" enum:"mark,skip,stop" help:"Malformed records: mark = answer with a line that says so, skip = leave out, stop = end there."`
	MaxWindow  sizeFlag `default:"64MiB" placeholder:"SIZE" help:"Largest zstd window to accept, which is memory to use."`
	Progress   string   `default:"auto" enum:"auto,always,never" help:"Progress bar on standard error: auto = on a terminal."`
	Quiet      bool     `short:"q" help:"No progress bar, no summary."`
	StatsJSON  string   `name:"stats-json" placeholder:"FILE" help:"Write the statistics here as JSON."`
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

// helpVars are what the help mentions by name.
func helpVars() kong.Vars {
	var forms []string
	for _, k := range formats.Kinds() {
		forms = append(forms, k.String())
	}
	return kong.Vars{
		"forms":   strings.Join(forms, ", "),
		"auto":    solver.Auto,
		"engines": strings.Join(solver.EngineNames(), ", "),
	}
}

// A formFlag is the name of a form.
type formFlag struct{ kind formats.Kind }

// UnmarshalText is how kong sets a flag.
func (f *formFlag) UnmarshalText(text []byte) (err error) {
	f.kind, err = formats.ParseKind(string(text))
	return err
}

// A sizeFlag is a number of bytes, such as 64MiB.
type sizeFlag uint64

// UnmarshalText is how kong sets a flag.
func (s *sizeFlag) UnmarshalText(text []byte) error {
	n, err := humanize.ParseBytes(string(text))
	*s = sizeFlag(n)
	return err
}

// Validate is kong's hook for what the flags must hold.
func (c *solveCmd) Validate() error {
	switch {
	case c.Jobs < 0:
		return fmt.Errorf("--jobs %d is negative", c.Jobs)
	case c.Limit < 1:
		return fmt.Errorf("--limit %d is less than 1", c.Limit)
	}
	for _, name := range solver.EngineNames() {
		if name == c.Engine {
			return nil
		}
	}
	return fmt.Errorf("--engine %s: choose %s", c.Engine, strings.Join(solver.EngineNames(), ", "))
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
	atExit.set(func() { _ = out.Abort() })
	defer atExit.set(nil)

	stats, err := c.pipe(ctx, out)
	if err == nil && stats.Unreadable < len(c.Inputs) {
		err = out.Commit()
	}
	if abortErr := out.Abort(); err == nil {
		err = abortErr
	}
	if !c.Quiet && !errors.Is(err, syscall.EPIPE) {
		summarize(os.Stderr, c, stats, out.BytesOut())
	}
	if c.StatsJSON != "" {
		if jsonErr := writeStats(c, stats, out.BytesOut()); err == nil {
			err = jsonErr
		}
	}
	switch {
	case err != nil:
		return err
	case stats.Unreadable == len(c.Inputs):
		return errExit(exitFailed)
	case stats.Malformed > 0 || stats.Unreadable > 0 || stats.Faults > 0:
		return errExit(exitRecords)
	}
	return nil
}

// create prepares the output, before anything is read.
func (c *solveCmd) create() (*corpus.Writer, error) {
	path := c.Output
	if path == "" {
		path = "-"
	}
	if path == "-" && stdoutClosed() {
		return nil, errors.New("writing <stdout>: it is closed")
	}
	var inputs []os.FileInfo
	for _, name := range c.Inputs {
		var info os.FileInfo
		var err error
		if name == "-" {
			info, err = os.Stdin.Stat()
		} else if !strings.HasPrefix(name, "@") {
			info, err = os.Stat(name)
		}
		if err == nil && info != nil {
			inputs = append(inputs, info)
		}
	}
	return corpus.Create(path, corpus.CreateOptions{Force: c.Force, Inputs: inputs, Stdout: os.Stdout})
}

// pipe runs the inputs through the pipeline.
func (c *solveCmd) pipe(ctx context.Context, out *corpus.Writer) (pipeline.Stats, error) {
	jobs := c.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	progress := new(pipeline.Progress)
	bar := c.startBar(progress)
	defer bar.stop()
	bad := faultReporter{bar: bar}
	stats, err := pipeline.Run(ctx, pipeline.Config{
		Inputs: c.sources(),
		Output: out,
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

// totalBytes is the size of all inputs, or -1 where one does not tell.
func (c *solveCmd) totalBytes() int64 {
	var total int64
	for _, name := range c.Inputs {
		if name == "-" {
			return -1
		}
		size := int64(0)
		if strings.HasPrefix(name, "@") {
			r, err := corpus.Open(name, corpus.Options{})
			if err != nil {
				continue // said when its turn comes
			}
			size = r.Size()
			_ = r.Close()
		} else if info, err := os.Stat(name); err == nil {
			if !info.Mode().IsRegular() {
				return -1
			}
			size = info.Size()
		}
		total += size
	}
	return total
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
		r.bar.say("… and %d more", more)
	}
}
