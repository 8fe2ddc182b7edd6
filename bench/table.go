package bench

// This file makes the tables that a terminal and a page show.

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/bench/report"
)

// headingsMean explains the headings of tables of figures.
const headingsMean = `INTERVAL    holds the median of all possible rounds, with the confidence below
RATIO       to the speed of TO in the same rounds: median (interval)
BY CPU      the same ratio by processor time, which other programs disturb less
GUESSES     branch points of the search, a puzzle
GRIDS       answers with a solution; each is right
COUNTS      answers with the number of solutions; each is right
PROOF       whether it told all puzzles with several solutions from others, also among test puzzles
CORES       processors that it kept busy
MEMORY      greatest memory of the process while its answers were verified
START       time of a process that solves one easy puzzle; a part of each round
STEADY/S    puzzles a second in the rest of the round
`

// A group is the measurements of one mode, order and limit that prove as much. They can be compared.
type group struct {
	title string
	list  []*Measurement
}

// groups sorts measurements into groups, in the order in which these begin.
func groups(measurements []Measurement) []group {
	var all []group
	for i := range measurements {
		m := &measurements[i]
		title := m.group()
		at := slices.IndexFunc(all, func(g group) bool { return g.title == title })
		if at < 0 {
			at = len(all)
			all = append(all, group{title: title})
		}
		all[at].list = append(all[at].list, m)
	}
	return all
}

// group is the title of the measurement's group.
func (m *Measurement) group() string {
	goal := "first solution"
	if m.Limit == 2 {
		goal = "uniqueness proven"
	} else if m.Limit > 2 {
		goal = fmt.Sprintf("up to %d solutions", m.Limit)
	}
	if !m.proves() {
		goal = "nothing proven"
	}
	way := map[string]string{
		memoryMode:   "engines alone, puzzles in memory",
		endToEndMode: "from file to text, in one process",
		processMode:  "whole processes, text through pipes",
	}[m.Mode]
	return fmt.Sprintf("%d×%d, %s (limit %d), %s", m.Order, m.Order, goal, m.Limit, way)
}

