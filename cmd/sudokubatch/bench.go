package main

// This file defines the verb bench, which measures solvers.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sudokubatch/sudokubatch/bench"
	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
)

// A benchCmd is the verb bench. The tags of the fields are its help.
type benchCmd struct {
	Corpora []string `arg:"" optional:"" name:"file" complete:"inputs" help:"Measure with these corpora. @NAME is an embedded corpus. Default: @demo and @demo16."`

	Size     run.Sizes     `group:"What to measure" aliases:"order" complete:"orders" placeholder:"N,N" help:"Read puzzles of these sizes. Any of ${orders}. Default: 9 and 16, detected."`
	Engines  []string      `group:"What to measure" brief:"" complete:"engines" default:"${auto}" placeholder:"NAME" help:"Measure these engines. Any of ${engines}. lanes@avx2 and lanes@avx512 choose its kernels."`
	Limits   []int         `group:"What to measure" brief:"" default:"2" placeholder:"N" help:"Find up to N solutions, such as 1,2. 1 finds the first solution, 2 also proves it unique. Default: ${default}."`
	Jobs     []int         `group:"What to measure" brief:"" short:"j" aliases:"threads,workers" default:"1" placeholder:"N" help:"Use N workers. Bench measures each number of workers in a list. Default: ${default}."`
	Memory   bool          `group:"What to measure" default:"true" negatable:"" help:"Measure engines alone, with the puzzles in memory (the default)."`
	EndToEnd bool          `group:"What to measure" name:"end-to-end" help:"Also measure from files, with decompression. The answers are formatted and thrown away."`
	Peer     []string      `group:"What to measure" brief:"" sep:"none" placeholder:"NAME=COMMAND" help:"Also measure another program as a process. It reads one puzzle per line and writes one answer per line. sudokubatch is then measured as a process, too. {limit} and {jobs} in the command stand for the values of --limits and --jobs; a command with {jobs} is measured with each number of workers. NAME:9 limits the program to 9×9. May be repeated."`
	Latency  bool          `group:"What to measure" help:"Also time each puzzle alone, on one core. --format benchfmt does not show the result."`
	Slowest  int           `group:"What to measure" placeholder:"K" help:"Also list the K slowest puzzles. Each is timed alone, on one core. --format benchfmt does not show them."`
	Rounds   int           `group:"How to measure" brief:"" default:"6" placeholder:"N" help:"Repeat all measurements N times. Default: ${default}."`
	MinTime  time.Duration `group:"How to measure" default:"1s" placeholder:"TIME" help:"Time each measurement for at least TIME. A small corpus is solved repeatedly; a peer then reads it several times in one process. Default: ${default}."`
	Timeout  time.Duration `group:"How to measure" default:"5m" placeholder:"TIME" help:"Give up a measurement after TIME. It then has no figures. The limit applies to verification, too. Default: ${default}."`
	Seed     uint64        `group:"How to measure" default:"1" placeholder:"N" help:"Take turns in another random order with another seed. Default: ${default}."`
	Baseline string        `group:"How to measure" brief:"" placeholder:"NAME" help:"Compare with this engine or program. Default: the first one measured for each corpus."`

	Format string `group:"Output" brief:"" default:"table" enum:"table,json,benchfmt" placeholder:"FORMAT" help:"Print a table, json or benchfmt. benchstat reads benchfmt. Default: ${default}."`
	Save   string `group:"Output" brief:"" placeholder:"FILE" help:"Also write the figures here as JSON. An existing file is replaced, unless an answer was wrong."`
	Report string `group:"Output" brief:"" placeholder:"FILE" help:"Also write an HTML page with charts here. An existing file is replaced, unless an answer was wrong."`
	Load   string `group:"Output" placeholder:"FILE" help:"Show saved figures instead of measuring. The file is one that --save wrote."`
	run.MessageFlags
}

func (benchCmd) Help() string {
	return `Bench verifies every answer before it measures. It checks each solution, and compares statuses and guesses with another
engine of the same search. It reports an engine or program that answers wrongly, with the puzzle, and gives it no figures.

Figures are medians over the rounds, with an interval that holds the true median with a confidence of at least 95 %. It goes
from the k-th smallest to the k-th greatest value; with fewer than six rounds from the least to the greatest, with less
confidence. A ratio compares figures of the same rounds; in each, all take turns in another random order. A warning appears if an interval is wider than 10 % of its median, or if
other processes used the processors. Without a terminal a line on standard error shows the progress every ten seconds.

To compare two runs with benchstat (golang.org/x/perf/cmd/benchstat), save both with --save, print each with
bench --load FILE --format benchfmt, and give the results to benchstat.

A program of --peer writes one line per puzzle: the solved grid, "multiple " and a grid as solve does, or puzzle:count:grid
as tdoku does. Any other line means no solution. Where a puzzle has several solutions it may write another one each time.
Its time is the time of the whole process, which gets the corpus again and again until the process takes --min-time. The time
to start is measured apart in each round, with one easy puzzle. Steady/s is the rate in the rest of the time.

A program proves uniqueness if it counts, or writes "multiple ", wherever a puzzle has several solutions. Half of the 16 test
puzzles, which are not timed, have several. Engines and programs that prove nothing have a table of their own, with ratios among
themselves. A program that writes counts without solutions, and proves nothing, gets no figures. The ratio by processor time is
steadier on a busy machine. Memory is the peak of a process, known on Linux.

Exit codes: 0 done; 1 failed, or an answer was wrong; 2 wrong usage; 128 + signal interrupted.`
}

