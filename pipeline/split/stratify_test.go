package split

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

const classHeader = "puzzle,tier,source\n"

// classified makes a table of puzzles with two columns of classes of different sizes.
func classified(lines []string) string {
	text := classHeader
	for i, line := range lines {
		tier := []string{"easy", "easy", "hard", "easy", "easy", "\"odd, \"\"one\"\"\"", "easy"}[i%7]
		text += fmt.Sprintf("%s,%s,%c\n", line, tier, 'x'+i%2)
	}
	return text
}

// countClasses counts the rows of each class in each part.
func countClasses(t *testing.T, parts []string) map[string][]int {
	t.Helper()
	counts := map[string][]int{}
	for i, part := range parts {
		for _, row := range rowsOf(t, part, classHeader) {
			_, class, _ := strings.Cut(row, ",")
			if counts[class] == nil {
				counts[class] = make([]int, len(parts))
			}
			counts[class][i]++
		}
	}
	return counts
}

// TestStratify wants every class divided by the shares, to the row, the parts as well, and the
// same parts for any number of workers, size of batches and order of rows.
func TestStratify(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 640)
	text := classified(lines)
	var first [][]string
	for i, run := range []pipeline.Config{{Jobs: 1}, {Jobs: 3, BatchBytes: 300}, {Jobs: 2}} {
		all := rowsOf(t, text, classHeader)
		if i == 2 {
			rand.New(rand.NewPCG(3, 4)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		}
		cfg := Config{Config: run, Exact: true, Stratify: []string{"tier", "3"}}
		parts, summary := mustInto(t, "train=80,val=13,test=7", cfg, pipetest.Text("in.csv", classHeader+strings.Join(all, "")))
		if want := []int64{512, 83, 45}; !slices.Equal(summary.Rows, want) || summary.Mixed != 0 {
			t.Errorf("%v, want %v; %d mixed groups", summary.Rows, want, summary.Mixed)
		}
		for class, counts := range countClasses(t, parts) {
			total := counts[0] + counts[1] + counts[2]
			for part, share := range []float64{.80, .13, .07} {
				if math.Abs(float64(counts[part])-share*float64(total)) >= 1 {
					t.Errorf("class %q has %v rows", class, counts)
				}
			}
		}
		var sets [][]string
		for _, part := range parts {
			wantSubsequence(t, rowsOf(t, part, classHeader), all)
			sets = append(sets, slices.Sorted(slices.Values(rowsOf(t, part, classHeader))))
		}
		if first == nil {
			first = sets
		}
		for part := range sets {
			if !slices.Equal(sets[part], first[part]) {
				t.Errorf("run %d: part %d has other rows", i, part)
			}
		}
	}
}

// TestStratifyGroups wants groups to stay whole, also if their rows have several classes, and a
// group to count to the class of most of its rows whatever their order.
func TestStratifyGroups(t *testing.T) {
	t.Parallel()
	isomorpher := generate.NewIsomorpher(geometry.Of(9), 3)
	of := map[string]string{}
	var table []string
	to := make([]uint8, 81)
	for number := range uint64(3) {
		for i, line := range pipetest.Demo(t, "@demo", 100) {
			isomorpher.Isomorph(to, cellsOf(t, line), number)
			of[formats.Format(to)] = line
			class := "a"
			if i%2 == 1 || number == 1 && i%4 == 0 { // 25 of 100 groups have rows of two classes
				class = "b"
			}
			table = append(table, formats.Format(to)+","+class+",x\n")
		}
	}
	var first []string
	for i := range 2 {
		cfg := Config{Exact: true, Stratify: []string{"tier"}}
		parts, summary := mustInto(t, "train=60,val=20,test=20", cfg, pipetest.Text("in.csv", classHeader+strings.Join(table, "")))
		in := map[string]int{}
		classes := make([]map[string]int, len(parts))
		for part := range parts {
			classes[part] = map[string]int{}
			for _, row := range rowsOf(t, parts[part], classHeader) {
				puzzle, _, _ := strings.Cut(row, ",")
				if other, known := in[of[puzzle]]; known && other != part {
					t.Fatalf("isomorphs in parts %d and %d", other, part)
				}
				in[of[puzzle]] = part
				classes[part][row[82:83]]++
			}
		}
		// 50 groups of class a and 50 of class b; each part has 3 rows of each group.
		if want := []int64{180, 60, 60}; !slices.Equal(summary.Rows, want) || summary.Mixed != 25 {
			t.Errorf("%v, want %v; %d mixed groups", summary.Rows, want, summary.Mixed)
		}
		if got := classes[0]["b"] + classes[1]["b"] + classes[2]["b"]; got != 175 || classes[1]["b"] < 30 || classes[1]["b"] > 40 {
			t.Errorf("%v", classes)
		}
		var where []string
		for line, part := range in {
			where = append(where, fmt.Sprint(line, part))
		}
		slices.Sort(where)
		if i == 0 {
			first = where
		}
		if !slices.Equal(where, first) {
			t.Error("groups move with the order of rows")
		}
		slices.Reverse(table)
	}
}

