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

// Validate returns an error if flags contradict each other or ask for nothing; kong calls it.
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
		return errors.New("standard output is for the figures of --format: name a file with --save or --report")
	case c.Save != "" && c.Report != "" && run.SameTarget(c.Save, c.Report):
		return fmt.Errorf("--save and --report both write %s", c.Save)
	}
	if err := run.CheckJSON("--save", c.Save); err != nil {
		return err
	}
	return run.CheckReport("--report", c.Report)
}

// validateLoad returns an error if a flag about measuring is given with --load.
func (c *benchCmd) validateLoad(k *kong.Context) error {
	if len(c.Corpora) > 0 {
		return errors.New("--load shows saved figures and measures nothing: leave out the corpora or --load")
	}
	for _, p := range k.Path {
		if f := p.Flag; f != nil && f.Group != nil && strings.HasSuffix(f.Group.Title, " to measure") {
			return fmt.Errorf("--load shows saved figures and measures nothing: leave out --%s", f.Name)
		}
	}
	return nil
}

// validateMeasuring returns an error if the flags cannot be measured.
func (c *benchCmd) validateMeasuring() error {
	switch {
	case slices.Contains(c.Corpora, ""):
		return errors.New("a corpus has an empty name: name a file or @NAME")
	case c.Slowest < 0:
		return fmt.Errorf("--slowest %d: want 0 or more", c.Slowest)
	case !c.Memory && !c.EndToEnd && len(c.Peer) == 0:
		return errors.New("--no-memory leaves nothing to measure: add --end-to-end or --peer")
	case !c.Memory && (c.Latency || c.Slowest > 0):
		return errors.New("--latency and --slowest cannot be combined with --no-memory")
	case c.Format == "benchfmt" && (c.Latency || c.Slowest > 0) && c.Save == "" && c.Report == "":
		return errors.New("--format benchfmt cannot show --latency and --slowest: choose another format, or name a file with --save or --report")
	}
	if err := c.validateLists(); err != nil {
		return err
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

// validateLists returns an error if an entry of a list cannot be measured.
func (c *benchCmd) validateLists() error {
	for i, name := range c.Corpora {
		if slices.Contains(c.Corpora[:i], name) {
			return fmt.Errorf("the corpus %s is named twice", name)
		}
	}
	for _, jobs := range c.Jobs {
		if jobs > run.MaxJobs {
			return fmt.Errorf("--jobs %d: want 1 to %d", jobs, run.MaxJobs)
		}
	}
	for _, name := range c.Engines {
		if base, _, _ := strings.Cut(name, "@"); !slices.Contains(solver.EngineNames(), base) {
			return program.UnknownEngine("--engines", name)
		}
	}
	return nil
}

// config returns the configuration that the flags ask for, without corpora.
func (c *benchCmd) config() (bench.Config, error) {
	cfg := bench.Config{
		Engines: c.Engines, Limits: c.Limits, Jobs: c.Jobs, Memory: c.Memory, EndToEnd: c.EndToEnd,
		Rounds: c.Rounds, MinTime: c.MinTime, Timeout: c.Timeout, Baseline: c.Baseline, Seed: c.Seed,
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
