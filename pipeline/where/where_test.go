package where_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/where"
)

// rows is a table with values of all kinds. Its ids are the letters a to f.
var rows = "id,puzzle,level,source,done,odd name\n" +
	"a," + pipetest.Puzzle9 + ",3,x,true,7\n" +
	"b," + pipetest.Puzzle9 + ",12.5,\"x, y\",False,7.0\n" +
	"c," + pipetest.Solution9[:80] + ".,,y,,\n" +
	"d," + pipetest.Clash9 + ",-4,,true,-5\n" +
	"e," + pipetest.Puzzle9 + ",1e2,é,false,nan\n"

// matching returns the ids of the records that match, or the error.
func matching(t *testing.T, expression, text string, jobs, batchBytes int) string {
	t.Helper()
	filter, err := where.Parse(expression)
	if err != nil {
		return err.Error()
	}
	o := pipetest.Run(t.Context(), pipeline.Config{
		Jobs: jobs, BatchBytes: batchBytes, To: bulk.CSV, Where: filter,
		NewWorker: converter(t),
	}, pipetest.Text("in", text))
	if o.Err != nil {
		return o.Err.Error()
	}
	ids := ""
	for line := range strings.Lines(o.Out) {
		ids += line[:strings.IndexByte(line, ',')]
	}
	return strings.TrimPrefix(ids, "id")
}

// converter returns a maker of workers that write their records.
func converter(t *testing.T) func() (pipeline.Worker, error) {
	t.Helper()
	return convert.Workers(convert.Options{OnBad: pipeline.Skip})
}

func TestMatching(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		`level < 10`:                             "ad",
		`level<=3`:                               "ad",
		`level > -4 and level < 100`:             "ab",
		`100 == level`:                           "e",
		`3 < level`:                              "be",
		`level != 3`:                             "bcde",
		`level == ""`:                            "c",
		`not level < 10`:                         "bce",
		`! (level < 10)`:                         "bce",
		`source == 'x'`:                          "a",
		`source != "x"`:                          "bcde",
		`source == "x, y" || source == 'é'`:      "be",
		`source < "y"`:                           "ab",
		`source in ("x", "y")`:                   "ac",
		`source not in ["x", "y"]`:               "bde",
		`level in (3, 100.0, "12.5")`:            "abe",
		`level in (12, 3.5) or source in ("xx")`: "",
		`done`:                                   "ad",
		`not done`:                               "bce",
		`done == false`:                          "be",
		"done != TRUE":                           "bce",
		"level < `odd name`":                     "a",
		"level == 3 and `odd name` == 7":         "a",
		"`odd name` == 7":                        "ab",
		"`odd name` > -100":                      "abd",
		"`5`":                                    "ad",
		`clues == 30`:                            "abde",
		`status == "contradiction"`:              "d",
		`tier == "easy" and level < 5`:           "a",
		`rating == 1`:                            "c",
		`rating < 3 or clues < 31 && level > 10`: "bce",
		`(rating < 3 or clues < 31) AND level > 10`:          "be",
		`level < 0 or level == "" OR done and source == "x"`: "acd",
		`source == "it''s" or source == 'it\'s'`:             "",
		`automorphisms == 1`:                                 "abcde",
		`source < 5 and level == "never"`:                    "",
		`level == "never" and source < 5`:                    "",
		`status == "never" and source < 5`:                   `in: where: character 11 ("never"): status has no such value (it has: unique, multiple, no_solution, contradiction, gave_up, malformed)`,
		`technique == "Full House" and source != "y"`:        "abe",
		`technique in ("BUG+1", "Last Digit")`:               "abce",
		`technique != "Full House"`:                          "d",
		`technique == "at least 9.5"`:                        "",
		`technique in ("bug+1", "last-digits")`:              "abce",
		`technique == "YWng"`:                                `in: where: character 14 ("YWng"): technique has no such value (near: XY-Wing; the help of label lists all names)`,
		`rating > 200 and source < 5`:                        "",
		`not done and source < 5`:                            `in: record 2: where: character 14 (source): the value "x, y" is no number`,
		`source`:                                             `in: record 1: where: character 1 (source): the value "x" is neither true nor false`,
		`lvl < 5`:                                            `in: where: character 1 (lvl): there is no column "lvl" (known: puzzle, clues, file, solution, status, guesses, solutions, complete, tier, rating, canonical, automorphisms, minimal, redundant, er, er_at_least, ep, ed, technique, techniques, steps, path, id, level, source, done, odd name)`,
	} {
		for _, batchBytes := range []int{1, 1 << 17} {
			if got := matching(t, expression, rows, 2, batchBytes); got != want {
				t.Errorf("%s: got %s, want %s", expression, got, want)
			}
		}
	}
}

