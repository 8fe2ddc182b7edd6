package main

// This file checks the flags of bench and turns them into a bench.Config.

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/bench"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Validate is kong's hook. It refuses flags that contradict each other or cannot be measured.
func (c *benchCmd) Validate(k *kong.Context) error {
	if c.Load != "" {
		if err := c.validateLoad(k); err != nil {
			return err
		}
	} else if err := c.validateMeasuring(); err != nil {
		return err
	}
	switch {
	case corpus.IsStdout(c.Save) || corpus.IsStdout(c.Report):
		return errors.New("standard output is for what --format says: name files with --save and --report")
	case c.Save != "" && c.Report != "" && run.SameTarget(c.Save, c.Report):
		return fmt.Errorf("--save and --report both write %s", c.Save)
	}
	if err := run.CheckJSON("--save", c.Save); err != nil {
		return err
	}
	return run.CheckReport(c.Report)
}

// validateLoad refuses flags about measuring.
func (c *benchCmd) validateLoad(k *kong.Context) error {
	if len(c.Corpora) > 0 {
		return errors.New("--load shows figures instead of measuring corpora: name one or the other")
	}
	for _, p := range k.Path {
		if f := p.Flag; f != nil && f.Group != nil && strings.HasSuffix(f.Group.Title, " to measure") {
			return fmt.Errorf("--load shows figures instead of measuring: --%s is about measuring", f.Name)
		}
	}
	return nil
}

// validateMeasuring refuses what cannot be measured.
func (c *benchCmd) validateMeasuring() error {
	switch {
	case slices.Contains(c.Corpora, ""):
		return errors.New("a corpus has an empty name")
	case len(c.Engines) == 0:
		return errors.New("--engines: the list is empty")
	case c.Slowest < 0:
		return fmt.Errorf("--slowest %d is negative", c.Slowest)
	case !c.Memory && !c.EndToEnd && len(c.Peer) == 0:
		return errors.New("--no-memory without --end-to-end and --peer leaves nothing to measure")
	case !c.Memory && (c.Latency || c.Slowest > 0):
		return errors.New("--latency and --slowest are measured in memory, so not with --no-memory")
	case c.Format == "benchfmt" && (c.Latency || c.Slowest > 0) && c.Save == "" && c.Report == "":
		return errors.New("--format benchfmt does not show --latency and --slowest: choose another, or name a file with --save or --report")
	}
	for i, name := range c.Corpora {
		if slices.Contains(c.Corpora[:i], name) {
			return fmt.Errorf("the corpus %s is named twice", name)
		}
	}
	for _, jobs := range c.Jobs {
		if jobs > run.MaxJobs {
			return fmt.Errorf("--jobs: %d is not from 1 to %d", jobs, run.MaxJobs)
		}
	}
	for _, name := range c.Engines {
		if base, _, _ := strings.Cut(name, "@"); !slices.Contains(solver.EngineNames(), base) {
			return program.UnknownEngine("--engines", name)
		}
	}
	cfg, err := c.config()
	if err != nil {
		return err
	}
	if err := cfg.Check(); err != nil {
		return fmt.Errorf("--%w", err)
	}
	return nil
}

// config returns what the flags ask for, without corpora.
func (c *benchCmd) config() (bench.Config, error) {
	cfg := bench.Config{
		Engines: c.Engines, Limits: c.Limits, Jobs: c.Jobs, Memory: c.Memory, EndToEnd: c.EndToEnd,
		Rounds: c.Rounds, MinTime: c.MinTime, Timeout: c.Timeout, Baseline: c.Baseline,
		Latency: c.Latency, Slowest: c.Slowest,
		Machine: bench.ThisMachine(program.CPU(), program.Version(), program.Commit()),
	}
	if len(c.Peer) == 0 {
		return cfg, nil
	}
	for _, text := range c.Peer {
		p, err := bench.ParseProgram(text)
		if err != nil {
			return cfg, fmt.Errorf("--peer: %w", err)
		}
		cfg.Programs = append(cfg.Programs, p)
	}
	self, err := os.Executable()
	if err != nil {
		return cfg, err
	}
	for i, engine := range c.Engines {
		if slices.Contains(c.Engines[:i], engine) {
			continue
		}
		p := bench.Program{
			Name: "sudokubatch", Engine: engine,
			Command: []string{self, "solve", "-q", "--engine", engine, "--limit", "{limit}", "-j", "{jobs}", "-"},
		}
		if engine != solver.Auto {
			p.Name += " " + engine
		}
		cfg.Programs = append(cfg.Programs, p)
	}
	return cfg, nil
}
