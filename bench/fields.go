package bench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/bench/report"
)

// A field is something that tables show of a measurement.
type field struct {
	name  string // the heading
	means string // what the heading stands for; "" where it says it itself
	value func(m *Measurement) string
	text  bool // a name rather than a figure
	wide  bool // for pages alone, which have the room
}

// Whose figures they are, what is compared, and what is known beside it.
var (
	whose = []field{
		{name: "corpus", value: func(m *Measurement) string { return m.Corpus }, text: true},
		{name: "limit", means: "solutions that are looked for", value: func(m *Measurement) string { return fmt.Sprint(m.Limit) }},
		{name: "mode", value: func(m *Measurement) string { return string(m.Mode) }, text: true},
		{name: "engine", means: "or program; -j is the number of workers", value: (*Measurement).label, text: true},
	}
	speeds = []field{
		{name: "puzzles/s", means: "the median of the rounds", value: rate},
		{name: "least–most", means: "the slowest round and the fastest", value: spread},
		{name: "ratio", means: "to the speed of what is below TO in the same rounds: median (least–most)", value: ratio},
		{name: "to", value: func(m *Measurement) string { return m.Baseline }, text: true},
	}
	details = []field{
		{name: "guesses", means: "branch points of the search, a puzzle", value: func(m *Measurement) string { return known(m.GuessesPerPuzzle, 1, "") }},
		{name: "unguessed", means: "puzzles that took none", value: func(m *Measurement) string { return known(m.UnguessedShare, 100, " %") }},
		{name: "allocs", means: "allocations of memory, a puzzle", value: func(m *Measurement) string { return known(m.AllocsPerPuzzle, 1, "") }},
		{name: "text/s", means: "bytes of the puzzles' text, one a line", value: func(m *Measurement) string { return positive(m.BytesPerSecond, "B") }, wide: true},
		{name: "cores", means: "processors that it kept busy", value: func(m *Measurement) string { return positive(m.CoresUsed, "") }},
		{name: "others", means: "processors that other processes, or other machines on them, kept busy meanwhile", value: func(m *Measurement) string { return positive(m.OthersCores, "") }},
		{name: "memory", means: "the most that the process had", value: func(m *Measurement) string { return positive(float64(m.PeakRSSBytes), "B") }},
	}
)

func rate(m *Measurement) string {
	if m.Error != "" {
		return "failed"
	}
	return report.Number(m.PuzzlesPerSecond)
}

func spread(m *Measurement) string {
	if m.Error != "" {
		return ""
	}
	return report.Number(m.Spread[0]) + "–" + report.Number(m.Spread[1])
}

// ratio writes a ratio and its spread: "9.00 (8.60–9.80)".
func ratio(m *Measurement) string {
	switch {
	case m.Ratio == 0 || m.Error != "":
		return ""
	case m.label() == m.Baseline:
		return "1"
	}
	return fmt.Sprintf("%s (%s–%s)", report.Number(m.Ratio), report.Number(m.RatioSpread[0]), report.Number(m.RatioSpread[1]))
}

// known writes a figure that may be unknown, times a factor.
func known(figure *float64, times float64, unit string) string {
	if figure == nil {
		return ""
	}
	return report.Number(times**figure) + unit
}

// positive writes a figure that is unknown if it is 0.
func positive(figure float64, unit string) string {
	if figure == 0 {
		return ""
	}
	return strings.TrimRight(report.Number(figure)+unit, " ")
}

// narrow returns the fields that tables of text have room for.
func narrow(fields []field) []field {
	return slices.DeleteFunc(slices.Clone(fields), func(f field) bool { return f.wide })
}

// headings names fields.
func headings(fields []field) (names []string, text []bool) {
	for _, f := range fields {
		names, text = append(names, f.name), append(text, f.text)
	}
	return names, text
}

// row returns what fields say of a measurement.
func row(fields []field, m *Measurement) []string {
	cells := make([]string, len(fields))
	for i, f := range fields {
		cells[i] = f.value(m)
	}
	return cells
}

// explain says what the headings of fields stand for that some measurement has a value of.
func explain(fields []field, measurements []Measurement) string {
	var b strings.Builder
	for _, f := range fields {
		has := false
		for i := range measurements {
			has = has || f.value(&measurements[i]) != ""
		}
		if has && f.means != "" {
			fmt.Fprintf(&b, "%-10s  %s\n", strings.ToUpper(f.name), f.means)
		}
	}
	return b.String()
}
