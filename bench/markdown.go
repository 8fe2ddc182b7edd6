package bench

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// A grid is the measurements of one mode, order and limit: a row for each
// corpus, a column for each contender.
type grid struct {
	mode    Mode
	order   int
	limit   int
	corpora []string
	labels  []string
	cells   map[[2]string]*Measurement // by corpus and label
}

// grids sorts measurements into grids, in the order in which they come.
func grids(measurements []Measurement) []*grid {
	var list []*grid
	short := len(jobCounts(measurements)) < 2
	for i := range measurements {
		m := &measurements[i]
		at := slices.IndexFunc(list, func(g *grid) bool { return g.mode == m.Mode && g.order == m.Order && g.limit == m.Limit })
		if at < 0 {
			at = len(list)
			list = append(list, &grid{mode: m.Mode, order: m.Order, limit: m.Limit, cells: map[[2]string]*Measurement{}})
		}
		g := list[at]
		label := m.label()
		if short {
			label = m.Engine
		}
		if !slices.Contains(g.corpora, m.Corpus) {
			g.corpora = append(g.corpora, m.Corpus)
		}
		if !slices.Contains(g.labels, label) {
			g.labels = append(g.labels, label)
		}
		g.cells[[2]string{m.Corpus, label}] = m
	}
	return list
}

// jobCounts lists the numbers of workers that occur, in ascending order.
func jobCounts(measurements []Measurement) []int {
	var counts []int
	for i := range measurements {
		if n := measurements[i].Jobs; n > 0 && !slices.Contains(counts, n) {
			counts = append(counts, n)
		}
	}
	slices.Sort(counts)
	return counts
}

// title says what a grid holds.
func (g *grid) title() string {
	goal := "first solution"
	if g.limit == 2 {
		goal = "uniqueness proven"
	} else if g.limit > 2 {
		goal = fmt.Sprintf("up to %d solutions", g.limit)
	}
	way := map[Mode]string{
		InMemory: "engines alone, puzzles in memory",
		EndToEnd: "from file to text, in one process",
		Process:  "whole processes, text through pipes",
	}[g.mode]
	return fmt.Sprintf("%d×%d, %s (limit %d), %s", g.order, g.order, goal, g.limit, way)
}

// WriteMarkdown writes a table for each mode, order and limit: puzzles a second
// by corpus and contender, with ratios to the baseline. Single puzzles' times follow
// where they were taken.
func WriteMarkdown(w io.Writer, measurements []Measurement) error {
	measurements = apart(measurements)
	var b strings.Builder
	for _, g := range grids(measurements) {
		g.markdown(&b)
	}
	if rows := latencyRows(measurements); len(rows) > 0 {
		b.WriteString("Single puzzles, one at a time:\n\n")
		markdownTable(&b, latencyColumns, latencyNames, rows)
	}
	if rows := slowestRows(measurements); len(rows) > 0 {
		b.WriteString("The slowest puzzles:\n\n")
		markdownTable(&b, slowestColumns, slowestNames, rows)
	}
	for _, line := range strings.Split(notes(measurements), "\n") {
		fmt.Fprintf(&b, "%s\n", line)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (g *grid) markdown(b *strings.Builder) {
	header, names := []string{"corpus"}, []bool{true}
	for _, label := range g.labels {
		header, names = append(header, label), append(names, false)
		if base := g.baseline(label); base != "" {
			header, names = append(header, "to "+base), append(names, false)
		}
	}
	var rows [][]string
	for _, corpus := range g.corpora {
		row := []string{corpus}
		for _, label := range g.labels {
			m := g.cells[[2]string{corpus, label}]
			speed, times := "", ""
			if m != nil {
				speed, times = rate(m), ratio(m)
			}
			row = append(row, speed)
			if g.baseline(label) != "" {
				row = append(row, times)
			}
		}
		rows = append(rows, row)
	}
	fmt.Fprintf(b, "Puzzles a second, %s:\n\n", g.title())
	markdownTable(b, header, names, rows)
}

// markdownTable writes a table, and a blank line. Names are set to the left, figures to
// the right.
func markdownTable(b *strings.Builder, header []string, names []bool, rows [][]string) {
	line := func(cells []string) {
		for _, cell := range cells {
			fmt.Fprintf(b, "| %s ", escapeCell(cell))
		}
		b.WriteString("|\n")
	}
	line(header)
	for _, name := range names {
		b.WriteString(map[bool]string{true: "|---", false: "|---:"}[name])
	}
	b.WriteString("|\n")
	for _, row := range rows {
		line(row)
	}
	b.WriteByte('\n')
}

// baseline names what a contender is compared with; "" if it is that itself.
func (g *grid) baseline(label string) string {
	for _, corpus := range g.corpora {
		if m := g.cells[[2]string{corpus, label}]; m != nil && m.Baseline != "" && m.Baseline != m.label() {
			for _, name := range g.labels {
				if base := g.cells[[2]string{corpus, name}]; base != nil && base.label() == m.Baseline {
					return name
				}
			}
			return m.Baseline
		}
	}
	return ""
}

// bases names all that contenders of the grid are compared with.
func (g *grid) bases() string {
	var names []string
	for _, label := range g.labels {
		if name := g.baseline(label); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

func escapeCell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
