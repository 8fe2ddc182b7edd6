package bench

// This file times single puzzles.

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sudokubatch/sudokubatch/solver"
)

// A latency is how long single puzzles take, one at a time through Solve. Each time includes
// reading the clock, some dozens of nanoseconds.
type latency struct {
	Timed int64 `json:"timed"` // times taken: several of each puzzle

	Mean time.Duration `json:"mean_ns"`
	P50  time.Duration `json:"p50_ns"`
	P90  time.Duration `json:"p90_ns"`
	P99  time.Duration `json:"p99_ns"`
	P999 time.Duration `json:"p999_ns"`
	Max  time.Duration `json:"max_ns"`

	Bins    []latencyBin `json:"bins,omitempty"`
	Slowest []slowPuzzle `json:"slowest,omitempty"`
}

// A latencyBin counts the times up to UpTo that are not in the bin before.
type latencyBin struct {
	UpTo  time.Duration `json:"up_to_ns"`
	Count int64         `json:"count"`
}

// A slowPuzzle is a puzzle that takes long.
type slowPuzzle struct {
	Puzzle  int           `json:"puzzle"` // its number in the corpus, from 1
	Cells   string        `json:"cells"`
	Took    time.Duration `json:"took_ns"` // the least of several times
	Guesses uint64        `json:"guesses"`
}

// leastPasses is how often each puzzle is timed at least. Its least time separates slow
// puzzles from disturbed ones.
const leastPasses = 3

// timePuzzles times single puzzles with each engine that is measured in memory.
func (r *race) timePuzzles(ctx context.Context) {
	var done []string
	for _, e := range r.entries {
		m, ok := e.contender.(*inMemory)
		if !ok || e.m.Error != "" || slices.Contains(done, e.m.Engine) {
			continue
		}
		done = append(done, e.m.Engine)
		r.try(ctx, e, func(ctx context.Context) (err error) {
			e.m.Latency, err = timeEach(ctx, r.key, m.workers[0].solver, m.own, r.MinTime, r.Slowest)
			return err
		})
	}
}

// timeEach times all puzzles one at a time, again and again until minTime is filled, and lists
// the slowest. The first pass is not timed: it verifies, as Solve may work otherwise than Feed.
func timeEach(ctx context.Context, k *key, s solver.Engine, own bool, minTime time.Duration, slowest int) (*latency, error) {
	c := k.corpus
	a := &answers{results: make([]solver.Result, c.N), cells: slices.Clone(c.Cells), own: own}
	size := c.Order * c.Order
	for i := range c.N {
		a.results[i] = s.Solve(a.cells[i*size : (i+1)*size])
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	if err := k.judge(a, false); err != nil {
		return nil, fmt.Errorf("one at a time: %w", err)
	}
	best := make([]slowPuzzle, c.N)
	cells := make([]uint8, size)
	var times []time.Duration
	start := time.Now()
	for pass := 0; pass < leastPasses || time.Since(start) < minTime; pass++ {
		for i := range c.N {
			copy(cells, c.puzzle(i))
			began := time.Now()
			s.Solve(cells)
			took := time.Since(began)
			times = append(times, took)
			if pass == 0 || took < best[i].Took {
				best[i] = slowPuzzle{Puzzle: i + 1, Took: took, Guesses: a.results[i].Guesses}
			}
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
		}
	}
	l := newLatency(times)
	slices.SortStableFunc(best, func(a, b slowPuzzle) int { return cmp.Compare(b.Took, a.Took) })
	l.Slowest = best[:min(slowest, len(best))]
	for i := range l.Slowest {
		to := l.Slowest[i].Puzzle * (size + 1)
		l.Slowest[i].Cells = string(c.Text[to-size-1 : to-1])
	}
	return l, nil
}

// newLatency sums up at least one time. It sorts the times.
func newLatency(times []time.Duration) *latency {
	slices.Sort(times)
	n, sum := len(times), time.Duration(0)
	for _, t := range times {
		sum += t
	}
	at := func(share float64) time.Duration { return times[min(int(share*float64(n)), n-1)] }
	l := &latency{Timed: int64(n), Mean: sum / time.Duration(n), P50: at(0.5), P90: at(0.9), P99: at(0.99), P999: at(0.999), Max: times[n-1]}
	for decade := time.Duration(10); len(times) > 0; decade *= 10 {
		for _, factor := range []time.Duration{1, 2, 5} {
			end := decade * factor
			count, _ := slices.BinarySearch(times, end+1)
			if count > 0 || len(l.Bins) > 0 && len(times) > 0 {
				l.Bins = append(l.Bins, latencyBin{end, int64(count)})
			}
			times = times[count:]
		}
	}
	return l
}