// table has the figures of a group.
func (g *group) table() report.Table {
	t := report.Table{
		Header: []string{"corpus", "engine", "puzzles/s", "interval", "ratio", "by cpu", "to", "guesses"},
		Left:   []bool{true, true, false, false, false, false, true},
	}
	for _, m := range g.list {
		row := []string{m.Corpus, m.label(), "failed", "", "", "", "", ""}
		if m.Error == "" {
			row[2] = report.Number(m.PuzzlesPerSecond)
			row[3] = report.Number(m.Spread[0]) + "–" + report.Number(m.Spread[1])
			if row[4] = "1"; m.Baseline != m.label() {
				row[4] = fmt.Sprintf("%s (%s–%s)", report.Number(m.Ratio), report.Number(m.RatioSpread[0]), report.Number(m.RatioSpread[1]))
				row[5] = numberOr(m.CPURatio)
			}
			row[6] = m.Baseline
			if m.GuessesPerPuzzle != nil {
				row[7] = report.Number(*m.GuessesPerPuzzle)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// numberOr returns a number as text, "" if it is 0 and so unknown.
func numberOr(n float64) string {
	if n == 0 {
		return ""
	}
	return report.Number(n)
}

// seen has what was seen of a group: its answers, processors and memory, and how long its processes take to start.
func (g *group) seen() report.Table {
	t := report.Table{
		Title:  "What was seen",
		Header: []string{"corpus", "engine", "grids", "counts", "proof", "cores", "memory", "start", "steady/s"},
		Left:   []bool{true, true},
	}
	for _, m := range g.list {
		row := []string{m.Corpus, m.label(), "", "", "", numberOr(m.CoresUsed), "", "", numberOr(m.SteadyPuzzlesPerSecond)}
		if s := m.Seen; s != nil {
			row[2], row[3] = fmt.Sprint(s.Grids), fmt.Sprint(s.Counts)
			if m.Limit > 1 {
				row[4] = map[bool]string{true: "yes", false: "no"}[s.Proven]
			}
		}
		if m.PeakBytes > 0 {
			row[6] = humanize.IBytes(uint64(m.PeakBytes))
		}
		if m.StartSeconds > 0 {
			row[7] = seconds(time.Duration(m.StartSeconds * float64(time.Second)))
		}
		if strings.Join(row[2:], "") != "" {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// latencyTables have the times of single puzzles, and the slowest of them.
func latencyTables(measurements []Measurement) (times, slowest report.Table) {
	times = report.Table{
		Title: "Single puzzles, one at a time", Left: []bool{true, false, true},
		Header: []string{"corpus", "limit", "engine", "mean", "p50", "p90", "p99", "p99.9", "max", "times"},
	}
	slowest = report.Table{
		Title: "The slowest puzzles", Left: []bool{true, false, true, false, false, false, true},
		Header: []string{"corpus", "limit", "engine", "puzzle", "took", "guesses", "cells"},
	}
	for i := range measurements {
		m := &measurements[i]
		l := m.Latency
		if l == nil {
			continue
		}
		row := []string{m.Corpus, fmt.Sprint(m.Limit), m.Engine}
		for _, d := range []time.Duration{l.Mean, l.P50, l.P90, l.P99, l.P999, l.Max} {
			row = append(row, seconds(d))
		}
		times.Rows = append(times.Rows, append(row, fmt.Sprint(l.Timed)))
		for _, s := range l.Slowest {
			slowest.Rows = append(slowest.Rows, append(row[:3:3], fmt.Sprint(s.Puzzle), seconds(s.Took), fmt.Sprint(s.Guesses), s.Cells))
		}
	}
	return times, slowest
}

// seconds writes a time with three significant digits.
func seconds(d time.Duration) string {
	unit, name := time.Second, "s"
	switch {
	case d < time.Microsecond:
		unit, name = time.Nanosecond, "ns"
	case d < time.Millisecond:
		unit, name = time.Microsecond, "µs"
	case d < time.Second:
		unit, name = time.Millisecond, "ms"
	}
	return report.Number(float64(d)/float64(unit)) + " " + name
}

// pageWidth is how many columns of a terminal a table takes.
const pageWidth = 100

// WriteTable writes tables of figures for each mode, order and limit, the times of single
// puzzles, what failed, what the headings mean, and where and how it was measured.
func WriteTable(w io.Writer, measurements []Measurement) error {
	var b strings.Builder
	for _, g := range groups(measurements) {
		t := g.table()
		t.Title = g.title
		t.WriteText(&b, pageWidth)
		g.seen().WriteText(&b, pageWidth)
	}
	times, slowest := latencyTables(measurements)
	times.WriteText(&b, pageWidth)
	slowest.WriteText(&b, math.MaxInt) // with cells, which must be complete
	for _, err := range Failed(measurements) {
		fmt.Fprintf(&b, "failed: %v\n", err)
	}
	for _, err := range unproven(measurements) {
		fmt.Fprintf(&b, "not proven: %v\n", err)
	}
	b.WriteString(headingsMean + "\n")
	if len(measurements) > 0 {
		m := &measurements[0]
		fmt.Fprintf(&b, "%s, %d cores, %s/%s, %s, version %s, commit %s, %s\n", m.CPU, m.Cores, m.OS, m.Arch, m.Go, m.Version, m.Commit, m.Date)
		fmt.Fprintf(&b, "%s\n", method(measurements))
	}
	if noise := Noise(measurements); noise != "" {
		fmt.Fprintf(&b, "%s\n", noise)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// method says how it was measured.
func method(measurements []Measurement) string {
	rounds, shuffled := 0, false // files of earlier versions have rounds in one order
	for i := range measurements {
		shuffled = shuffled || measurements[i].Seen != nil
		rounds = max(rounds, len(measurements[i].Rounds)) // what failed has none
	}
	medians := fmt.Sprintf("Medians of %d rounds", rounds)
	if rounds == 1 {
		medians = "One round"
	}
	_, confidence := ranks(rounds)
	turns := "all take turns"
	if shuffled {
		turns = fmt.Sprintf("all take turns, in a random order (seed %d),", measurements[0].Seed)
	}
	return fmt.Sprintf("%s, with a confidence of %.0f %%. In a round %s for at least %.3g s each, and small corpora are solved repeatedly. Every answer was verified first.",
		medians, 100*confidence, turns, measurements[0].MinSeconds)
}