// TestAliasOfColumn checks that a column of the input keeps its own names for techniques.
func TestAliasOfColumn(t *testing.T) {
	t.Parallel()
	text := "id,puzzle,technique\na," + pipetest.Puzzle9 + ",Hidden Single\nb," + pipetest.Puzzle9 + ",Full House\nc," + pipetest.Puzzle9 + ",XWing\n"
	for expression, want := range map[string]string{`technique == "Full House"`: "b", `technique == "XWing"`: "c", `technique != "Last Digit"`: "abc"} {
		if got := matching(t, expression, text, 1, 1<<17); got != want {
			t.Errorf("%s: got %s, want %s", expression, got, want)
		}
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		``:                       `at the end: want a column or a value`,
		`level <`:                `at the end: want a column or a value`,
		`level = 3`:              `character 7 (=): want == to compare`,
		`level =< 3`:             `character 7 (=<): want == to compare`,
		`level < 3 <`:            `character 11 (<): a comparison cannot be compared: combine two comparisons with and`,
		`1 < level < 3`:          `character 11 (<): a comparison cannot be compared: combine two comparisons with and`,
		`3 < 4`:                  `character 1 (3): two values, but no column`,
		`3`:                      `character 1 (3): want a condition on a column, such as clues <= 24`,
		`level < 3 level > 1`:    `character 11 (level): want an operator such as and, or, ==`,
		`(level < 3`:             `at the end: want ) or an operator such as and, or, ==`,
		`level < 3)`:             `character 10 ()): want an operator such as and, or, ==`,
		`é == "x`:                `character 6 ("x): this quote is not closed`,
		`level in 3`:             `character 10 (3): want a list such as (1, 2) after in`,
		`level in (3, b)`:        `character 14 (b): want a value in the list, not a column; put text into quotes`,
		`level in (3 4)`:         `character 13 (4)): want , or ) in the list`,
		`level in [3)`:           `character 12 ()): want , or ] in the list`,
		`3 in (3)`:               `character 1 (3): want a column before in`,
		`level not 3`:            `character 11 (3): want in after not`,
		`level < "24"`:           `character 9 ("24"): text in quotes is not compared as a number: write 24 without quotes`,
		`level < true`:           `character 9 (true): true and false are neither less nor greater`,
		`level < 12abc`:          `character 9 (12abc): this is no number; put text into quotes`,
		`level < 0x1F`:           `character 9 (0x1F): this is no number; put text into quotes`,
		`id < 1234567890123456`:  `character 6 (1234567890123456): numbers have at most 15 digits; put longer ones into quotes, to compare them as text`,
		`level < 3; x`:           `character 10 (;): want a column, a value or an operator; put other names into ` + "`backquotes`",
		`and level`:              `character 1 (and): want a column or a value`,
		strings.Repeat("(", 1e5): `character 101 ((`,
		strings.Repeat("!", 1e5): `character 100 (!`,
	} {
		_, err := where.Parse(expression)
		if err == nil || !strings.HasPrefix(err.Error(), "where: "+want) {
			t.Errorf("%.50s: %.200v, want %s", expression, err, want)
		}
	}
}

// A condition is an expression and what it means.
type condition struct {
	text  string
	holds func(level int, source string) bool
}

