package sample

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/split"
)

// A testRow is a row of the table that the tests sample.
type testRow struct{ puzzle, level, text string }

// testRows returns rows with a class each. Some puzzles come several times, some rows have no
// class, and some are malformed and are not among the rows.
func testRows(t testing.TB, n int) (rows []testRow, table string) {
	t.Helper()
	lines := pipetest.Demo(t, "@demo", n)
	var b strings.Builder
	b.WriteString("id,puzzle,level\n")
	for i := range n {
		r := testRow{puzzle: lines[i], level: []string{"easy", "", "hard", "easy", "mid", "easy"}[i%6]}
		if i%10 == 7 {
			r.puzzle = lines[i/2]
		}
		r.text = fmt.Sprintf("%d,%s,%s\n", i, r.puzzle, r.level)
		b.WriteString(r.text)
		rows = append(rows, r)
		if i%50 == 3 {
			b.WriteString("x,too short,easy\n")
		}
	}
	return rows, b.String()
}

// pointOf returns the point of a puzzle, as the documentation has it.
func pointOf(seed uint64, purpose, puzzle string) uint64 {
	return xxh3.HashString128Seed(strings.ReplaceAll(puzzle, "0", "."), xxh3.HashStringSeed("sample "+purpose, seed)).Hi
}

// wanted returns what the wish should take, in input order.
func wanted(rows []testRow, wish Wish, seed uint64) string {
	classes := map[string][]int{}
	point := func(i int) uint64 { return pointOf(seed, wish.String(), rows[i].puzzle) }
	var chosen []int
	for i := range rows {
		class := ""
		if wish.By != "" {
			if class = rows[i].level; class == "" {
				continue
			}
		}
		if wish.Fraction != nil {
			share, _ := wish.Fraction.Float64()
			if float64(point(i))/(1<<64) < share {
				chosen = append(chosen, i)
			}
			continue
		}
		classes[class] = append(classes[class], i)
	}
	for _, all := range classes {
		slices.SortStableFunc(all, func(i, j int) int { return cmp.Compare(point(i), point(j)) })
		chosen = append(chosen, all[:min(len(all), int(wish.Count))]...)
	}
	slices.Sort(chosen)
	var b strings.Builder
	b.WriteString("id,puzzle,level\n")
	for _, i := range chosen {
		b.WriteString(rows[i].text)
	}
	return b.String()
}

// sampled runs a configuration.
func sampled(t *testing.T, cfg Config, inputs ...pipeline.Input) (string, *Summary, error) {
	t.Helper()
	var out strings.Builder
	cfg.Inputs, cfg.Output, cfg.TempDir = inputs, &out, t.TempDir()
	s, err := Run(t.Context(), cfg)
	if left, dirErr := os.ReadDir(cfg.TempDir); dirErr != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, dirErr)
	}
	return out.String(), s, err
}

// TestOracle samples in every way, and wants the rows that the documented rule gives, with any
// number of workers and any size of batch.
func TestOracle(t *testing.T) {
	t.Parallel()
	rows, table := testRows(t, 1000)
	for _, wish := range []Wish{
		{Count: 1},
		{Count: 100},
		{Count: 1000},
		{Count: 30, By: "level"},
		{Count: 400, By: "level"},
		{Fraction: big.NewRat(1, 3)},
		{Fraction: big.NewRat(1, 1)},
	} {
		for _, seed := range []uint64{1, 7} {
			want := wanted(rows, wish, seed)
			for _, jobs := range []int{1, 3} {
				cfg := Config{Wish: wish, Seed: seed, AtMost: true, Config: pipeline.Config{Jobs: jobs, BatchBytes: 30_000 / jobs / jobs}}
				got, s, err := sampled(t, cfg, pipetest.Text("in.csv", table))
				if err != nil || got != want {
					t.Fatalf("%v, seed %d, %d jobs: %v: %d rows, want %d", &wish, seed, jobs, err, strings.Count(got, "\n"), strings.Count(want, "\n"))
				}
				if s.Written != int64(strings.Count(want, "\n")-1) || s.Solved != 1000 || s.Malformed != 20 {
					t.Errorf("%v: %+v", &wish, s)
				}
			}
		}
	}
}

