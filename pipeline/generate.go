package pipeline

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// GenerateConfig says what puzzles to make.
type GenerateConfig struct {
	// Count is the number of puzzles.
	Count uint64
	// Options say what they are like. Of puzzles that are made of others only
	// the seed counts.
	Options generate.Options
	// Inputs are the puzzles to make random isomorphs of, in turn and again and
	// again; nil: puzzles are made from nothing. Those that do not fit into 32 MiB
	// are read again for each round, which must then give the same.
	Inputs []Input
	// Mutate spoils the puzzles, see generate.Mutator.
	Mutate bool
	// Solutions puts its solution behind each puzzle that is made from nothing:
	// "puzzle,solution". Only in the form Line.
	Solutions bool

	From formats.Kind // the form of all inputs; 0 = detected for each
	To   formats.Kind // the form of the puzzles; 0 = the input's, or Line
	Jobs int          // workers; 0 = one for each usable core

	// These are as in Config. Faults are told in the first round.
	Crew         *corpus.Crew
	Output       io.Writer
	OnFault      func(*formats.SyntaxError)
	OnUnreadable func(error)
	Progress     *Progress

	// For tests; 0 and nil are the default.
	maxKept    int // bytes of puzzles that are kept for further rounds
	batchBytes int // of the inputs' text
	newWorker  func(*GenerateConfig) (Worker, error)
}

// unitSizes are how many puzzles are made together, by order: enough to hide
// what passing them on costs, few enough that all workers have some.
var unitSizes = map[int]int{9: 64, 16: 8}

// unitsPerJob are how many units go round for each worker. A generator works on
// some hundred puzzles at a time, and those of a unit end at different times.
const unitsPerJob = 8

// A unit is puzzles to make together: those from number first on.
type unit struct {
	first uint64
	count int            // 0: the batch is none
	to    formats.Form   // to write them in
	cells []uint8        // the puzzles to make isomorphs of; nil: make new ones
	made  generate.Batch // the new ones
}

// Generate makes puzzles and writes them in the order of their numbers. Which
// they are depends on neither the number of workers nor on time. It returns as
// Run does. Statistics count puzzles that were made as solved.
//
// The form Hiho begins with the number of puzzles, so that it can be read
// again.
func Generate(ctx context.Context, cfg GenerateConfig) (Stats, error) {
	if cfg.Jobs <= 0 {
		cfg.Jobs = runtime.GOMAXPROCS(0)
	}
	if cfg.Progress == nil {
		cfg.Progress = new(Progress)
	}
	if cfg.newWorker == nil {
		cfg.newWorker = newGenerateWorker
	}
	newWorker := func() (Worker, error) { return cfg.newWorker(&cfg) }
	workers := make([]Worker, cfg.Jobs)
	for i := range workers {
		w, err := newWorker()
		if err != nil {
			return Stats{}, err
		}
		workers[i] = w
	}
	ringCfg := &Config{Output: cfg.Output, NewWorker: newWorker, Jobs: cfg.Jobs, Crew: cfg.Crew, Progress: cfg.Progress}
	r := newRing(ringCfg, unitsPerJob*cfg.Jobs+2)
	f := unitFeed{cfg: &cfg, ring: &r.source}
	r.feed = f.run
	stats, err := r.run(ctx, workers)
	stats.Malformed += f.read.Malformed
	stats.Unreadable, stats.Faults = f.read.Unreadable, f.read.Faults
	stats.BytesIn, stats.TextIn, stats.Reading = f.read.BytesIn, f.read.TextIn, f.read.Reading
	stats.Unchecked, stats.Unverified = f.read.Unchecked, f.read.Unverified
	return stats, err
}

// A unitFeed sends units round the ring.
type unitFeed struct {
	cfg  *GenerateConfig
	ring *source // whose batches these are
	sent uint64  // puzzles

	read Stats // of the inputs
	kept []kept
	room int // bytes that may still be kept; less than 0: they were too many
}

// run sends units until there are enough.
func (f *unitFeed) run(ctx context.Context) error {
	f.ring.in = &inputState{name: "puzzles"}
	if f.cfg.Inputs != nil {
		if err := f.sendRounds(ctx); err != nil && ctx.Err() == nil {
			return f.end(ctx, err)
		}
		return ctx.Err()
	}
	to := f.cfg.To
	if to == 0 {
		to = formats.Line
	}
	form, err := to.Form(f.cfg.Options.Order)
	if err != nil {
		return err
	}
	for f.sent < f.cfg.Count {
		n := min(uint64(unitSizes[form.Order]), f.cfg.Count-f.sent)
		// New puzzles take their time: each unit goes on its way at once.
		if err := f.send(ctx, form, int(n), nil, true); err != nil {
			return err
		}
	}
	return nil
}

// send sends one unit; of puzzles to make others of it sends a copy. Live says
// that the next one may be long in coming.
func (f *unitFeed) send(ctx context.Context, to formats.Form, count int, cells []uint8, live bool) error {
	b, err := f.ring.take(ctx)
	if err != nil {
		return err
	}
	u := &b.unit
	u.first, u.count, u.to = f.sent, count, to
	u.cells = append(u.cells[:0], cells...)
	b.live = live
	f.sent += uint64(count)
	return f.ring.send(b)
}

// newGenerateWorker makes a worker for the units.
func newGenerateWorker(cfg *GenerateConfig) (Worker, error) {
	if cfg.Inputs != nil {
		return &isomorphWorker{cfg: cfg, spoiler: spoiler{cfg: cfg}, isomorphers: map[int]*generate.Isomorpher{}}, nil
	}
	g, err := generate.New(cfg.Options)
	if err != nil {
		return nil, err
	}
	w := &generateWorker{cfg: cfg, spoiler: spoiler{cfg: cfg}, generator: g}
	w.landed = w.land
	return w, nil
}

// header begins the output where its form wants that.
func (u *unit) header(dst []byte, total uint64) []byte {
	if u.first == 0 && u.to.Kind == formats.Hiho {
		dst = fmt.Appendf(dst, "%d\n", total)
	}
	return dst
}
