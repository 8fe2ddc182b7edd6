package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/sudokubatch/sudokubatch/bench"
	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
)

// A benchCmd is the verb bench. The tags of the fields are its help.
type benchCmd struct {
	Corpora []string `arg:"" optional:"" name:"file" complete:"inputs" help:"Files and @NAME for embedded corpora. Default: @demo and @demo16."`

	Engines  []string      `group:"What to measure" brief:"" complete:"engines" default:"${auto}" placeholder:"NAME,..." help:"Engines to measure. ${engines}."`
	Limits   []int         `group:"What to measure" brief:"" default:"2" placeholder:"N,..." help:"Solutions to look for, such as 1,2. 1 = the first, 2 = also prove it is the only one. Default: ${default}."`
	Jobs     []int         `group:"What to measure" brief:"" short:"j" aliases:"threads,workers" default:"1" placeholder:"N,..." help:"Numbers of workers. Default: ${default}."`
	Memory   bool          `group:"What to measure" default:"true" negatable:"" help:"Measure engines alone, with the puzzles in memory (the default)."`
	EndToEnd bool          `group:"What to measure" name:"end-to-end" help:"Also measure from files, with decompression, to text that is thrown away."`
	Peer     []string      `group:"What to measure" brief:"" sep:"none" placeholder:"NAME=COMMAND" help:"Also measure another program. And this one likewise: a peer reads puzzles, one a line, and writes one answer a line. {limit} and {jobs} in the command stand for those numbers; NAME:9 is for 9×9 alone. May be repeated."`
	Variant  []string      `group:"What to measure" sep:"none" placeholder:"NAME=ENGINE VAR=VALUE" help:"Also measure an engine in memory with that in its environment, such as GODEBUG=cpu.avx512f=off for a processor without AVX-512. May be repeated."`
	Rounds   int           `group:"How to measure" brief:"" default:"6" placeholder:"N" help:"Rounds, in which all are timed in turn. Default: ${default}."`
	MinTime  time.Duration `group:"How to measure" default:"1s" placeholder:"TIME" help:"Time each for at least this long; smaller corpora are solved repeatedly. Default: ${default}."`
	Timeout  time.Duration `group:"How to measure" default:"5m" placeholder:"TIME" help:"End what takes longer, to verify or to time; it has no figures then. Default: ${default}."`
	Baseline string        `group:"How to measure" brief:"" placeholder:"NAME" help:"Compare with this engine or program. Default: the first of each corpus."`
	Latency  bool          `group:"What to measure" help:"Also time puzzles one at a time, on one core. benchfmt does not show it."`
	Slowest  int           `group:"What to measure" placeholder:"K" help:"Also list the K puzzles that take longest, one at a time. benchfmt does not show them."`

	Format  string   `group:"Output" brief:"" default:"table" enum:"table,markdown,json,benchfmt" placeholder:"FORMAT" help:"Print a table, markdown, json or benchfmt. benchfmt is for benchstat. Default: ${default}."`
	Save    string   `group:"Output" brief:"" placeholder:"FILE" help:"Also write the figures here as JSON. An existing file is replaced."`
	Report  string   `group:"Output" brief:"" placeholder:"FILE" help:"Also write an HTML page with charts here. An existing file is replaced."`
	Compare string   `group:"Output" brief:"" placeholder:"FILE" help:"Compare with figures that were saved as JSON."`
	Load    []string `group:"Output" placeholder:"FILE" help:"Show figures that were saved as JSON instead of measuring. May be repeated; what was measured twice has a number behind the name of its corpus."`
	run.MessageFlags
}

// Help is the part of the help that is longer than a flag's line.
func (benchCmd) Help() string {
	return `Before anything is timed, every answer is verified: each solution, and the statuses and guesses against another engine
of the same search. What answers wrongly is named with the puzzle, and has no figures.

Figures are medians over the rounds, with the least and the greatest; ratios are those of the same rounds. A warning says
when the rounds of a measurement are more than 10 % apart. With --compare a measurement is slower or faster if the medians
are more than 3 % apart and the middle halves of the rounds do not overlap; it is unclear which if others had the processors
while the slower of the two was measured.

A peer may write a grid a line, also as solve does with "multiple " before it, or puzzle:count:grid as tdoku does; anything
else where there is no solution. Its time is that of the whole process.

Exit codes: 0 done; 1 failed, or something answered wrongly; 2 wrong usage; 3 something became slower (--compare);
128 + signal interrupted.`
}

// Examples are commands that the help shows.
func (benchCmd) Examples() string {
	return `sudokubatch bench @demo --engines lanes,band
sudokubatch bench puzzles.txt --peer 'tdoku=./solve {limit}' --baseline tdoku
sudokubatch bench @demo --save now.json --report report.html`
}