// TestComputed divides classes by columns that the input lacks.
func TestComputed(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 400)
	parts, summary := mustInto(t, "a=50,b=50", Config{Exact: true, Stratify: []string{"tier"}}, pipetest.Text("in", strings.Join(lines, "\n")))
	tiers := map[explain.Tier][2]int{}
	for i, part := range parts {
		for line := range strings.Lines(part) {
			tier := tierOf(t, cellsOf(t, strings.TrimSpace(line)))
			counts := tiers[tier]
			counts[i]++
			tiers[tier] = counts
		}
	}
	for tier, counts := range tiers {
		if d := counts[0] - counts[1]; d < -1 || d > 1 {
			t.Errorf("tier %v: %v", tier, counts)
		}
	}
	if len(tiers) < 2 || summary.Solved != 400 || len(summary.Engines) == 0 {
		t.Errorf("%v, %+v", tiers, summary)
	}
}

func tierOf(t *testing.T, cells []uint8) explain.Tier {
	t.Helper()
	rating := explain.New(explain.Options{}).Rate(cells)
	return rating.Tier()
}

// TestFolds wants folds of equal sizes, in total and in each class.
func TestFolds(t *testing.T) {
	t.Parallel()
	text := classified(pipetest.Demo(t, "@demo", 643))
	parts, err := Folds(5)
	if err != nil {
		t.Fatal(err)
	}
	for _, stratify := range [][]string{nil, {"tier"}} {
		folds, summary := mustInto(t, describeParts(parts), Config{Exact: true, Stratify: stratify}, pipetest.Text("in.csv", text))
		if len(folds) != 5 || slices.Max(summary.Rows)-slices.Min(summary.Rows) > 1 {
			t.Errorf("%v", summary.Rows)
		}
		for class, counts := range countClasses(t, folds) {
			if stratify != nil && class[:4] == "easy" && slices.Max(counts)-slices.Min(counts) > 20 {
				t.Errorf("%s: %v", class, counts)
			}
		}
	}
	for _, n := range []int{-1, 0, 1, 101} {
		if _, err := Folds(n); err == nil {
			t.Errorf("%d folds", n)
		}
	}
}

// TestOrders wants the order of a division to say nothing about another one: of a part of it, of
// nearly the same rows, and of the same rows by classes.
func TestOrders(t *testing.T) {
	t.Parallel()
	all := rowsOf(t, classified(pipetest.Demo(t, "@demo", 1201)), classHeader)
	all, other := all[:1200], all[1200]
	halve := func(stratify []string, rows ...string) []string {
		cfg := Config{Exact: true, Stratify: stratify}
		parts, _ := mustInto(t, "a=50,b=50", cfg, pipetest.Text("in.csv", classHeader+strings.Join(rows, "")))
		return parts
	}
	whole := halve(nil, all...)
	a, b := rowsOf(t, whole[0], classHeader), rowsOf(t, whole[1], classHeader)
	// If orders were the same, the first half of a and a part of b would be the first half of both.
	mixed := slices.Concat(a, b[:len(b)/2])
	for name, again := range map[string][]string{
		"a row less":  halve(nil, all[1:]...),
		"another row": halve(nil, slices.Concat(all[1:], []string{other})...),
		"nested":      halve(nil, mixed...),
		"by classes":  halve([]string{"tier"}, all...),
	} {
		half := rowsOf(t, again[0], classHeader)
		inA := 0
		for _, row := range half {
			if slices.Contains(a, row) {
				inA++
			}
		}
		share := float64(len(a)) / float64(len(all))
		if name == "nested" {
			share = float64(len(a)) / float64(len(mixed))
		}
		n := float64(len(half))
		if math.Abs(float64(inA)-share*n) > 5*math.Sqrt(share*(1-share)*n) {
			t.Errorf("%s: %d of %d rows were in the first part before, want about %.0f", name, inA, len(half), share*n)
		}
	}
}

// TestSmallClasses wants a class to be named if a part gets none of its rows, and empty parts to be
// errors.
func TestSmallClasses(t *testing.T) {
	t.Parallel()
	text := classified(pipetest.Demo(t, "@demo", 35))
	for _, test := range []struct {
		spec, by string
		stratify []string
		want     string
	}{
		{"a=80,b=20", "", []string{"tier"}, ""},
		{"a=96,b=4", "", []string{"tier"}, "the class tier=hard has only 5 rows: part b gets none of them, and 1 other class is as small"},
		{"a=50,b=50", "source", []string{"source", "tier"}, "the class source=x, tier=easy has only 18 rows in 1 group: part a gets none of them, and 1 other class is as small"},
		{"a=50,b=50", "", []string{"grade"}, `in.csv: there is no column "grade" (known: puzzle, clues,`},
	} {
		cfg := Config{Exact: true, Stratify: test.stratify, By: test.by}
		_, summary, err := into(t.Context(), t, test.spec, cfg, pipetest.Text("in.csv", text))
		if err == nil {
			err = summary.Small
		}
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %s", test.spec, err, test.want)
		}
	}
	many := newClasses([]string{"id"})
	for i := range maxClasses {
		if _, err := many.number(fmt.Append(nil, i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := many.number([]byte("more")); err == nil || !strings.Contains(err.Error(), "stratify by id: more than 10000 classes") {
		t.Errorf("%v", err)
	}
	if _, err := Run(t.Context(), Config{Parts: trainTest, Stratify: []string{"tier"}}); err == nil {
		t.Error("classes without exact parts")
	}
}
