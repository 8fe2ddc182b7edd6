package bench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/bench/report"
)

// Report makes a page of measurements, and of changes if there are any.
func Report(measurements []Measurement, changes []Change) *report.Page {
	page := &report.Page{Title: "How fast Sudoku corpora are solved"}
	if len(measurements) == 0 {
		page.Lead = notes(nil)
		return page
	}
	measurements = apart(measurements)
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
	all, colours := grids(measurements), coloursOf(measurements)
	page.Sections = append(page.Sections, throughput(all, colours))
	for _, section := range []report.Section{
		comparison(changes), scaling(all, colours), latency(measurements, colours), guesses(measurements), everything(measurements),
	} {
		if len(section.Parts) > 0 {
			page.Sections = append(page.Sections, section)
		}
	}
	return page
}

// colours are the colours of engines and programs, which keep them in all charts.
type colours map[string]int

// coloursOf gives each engine or program a colour.
func coloursOf(measurements []Measurement) colours {
	c := colours{}
	for i := range measurements {
		if name := ownEngine(measurements[i].Engine); c[name] == 0 {
			c[name] = len(c) + 1
		}
	}
	return c
}

func (c colours) of(m *Measurement) int { return c[ownEngine(m.Engine)] }

// ownEngine names the engine that a process of this project runs, which has the
// project's name before it; other names it leaves as they are.
func ownEngine(name string) string { return strings.TrimPrefix(name, "sudokubatch ") }

// throughput shows each grid as points on a logarithmic axis, as engines differ by factors.
func throughput(all []*grid, colours colours) report.Section {
	s := report.Section{
		Heading: "Throughput",
		Text:    "Equal distances are equal ratios. Lines through the points go from the slowest round to the fastest.",
	}
	for _, g := range all {
		bars := report.Bars{Title: g.title(), Unit: "puzzles a second", Groups: g.corpora, Log: true}
		for _, label := range g.labels {
			series := report.Series{Name: label}
			for _, corpus := range g.corpora {
				value, spread, beside := 0.0, [2]float64{}, ""
				if m := g.cells[[2]string{corpus, label}]; m != nil && m.Error == "" {
					value, spread, beside = m.PuzzlesPerSecond, m.Spread, timesBaseline(m)
					series.Colour = colours.of(m)
				}
				series.Values, series.Beside = append(series.Values, value), append(series.Beside, beside)
				series.Low, series.High = append(series.Low, spread[0]), append(series.High, spread[1])
			}
			bars.Series = append(bars.Series, series)
		}
		if base := g.bases(); base != "" {
			bars.Beside = "(×) is the ratio to " + base
		}
		s.Parts = append(s.Parts, bars)
	}
	return s
}

// timesBaseline writes the ratio that stands beside a figure: "(7.10×)".
func timesBaseline(m *Measurement) string {
	if m.Ratio == 0 || m.label() == m.Baseline {
		return ""
	}
	return "(" + report.Number(m.Ratio) + "×)"
}

// scaling shows how many times faster several workers are than one: a chart for
// each corpus of a grid, with a line for each engine.
func scaling(all []*grid, colours colours) report.Section {
	s := report.Section{
		Heading: "Scaling",
		Text:    "How many times faster more workers are than the fewest; the dashed line would be perfect. More workers than cores cannot be faster.",
	}
	for _, g := range all {
		jobs := jobCounts(g.list())
		if len(jobs) < 2 {
			continue
		}
		perfect := report.Series{Name: "perfect", Faint: true}
		var x []float64
		for _, n := range jobs {
			x = append(x, float64(n))
			perfect.Values = append(perfect.Values, float64(n)/float64(jobs[0]))
		}
		for _, corpus := range g.corpora {
			lines := report.Lines{Title: corpus + ": " + g.title(), XUnit: "workers", Unit: "times as fast", X: x}
			for _, engine := range g.engines() {
				if series, ok := g.speedup(corpus, engine, jobs); ok {
					series.Colour = colours[ownEngine(engine)]
					lines.Series = append(lines.Series, series)
				}
			}
			if len(lines.Series) > 0 {
				lines.Series = append(lines.Series, perfect)
				s.Parts = append(s.Parts, lines)
			}
		}
	}
	return s
}

// list returns a grid's measurements, in no order.
func (g *grid) list() []Measurement {
	var list []Measurement
	for _, m := range g.cells {
		list = append(list, *m)
	}
	return list
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
	series := report.Series{Name: engine}
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
			XUnit: "guesses", Unit: "puzzles", Bins: report.DoublingBins(m.GuessBits), Log: true,
		})
	}
	return s
}

// comparison shows changes.
func comparison(changes []Change) report.Section {
	s := report.Section{
		Heading: "Changes",
		Text: "A change counts if the medians are more than 3 % apart and the middle halves of the rounds do not overlap, " +
			"unless others had the processors while the slower of the two was measured.",
	}
	if len(changes) == 0 {
		return s
	}
	var rows [][]string
	for i := range changes {
		rows = append(rows, changes[i].cells())
	}
	s.Parts = append(s.Parts, report.Table{
		Header: changeColumns, Rows: rows, Left: []bool{true, false, true, true, false, false, false, true, true, true},
	})
	return s
}

// everything is all figures as tables, and what failed as another.
func everything(measurements []Measurement) report.Section {
	var compared, beside, failed [][]string
	first, second := slices.Concat(whose, speeds), slices.Concat(whose, details)
	for i := range measurements {
		m := &measurements[i]
		if m.Error != "" {
			failed = append(failed, append(row(whose, m), m.Error))
			continue
		}
		compared, beside = append(compared, row(first, m)), append(beside, row(second, m))
	}
	s := report.Section{Heading: "All figures", Parts: []report.Part{fieldTable("", first, compared), fieldTable("What else is known", second, beside)}}
	if failed != nil {
		s.Parts = append(s.Parts, report.Table{
			Title:  "What failed, and has no figures",
			Header: []string{"corpus", "limit", "mode", "engine", "why"}, Rows: failed, Left: []bool{true, false, true, true, true},
		})
	}
	return s
}

func fieldTable(title string, fields []field, rows [][]string) report.Table {
	header, names := headings(fields)
	return report.Table{Title: title, Header: header, Rows: rows, Left: names}
}
