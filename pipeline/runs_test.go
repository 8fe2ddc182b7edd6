package pipeline_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
)

// A runCase is what a run of solving workers must write and say, with any workers and batches.
type runCase struct {
	name   string
	from   bulk.Kind
	onBad  pipeline.OnBad
	texts  []string // of the inputs a, b and so on
	out    string
	said   []string // faults, "unread", "empty" and "unreadable" inputs, the error
	counts [3]int64 // solved, contradictions, malformed
}

const (
	solution = pipetest.Solution9 + "\n"
	clash    = "contradiction r1c1 r1c2\n"
	badX     = "malformed column 1: bad cell 'x'\n"
	// faultyText has eight records. The second, the third and the last one are malformed.
	faultyText = "# comment\n" + pipetest.Puzzle9 + "\n5x\n\n" + cut80 + "\r\n" + pipetest.Clash9 + "\n" +
		pipetest.Puzzle9 + "\n" + pipetest.Puzzle9 + "\n" + pipetest.Puzzle9 + "\n# comment\n" + pipetest.Puzzle9 + "1"
	cut80 = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7"
)

// runCases returns the cases of TestRuns.
func runCases(t *testing.T) []runCase {
	puzzle := pipetest.Puzzle9 + "\n"
	three, quiet := strings.Repeat(puzzle, 3)+"end\n", "\n# a comment\n \t\n"+strings.Repeat("# another\n", 50)
	block, answer := pipetest.In(t, bulk.Hiho, 9, []string{pipetest.Puzzle9}), pipetest.In(t, bulk.Hiho, 9, []string{pipetest.Solution9})
	list := strings.Repeat(`"`+pipetest.Puzzle9+`",`, 299) + `"` + pipetest.Puzzle9 + `"`
	apart, alone := `{"data":{"puzzles":[`+list+`],"n":[1],"solutions":["`+pipetest.Solution9+`"]}}`, `{"puzzles":[`+list+`],"n":[1]}`
	faults := []string{"2: a:3:2: bad cell 'x'", "3: a:5:81: 80 of 81 cells", "8: a:11:82: more than 81 cells"}
	cases := []runCase{
		{"mark", 0, pipeline.Mark, []string{faultyText}, solution + "malformed column 2: bad cell 'x'\nmalformed column 81: 80 of 81 cells\n" + clash +
			strings.Repeat(solution, 3) + "malformed column 82: more than 81 cells\n", faults, [3]int64{4, 1, 3}},
		{"skip", 0, pipeline.Skip, []string{faultyText}, solution + clash + strings.Repeat(solution, 3), faults, [3]int64{4, 1, 3}},
		{"stop", 0, pipeline.Stop, []string{faultyText}, solution, []string{faults[0], "a: record 2: malformed record"}, [3]int64{1, 0, 1}},
		{
			"stop at the first of many", 0, pipeline.Stop,
			[]string{strings.Repeat(puzzle, 40) + strings.Repeat("x\n", 500)},
			strings.Repeat(solution, 40),
			[]string{"41: a:41:1: bad cell 'x'", "a: record 41: malformed record"},
			[3]int64{40, 0, 1},
		},
		{"stop behind the end", 0, pipeline.Stop, []string{puzzle + "end\nx\ny\n"}, solution, []string{"0: a:3:1: text after the end"}, [3]int64{1}},
		{
			"an end of one input", 0, pipeline.Mark,
			[]string{puzzle + "end\nx\n", pipetest.Clash9 + "\nx\nend\nx"},
			solution + clash + badX,
			[]string{"0: a:3:1: text after the end", "2: b:2:1: bad cell 'x'", "0: b:4:1: text after the end"},
			[3]int64{1, 1, 1},
		},
		{"unread solutions", 0, pipeline.Mark, []string{apart, alone, apart}, "", []string{"unread a: solutions", "unread c: solutions"}, [3]int64{900}},
		{
			"no records", 0, pipeline.Skip,
			[]string{"", pipetest.Puzzle9, "3\n", strings.Repeat("# none\n", 99), pipetest.Puzzle9 + "5"},
			solution,
			[]string{"0: c:1:1: the header says 3 puzzles, the file holds 0", "empty a", "empty d", "unreadable: 1"},
			[3]int64{1},
		},
	}
	for _, after := range [][]string{
		{""}, {quiet}, {"x", "0: a:5:1"}, {"  x\n" + three + "x\nend\nx\n", "0: a:5:3"}, {quiet + " x\nx\n", "0: a:58:2"}, {quiet + "end\n", "0: a:58:1"},
	} {
		c := runCase{"end", 0, pipeline.Mark, []string{three + after[0]}, strings.Repeat(solution, 3), nil, [3]int64{3}}
		if len(after) > 1 {
			c.said = []string{after[1] + ": text after the end"}
		}
		cases = append(cases, c)
	}
	for _, blank := range []int{0, 1, 500, 100_000} { // lines before a record, which fill batches of their own
		text := strings.Replace(strings.Repeat("\n", blank)+"1\n"+nineRows("0 0 0 0 0 0 0 0 0", "")+"\n", "0 0\n", "0 x\n", 1)
		fault := fmt.Sprintf("1: a:%d:17: bad cell 'x'", blank+2)
		cases = append(cases, runCase{fmt.Sprint(blank, " lines ahead"), bulk.Hiho, pipeline.Skip, []string{text}, "", []string{fault}, [3]int64{0, 0, 1}})
	}
	for _, c := range []struct {
		text   string
		blocks int64
		said   []string
	}{
		{"2\n" + block + block, 2, nil},
		{"\n 2 \n\n" + block + "\n" + block + "\n\n", 2, nil},
		{"0\n", 0, []string{"empty a"}},
		{"0\n\n" + block, 0, []string{"0: a:3:1: text after the end"}},
		{"3\n" + block + block, 2, []string{"0: a:1:1: the header says 3 puzzles, the file holds 2"}},
		{"\n1000000000000\n" + block, 1, []string{"0: a:2:1: the header says 1000000000000 puzzles, the file holds 1"}},
		{"1\n" + block + "\n x\n" + block, 1, []string{"0: a:12:2: text after the last of 1 puzzles"}},
		{"-2\n" + block, 0, []string{"0: a:1:1: bad header, want the number of puzzles: '-'"}},
		{"2x\n" + block, 0, []string{"0: a:1:2: bad header, want the number of puzzles: 'x'"}},
		{block, 0, []string{"0: a:1:2: bad header, want the number of puzzles: ' '"}},
	} {
		cases = append(cases, runCase{fmt.Sprintf("%.12q", c.text), bulk.Hiho, pipeline.Mark, []string{c.text}, strings.Repeat(answer, int(c.blocks)), c.said, [3]int64{c.blocks}})
	}
	return cases
}

