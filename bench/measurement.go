package bench

// This file has the figures of one contender on one corpus.

import (
	"fmt"
	"math"
	"slices"
)

// The modes, as JSON has them. Figures of different modes are not comparable.
const (
	memoryMode   = "memory"     // an engine alone, from cells to cells
	endToEndMode = "end-to-end" // the pipeline in this process, from a file to text that is thrown away
	processMode  = "process"    // a whole process, from text in a pipe to text in a pipe
)

// A Measurement is how fast a contender solves a corpus. Its names in JSON stay the same.
type Measurement struct {
	Corpus  string `json:"corpus"`
	Order   int    `json:"order"`
	Puzzles int    `json:"puzzles"` // in the corpus
	Mode    string `json:"mode"`    // "memory", "end-to-end" or "process"
	Engine  string `json:"engine"`  // or a program's name
	Limit   int    `json:"limit"`
	Jobs    int    `json:"jobs"` // workers; 0 = the program decides

	// PuzzlesPerSecond is the median of Rounds. Spread is an interval that holds the true median
	// with Confidence, 0 to 1; see summary.
	PuzzlesPerSecond float64    `json:"puzzles_per_second"`
	Spread           [2]float64 `json:"spread"`
	Confidence       float64    `json:"confidence"`
	Rounds           []float64  `json:"rounds"` // puzzles a second
	Laps             int        `json:"laps"`   // how often the corpus is solved in a round
	MinSeconds       float64    `json:"min_seconds"`
	Seed             uint64     `json:"seed"`             // of the order of the contenders in each round
	BytesPerSecond   float64    `json:"bytes_per_second"` // of the puzzles' text, one a line

	// StartSeconds is the median time of a process that solves one puzzle; 0 = unknown. A process
	// starts once a round. SteadyPuzzlesPerSecond is the rate in the rest of the time.
	StartSeconds           float64 `json:"start_seconds,omitempty"`
	SteadyPuzzlesPerSecond float64 `json:"steady_puzzles_per_second,omitempty"`

	// Ratio is the median, over the rounds, of the ratio to the baseline in the same round.
	// RatioSpread is its interval.
	Baseline    string     `json:"baseline,omitempty"`
	Ratio       float64    `json:"ratio,omitempty"`
	RatioSpread [2]float64 `json:"ratio_spread,omitzero"`
	// CPURatio is the ratio by processor time, and CPURatioSpread its interval. 0 = unknown.
	CPURatio       float64    `json:"cpu_ratio,omitempty"`
	CPURatioSpread [2]float64 `json:"cpu_ratio_spread,omitzero"`

	GuessesPerPuzzle *float64 `json:"guesses_per_puzzle,omitempty"` // nil: unknown
	// CoresUsed is how many processors the contender kept busy. PuzzlesPerCPUSecond is by
	// processor time, which other processes disturb less. CPURounds has it for each round. 0 or nil = unknown.
	CoresUsed           float64   `json:"cores_used,omitempty"`
	PuzzlesPerCPUSecond float64   `json:"puzzles_per_cpu_second,omitempty"`
	CPURounds           []float64 `json:"cpu_rounds,omitempty"`
	// PeakBytes is the greatest memory that a program's process had when its answers were verified, without
	// processes that it started. 0 = unknown: engines in this process have no memory of their own.
	PeakBytes int64    `json:"peak_bytes,omitempty"`
	Latency   *latency `json:"latency,omitempty"`

	// Verified is true if every answer was verified; Checked says what was checked, and Seen what the
	// answers prove. Otherwise Error says why not, and there are no figures.
	Verified bool   `json:"verified"`
	Checked  string `json:"checked,omitempty"`
	Seen     *Seen  `json:"seen,omitempty"` // nil: unknown, in files of earlier versions
	Error    string `json:"error,omitempty"`

	Machine // where it was measured
}

// label names the contender among those that took turns with it.
func (m *Measurement) label() string {
	if m.Jobs == 0 {
		return m.Engine
	}
	return fmt.Sprintf("%s -j%d", m.Engine, m.Jobs)
}

// proves reports whether the contender proves what it is asked for, as far as is known.
func (m *Measurement) proves() bool { return m.Limit < 2 || m.Seen == nil || m.Seen.Proven }

