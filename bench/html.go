package bench

// This file makes the HTML page of measurements.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/bench/report"
)

// Report makes a page with all figures and charts of them.
func Report(measurements []Measurement) *report.Page {
	page := &report.Page{Title: "How fast Sudoku corpora are solved"}
	if len(measurements) == 0 {
		page.Lead = "Nothing was measured."
		return page
	}
	m := &measurements[0]
	page.Lead = method(measurements)
	page.Facts = [][2]string{
		{"processor", m.CPU},
		{"cores", fmt.Sprint(m.Cores)},
		{"system", fmt.Sprintf("%s/%s, %s", m.OS, m.Arch, m.Go)},
		{"version", m.Version},
		{"commit", m.Commit},
		{"date", m.Date},
	}
	if noise := Noise(measurements); noise != "" {
		page.Facts = append(page.Facts, [2]string{"warning", noise})
	}
	page.Sections = append(page.Sections, throughput(measurements))
	if section := latencySection(measurements); len(section.Parts) > 0 {
		page.Sections = append(page.Sections, section)
	}
	for _, list := range []struct {
		heading string
		errors  []error
	}{{"What failed", Failed(measurements)}, {"What is not proven", unproven(measurements)}} {
		reasons := report.Table{Header: []string{"contender and reason"}}
		for _, err := range list.errors {
			reasons.Rows = append(reasons.Rows, []string{err.Error()})
		}
		if reasons.Rows != nil {
			page.Sections = append(page.Sections, report.Section{Heading: list.heading, Parts: []report.Part{reasons}})
		}
	}
	return page
}

// throughput has a chart and a table for each group. An engine has one colour in all charts.
func throughput(measurements []Measurement) report.Section {
	s := report.Section{
		Heading: "Throughput",
		Text: "Equal distances are equal ratios. Lines through the points are the intervals of the medians. " +
			"(×) is the ratio to another contender in the same rounds; the tables name it, and say what was seen of each one's answers.",
	}
	colours := map[string]int{}
	for _, g := range groups(measurements) {
		bars := report.Bars{Title: g.title, Unit: "puzzles a second"}
		for _, m := range g.list {
			if m.Error != "" {
				continue
			}
			at := slices.IndexFunc(bars.Groups, func(b report.Group) bool { return b.Name == m.Corpus })
			if at < 0 {
				at = len(bars.Groups)
				bars.Groups = append(bars.Groups, report.Group{Name: m.Corpus})
			}
			engine := strings.TrimPrefix(m.Engine, "sudokubatch ") // without what its processes have
			if _, ok := colours[engine]; !ok {
				colours[engine] = len(colours)
			}
			bar := report.Bar{Name: m.label(), Value: m.PuzzlesPerSecond, Low: m.Spread[0], High: m.Spread[1], Colour: colours[engine]}
			if m.Ratio > 0 && m.label() != m.Baseline {
				bar.Beside = "(" + report.Number(m.Ratio) + "×)"
			}
			bars.Groups[at].Bars = append(bars.Groups[at].Bars, bar)
		}
		s.Parts = append(s.Parts, bars, g.table())
		if seen := g.seen(); len(seen.Rows) > 0 {
			s.Parts = append(s.Parts, seen)
		}
	}
	return s
}

// latencySection has the times of single puzzles, if they were taken.
func latencySection(measurements []Measurement) report.Section {
	s := report.Section{
		Heading: "Latency",
		Text:    "Single puzzles, one at a time. Reading the clock takes some dozens of nanoseconds of each time.",
	}
	times, slowest := latencyTables(measurements)
	if len(times.Rows) == 0 {
		return s
	}
	s.Parts = append(s.Parts, times)
	for i := range measurements {
		m := &measurements[i]
		if m.Latency == nil {
			continue
		}
		chart := report.Histogram{
			Title: fmt.Sprintf("%s, limit %d, %s", m.Corpus, m.Limit, m.Engine), XUnit: "up to", Unit: "times", Log: true,
		}
		for _, bin := range m.Latency.Bins {
			chart.Bins = append(chart.Bins, report.Bin{Name: bin.UpTo.String(), Count: bin.Count})
		}
		s.Parts = append(s.Parts, chart)
	}
	if len(slowest.Rows) > 0 {
		s.Parts = append(s.Parts, slowest)
	}
	return s
}