func (benchCmd) Examples() string {
	return `sudokubatch bench @demo --engines lanes,band
sudokubatch bench hard.txt --peer 'tdoku=./solve {limit}' --baseline tdoku
sudokubatch bench @demo --save now.json --report report.html
sudokubatch bench --load now.json --format benchfmt`
}

// Run measures, or loads saved figures, and shows the result.
func (c *benchCmd) Run(ctx context.Context) error {
	files, err := c.create()
	if err != nil {
		return err
	}
	defer files.abort()
	measurements, err := c.measurements(ctx)
	if err != nil {
		return err
	}
	if len(measurements) == 0 {
		return errors.New("nothing was measured")
	}
	write := map[string]func(io.Writer, []bench.Measurement) error{
		"table": bench.WriteTable, "json": bench.WriteJSON, "benchfmt": bench.WriteBenchfmt,
	}[c.Format]
	if err := write(os.Stdout, measurements); err != nil {
		return err
	}
	failed := bench.Failed(measurements)
	if err := files.write(measurements, len(failed) > 0); err != nil {
		return err
	}
	if noise := bench.Noise(measurements); noise != "" && c.Format != "table" { // the table shows it
		console.Say("%s", noise)
	}
	for _, err := range failed {
		console.Say("%v", err)
	}
	if len(failed) > 0 {
		return process.ExitFailed
	}
	return nil
}

// measurements returns new measurements, or the saved ones of --load.
func (c *benchCmd) measurements(ctx context.Context) ([]bench.Measurement, error) {
	if c.Load != "" {
		return load(c.Load)
	}
	cfg, err := c.config()
	if err != nil {
		return nil, err
	}
	for _, p := range cfg.Programs {
		if _, err := exec.LookPath(p.Command[0]); err != nil && !strings.Contains(p.Command[0], "{") {
			return nil, fmt.Errorf("bench: --peer %s: program %s not found: give its path, or put it into a folder of PATH", p.Name, p.Command[0])
		}
	}
	names := c.Corpora
	if len(names) == 0 {
		names = []string{"@demo", "@demo16"}
	}
	if cfg.Corpora, err = bench.LoadSizes(ctx, c.Size.Sides, names...); errors.Is(err, bench.ErrSizes) {
		return nil, fmt.Errorf("%w: choose one with --size", err)
	} else if err != nil {
		return nil, err
	}
	const total = 10_000 // steps of the progress bar
	var look atomic.Pointer[console.Look]
	look.Store(&console.Look{Words: []string{"solving the corpora, to verify answers"}})
	cfg.Progress = func(share float64, words ...string) {
		look.Store(&console.Look{Done: int64(total * share), Total: total, Words: words})
	}
	bar := c.StartBarOrLog(func(time.Duration) console.Look { return *look.Load() })
	defer bar.Stop()
	measurements, err := bench.Run(ctx, cfg)
	for _, named := range cfg.Corpora {
		of := func(m bench.Measurement) bool { return m.Corpus == named.Name }
		if err == nil && len(c.Corpora) > 0 && !slices.ContainsFunc(measurements, of) {
			bar.Say("%s is not measured: nothing that was chosen solves %d×%[2]d (sudokubatch engines lists sizes)", named.Name, named.Order)
		}
	}
	return measurements, err
}

// load reads a file that --save wrote.
func load(name string) ([]bench.Measurement, error) {
	r, err := corpus.Open(name, corpus.Options{Stdin: os.Stdin})
	if err != nil {
		return nil, err
	}
	measurements, err := bench.ReadJSON(r)
	_ = r.Close() // nothing was written
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return measurements, nil
}

// benchFiles are the outputs of --save and --report; nil for flags that are not given.
type benchFiles struct{ save, report *corpus.Writer }

// create opens the outputs before the first measurement, so that a bad name is reported at once.
func (c *benchCmd) create() (*benchFiles, error) {
	inputs := run.InputFiles(append(c.Corpora, c.Load))
	files := &benchFiles{}
	for _, f := range []struct {
		name string
		to   **corpus.Writer
	}{{c.Save, &files.save}, {c.Report, &files.report}} {
		if f.name == "" {
			continue
		}
		w, err := run.CreateOutput(f.name, corpus.CreateOptions{Force: true, Inputs: inputs, Stdout: os.Stdout})
		if err != nil {
			files.abort()
			return nil, err
		}
		*f.to = w
	}
	return files, nil
}

// write writes and publishes the outputs. If a contender failed, they replace no file.
func (f *benchFiles) write(measurements []bench.Measurement, failed bool) error {
	if f.save != nil {
		if err := bench.WriteJSON(f.save, measurements); err != nil {
			return err
		}
	}
	if f.report != nil {
		if err := bench.Report(measurements).Write(f.report); err != nil {
			return err
		}
	}
	return run.Publish(failed, f.save, f.report)
}

// abort removes outputs that were not published.
func (f *benchFiles) abort() {
	for _, w := range []*corpus.Writer{f.save, f.report} {
		if w != nil {
			_ = w.Abort() // the caller reports the error that ended the run
		}
	}
}
