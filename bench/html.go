package bench

import (
	"fmt"
	"time"

	"github.com/sudokubatch/sudokubatch/bench/report"
)

// Report makes a page of measurements, and of changes if there are any.
func Report(measurements []Measurement, changes []Change) *report.Page {
	page := &report.Page{Title: "How fast Sudoku corpora are solved"}
	if len(measurements) == 0 {
		page.Lead = notes(nil)
		return page
	}
	m := &measurements[0]
	page.Lead = method(measurements)
	page.Facts = []report.Fact{
		{Name: "processor", Value: m.CPU},
		{Name: "cores", Value: fmt.Sprint(m.Cores)},
		{Name: "system", Value: fmt.Sprintf("%s/%s, %s", m.OS, m.Arch, m.Go)},
		{Name: "version", Value: m.Version},
		{Name: "commit", Value: m.Commit},
		{Name: "date", Value: m.Date},
	}
	if noise := Noise(measurements); noise != "" {
		page.Facts = append(page.Facts, report.Fact{Name: "warning", Value: noise})
	}
	all := grids(measurements)
	page.Sections = append(page.Sections, throughput(all))
	for _, section := range []report.Section{
		comparison(changes), scaling(all), latency(measurements), guesses(measurements), everything(measurements),
	} {
		if len(section.Parts) > 0 {
			page.Sections = append(page.Sections, section)
		}
	}
	return page
}

// throughput shows each grid as bars.
func throughput(all []*grid) report.Section {
	s := report.Section{
		Heading: "Throughput",
		Text:    "The axes are logarithmic. Lines on the bars go from the slowest round to the fastest.",
	}
	for _, g := range all {
		bars := report.Bars{Title: g.title(), Unit: "puzzles a second", Groups: g.corpora, Log: true}
		for _, label := range g.labels {
			series := report.Series{Name: label}
			for _, corpus := range g.corpora {
				value, spread := 0.0, [2]float64{}
				if m := g.cells[[2]string{corpus, label}]; m != nil && m.Error == "" {
					value, spread = m.PuzzlesPerSecond, m.Spread
				}
				series.Values = append(series.Values, value)
				series.Low, series.High = append(series.Low, spread[0]), append(series.High, spread[1])
			}
			bars.Series = append(bars.Series, series)
		}
		s.Parts = append(s.Parts, bars)
	}
	return s
}

// scaling shows how many times faster several workers are than one, by corpus.
func scaling(all []*grid) report.Section {
	s := report.Section{
		Heading: "Scaling",
		Text:    "How many times faster more workers are than the fewest; the dashed line would be perfect. More workers than cores cannot be faster.",
	}
	for _, g := range all {
		var list []Measurement
		for _, m := range g.cells {
			list = append(list, *m)
		}
		jobs := jobCounts(list)
		if len(jobs) < 2 {
			continue
		}
		lines := report.Lines{Title: g.title(), XUnit: "workers", Unit: "times as fast"}
		perfect := report.Series{Name: "perfect", Faint: true}
		for _, n := range jobs {
			lines.X = append(lines.X, float64(n))
			perfect.Values = append(perfect.Values, float64(n)/float64(jobs[0]))
		}
		for _, engine := range g.engines() {
			for _, corpus := range g.corpora {
				if series, ok := g.speedup(corpus, engine, jobs); ok {
					lines.Series = append(lines.Series, series)
				}
			}
		}
		if len(lines.Series) > 0 {
			lines.Series = append(lines.Series, perfect)
			s.Parts = append(s.Parts, lines)
		}
	}
	return s
}

// engines lists a grid's engines that were run with several workers.
func (g *grid) engines() []string {
	var engines []string
	seen := map[string]bool{}
	for _, label := range g.labels {
		for _, corpus := range g.corpora {
			if m := g.cells[[2]string{corpus, label}]; m != nil && m.Jobs > 0 && !seen[m.Engine] {
				seen[m.Engine] = true
				engines = append(engines, m.Engine)
			}
		}
	}
	return engines
}