// randomCondition returns a condition of a depth.
func randomCondition(r *rand.Rand, depth int) condition {
	if depth > 0 {
		a, b := randomCondition(r, depth-1), randomCondition(r, depth-1)
		switch r.IntN(4) {
		case 0:
			return condition{"(" + a.text + ") and " + "(" + b.text + ")", func(l int, s string) bool { return a.holds(l, s) && b.holds(l, s) }}
		case 1:
			return condition{"(" + a.text + " or " + b.text + ")", func(l int, s string) bool { return a.holds(l, s) || b.holds(l, s) }}
		case 2:
			return condition{"not (" + a.text + ")", func(l int, s string) bool { return !a.holds(l, s) }}
		}
		return a
	}
	n := r.IntN(10)
	text := string(rune('a' + r.IntN(4)))
	switch r.IntN(6) {
	case 0:
		return condition{fmt.Sprintf("level < %d", n), func(l int, _ string) bool { return l < n }}
	case 1:
		return condition{fmt.Sprintf("%d.0 >= level", n), func(l int, _ string) bool { return n >= l }}
	case 2:
		return condition{fmt.Sprintf("level in (%d, %d)", n, n+2), func(l int, _ string) bool { return l == n || l == n+2 }}
	case 3:
		return condition{fmt.Sprintf("source >= %q", text), func(_ int, s string) bool { return s >= text }}
	case 4:
		return condition{fmt.Sprintf("source != '%s'", text), func(_ int, s string) bool { return s != text }}
	}
	return condition{fmt.Sprintf("clues != %d", 29+n%2), func(int, string) bool { return n%2 == 0 }}
}

// TestRandom compares expressions with what they mean, for any jobs and sizes of batches, among
// malformed records, whose places stay true.
func TestRandom(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		c := randomCondition(r, r.IntN(4))
		text, want, faults := "puzzle,level,source\n", "puzzle,level,source\n", []string(nil)
		leftOut := int64(0)
		for line := 2; line < 60; line++ {
			if r.IntN(8) == 0 {
				text += "x,1,a\n"
				faults = append(faults, fmt.Sprintf("in:%d:1: in \"puzzle\": bad cell 'x'", line))
				continue
			}
			level, source := r.IntN(12), string(rune('a'+r.IntN(4)))
			row := pipetest.Puzzle9 + "," + strconv.Itoa(level) + "," + source + "\n"
			text += row
			if c.holds(level, source) {
				want += row
			} else {
				leftOut++
			}
		}
		filter, err := where.Parse(c.text)
		if err != nil {
			t.Fatal(c.text, err)
		}
		for _, jobs := range []int{1, 3} {
			cfg := pipeline.Config{Jobs: jobs, BatchBytes: 1 + r.IntN(3000), Where: filter, NewWorker: converter(t)}
			o := pipetest.MustRun(t, cfg, pipetest.Text("in", text))
			if o.Out != want || o.Stats.LeftOut != leftOut {
				t.Fatalf("%s: %d left out, got\n%swant\n%s", c.text, o.Stats.LeftOut, o.Out, want)
			}
			for i := range faults {
				if !strings.HasPrefix(o.Faults[i], faults[i]) {
					t.Fatalf("%s: fault %s, want %s", c.text, o.Faults[i], faults[i])
				}
				if o.Kept[i].Record != lineOf(faults[i])-1 {
					t.Fatalf("record %d in %s", o.Kept[i].Record, faults[i])
				}
			}
		}
	}
}

// lineOf returns the line in a message.
func lineOf(message string) int {
	n, _ := strconv.Atoi(strings.Split(message, ":")[1])
	return n
}

// TestForms filters records of forms that are not lines.
func TestForms(t *testing.T) {
	t.Parallel()
	for _, kind := range bulk.Writable() {
		form, err := kind.Form(9)
		if err != nil || kind == bulk.Npy || kind == bulk.Parquet {
			continue
		}
		form = form.Plain()
		text := form.AppendHeader(nil)
		if kind == bulk.Hiho {
			text = append(text, "4\n"...)
		}
		for _, puzzle := range []string{pipetest.Puzzle9, "." + pipetest.Solution9[1:], pipetest.Puzzle9, pipetest.Solution9[:80] + "."} {
			cells, err := formats.Parse(puzzle)
			if err != nil {
				t.Fatal(err)
			}
			text = form.AppendPuzzle(text, cells)
		}
		filter, err := where.Parse("clues > 79")
		if err != nil {
			t.Fatal(err)
		}
		o := pipetest.MustRun(t, pipeline.Config{From: kind, To: bulk.Line, Candidates: true, Where: filter, NewWorker: converter(t)}, pipetest.Text("in", string(text)))
		if want := "." + pipetest.Solution9[1:] + "\n" + pipetest.Solution9[:80] + ".\n"; o.Out != want || o.Stats.LeftOut != 2 {
			t.Errorf("%v: got %s, want %s", kind, o.Out, want)
		}
	}
}

