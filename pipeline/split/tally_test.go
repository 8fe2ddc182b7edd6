package split

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestTally compares the counts of values with a count of the rows that were written.
func TestTally(t *testing.T) {
	t.Parallel()
	text := classified(pipetest.Demo(t, "@demo", 300))
	other := "puzzle,tier\n" + pipetest.Puzzle9 + ",easy\n" // without the column source
	for _, cfg := range []Config{
		{},
		{Exact: true, Config: pipeline.Config{Jobs: 3, BatchBytes: 500}},
		{Exact: true, Stratify: []string{"tier"}},
		{By: "1"},
	} {
		cfg.Tally = []string{"clues", "source", "tier", "rating", "puzzle"}
		parts, summary := mustInto(t, "a=50,b=30,c", cfg, pipetest.Text("in.csv", text))
		want := map[string][]int64{}
		count := func(column, value string, part int) {
			if want[column+value] == nil {
				want[column+value] = make([]int64, 3)
			}
			want[column+value][part]++
		}
		for part := range parts {
			for _, row := range rowsOf(t, parts[part], classHeader) {
				puzzle := row[:81]
				tier, source, _ := strings.Cut(strings.TrimSuffix(row[82:], "\n"), ",")
				if strings.HasPrefix(tier, `"`) {
					tier, source = `odd, "one"`, row[len(row)-2:len(row)-1]
				}
				count("clues", strconv.Itoa(81-strings.Count(puzzle, ".")), part)
				count("source", source, part)
				count("tier", tier, part)
				count("rating", "", part)
				count("puzzle", puzzle, part)
			}
			if summary.Bytes[part] != int64(len(parts[part])) {
				t.Errorf("part %d: %d bytes, want %d", part, summary.Bytes[part], len(parts[part]))
			}
		}
		got := 0
		for _, tally := range summary.Tallies {
			for i, value := range tally.Values {
				got++
				if fmt.Sprint(tally.Rows[i]) != fmt.Sprint(want[tally.Column+value]) {
					t.Errorf("%s %q: %v, want %v", tally.Column, value, tally.Rows[i], want[tally.Column+value])
				}
			}
		}
		if got != len(want) {
			t.Errorf("%d values, want %d", got, len(want))
		}
	}
	cfg := Config{Tally: []string{"source"}, Config: pipeline.Config{To: bulk.CSV}}
	_, summary := mustInto(t, "all", cfg, pipetest.Text("in.csv", text), pipetest.Text("other.csv", other))
	if values := summary.Tallies[0].Values; len(values) != 3 || values[2] != "" {
		t.Errorf("%q", values)
	}

	tally := newTallies(&Config{Tally: []string{"id"}, Parts: trainTest})
	for i := range MaxTallied + 5 {
		row := appendNumbers(nil, tally, appendValue(nil, fmt.Append(nil, i)))
		if row = append(row, 'x'); string(count(tally, i%2, row)) != "x" {
			t.Fatal("another row")
		}
		if (tally[0].Rows == nil) != (i >= MaxTallied) {
			t.Fatalf("%d values", i)
		}
	}
}
