package bench

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/sudokubatch/sudokubatch/bench/report"
)

// WriteTable writes a table of speeds for each mode, order and limit, one of what
// else is known, single puzzles' times where they were taken, what failed, and what
// the headings mean. No line is wider than 100 columns.
func WriteTable(w io.Writer, measurements []Measurement) error {
	if len(measurements) == 0 {
		_, err := fmt.Fprintln(w, notes(nil))
		return err
	}
	measurements = apart(measurements)
	var b strings.Builder
	for _, g := range grids(measurements) {
		fmt.Fprintf(&b, "%s:\n", g.title())
		if err := g.table().write(&b); err != nil {
			return err
		}
		b.WriteByte('\n')
	}
	tables := []textTable{detailTable(measurements), latencyTable(measurements), slowestTable(measurements)}
	for i := range tables {
		if len(tables[i].rows) == 0 {
			continue
		}
		if err := tables[i].write(&b); err != nil {
			return err
		}
		b.WriteByte('\n')
	}
	b.WriteString(failures(measurements))
	b.WriteString(explain(narrow(slices.Concat(whose, speeds, details)), measurements))
	b.WriteString(explainLatency(measurements))
	b.WriteByte('\n')
	for line := range strings.Lines(notes(measurements)) {
		b.WriteString(wrap(line, ""))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// table is the speeds of a grid, what failed among them.
func (g *grid) table() *textTable {
	fields := append([]field{whose[0], whose[3]}, speeds...)
	var t textTable
	t.header, t.names = headings(fields)
	for _, corpus := range g.corpora {
		for _, label := range g.labels {
			if m := g.cells[[2]string{corpus, label}]; m != nil {
				t.rows = append(t.rows, row(fields, m))
			}
		}
	}
	return &t
}

// detailTable is what is known beside the speeds.
func detailTable(measurements []Measurement) textTable {
	fields := narrow(slices.Concat(whose, details))
	var t textTable
	t.header, t.names = headings(fields)
	for i := range measurements {
		if m := &measurements[i]; m.Error == "" {
			t.rows = append(t.rows, row(fields, m))
		}
	}
	return t
}

// failures says what failed and why.
func failures(measurements []Measurement) string {
	var b strings.Builder
	for i := range measurements {
		if m := &measurements[i]; m.Error != "" {
			b.WriteString(wrap(fmt.Sprintf("failed: %s, %s (%s, limit %d): %s", m.Corpus, m.label(), m.Mode, m.Limit, m.Error), ""))
		}
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

var (
	latencyColumns = []string{"corpus", "limit", "one at a time", "mean", "p50", "p90", "p99", "p99.9", "max", "times"}
	latencyNames   = []bool{true, false, true, false, false, false, false, false, false, false}
)

// explainLatency says what the headings of the tables of single puzzles mean.
func explainLatency(measurements []Measurement) string {
	if len(latencyRows(measurements)) == 0 {
		return ""
	}
	return "MEAN, MAX   of the times of single puzzles, of which TIMES were taken\n" +
		"P50 …       half of them, 90, 99 and 99.9 % are at most so long\n"
}

func latencyTable(measurements []Measurement) textTable {
	return textTable{
		header: latencyColumns, rows: latencyRows(measurements), names: latencyNames,
	}
}

// slowestTable has the cells of each puzzle below it.
func slowestTable(measurements []Measurement) textTable {
	cells := len(slowestColumns) - 1
	t := textTable{header: slowestColumns[:cells], names: slowestNames[:cells]}
	for _, row := range slowestRows(measurements) {
		t.rows, t.below = append(t.rows, row[:cells]), append(t.below, row[cells])
	}
	return t
}

func latencyRows(measurements []Measurement) (rows [][]string) {
	for i := range measurements {
		m := &measurements[i]
		if l := m.Latency; l != nil {
			rows = append(rows, []string{
				m.Corpus, fmt.Sprint(m.Limit), m.Engine,
				seconds(l.Mean), seconds(l.P50), seconds(l.P90), seconds(l.P99), seconds(l.P999), seconds(l.Max), fmt.Sprint(l.Timed),
			})
		}
	}
	return rows
}

var (
	slowestColumns = []string{"corpus", "limit", "slowest for", "puzzle", "took", "guesses", "cells"}
	slowestNames   = []bool{true, false, true, false, false, false, true}
)

func slowestRows(measurements []Measurement) (rows [][]string) {
	for i := range measurements {
		m := &measurements[i]
		if m.Latency == nil {
			continue
		}
		for _, s := range m.Latency.Slowest {
			rows = append(rows, []string{
				m.Corpus, fmt.Sprint(m.Limit), m.Engine, fmt.Sprint(s.Puzzle), seconds(s.Took), fmt.Sprint(s.Guesses), s.Cells,
			})
		}
	}
	return rows
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

// notes says what the figures are, and where they come from.
func notes(measurements []Measurement) string {
	if len(measurements) == 0 {
		return "nothing was measured"
	}
	m := &measurements[0]
	text := fmt.Sprintf("%s, %d cores, %s/%s, %s, version %s, commit %s, %s\n%s",
		m.CPU, m.Cores, m.OS, m.Arch, m.Go, m.Version, m.Commit, m.Date, method(measurements))
	if noise := Noise(measurements); noise != "" {
		text += "\n" + noise
	}
	return text
}

// method says how it was measured.
func method(measurements []Measurement) string {
	m, rounds := &measurements[0], 0
	for i := range measurements {
		rounds = max(rounds, len(measurements[i].Rounds)) // what failed has none
	}
	what := "Medians of %d rounds"
	if rounds == 1 {
		what = "Figures of %d round"
	}
	return fmt.Sprintf(what+" in which all take turns, %.3g s each at least, with the least and the greatest; "+
		"ratios likewise, of the same rounds. Every answer was verified first.", rounds, m.MinSeconds)
}
