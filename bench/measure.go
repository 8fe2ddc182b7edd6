package bench

// This file runs a measurement: contenders are verified and then timed in turn.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
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
	// number of workers. Where it is "" or does not run, the first contender is. What proves
	// uniqueness is compared with its like, and what does not with its like.
	Baseline string
	// Seed determines the order of the contenders in each round, and the test puzzles.
	Seed uint64

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
			if err := r.enter(ctx, engines); err != nil {
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
	tests   *key // of test puzzles; nil for limit 1, which proves nothing
	entries []*entry
	before  int // races that are over
}

// A contender is something that solves a corpus and is timed.
type contender interface {
	// prove solves the corpus once and returns what the answers show, or an error for the first wrong
	// answer.
	prove(ctx context.Context, k *key) (*evidence, error)
	// run solves the corpus so many times and returns how long that took.
	run(ctx context.Context, laps int) (effort, error)
}

// An effort is the time of a run, the processor time of all processors in it, and the time that a
// process with one puzzle takes; 0 = unknown.
type effort struct{ took, busy, start time.Duration }

// An entry is a contender in a race, with its figures.
type entry struct {
	contender
	make   func(*Corpus) (contender, error) // makes it for another corpus
	m      Measurement
	laps   int
	rounds []effort
}

// enter makes the contenders and their test puzzles.
func (r *race) enter(ctx context.Context, engines []engine) error {
	c, limit := r.key.corpus, r.key.limit
	if limit > 1 {
		tests, err := newTests(c.Order, r.Seed)
		if err == nil {
			r.tests, err = newKey(ctx, tests, limit)
		}
		if err != nil {
			return err
		}
	}
	var err error
	add := func(mode, name string, jobs int, of func(*Corpus) (contender, error)) {
		if err == nil {
			err = r.add(mode, name, jobs, of)
		}
	}
	for _, e := range engines {
		if !e.solves(c) {
			continue
		}
		for _, jobs := range r.Jobs {
			if r.Memory {
				add(memoryMode, e.name, jobs, func(c *Corpus) (contender, error) { return newInMemory(c, &e, limit, jobs) })
			}
			if r.EndToEnd && !e.own {
				opts := solver.Options{Engine: e.name, Limit: limit, MaxGuesses: math.MaxUint64}
				add(endToEndMode, e.name, jobs, func(c *Corpus) (contender, error) { return &endToEnd{corpus: c, opts: opts, jobs: jobs}, nil })
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
			add(processMode, p.Name, n, func(c *Corpus) (contender, error) { return newProcess(c, p, limit, n), nil })
		}
	}
	return err
}

func (r *race) add(mode, name string, jobs int, of func(*Corpus) (contender, error)) error {
	c, err := of(r.key.corpus)
	r.entries = append(r.entries, &entry{contender: c, make: of, m: Measurement{
		Corpus: r.key.corpus.Name, Order: r.key.corpus.Order, Puzzles: r.key.corpus.N,
		Mode: mode, Engine: name, Limit: r.key.limit, Jobs: jobs,
		MinSeconds: r.MinTime.Seconds(), Seed: r.Seed, Machine: r.Machine,
	}})
	return err
}

// run verifies the contenders, warms them up and times them in turn, in a random order in each round.
func (r *race) run(ctx context.Context) {
	random := rand.New(rand.NewPCG(r.Seed, 0))
	turns := slices.Clone(r.entries)
	for round := range r.Rounds + 1 {
		if round > 0 {
			random.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
		}
		for i, e := range turns {
			words := fmt.Sprintf("round %d of %d", round, r.Rounds)
			if round == 0 {
				words = "verifying"
			}
			share := float64(round*len(turns)+i) / float64((r.Rounds+1)*len(turns))
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
	shown, err := e.prove(ctx, r.key)
	if err == nil {
		e.m.Seen, err = r.seen(ctx, e, shown)
	}
	if err != nil {
		return err
	}
	e.m.Checked, e.m.PeakBytes = shown.checked, shown.memory
	if shown.guesses != nil {
		e.m.GuessesPerPuzzle = new(float64(*shown.guesses) / float64(r.key.corpus.N))
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

// measurements returns what was measured, compared with a baseline of the same mode that proves as much.
func (r *race) measurements() []Measurement {
	var list []Measurement
	for _, e := range r.entries {
		if e.m.Verified = e.m.Error == ""; e.m.Verified {
			e.m.setRounds(e.rounds, e.laps)
		}
		list = append(list, e.m)
	}
	for _, g := range groups(list) {
		var base *Measurement
		for _, m := range g.list {
			named := m.Engine == r.Baseline && (base == nil || base.Engine != r.Baseline || m.Jobs < base.Jobs)
			if m.Verified && (base == nil || named) {
				base = m
			}
		}
		for _, m := range g.list {
			if m.Verified {
				m.setRatio(base)
			}
		}
	}
	return list
}