// setRounds sets the figures that follow from the times of the rounds.
func (m *Measurement) setRounds(rounds []effort, laps int) {
	m.Laps = laps
	n := float64(laps * m.Puzzles)
	m.Rounds = make([]float64, len(rounds))
	busy, start := make([]float64, len(rounds)), make([]float64, len(rounds))
	var all effort
	for i, spent := range rounds {
		m.Rounds[i] = n / spent.took.Seconds()
		busy[i], start[i] = spent.busy.Seconds(), spent.start.Seconds()
		all.took += spent.took
		all.busy += spent.busy
	}
	m.PuzzlesPerSecond, m.Spread = summary(m.Rounds)
	_, m.Confidence = ranks(len(rounds))
	m.StartSeconds, _ = summary(start)
	if steady := n/m.PuzzlesPerSecond - m.StartSeconds; m.StartSeconds > 0 && steady > 0 {
		m.SteadyPuzzlesPerSecond = n / steady
	}
	m.BytesPerSecond = m.PuzzlesPerSecond * float64(m.Order*m.Order+1)
	if median, _ := summary(busy); median > 0 {
		m.CoresUsed = all.busy.Seconds() / all.took.Seconds()
		m.PuzzlesPerCPUSecond = n / median
	}
	if slices.Min(busy) > 0 {
		for _, seconds := range busy {
			m.CPURounds = append(m.CPURounds, n/seconds)
		}
	}
}

// setRatio compares with a baseline that ran in the same rounds.
func (m *Measurement) setRatio(base *Measurement) {
	m.Baseline = base.label()
	m.Ratio, m.RatioSpread = ratio(m.Rounds, base.Rounds)
	if m.CPURounds != nil && base.CPURounds != nil {
		m.CPURatio, m.CPURatioSpread = ratio(m.CPURounds, base.CPURounds)
	}
}

// ratio returns the median of the ratios in the same rounds, and its interval.
func ratio(rounds, base []float64) (median float64, interval [2]float64) {
	ratios := make([]float64, len(rounds))
	for i := range ratios {
		ratios[i] = rounds[i] / base[i]
	}
	return summary(ratios)
}

// summary returns the median of values, and an interval that holds the median of all values that could
// be measured. Its ends are values of the same rank from below and from above.
func summary(values []float64) (median float64, interval [2]float64) {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	rank, _ := ranks(n)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2, [2]float64{sorted[rank], sorted[n-1-rank]}
}

// ranks returns the rank from 0 of the ends of the interval for the median of n values, and the
// probability that it holds the true median: at least 0.95, or less if there are fewer than 6 values.
func ranks(n int) (rank int, confidence float64) {
	logFactorial := func(n int) float64 { log, _ := math.Lgamma(float64(n + 1)); return log }
	below := 0.0 // the probability that at most rank values are below the true median
	for rank = 0; ; rank++ {
		more := math.Exp(logFactorial(n) - logFactorial(rank) - logFactorial(n-rank) - float64(n)*math.Ln2)
		if rank > 0 && below+more > 0.025 {
			return rank - 1, max(0, 1-2*below)
		}
		below += more
	}
}

// Failed lists the contenders that answered wrongly or failed, and why.
func Failed(measurements []Measurement) []error {
	return complaints(measurements, func(m *Measurement) string { return m.Error })
}

// unproven lists the contenders that prove nothing, and why.
func unproven(measurements []Measurement) []error {
	return complaints(measurements, func(m *Measurement) string {
		if m.proves() {
			return ""
		}
		return m.Seen.Unproven
	})
}

// complaints lists the contenders with something to be said.
func complaints(measurements []Measurement, of func(*Measurement) string) (list []error) {
	for i := range measurements {
		m := &measurements[i]
		if text := of(m); text != "" {
			list = append(list, fmt.Errorf("%s, %s (%s, limit %d): %s", m.Corpus, m.label(), m.Mode, m.Limit, text))
		}
	}
	return list
}

// noisy is what counts as noise: an interval wider than a tenth of the median, or a tenth of the
// time without a processor.
const noisy = 0.10

// waited is the share of the time for which workers had no processor. Workers in memory never
// wait, so other processes had it.
func (m *Measurement) waited() float64 {
	if m.Mode != memoryMode || m.CoresUsed == 0 || m.Jobs > m.Cores {
		return 0
	}
	return 1 - m.CoresUsed/float64(m.Jobs)
}

// Noise warns that the machine was noisy, or returns "".
func Noise(measurements []Measurement) string {
	widest, longest := noisy, noisy
	var spread, waited string
	for i := range measurements {
		m := &measurements[i]
		name := m.Corpus + ", " + m.label()
		if share := (m.Spread[1] - m.Spread[0]) / m.PuzzlesPerSecond; m.Error == "" && share > widest {
			widest, spread = share, fmt.Sprintf("; intervals are up to %.0f %% wide (%s)", 100*share, name)
		}
		if share := m.waited(); share > longest {
			longest, waited = share, fmt.Sprintf("; others had the processors for %.0f %% of the time (%s)", 100*share, name)
		}
	}
	if spread+waited == "" {
		return ""
	}
	return "noisy: compare ratios, or measure again on a quiet machine" + spread + waited
}