// Run measures, or loads what was measured, and shows it.
func (c *benchCmd) Run(ctx context.Context) error {
	var older []bench.Measurement
	if c.Compare != "" {
		var err error
		if older, err = load(c.Compare); err != nil {
			return err
		}
	}
	defer process.AtExit.Clear()
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
	var changes []bench.Change
	if c.Compare != "" {
		changes = bench.Compare(older, measurements)
	}
	if err := c.show(measurements, changes); err != nil {
		return err
	}
	if err := files.write(measurements, changes); err != nil {
		return err
	}
	if noise := bench.Noise(measurements); noise != "" && c.Format != "table" && c.Format != "markdown" {
		console.Say("%s", noise) // the others say it themselves
	}
	failed := bench.Failed(measurements)
	for _, err := range failed {
		console.Say("%v", err)
	}
	switch {
	case len(failed) > 0:
		return process.ExitFailed
	case bench.Regressed(changes):
		return process.ExitRecords
	}
	return nil
}

// measurements measures, or loads what was measured before.
func (c *benchCmd) measurements(ctx context.Context) ([]bench.Measurement, error) {
	if len(c.Load) > 0 {
		return c.loaded()
	}
	cfg, err := c.config(ctx)
	if err != nil {
		return nil, err
	}
	var step atomic.Pointer[bench.Step]
	cfg.Progress = func(s bench.Step) { step.Store(&s) }
	bar := c.StartBar(false, func(time.Duration) console.Look { return look(step.Load()) })
	defer bar.Stop()
	if c.Whole() {
		cfg.Log = bar.Say
	}
	return bench.Run(ctx, cfg)
}

// loaded is what was measured before, compared with the baseline that a flag names: of
// each file what is in it.
func (c *benchCmd) loaded() (all []bench.Measurement, err error) {
	found := c.Baseline == ""
	for _, name := range c.Load {
		list, err := load(name)
		if err != nil {
			return nil, err
		}
		if c.Baseline != "" && bench.SetBaseline(list, c.Baseline) {
			found = true
		}
		all = append(all, list...)
	}
	if !found {
		return nil, fmt.Errorf("--baseline %s: not among what was loaded", c.Baseline)
	}
	return all, nil
}

// look says how far the measurements are.
func look(s *bench.Step) console.Look {
	if s == nil {
		return console.Look{Words: []string{"solving the corpora, to verify answers"}}
	}
	const total = 10_000 // parts of the whole
	round := fmt.Sprintf("round %d of %d", s.Round, s.Rounds)
	if s.Round == 0 {
		round = "verifying"
	}
	return console.Look{Done: int64(total * s.Share), Total: total, Words: []string{round, s.Contender + " on " + s.Corpus}}
}

// config is what the flags say, with the corpora loaded.
func (c *benchCmd) config(ctx context.Context) (bench.Config, error) {
	cfg, err := c.contenders()
	if err != nil {
		return cfg, err
	}
	names := c.Corpora
	if len(names) == 0 {
		names = []string{"@demo", "@demo16"}
	}
	for _, name := range names {
		loaded, err := bench.Load(ctx, name, corpus.Options{})
		if err != nil {
			return cfg, err
		}
		cfg.Corpora = append(cfg.Corpora, loaded)
	}
	bench.NameApart(cfg.Corpora)
	return cfg, nil
}

// contenders is what the flags say, without corpora.
func (c *benchCmd) contenders() (bench.Config, error) {
	engines, err := bench.Engines(c.Engines)
	if err != nil {
		return bench.Config{}, err
	}
	cfg := bench.Config{
		Engines: engines, Limits: c.Limits, Jobs: c.Jobs,
		Rounds: c.Rounds, MinTime: c.MinTime, Timeout: c.Timeout, Baseline: c.Baseline,
		Latency: c.Latency, Slowest: c.Slowest,
		Machine: bench.ThisMachine(program.CPU(), program.Version(), program.Commit()),
	}
	if c.Memory {
		cfg.Modes = append(cfg.Modes, bench.InMemory)
	}
	if c.EndToEnd {
		cfg.Modes = append(cfg.Modes, bench.EndToEnd)
	}
	if cfg.Programs, err = c.programs(); err != nil {
		return cfg, err
	}
	cfg.Variants, cfg.VariantCommand, err = c.variants()
	return cfg, err
}

// show prints what was measured.
func (c *benchCmd) show(measurements []bench.Measurement, changes []bench.Change) error {
	write := map[string]func(io.Writer, []bench.Measurement) error{
		"table": bench.WriteTable, "markdown": bench.WriteMarkdown, "json": bench.WriteJSON, "benchfmt": bench.WriteBenchfmt,
	}[c.Format]
	if err := write(os.Stdout, measurements); err != nil {
		return err
	}
	if changes == nil {
		return nil
	}
	if c.Format == "table" {
		fmt.Println()
		return bench.WriteChanges(os.Stdout, changes)
	}
	return bench.WriteChanges(os.Stderr, changes) // programs read the other
}
