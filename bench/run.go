package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"
)

// Config says what to measure: every contender with each of Corpora, Limits, Jobs
// and Modes. Nothing is measured with an empty one of these, except that Programs
// do not depend on Modes, and on Jobs only if Program.Own is set. Corpora have distinct
// names, see [NameApart], and so have contenders of one mode.
type Config struct {
	Corpora  []*Corpus
	Engines  []Engine
	Programs []Program
	Variants []Variant // measured if Modes has InMemory
	// VariantCommand is the command line of a process that calls Serve. Required
	// with Variants.
	VariantCommand []string
	Limits         []int  // as solver.Options.Limit
	Jobs           []int  // numbers of workers, at least 1 each
	Modes          []Mode // InMemory, EndToEnd

	// Rounds is how often each contender is timed, all of them in turn in each
	// round; at least 1. MinTime is the least time of a contender in a round: a
	// corpus that is solved faster is solved again and again, in as many laps as
	// fill it; with 0 one lap is enough.
	Rounds  int
	MinTime time.Duration
	// Timeout, unless it is 0, ends a contender that takes longer in one go: a
	// program at once, an engine soon, but cdcl between solutions. What does not
	// finish has no figures.
	Timeout time.Duration
	// Baseline is the engine or program that the others are compared with, at
	// its smallest number of workers; where it does not run, and if it is "",
	// the first of the same corpus, limit and mode.
	Baseline string

	Latency bool // also time each puzzle alone
	Slowest int  // also list this many of the slowest puzzles; 0 = none

	Machine Machine // recorded with each Measurement; see ThisMachine
	// Log is called with what is being done. May be nil.
	Log func(format string, args ...any)
	// Progress is called before each step. May be nil.
	Progress func(Step)
}

// A Step is what is to be done next: a contender is verified and warmed up, in
// round 0, or timed.
type Step struct {
	Corpus    string
	Contender string
	Round     int     // from 1 on; 0 = it is verified
	Rounds    int     // in all
	Share     float64 // of the whole run that is done, by the number of steps
}

// A proof is what a contender's verified answers prove.
type proof struct {
	checked   string
	counted   bool // guesses is known
	guesses   uint64
	guessBits []int64 // puzzles by the bits of their guesses; nil = unknown
}

// A contender is something that solves a corpus, and is timed.
type contender interface {
	// prove solves the corpus once and reports the first answer that is wrong.
	prove(ctx context.Context, k *key) (proof, error)
	// run solves the corpus laps times and returns what that took.
	run(ctx context.Context, laps int) (effort, error)
}

// An effort is the time that a run took, and that of all processors that were
// busy with it; 0 = unknown.
type effort struct{ took, busy time.Duration }

// errTimeout ends what takes too long.
var errTimeout = errors.New("timeout: it did not finish in time")

// Run measures. Contenders of one corpus and limit take turns, in each round
// one after the other, so that what disturbs the machine disturbs all of them.
// Each is verified, on the whole corpus, before it is timed. One that answers
// wrongly or fails has a Measurement with an Error and without figures, and the
// others go on; the error that Run returns is of the whole run.
func Run(ctx context.Context, cfg Config) ([]Measurement, error) {
	if err := errors.Join(cfg.check(), cfg.checkNames()); err != nil {
		return nil, err
	}
	if cfg.Log == nil {
		cfg.Log = func(string, ...any) {}
	}
	if cfg.Progress == nil {
		cfg.Progress = func(Step) {}
	}
	var all []Measurement
	heats, run := len(cfg.Corpora)*len(cfg.Limits), 0
	for _, c := range cfg.Corpora {
		for _, e := range cfg.Engines {
			if !e.solves(c) {
				cfg.Log("%s: engine %s does not solve puzzles of order %d", c.Name, e.Name, c.Order)
			}
		}
		for _, limit := range cfg.Limits {
			k, err := newKey(ctx, c, limit)
			if err != nil {
				return nil, err
			}
			h := heat{cfg: &cfg, key: k, before: run, heats: heats}
			run++
			if err := h.enter(); err != nil {
				return nil, err
			}
			if err := h.run(ctx); err != nil {
				return nil, err
			}
			all = append(all, h.measurements()...)
		}
	}
	return all, nil
}

// check reports what cannot be measured.
func (cfg *Config) check() error {
	switch noCommand := func(p Program) bool { return len(p.Command) == 0 }; {
	case cfg.Rounds < 1:
		return fmt.Errorf("%d rounds: at least 1 is needed", cfg.Rounds)
	case len(cfg.Jobs) > 0 && slices.Min(cfg.Jobs) < 1:
		return fmt.Errorf("%d workers: at least 1 is needed", slices.Min(cfg.Jobs))
	case len(cfg.Variants) > 0 && len(cfg.VariantCommand) == 0:
		return errors.New("variants need the command of a process that serves them")
	case slices.ContainsFunc(cfg.Programs, noCommand):
		return fmt.Errorf("%s: no command", cfg.Programs[slices.IndexFunc(cfg.Programs, noCommand)].Name)
	}
	for _, mode := range cfg.Modes {
		if mode != InMemory && mode != EndToEnd {
			return fmt.Errorf("no contender has a choice of the mode %q: choose %s or %s", mode, InMemory, EndToEnd)
		}
	}
	return nil
}

