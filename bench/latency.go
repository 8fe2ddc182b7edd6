package bench

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/sudokubatch/sudokubatch/solver"
)

// A Latency is how long single puzzles take, one at a time through Solve. Each
// time includes two looks at the clock, some dozens of nanoseconds.
type Latency struct {
	Timed int64 `json:"timed"` // times taken: of each puzzle, in several passes

	Mean time.Duration `json:"mean_ns"`
	P50  time.Duration `json:"p50_ns"`
	P90  time.Duration `json:"p90_ns"`
	P99  time.Duration `json:"p99_ns"`
	P999 time.Duration `json:"p999_ns"`
	Max  time.Duration `json:"max_ns"`

	// Bins count by time: those of at most UpTo, and of more than the one before.
	Bins    []LatencyBin `json:"bins,omitempty"`
	Slowest []SlowPuzzle `json:"slowest,omitempty"`
}

// A LatencyBin is how many puzzles took a time up to UpTo.
type LatencyBin struct {
	UpTo  time.Duration `json:"up_to_ns"`
	Count int64         `json:"count"`
}

// A SlowPuzzle is one that takes long.
type SlowPuzzle struct {
	Puzzle  int           `json:"puzzle"` // its number in the corpus, from 1
	Cells   string        `json:"cells"`
	Took    time.Duration `json:"took_ns"` // the least of several times
	Guesses uint64        `json:"guesses"`
}

const (
	// slowPasses is how often each puzzle is timed at least: the least time of a
	// puzzle separates the slow ones from the disturbed ones.
	slowPasses = 3
	// maxLatency is the longest time that is distinguished from longer ones.
	maxLatency = time.Hour
)

// latencies measures single puzzles, if that is asked for, with each engine
// that is measured in memory.
func (h *heat) latencies(ctx context.Context) {
	if !h.cfg.Latency && h.cfg.Slowest == 0 {
		return
	}
	var timed []string
	for _, e := range h.entries {
		m, ok := e.contender.(*inMemory)
		if !ok || e.m.Error != "" || slices.Contains(timed, e.m.Engine) {
			continue
		}
		timed = append(timed, e.m.Engine)
		h.cfg.Log("%s, limit %d: single puzzles with %s", e.m.Corpus, e.m.Limit, e.m.Engine)
		h.try(ctx, e, func(ctx context.Context) error {
			n := h.key.corpus.N
			a := alone{key: h.key, solver: m.workers[0].solver, best: make([]time.Duration, n), guesses: make([]uint64, n)}
			if err := a.time(ctx, h.cfg.MinTime); err != nil {
				return fmt.Errorf("one at a time: %w", err)
			}
			e.m.Latency = a.latency(h.cfg.Slowest)
			return nil
		})
	}
}

// alone times puzzles one at a time.
type alone struct {
	key     *key
	solver  Solver
	times   *hdrhistogram.Histogram
	best    []time.Duration // of each puzzle
	guesses []uint64
}

// time times all puzzles, again and again until the time is filled. The first
// pass warms up and verifies.
func (l *alone) time(ctx context.Context, minTime time.Duration) error {
	c := l.key.corpus
	l.times = hdrhistogram.New(1, maxLatency.Nanoseconds(), 3)
	if err := l.verify(ctx); err != nil {
		return err
	}
	cells := make([]uint8, c.Order*c.Order)
	start := time.Now()
	for pass := 0; pass < slowPasses || time.Since(start) < minTime; pass++ {
		for i := range c.N {
			if i%64 == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			copy(cells, c.puzzle(i))
			began := time.Now()
			l.solver.Solve(cells)
			took := time.Since(began)
			if pass == 0 || took < l.best[i] {
				l.best[i] = took
			}
			_ = l.times.RecordValue(min(max(took, 1), maxLatency).Nanoseconds()) // within its range
		}
	}
	return nil
}

// verify judges the answers of Solve, which may take another way than batches.
func (l *alone) verify(ctx context.Context) error {
	c := l.key.corpus
	a := &answers{results: make([]solver.Result, c.N), cells: slices.Clone(c.Cells)}
	size := c.Order * c.Order
	for i := range c.N {
		if i%64 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		a.results[i] = l.solver.Solve(a.cells[i*size : (i+1)*size])
		l.guesses[i] = a.results[i].Guesses
	}
	return l.key.judge(a, false)
}

// latency sums up.
func (l *alone) latency(slowest int) *Latency {
	at := func(percent float64) time.Duration { return time.Duration(l.times.ValueAtQuantile(percent)) }
	return &Latency{
		Timed: l.times.TotalCount(),
		Mean:  time.Duration(l.times.Mean()), P50: at(50), P90: at(90), P99: at(99), P999: at(99.9), Max: time.Duration(l.times.Max()),
		Bins: l.bins(), Slowest: l.slowest(slowest),
	}
}

// bins counts the times in steps of 1, 2 and 5 times a power of ten.
func (l *alone) bins() []LatencyBin {
	var bins []LatencyBin
	bars := l.times.Distribution()
	total := int64(0)
	for decade := time.Duration(10); decade <= maxLatency && total < l.times.TotalCount(); decade *= 10 {
		for _, factor := range []time.Duration{1, 2, 5} {
			bin := LatencyBin{UpTo: decade * factor}
			for len(bars) > 0 && time.Duration(bars[0].To) <= bin.UpTo {
				bin.Count += bars[0].Count
				bars = bars[1:]
			}
			total += bin.Count
			if bin.Count > 0 || len(bins) > 0 && total < l.times.TotalCount() {
				bins = append(bins, bin)
			}
		}
	}
	return bins
}

// slowest returns the n puzzles that take longest.
func (l *alone) slowest(n int) []SlowPuzzle {
	order := make([]int, l.key.corpus.N)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.best[b], l.best[a]) })
	var list []SlowPuzzle
	for _, i := range order[:min(n, len(order))] {
		list = append(list, SlowPuzzle{Puzzle: i + 1, Cells: l.key.corpus.line(i), Took: l.best[i], Guesses: l.guesses[i]})
	}
	return list
}