// TestShuffle wants the same rows in another order, which does not depend on memory and workers,
// and in which no place is likelier than another.
func TestShuffle(t *testing.T) {
	t.Parallel()
	rows, table := testRows(t, 2000)
	sorted := func(text string) string {
		lines := strings.SplitAfter(text, "\n")
		slices.Sort(lines)
		return strings.Join(lines, "")
	}
	var orders []string
	for _, wish := range []Wish{{}, {Count: 500}, {Fraction: big.NewRat(1, 2)}} {
		plain := wanted(rows, wish, 1)
		if wish == (Wish{}) {
			plain = "id,puzzle,level\n"
			for _, r := range rows {
				plain += r.text
			}
		}
		for _, jobs := range []int{1, 3} {
			cfg := Config{Wish: wish, Seed: 1, Shuffle: true, Memory: int64(jobs-1) << 20, Config: pipeline.Config{Jobs: jobs, BatchBytes: 10_000}}
			got, _, err := sampled(t, cfg, pipetest.Text("in.csv", table))
			if err != nil || sorted(got) != sorted(plain) || got == plain {
				t.Fatalf("%v: %v, other rows or the same order", &wish, err)
			}
			orders = append(orders, got)
		}
		if orders[len(orders)-1] != orders[len(orders)-2] {
			t.Errorf("%v: the order depends on workers or memory", &wish)
		}
	}
	// The mean place of the rows of any tenth of the input is the middle.
	places := make([]float64, 10)
	for place, line := range strings.Split(strings.TrimSpace(orders[0]), "\n")[1:] {
		id, _, _ := strings.Cut(line, ",")
		n, err := strconv.Atoi(id)
		if err != nil {
			t.Fatal(err)
		}
		places[n/200] += float64(place) / 200
	}
	for tenth, mean := range places {
		if mean < 1000-41*5 || mean > 1000+41*5 { // the standard error is 577/√200 = 41
			t.Errorf("tenth %d of the rows: mean place %.0f of 2000", tenth, mean)
		}
	}
	cfg := Config{Seed: 2, Shuffle: true}
	if got, _, _ := sampled(t, cfg, pipetest.Text("in.csv", table)); got == orders[0] {
		t.Error("another seed gives the same order")
	}
}

// TestIndependent samples what was sampled, by other numbers and with the same seed: the second
// sample must be one of all rows of the first.
func TestIndependent(t *testing.T) {
	t.Parallel()
	_, table := testRows(t, 2000)
	half, s, err := sampled(t, Config{Seed: 1, Wish: Wish{Fraction: big.NewRat(1, 2)}}, pipetest.Text("in.csv", table))
	if err != nil || s.Written < 850 || s.Written > 1150 {
		t.Fatalf("%v, %d rows", err, s.Written)
	}
	_, quarter, err := sampled(t, Config{Seed: 1, Wish: Wish{Fraction: big.NewRat(1, 4)}}, pipetest.Text("in.csv", half))
	if share := float64(quarter.Written) / float64(s.Written); err != nil || share < 0.18 || share > 0.32 {
		t.Errorf("%v, a quarter is %.2f", err, share)
	}
	_, _, err = sampled(t, Config{Seed: 1, Wish: Wish{Fraction: big.NewRat(1, 2)}}, pipetest.Text("in.csv", half))
	if drawn := (*drawnError)(nil); !errors.Is(err, ErrDrawn) || !errors.As(err, &drawn) || drawn.Rows != drawn.Written {
		t.Errorf("the same share again: %v", err)
	}
}

