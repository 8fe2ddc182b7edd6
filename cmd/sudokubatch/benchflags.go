package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/bench"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Validate is kong's hook for what the flags must hold.
func (c *benchCmd) Validate(k *kong.Context) error {
	if len(c.Load) > 0 {
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

// validateLoad refuses what is about measuring.
func (c *benchCmd) validateLoad(k *kong.Context) error {
	if len(c.Corpora) > 0 {
		return errors.New("--load shows figures instead of measuring corpora: name one or the other")
	}
	for _, p := range k.Path {
		if f := p.Flag; f != nil && f.Group != nil && strings.HasSuffix(f.Group.Title, " to measure") && f.Name != "baseline" {
			return fmt.Errorf("--load shows figures instead of measuring: --%s is about measuring", f.Name)
		}
	}
	return nil
}

// validateMeasuring looks at what to measure, and how.
func (c *benchCmd) validateMeasuring() error {
	switch {
	case slices.Contains(c.Corpora, ""):
		return errors.New("a corpus has an empty name")
	case c.Rounds < 1:
		return fmt.Errorf("--rounds %d is less than 1", c.Rounds)
	case c.MinTime <= 0:
		return fmt.Errorf("--min-time %v is not more than 0", c.MinTime)
	case c.Timeout <= c.MinTime:
		return fmt.Errorf("--timeout %v is not more than --min-time %v", c.Timeout, c.MinTime)
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
	for _, validate := range []func() error{c.validateEngines, c.validateOthers, c.validateNames} {
		if err := validate(); err != nil {
			return err
		}
	}
	return nil
}

// validateEngines looks at the engines, and with which limits and jobs they are measured.
func (c *benchCmd) validateEngines() error {
	switch {
	case len(c.Engines) == 0:
		return errors.New("--engines: the list is empty")
	case len(c.Limits) == 0:
		return errors.New("--limits: the list is empty")
	case len(c.Jobs) == 0:
		return errors.New("--jobs: the list is empty")
	}
	for _, limit := range c.Limits {
		if limit < 1 {
			return fmt.Errorf("--limits: %d is less than 1", limit)
		}
	}
	for _, jobs := range c.Jobs {
		if jobs < 1 || jobs > run.MaxJobs {
			return fmt.Errorf("--jobs: %d is not from 1 to %d", jobs, run.MaxJobs)
		}
	}
	for _, name := range c.Engines {
		if !slices.Contains(solver.EngineNames(), name) {
			return program.UnknownEngine("--engines", name)
		}
	}
	return nil
}

// validateOthers looks at peers and variants.
func (c *benchCmd) validateOthers() error {
	for _, peer := range c.Peer {
		if _, err := bench.ParseProgram(peer); err != nil {
			return fmt.Errorf("--peer: %w", err)
		}
	}
	for _, text := range c.Variant {
		v, err := bench.ParseVariant(text)
		if err == nil {
			_, err = bench.Engines([]string{v.Engine})
		}
		if err != nil {
			return fmt.Errorf("--variant: %w", err)
		}
	}
	return nil
}

// validateNames looks whether what is measured can be told apart, and has the baseline.
func (c *benchCmd) validateNames() error {
	cfg, err := c.contenders()
	if err != nil {
		return nil // Run reports it, unless something else is wrong with the flags
	}
	names, err := cfg.Contenders()
	if err == nil && c.Baseline != "" && !slices.Contains(names, c.Baseline) {
		err = fmt.Errorf("--baseline %s is not measured: choose %s", c.Baseline, strings.Join(names, ", "))
	}
	return err
}