// Failed lists what is wrong with contenders.
func Failed(measurements []Measurement) []error {
	var failed []error
	for i := range measurements {
		if m := &measurements[i]; m.Error != "" {
			failed = append(failed, fmt.Errorf("%s (%s, limit %d): %s", m.label(), m.Mode, m.Limit, m.Error))
		}
	}
	return failed
}

// run verifies the contenders, warms them up and times them in turn. Only the
// end of ctx is an error.
func (h *heat) run(ctx context.Context) error {
	defer h.close()
	h.cfg.Log("%s, limit %d: %d puzzles, %d contenders", h.key.corpus.Name, h.key.limit, h.key.corpus.N, len(h.entries))
	for i, e := range h.entries {
		h.step(0, i)
		h.try(ctx, e, func(ctx context.Context) error { return h.warmUp(ctx, e) })
	}
	for round := range h.cfg.Rounds {
		for i, e := range h.entries {
			h.step(round+1, i)
			h.try(ctx, e, func(ctx context.Context) error {
				_, elsewhere := e.contender.(*remote)
				spent, err := e.watch(func() (effort, error) { return e.run(ctx, e.laps) }, elsewhere)
				e.runs = append(e.runs, spent)
				return err
			})
		}
	}
	h.latencies(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// step reports what is done next: a round of an entry.
func (h *heat) step(round, i int) {
	e, n := h.entries[i], len(h.entries)
	done := float64(round*n+i) / float64((h.cfg.Rounds+1)*n)
	h.cfg.Progress(Step{
		Corpus: e.m.Corpus, Contender: e.m.Engine, Round: round, Rounds: h.cfg.Rounds,
		Share: (float64(h.before) + done) / float64(h.heats),
	})
}

// close ends the processes of variants.
func (h *heat) close() {
	for _, e := range h.entries {
		if r, ok := e.contender.(*remote); ok {
			r.close()
		}
	}
}

// try has an entry do something within the timeout, unless it failed before.
func (h *heat) try(ctx context.Context, e *entry, do func(context.Context) error) {
	if e.m.Error != "" || ctx.Err() != nil {
		return
	}
	if h.cfg.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, h.cfg.Timeout, errTimeout)
		defer cancel()
	}
	if err := do(ctx); err != nil {
		e.m.Error = err.Error()
		h.cfg.Log("%s: %s", e.m.label(), e.m.Error)
	}
}

// warmUp verifies a contender, and finds how many laps fill the time: from one
// on ever more, so that caches, clock and memory are as they will be.
func (h *heat) warmUp(ctx context.Context, e *entry) error {
	p, err := e.prove(ctx, h.key)
	if err != nil {
		return err
	}
	e.m.Verified, e.m.Checked = true, p.checked
	n := float64(h.key.corpus.N)
	if p.counted {
		e.m.GuessesPerPuzzle = new(float64(p.guesses) / n)
	}
	if p.guessBits != nil {
		e.m.GuessBits = p.guessBits
		e.m.UnguessedShare = new(float64(p.guessBits[0]) / n)
	}
	runtime.GC() // so that what verifying left is not cleared away while others are timed
	for e.laps = 1; ; {
		before := mallocs()
		spent, err := e.run(ctx, e.laps)
		if err != nil {
			return err
		}
		if e.m.Mode != Process && e.m.Env == nil { // else it is another process that allocates
			e.m.AllocsPerPuzzle = new(float64(mallocs()-before) / (n * float64(e.laps)))
		}
		if spent.took >= h.cfg.MinTime {
			return nil
		}
		// A tenth more than it seems to take, and at most ten times as many: the
		// first laps may be slow.
		need := 1.1 * float64(h.cfg.MinTime) / float64(max(spent.took, time.Microsecond))
		e.laps = int(math.Ceil(float64(e.laps) * min(need, 10)))
	}
}

func mallocs() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

// measurements returns what was measured, compared with the baseline.
func (h *heat) measurements() []Measurement {
	list := make([]Measurement, 0, len(h.entries))
	for _, e := range h.entries {
		list = append(list, e.measurement())
	}
	setRatios(list, h.cfg.Baseline)
	return list
}

// measurement returns what is known of an entry.
func (e *entry) measurement() Measurement {
	if e.m.Error != "" {
		e.m.Verified = false
		return e.m
	}
	e.m.setRounds(e.runs, e.laps)
	e.m.OthersCores = e.cores()
	if p, ok := e.contender.(*process); ok {
		e.m.PeakRSSBytes = p.peak
	}
	return e.m
}
