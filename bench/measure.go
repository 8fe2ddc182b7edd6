package bench

// This file runs a measurement: contenders are verified and then timed in turn.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/sudokubatch/sudokubatch/solver"
)

// A Config says what to measure: each engine and program on each corpus, with each limit.
type Config struct {
	Corpora []*Corpus // with different names
	Engines []string  // as in solver.Options.Engine; Auto is the best of each order
	// Own holds engines of the caller, by name. The function returns an engine for a worker, which
	// counts up to limit solutions of puzzles of an order, or nil if it cannot solve that order. Own
	// engines are measured in memory alone. Result.Status and Result.Solutions must equal the results of the
	// common search without a budget, but NoSolution may stand for Contradiction, and each solution is
	// verified. Result.Guesses may be 0. Nothing interrupts a call of Solve.
	Own      map[string]func(order, limit int) solver.Engine
	Programs []Program
	Limits   []int // as in solver.Options.Limit
	Jobs     []int // numbers of workers
	Memory   bool  // measure engines in memory
	EndToEnd bool  // measure engines in the pipeline, from file to text

	// Rounds is how often each contender is timed, at least 1. MinTime is the least time of
	// a contender in a round: a small corpus is solved repeatedly to fill it.
	Rounds  int
	MinTime time.Duration
	// Timeout, more than MinTime, ends a contender that takes longer to verify or in a round.
	Timeout time.Duration
	// Baseline is the engine or program that the others are compared with, at its smallest
	// number of workers. Where it is "" or does not run, the first contender is.
	Baseline string

	Latency bool // also time each puzzle alone
	Slowest int  // also list this many of the slowest puzzles

	Machine Machine // recorded with each Measurement
	// Progress is called before each step, with the share of the run that is done. May be nil.
	Progress func(share float64, words ...string)
}

// Check returns the first thing that cannot be measured, or nil. Its error begins with the
// field, in lower case, and the value: "rounds 0: want at least 1".
func (cfg *Config) Check() error {
	engines, err := cfg.engines()
	if err != nil {
		return err
	}
	return cfg.check(engines)
}

func (cfg *Config) check(engines []engine) error {
	switch {
	case cfg.Rounds < 1:
		return fmt.Errorf("rounds %d: want at least 1", cfg.Rounds)
	case cfg.MinTime <= 0:
		return fmt.Errorf("min-time %v: want more than 0", cfg.MinTime)
	case cfg.Timeout <= cfg.MinTime:
		return fmt.Errorf("timeout %v: want more than --min-time %v", cfg.Timeout, cfg.MinTime)
	}
	for _, list := range []struct {
		name   string
		values []int
	}{{"limits", cfg.Limits}, {"jobs", cfg.Jobs}} {
		if len(list.values) == 0 || slices.Min(list.values) < 1 {
			return fmt.Errorf("%s %v: want numbers from 1 on", list.name, list.values)
		}
	}
	var names []string
	for _, e := range engines {
		names = append(names, e.name)
	}
	for i, p := range cfg.Programs {
		if len(p.Command) == 0 {
			return fmt.Errorf("peer %s: no command", p.Name)
		}
		if slices.ContainsFunc(cfg.Programs[:i], p.conflicts) {
			return fmt.Errorf("peer %s: another program has that name", p.Name)
		}
		names = append(names, p.Name)
	}
	if cfg.Baseline != "" && !slices.Contains(names, cfg.Baseline) {
		return fmt.Errorf("baseline %s: it is not measured; choose %s", cfg.Baseline, strings.Join(names, ", "))
	}
	return nil
}

// Run measures. A contender that answers wrongly or fails has a Measurement with an Error
// and without figures, and the others go on. The error that Run returns ends the whole run.
func Run(ctx context.Context, cfg Config) ([]Measurement, error) {
	engines, err := cfg.engines()
	if err != nil {
		return nil, err
	}
	return cfg.run(ctx, engines)
}

func (cfg Config) run(ctx context.Context, engines []engine) ([]Measurement, error) {
	if err := cfg.check(engines); err != nil {
		return nil, err
	}
	if cfg.Progress == nil {
		cfg.Progress = func(float64, ...string) {}
	}
	var all []Measurement
	for i, c := range cfg.Corpora {
		for j, limit := range cfg.Limits {
			k, err := newKey(ctx, c, limit)
			if err != nil {
				return nil, err
			}
			r := race{Config: &cfg, key: k, before: i*len(cfg.Limits) + j}
			if err := r.enter(engines); err != nil {
				return nil, err
			}
			r.run(ctx)
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			all = append(all, r.measurements()...)
		}
	}
	return all, nil
}

// A race is the contenders that take turns on one corpus with one limit.
type race struct {
	*Config
	key     *key
	entries []*entry
	before  int // races that are over
}

// A contender is something that solves a corpus and is timed.
type contender interface {
	// prove solves the corpus once and returns an error for the first wrong answer. It returns
	// what was checked, and the guesses for the whole corpus, or nil if they are unknown.
	prove(ctx context.Context, k *key) (checked string, guesses *uint64, err error)
	// run solves the corpus so many times and returns how long that took.
	run(ctx context.Context, laps int) (effort, error)
}