// TestApartFromSplit divides the same rows with the same seed and share. The sample must not be
// the part of the division.
func TestApartFromSplit(t *testing.T) {
	t.Parallel()
	_, table := testRows(t, 2000)
	sample, _, err := sampled(t, Config{Seed: 1, Wish: Wish{Fraction: big.NewRat(1, 10)}}, pipetest.Text("in.csv", table))
	if err != nil {
		t.Fatal(err)
	}
	var parts [2]strings.Builder
	_, err = split.Run(t.Context(), split.Config{
		Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in.csv", table)}}, Seed: 1,
		Parts: []split.Part{{Name: "a", Share: big.NewRat(1, 10)}, {Name: "b", Share: big.NewRat(9, 10)}},
		Open:  func(pipeline.Opened) ([]io.Writer, error) { return []io.Writer{&parts[0], &parts[1]}, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	both := 0
	for line := range strings.Lines(parts[0].String()) {
		if strings.Contains(sample, line) {
			both++
		}
	}
	if both > 60 { // 20 are expected
		t.Errorf("%d of about 200 rows are in both", both)
	}
}

// TestShort wants more rows than there are.
func TestShort(t *testing.T) {
	t.Parallel()
	_, table := testRows(t, 60)
	for _, test := range []struct {
		wish    Wish
		want    string
		written int64
	}{
		{Wish{Count: 61}, "want 61 rows, but there are only 60", 60},
		{Wish{Count: 11, By: "level"}, `want 11 rows of each level, but there are only 10 of "`, 31},
		{Wish{Count: 2, By: "id"}, "(and too few of 55 more)", 60},
	} {
		_, _, err := sampled(t, Config{Wish: test.wish}, pipetest.Text("in.csv", table))
		if !errors.Is(err, ErrShort) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v", &test.wish, err)
		}
		_, s, err := sampled(t, Config{Wish: test.wish, AtMost: true}, pipetest.Text("in.csv", table))
		if err != nil || s.Written != test.written || len(s.Short) == 0 {
			t.Errorf("%v: %v, %+v", &test.wish, err, s)
		}
	}
	_, s, err := sampled(t, Config{Wish: Wish{Count: 9, By: "level"}}, pipetest.Text("in.csv", table))
	if err != nil || s.NoClass != 10 || s.Classes != 3 {
		t.Errorf("%v, %+v", err, s)
	}
	if _, _, err := sampled(t, Config{Wish: Wish{Count: 1}}, pipetest.Text("in.csv", "id,puzzle\n")); !errors.Is(err, ErrShort) {
		t.Errorf("no rows: %v", err)
	}
}

// TestComputed samples by a column that the input lacks, and by one that nobody knows.
func TestComputed(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 300)
	for i := range lines { // fewer clues
		lines[i] = strings.Repeat(".", i%20) + lines[i][i%20:]
	}
	text := strings.Join(lines, "\n")
	got, s, err := sampled(t, Config{Wish: Wish{Count: 1, By: "clues"}, Config: pipeline.Config{To: bulk.CSV}}, pipetest.Text("in", text))
	if err != nil || s.Written != s.Classes || s.Classes < 3 {
		t.Fatalf("%v, %+v", err, s)
	}
	clues := map[int]bool{}
	for _, line := range strings.Fields(got)[1:] {
		clues[81-strings.Count(line, ".")] = true
	}
	if len(clues) != int(s.Classes) {
		t.Errorf("%d numbers of clues in %d rows", len(clues), s.Written)
	}
	for _, text := range []string{text, "puzzle,level\n"} {
		if _, _, err := sampled(t, Config{Wish: Wish{Count: 1, By: "lvl"}}, pipetest.Text("in", text)); err == nil || !strings.Contains(err.Error(), `in: there is no column "lvl" (known: puzzle, clues,`) {
			t.Errorf("%v", err)
		}
	}
	for _, wish := range []Wish{{Count: -1}, {By: "clues"}, {Fraction: big.NewRat(3, 2)}, {Fraction: new(big.Rat)}, {Fraction: big.NewRat(1, 2), Count: 1}} {
		if _, err := Run(t.Context(), Config{Wish: wish}); err == nil {
			t.Errorf("%v: no error", &wish)
		}
	}
}

// TestLists keeps what follows the cells of a line.
func TestLists(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 5)
	text := []byte(strings.Join(lines, " # a\n") + "\n")
	got, _, err := sampled(t, Config{Wish: Wish{Count: 4}}, pipetest.Text("in", string(text)))
	if err != nil || strings.Count(got, "\n") != 4 || !bytes.Contains([]byte(got), []byte(" # a\n")) {
		t.Errorf("%v: %q", err, got)
	}
	for _, line := range strings.SplitAfter(got, "\n") {
		if !bytes.Contains(text, []byte(line)) {
			t.Errorf("%q is not in the input", line)
		}
	}
}