// speedup returns how much faster an engine is with more workers.
func (g *grid) speedup(corpus, engine string, jobs []int) (report.Series, bool) {
	series := report.Series{Name: corpus + ", " + engine}
	first := 0.0
	for _, n := range jobs {
		m := g.cells[[2]string{corpus, (&Measurement{Engine: engine, Jobs: n}).label()}]
		if m == nil || m.Error != "" {
			return series, false
		}
		if first == 0 {
			first = m.PuzzlesPerSecond
		}
		series.Values = append(series.Values, m.PuzzlesPerSecond/first)
		series.Low = append(series.Low, m.Spread[0]/first)
		series.High = append(series.High, m.Spread[1]/first)
	}
	return series, true
}

// latency shows the times of single puzzles.
func latency(measurements []Measurement) report.Section {
	s := report.Section{Heading: "Latency", Text: "Single puzzles, one at a time, after a first pass over the corpus. A look at the clock takes some dozens of nanoseconds of each."}
	rows := latencyRows(measurements)
	if len(rows) == 0 {
		return s
	}
	s.Parts = append(s.Parts, report.Table{Header: latencyColumns, Rows: rows, Left: []bool{true, false, true}})
	for i := range measurements {
		m := &measurements[i]
		if m.Latency == nil {
			continue
		}
		h := report.Histogram{
			Title: fmt.Sprintf("%s, %s, limit %d", m.Corpus, m.Engine, m.Limit),
			XUnit: "at most", Unit: "times, logarithmic", Log: true,
		}
		for _, b := range m.Latency.Bins {
			h.Bins = append(h.Bins, report.Bin{Name: shortDuration(b.UpTo), Count: b.Count})
		}
		s.Parts = append(s.Parts, h)
	}
	if slowest := slowestRows(measurements); len(slowest) > 0 {
		s.Parts = append(s.Parts, report.Table{
			Title: "The slowest puzzles", Header: slowestColumns, Rows: slowest[1:],
			Left: []bool{true, false, true, false, false, false, true},
		})
	}
	return s
}

// shortDuration writes 1, 2 or 5 times a power of ten, with a space: "20 µs".
func shortDuration(d time.Duration) string {
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{time.Second, "s"}, {time.Millisecond, "ms"}, {time.Microsecond, "µs"}} {
		if d >= unit.size {
			return fmt.Sprintf("%d %s", d/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%d ns", d)
}

// guesses shows the guesses of each corpus and limit, once.
func guesses(measurements []Measurement) report.Section {
	s := report.Section{Heading: "Guesses", Text: "Branch points of the search. Engines of the common search make the same number on every machine."}
	seen := map[string]bool{}
	for i := range measurements {
		m := &measurements[i]
		title := fmt.Sprintf("%s, limit %d", m.Corpus, m.Limit)
		if m.GuessBits == nil || seen[title] {
			continue
		}
		seen[title] = true
		s.Parts = append(s.Parts, report.Histogram{
			Title: fmt.Sprintf("%s: %s guesses a puzzle (%s)", title, report.Number(*m.GuessesPerPuzzle), m.Engine),
			XUnit: "guesses", Unit: "puzzles, logarithmic", Bins: report.DoublingBins(m.GuessBits), Log: true,
		})
	}
	return s
}

// comparison shows changes.
func comparison(changes []Change) report.Section {
	s := report.Section{
		Heading: "Changes",
		Text:    "A change counts if the medians are more than 3 % apart and the middle halves of the rounds do not overlap.",
	}
	if len(changes) == 0 {
		return s
	}
	var rows [][]string
	for i := range changes {
		rows = append(rows, changes[i].cells())
	}
	s.Parts = append(s.Parts, report.Table{
		Header: changeColumns, Rows: rows, Left: []bool{true, false, true, true, false, false, false, true, true},
	})
	return s
}

// everything is all figures as a table, and what failed as another.
func everything(measurements []Measurement) report.Section {
	var rows, failed [][]string
	for i := range measurements {
		m := &measurements[i]
		if m.Error != "" {
			failed = append(failed, []string{m.Corpus, fmt.Sprint(m.Limit), string(m.Mode), m.label(), m.Error})
			continue
		}
		rows = append(rows, cells(m))
	}
	s := report.Section{Heading: "All figures", Parts: []report.Part{
		report.Table{Header: columns, Rows: rows, Left: []bool{true, false, true, true}},
	}}
	if failed != nil {
		s.Parts = append(s.Parts, report.Table{
			Title:  "What failed, and has no figures",
			Header: []string{"corpus", "limit", "mode", "engine", "why"}, Rows: failed, Left: []bool{true, false, true, true, true},
		})
	}
	return s
}
