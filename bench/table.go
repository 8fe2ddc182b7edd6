package bench

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/sudokubatch/sudokubatch/bench/report"
)

// columns are the headings of a table with a row for each measurement.
var columns = []string{
	"corpus", "limit", "mode", "engine", "jobs", "puzzles/s", "least–most",
	"to baseline", "guesses", "unguessed", "allocs", "text/s", "cores", "peak memory",
}

// cells returns a measurement's row.
func cells(m *Measurement) []string {
	row := []string{m.Corpus, fmt.Sprint(m.Limit), string(m.Mode), m.Engine, "", "", "", "", "", "", "", "", "", ""}
	if m.Jobs > 0 {
		row[4] = fmt.Sprint(m.Jobs)
	}
	if m.Error != "" {
		row[5] = "failed: " + m.Error
		return row
	}
	row[5] = report.Number(m.PuzzlesPerSecond)
	row[6] = report.Number(m.Spread[0]) + "–" + report.Number(m.Spread[1])
	row[7] = ratio(m)
	if m.GuessesPerPuzzle != nil {
		row[8] = report.Number(*m.GuessesPerPuzzle)
	}
	if m.UnguessedShare != nil {
		row[9] = fmt.Sprintf("%.1f %%", 100**m.UnguessedShare)
	}
	if m.AllocsPerPuzzle != nil {
		row[10] = report.Number(*m.AllocsPerPuzzle)
	}
	row[11] = report.Number(m.BytesPerSecond) + "B"
	if m.CoresUsed > 0 {
		row[12] = report.Number(m.CoresUsed)
	}
	if m.PeakRSSBytes > 0 {
		row[13] = report.Number(float64(m.PeakRSSBytes)) + "B"
	}
	return row
}

// ratio writes a ratio and its spread: "9.00 (8.60–9.80)".
func ratio(m *Measurement) string {
	switch {
	case m.Ratio == 0:
		return ""
	case m.label() == m.Baseline:
		return "1"
	}
	return fmt.Sprintf("%s (%s–%s)", report.Number(m.Ratio), report.Number(m.RatioSpread[0]), report.Number(m.RatioSpread[1]))
}

// WriteTable writes a table with a row for each measurement, single puzzles'
// times where they were taken, and what the figures mean.
func WriteTable(w io.Writer, measurements []Measurement) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	writeHead(t, columns)
	for i := range measurements {
		writeRow(t, cells(&measurements[i]))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if err := writeLatencies(w, measurements); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", notes(measurements))
	return err
}

func writeLatencies(w io.Writer, measurements []Measurement) error {
	rows := latencyRows(measurements)
	if len(rows) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, part := range [][][]string{append([][]string{latencyColumns}, rows...), slowestRows(measurements)} {
		fmt.Fprintln(t)
		for i, row := range part {
			if i == 0 {
				writeHead(t, row)
			} else {
				writeRow(t, row)
			}
		}
	}
	return t.Flush()
}

// writeHead writes the headings of a table's columns.
func writeHead(w io.Writer, row []string) {
	fmt.Fprintln(w, strings.ToUpper(strings.Join(row, "\t")))
}

// writeRow writes the cells of a row, as a tabwriter takes them.
func writeRow(w io.Writer, row []string) {
	fmt.Fprintln(w, strings.TrimRight(strings.Join(row, "\t"), "\t"))
}

var latencyColumns = []string{"corpus", "limit", "one at a time", "mean", "p50", "p90", "p99", "p99.9", "max", "times"}

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

var slowestColumns = []string{"corpus", "limit", "slowest for", "puzzle", "took", "guesses", "cells"}

// slowestRows begins with the headings, if there are any rows.
func slowestRows(measurements []Measurement) (rows [][]string) {
	for i := range measurements {
		m := &measurements[i]
		if m.Latency == nil {
			continue
		}
		for _, s := range m.Latency.Slowest {
			if rows == nil {
				rows = append(rows, slowestColumns)
			}
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
	return fmt.Sprintf("Medians of %d rounds in which all take turns, %.3g s each at least, with the least and the greatest; "+
		"ratios likewise, of the same rounds. Every answer was verified first.", rounds, m.MinSeconds)
}