// TestRuns runs the cases with few workers and many, and batches that end anywhere.
func TestRuns(t *testing.T) {
	for _, c := range runCases(t) {
		var inputs []pipeline.Input
		for i, text := range c.texts {
			inputs = append(inputs, pipetest.Text(string(rune('a'+i)), text))
		}
		for _, jobs := range []int{1, 4} {
			for _, size := range batchSizes {
				cfg := pipeline.Config{Jobs: jobs, BatchBytes: size, From: c.from, NewWorker: solve.Workers(noOptions, c.onBad)}
				what := fmt.Sprintf("%s, %d jobs, batches of %d", c.name, jobs, size)
				cfg.OnBatch = func(b *pipeline.Batch, _ pipeline.Place) error {
					if size == 1 && b.Records.N > 1 && b.From.Kind != bulk.JSON { // a list may be one line
						t.Errorf("%s: %d records in a batch", what, b.Records.N)
					}
					return nil
				}
				o := run(t.Context(), cfg, inputs...)
				var said []string
				ofInputs := 0
				for i := range o.Kept {
					if said = append(said, fmt.Sprintf("%d: %s", o.Kept[i].Record, o.Faults[i])); o.Kept[i].Record > 0 {
						continue
					}
					if ofInputs++; strings.HasSuffix(o.Faults[i], "text after the end") && !errors.Is(&o.Kept[i], model.ErrTrailing) {
						t.Errorf("%s: the fault is %+v", what, o.Kept[i])
					}
				}
				for _, input := range o.Unread {
					said = append(said, "unread "+input)
				}
				for _, input := range o.Empty {
					said = append(said, "empty "+input)
				}
				if o.Unreadable != nil {
					said = append(said, fmt.Sprint("unreadable: ", len(o.Unreadable)))
				}
				if o.Err != nil {
					said = append(said, o.Err.Error())
				}
				if c.out != "" && o.Out != c.out {
					t.Errorf("%s: answers\n%swant\n%s", what, o.Out, c.out)
				}
				if got, want := strings.Join(said, "\n"), strings.Join(c.said, "\n"); got != want || o.Stats.Faults != ofInputs || c.onBad != pipeline.Stop && o.Err != nil {
					t.Errorf("%s: %d faults of inputs, said\n%s\nwant\n%s", what, o.Stats.Faults, got, want)
				}
				o.Stats.Guesses = 0
				solved := c.counts[0]
				if want := (pipeline.Counts{Solved: solved, Contradiction: c.counts[1], Malformed: c.counts[2], Solutions: uint64(solved), Incomplete: solved}); o.Stats.Counts != want {
					t.Errorf("%s: counts %+v, want %+v", what, o.Stats.Counts, want)
				}
			}
		}
	}
}