// TestEarlierFailure has a malformed record that ends the run before a record that cannot be
// tested, in one batch.
func TestEarlierFailure(t *testing.T) {
	t.Parallel()
	filter, err := where.Parse("level < 5")
	if err != nil {
		t.Fatal(err)
	}
	text := "puzzle,level\n" + pipetest.Puzzle9 + ",1\nx,1\n" + pipetest.Puzzle9 + ",x\n"
	for onBad, want := range map[pipeline.OnBad]string{
		pipeline.Stop: "in: record 2: malformed record",
		pipeline.Skip: `in: record 3: where: character 1 (level): the value "x" is no number`,
	} {
		o := pipetest.Run(t.Context(), pipeline.Config{Jobs: 1, Where: filter, NewWorker: convert.Workers(convert.Options{OnBad: onBad})}, pipetest.Text("in", text))
		if o.Err == nil || o.Err.Error() != want || len(o.Faults) != 1 {
			t.Errorf("%v: %v, faults %v, want %s", onBad, o.Err, o.Faults, want)
		}
	}
}

// TestMatchDoesNotAllocate checks that a test of cheap columns takes no memory.
func TestMatchDoesNotAllocate(t *testing.T) {
	filter, err := where.Parse(`level < 5.5 and source != "x" and clues in (30, 31)`)
	if err != nil {
		t.Fatal(err)
	}
	m := filter.NewMatcher()
	cfg := pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", "puzzle,level,source\n"+strings.Repeat(pipetest.Puzzle9+",4.25,a\n", 50))}}
	_, err = pipeline.Each(t.Context(), cfg, func(b *pipeline.Batch, _ pipeline.Place) error {
		keep := make([]bool, b.Records.N)
		if n := testing.AllocsPerRun(3, func() { _, _ = m.Match(t.Context(), b, keep) }); n > 2 || !keep[49] {
			t.Errorf("%v allocations, %v", n, keep)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// FuzzWhere checks that parsing returns an error or an expression, which tests all records or
// fails at one.
func FuzzWhere(f *testing.F) {
	for _, seed := range []string{`level < 10 and not (source in ("x", 'y') or done)`, "`odd name` >= -1.5e3 || level != clues", `a == "`, `((`, "é<\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, expression string) {
		e, err := where.Parse(expression)
		if err != nil {
			if wrong, ok := err.(*where.Error); !ok || wrong.At > len(expression) { //nolint:errorlint // never wrapped
				t.Fatalf("%q: %v", expression, err)
			}
			return
		}
		for _, name := range e.Names() {
			if slices.Contains([]string{"rating", "minimal", "redundant", "canonical", "automorphisms"}, name) {
				return // slow
			}
		}
		one, many := matching(t, expression, rows, 1, 1), matching(t, expression, rows, 1, 1<<17)
		if one != many {
			t.Fatalf("%q: %s in batches of a record, %s in one batch", expression, one, many)
		}
	})
}

// TestPanic has a worker that panics among records that are left out: the message names the true
// record, and the answers to earlier records are there.
func TestPanic(t *testing.T) {
	t.Parallel()
	filter, err := where.Parse("level < 2")
	if err != nil {
		t.Fatal(err)
	}
	const good = pipetest.Puzzle9
	text := "puzzle,level\n" + good + ",3\n" + good + ",1\nx,1\n" + good + ",4\n" + pipetest.Clash9 + ",1\n" + good + ",1\n"
	newWorker := pipetest.WithBug(t, converter(t), pipetest.Clash9, false)
	for _, batchBytes := range []int{1, 1 << 17} {
		o := pipetest.Run(t.Context(), pipeline.Config{Jobs: 1, BatchBytes: batchBytes, To: bulk.Line, Where: filter, NewWorker: newWorker}, pipetest.Text("in", text))
		if o.Err == nil || !strings.HasPrefix(o.Err.Error(), "in: record 5: panic: a bug at the puzzle "+pipetest.Clash9) {
			t.Errorf("%.120v", o.Err)
		}
		if o.Out != good+"\n" || o.Stats.LeftOut != 2 || len(o.Faults) != 1 {
			t.Errorf("%s, %d left out, faults %v", o.Out, o.Stats.LeftOut, o.Faults)
		}
	}
}
