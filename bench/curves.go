package bench

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sudokubatch/sudokubatch/bench/report"
)

// latency shows the times of single puzzles.
func latency(measurements []Measurement, colours colours) report.Section {
	s := report.Section{
		Heading: "Latency",
		Text: "Single puzzles, one at a time, after a first pass over the corpus. A look at the clock takes some dozens of nanoseconds of each. " +
			"The curves say how many of the times are how long or longer: one that is further to the left is faster, and one that falls more steeply has fewer slow puzzles.",
	}
	rows := latencyRows(measurements)
	if len(rows) == 0 {
		return s
	}
	s.Parts = append(s.Parts, report.Table{Header: latencyColumns, Rows: rows, Left: latencyNames})
	for _, lines := range curves(measurements, colours) {
		s.Parts = append(s.Parts, lines)
	}
	if slowest := slowestRows(measurements); len(slowest) > 0 {
		s.Parts = append(s.Parts, report.Table{
			Title: "The slowest puzzles", Header: slowestColumns, Rows: slowest, Left: slowestNames,
		})
	}
	return s
}

// curves draws a chart for each corpus and limit, with the curves of all engines
// over one another: what share of the times is at least so long.
func curves(measurements []Measurement, colours colours) []report.Lines {
	var charts []report.Lines
	var of [][]*Measurement // by chart
	for i := range measurements {
		m := &measurements[i]
		if m.Latency == nil || m.Latency.Timed == 0 {
			continue
		}
		title := fmt.Sprintf("%s, limit %d", m.Corpus, m.Limit)
		at := slices.IndexFunc(charts, func(l report.Lines) bool { return l.Title == title })
		if at < 0 {
			at = len(charts)
			charts, of = append(charts, report.Lines{
				Title: title, XUnit: "time, or longer", Unit: "% of the times", Log: true,
				XText: func(ns float64) string { return shortDuration(time.Duration(ns)) },
			}), append(of, nil)
		}
		of[at] = append(of[at], m)
	}
	for i := range charts {
		charts[i].X = moments(of[i])
		for _, m := range of[i] {
			series, known := report.Series{Name: m.Engine, Colour: colours.of(m)}, m.Latency.survival()
			for _, at := range charts[i].X {
				series.Values = append(series.Values, known[at])
			}
			charts[i].Series = append(charts[i].Series, series)
		}
	}
	return charts
}

// moments returns the times, in nanoseconds, at which something is known of any of these.
func moments(list []*Measurement) []float64 {
	var all []float64
	for _, m := range list {
		for at := range m.Latency.survival() {
			all = append(all, at)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// survival returns what percentage of the times is at least so long, by the
// time in nanoseconds, where that is known: at the ends of the bins, and at the longest
// time of all.
func (l *Latency) survival() map[float64]float64 {
	known := map[float64]float64{}
	longer := l.Timed
	for i, b := range l.Bins {
		if i == 0 {
			known[float64(stepBefore(b.UpTo))] = 100
		}
		if longer -= b.Count; longer > 0 && b.UpTo < l.Max {
			known[float64(b.UpTo)] = 100 * float64(longer) / float64(l.Timed)
		}
	}
	known[float64(l.Max)] = 100 / float64(l.Timed)
	return known
}

// stepBefore returns where a bin begins that ends at 1, 2 or 5 times a power of ten.
func stepBefore(end time.Duration) time.Duration {
	decade := time.Duration(1)
	for 10*decade <= end {
		decade *= 10
	}
	if end/decade == 5 {
		return 2 * decade
	}
	return end / 2
}

// shortDuration writes a time without zeros that say nothing: "20 µs".
func shortDuration(d time.Duration) string {
	number, unit, _ := strings.Cut(seconds(d), " ")
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	return number + " " + unit
}