// An effort is the time of a run, the processor time of all processors in it, and the time that a
// process with one puzzle takes; 0 = unknown.
type effort struct{ took, busy, start time.Duration }

// An entry is a contender in a race, with its figures.
type entry struct {
	contender
	m      Measurement
	laps   int
	rounds []effort
}

// enter makes the contenders.
func (r *race) enter(engines []engine) error {
	c, limit := r.key.corpus, r.key.limit
	for _, e := range engines {
		if !e.solves(c) {
			continue
		}
		for _, jobs := range r.Jobs {
			if r.Memory {
				m, err := newInMemory(c, &e, limit, jobs)
				if err != nil {
					return err
				}
				r.add(m, memoryMode, e.name, jobs)
			}
			if r.EndToEnd && !e.own {
				opts := solver.Options{Engine: e.name, Limit: limit, MaxGuesses: math.MaxUint64}
				r.add(&endToEnd{corpus: c, opts: opts, jobs: jobs}, endToEndMode, e.name, jobs)
			}
		}
	}
	for _, p := range r.Programs {
		if !p.solves(c.Order) {
			continue
		}
		jobs := []int{0}
		if p.takesJobs() {
			jobs = r.Jobs
		}
		for _, n := range jobs {
			r.add(newProcess(c, p, limit, n), processMode, p.Name, n)
		}
	}
	return nil
}

func (r *race) add(c contender, mode, name string, jobs int) {
	r.entries = append(r.entries, &entry{contender: c, m: Measurement{
		Corpus: r.key.corpus.Name, Order: r.key.corpus.Order, Puzzles: r.key.corpus.N,
		Mode: mode, Engine: name, Limit: r.key.limit, Jobs: jobs,
		MinSeconds: r.MinTime.Seconds(), Machine: r.Machine,
	}})
}

// run verifies the contenders, warms them up and times them in turn.
func (r *race) run(ctx context.Context) {
	for round := range r.Rounds + 1 {
		for i, e := range r.entries {
			words := fmt.Sprintf("round %d of %d", round, r.Rounds)
			if round == 0 {
				words = "verifying"
			}
			share := float64(round*len(r.entries)+i) / float64((r.Rounds+1)*len(r.entries))
			r.Progress((float64(r.before)+share)/float64(len(r.Corpora)*len(r.Limits)), words, e.m.Engine+" on "+e.m.Corpus)
			r.try(ctx, e, func(ctx context.Context) error {
				if round == 0 {
					return r.warmUp(ctx, e)
				}
				spent, err := e.run(ctx, e.laps)
				e.rounds = append(e.rounds, spent)
				return err
			})
		}
	}
	if r.Latency || r.Slowest > 0 {
		r.timePuzzles(ctx)
	}
}

// try has an entry do something within the timeout, unless it failed before.
func (r *race) try(ctx context.Context, e *entry, do func(context.Context) error) {
	if e.m.Error != "" || ctx.Err() != nil {
		return
	}
	ctx, cancel := context.WithTimeoutCause(ctx, r.Timeout, errors.New("timeout: it did not finish in time"))
	defer cancel()
	if err := do(ctx); err != nil {
		e.m.Error = err.Error()
	}
}

// warmUp verifies a contender, and finds how many laps fill MinTime.
func (r *race) warmUp(ctx context.Context, e *entry) error {
	checked, guesses, err := e.prove(ctx, r.key)
	if err != nil {
		return err
	}
	e.m.Checked = checked
	if guesses != nil {
		e.m.GuessesPerPuzzle = new(float64(*guesses) / float64(r.key.corpus.N))
	}
	runtime.GC() // else others would be timed while this garbage is collected
	for e.laps = 1; ; {
		spent, err := e.run(ctx, e.laps)
		if err != nil {
			return err
		}
		if spent.took >= r.MinTime {
			return nil
		}
		// A tenth more than seems needed, and at most ten times as many: first laps may be slow.
		need := 1.1 * float64(r.MinTime) / float64(max(spent.took, time.Microsecond))
		e.laps = int(math.Ceil(float64(e.laps) * min(need, 10)))
	}
}

// measurements returns what was measured, compared with the baseline of the same mode.
func (r *race) measurements() []Measurement {
	var list []Measurement
	for _, e := range r.entries {
		if e.m.Verified = e.m.Error == ""; e.m.Verified {
			e.m.setRounds(e.rounds, e.laps)
		}
		list = append(list, e.m)
	}
	for _, mode := range []string{memoryMode, endToEndMode, processMode} {
		var base *Measurement
		for i := range list {
			m := &list[i]
			named := m.Engine == r.Baseline && (base == nil || base.Engine != r.Baseline || m.Jobs < base.Jobs)
			if m.Mode == mode && m.Verified && (base == nil || named) {
				base = m
			}
		}
		for i := range list {
			if m := &list[i]; m.Mode == mode && m.Verified {
				m.setRatio(base)
			}
		}
	}
	return list
}
