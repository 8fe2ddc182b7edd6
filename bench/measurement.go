package bench

import (
	"fmt"
	"slices"
	"strings"
)

// A Mode is how a contender gets its puzzles and what becomes of the answers.
type Mode string

// The modes. Figures of different modes are not comparable.
const (
	// InMemory is an engine alone, from cells to cells.
	InMemory Mode = "memory"
	// EndToEnd is the pipeline in this process, from a file to text that is
	// thrown away.
	EndToEnd Mode = "end-to-end"
	// Process is a whole process, from plain text through a pipe to plain text
	// through a pipe.
	Process Mode = "process"
)

// A Measurement is how fast a contender solves a corpus. Its names in JSON,
// once published, stay.
type Measurement struct {
	Corpus  string `json:"corpus"`
	Order   int    `json:"order"`
	Puzzles int    `json:"puzzles"` // in the corpus
	Mode    Mode   `json:"mode"`
	Engine  string `json:"engine"` // or a program's name
	Limit   int    `json:"limit"`
	Jobs    int    `json:"jobs"` // workers; 0 = a program's own affair
	// Env is how the environment of a Variant differs.
	Env []string `json:"env,omitempty"`

	// PuzzlesPerSecond is the median of Rounds, and Spread the least and the
	// greatest of them.
	PuzzlesPerSecond float64    `json:"puzzles_per_second"`
	Spread           [2]float64 `json:"spread"`
	Rounds           []float64  `json:"rounds"` // puzzles a second, in the order of the rounds
	Laps             int        `json:"laps"`   // times the corpus is solved in each round
	MinSeconds       float64    `json:"min_seconds"`

	// BytesPerSecond counts the puzzles' text, one a line.
	BytesPerSecond float64 `json:"bytes_per_second"`
	// Ratio is the median over the rounds of the ratio to the baseline, which
	// ran in the same rounds, and RatioSpread the least and the greatest.
	Baseline    string     `json:"baseline,omitempty"`
	Ratio       float64    `json:"ratio,omitempty"`
	RatioSpread [2]float64 `json:"ratio_spread,omitzero"`

	// GuessesPerPuzzle and UnguessedShare, the share of the puzzles that took no
	// guess, are nil where unknown.
	GuessesPerPuzzle *float64 `json:"guesses_per_puzzle,omitempty"`
	UnguessedShare   *float64 `json:"unguessed_share,omitempty"`
	// GuessBits[n] is how many puzzles take a number of guesses of n bits
	// (bits.Len64); without empty ends.
	GuessBits       []int64  `json:"guess_bits,omitempty"`
	AllocsPerPuzzle *float64 `json:"allocs_per_puzzle,omitempty"`
	// CoresUsed is the time of all processors in the rounds by their time: more
	// than Jobs where reading and writing go on beside, less where others had
	// the processors. PuzzlesPerCPUSecond is the median by that time, which
	// others disturb less. Both are 0 where the system does not report it.
	CoresUsed           float64 `json:"cores_used,omitempty"`
	PuzzlesPerCPUSecond float64 `json:"puzzles_per_cpu_second,omitempty"`
	// OthersCores is how many processors other processes, or other machines on the
	// same processors, kept busy in the rounds; 0 also where that is not known.
	OthersCores  float64  `json:"others_cores,omitempty"`
	PeakRSSBytes int64    `json:"peak_rss_bytes,omitempty"` // of a process, where the system reports it
	Latency      *Latency `json:"latency,omitempty"`

	// Verified says that all answers were, before anything was timed; Checked
	// says what they prove. Where an answer was wrong, or something failed, Error
	// says what, and there are no figures.
	Verified bool   `json:"verified"`
	Checked  string `json:"checked,omitempty"`
	Error    string `json:"error,omitempty"`

	Machine // where it was measured
}

// A Machine is where and with what something was measured.
type Machine struct {
	CPU     string `json:"cpu"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	Cores   int    `json:"cores"`
	Go      string `json:"go"`
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Date    string `json:"date"` // of the run: 2026-11-21
}

// label names the contender among those of its corpus, limit and mode.
func (m *Measurement) label() string {
	if m.Jobs == 0 {
		return m.Engine
	}
	return fmt.Sprintf("%s -j%d", m.Engine, m.Jobs)
}

// noisySpread is the share of its median from which on a measurement's spread
// is called noise.
const noisySpread = 0.10

// spreadShare is the width of the spread as a share of the median.
func (m *Measurement) spreadShare() float64 {
	if m.PuzzlesPerSecond == 0 {
		return 0
	}
	return (m.Spread[1] - m.Spread[0]) / m.PuzzlesPerSecond
}

// Noise says in plain words that the machine was noisy, or nothing: some
// measurement's fastest round was faster than its slowest by more than a tenth
// of the median, or others had the processors.
func Noise(measurements []Measurement) string {
	var reasons []string
	noisy, worst, most := 0, &Measurement{}, &Measurement{}
	for i := range measurements {
		m := &measurements[i]
		if m.spreadShare() > noisySpread {
			noisy++
		}
		if m.spreadShare() > worst.spreadShare() {
			worst = m
		}
		if max(m.OthersCores, m.missing()) > max(most.OthersCores, most.missing()) {
			most = m
		}
	}
	if noisy > 0 {
		reasons = append(reasons, fmt.Sprintf("in %d of %d measurements slowest and fastest round are more than %.0f %% of the median apart (%s, %s: %.0f %%)",
			noisy, len(measurements), 100*noisySpread, worst.Corpus, worst.label(), 100*worst.spreadShare()))
	}
	if why := most.disturbance(); why != "" {
		reasons = append(reasons, fmt.Sprintf("%s (%s, %s)", why, most.Corpus, most.label()))
	}
	if len(reasons) == 0 {
		return ""
	}
	return "noisy: " + strings.Join(reasons, ", and ") + "; take ratios, or measure again in quiet"
}

// setRounds sets what follows from what the rounds took.
func (m *Measurement) setRounds(runs []effort, laps int) {
	m.Laps = laps
	n := float64(laps * m.Puzzles)
	m.Rounds = make([]float64, len(runs))
	busy := make([]float64, len(runs))
	var all effort
	for i, spent := range runs {
		m.Rounds[i] = n / spent.took.Seconds()
		busy[i] = spent.busy.Seconds()
		all.took += spent.took
		all.busy += spent.busy
	}
	m.PuzzlesPerSecond, m.Spread = summary(m.Rounds)
	m.BytesPerSecond = m.PuzzlesPerSecond * float64(m.Order*m.Order+1)
	if median, _ := summary(busy); median > 0 {
		m.CoresUsed = all.busy.Seconds() / all.took.Seconds()
		m.PuzzlesPerCPUSecond = n / median
	}
}

// setRatio compares with a baseline that ran in the same rounds.
func (m *Measurement) setRatio(base *Measurement) {
	if len(base.Rounds) != len(m.Rounds) || len(m.Rounds) == 0 {
		return
	}
	ratios := make([]float64, len(m.Rounds))
	for i := range ratios {
		ratios[i] = m.Rounds[i] / base.Rounds[i]
	}
	m.Baseline = base.label()
	m.Ratio, m.RatioSpread = summary(ratios)
}

// summary returns the median, and the least and the greatest value.
func summary(values []float64) (median float64, spread [2]float64) {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2, [2]float64{sorted[0], sorted[n-1]}
}
