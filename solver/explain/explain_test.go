package explain

import (
	"bufio"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	shapes "github.com/sudokubatch/sudokubatch/solver/geometry" // geometry is a variable here
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// This file compares ratings with the original's, and checks every step
// against the solution.

// A known is a puzzle with the ratings of the original.
type known struct {
	line, er, ep, ed string
}

// readKnown reads tab-separated puzzles and ratings.
func readKnown(t *testing.T, path string) (all []known) {
	t.Helper()
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		t.Skip("no file " + path + " with ratings of the original")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) < 4 || fields[0] == "puzzle" {
			continue
		}
		all = append(all, known{fields[0], fields[1], fields[2], fields[3]})
	}
	if len(all) == 0 {
		t.Fatal("no ratings in " + path)
	}
	return all
}

// checkKnown rates puzzles and compares.
func checkKnown(t *testing.T, scale Scale, all []known) {
	t.Helper()
	r := New(Options{Scale: scale, MaxWork: GenerousWork})
	for _, k := range all {
		got := r.Rate(puzzletest.Decode(k.line))
		if got.Status != Rated || got.ER.String() != k.er || got.EP.String() != k.ep || got.ED.String() != k.ed {
			t.Errorf("%s: got %v %v %v %v, want %s %s %s", k.line, got.Status, got.ER, got.EP, got.ED, k.er, k.ep, k.ed)
		}
	}
}

// TestGenerated compares the ratings of generated puzzles of each technique.
func TestGenerated(t *testing.T) {
	checkKnown(t, Sukaku, readKnown(t, "testdata/generated.tsv"))
	checkKnown(t, SE121, readKnown(t, "testdata/generated121.tsv"))
}

// TestFamous compares the ratings of famous hard puzzles.
func TestFamous(t *testing.T) {
	all := readKnown(t, "testdata/famous.tsv")
	if testing.Short() {
		all = all[:1]
	}
	checkKnown(t, Sukaku, all)
}

// TestCorpora compares the ratings of puzzles of the shared corpora.
func TestCorpora(t *testing.T) {
	for name, scale := range map[string]Scale{"se": Sukaku, "sehard": Sukaku, "se121": SE121} {
		all := readKnown(t, filepath.FromSlash("../../../shared/"+name+".tsv"))
		if testing.Short() {
			some := all[:0]
			for i := 0; i < len(all); i += 8 {
				some = append(some, all[i])
			}
			all = some
		}
		checkKnown(t, scale, all)
	}
}

// generated calls use for n generated puzzles and their solutions.
func generated(t *testing.T, first, n int, options generate.Options, use func(puzzle, solution []uint8)) {
	t.Helper()
	g, err := generate.New(options)
	if err != nil {
		t.Fatal(err)
	}
	b := &generate.Series{First: uint64(first), Cells: make([]uint8, n*81), Solutions: make([]uint8, n*81), Results: make([]generate.Result, n)}
	g.Feed(b)
	g.Flush()
	for i := range n {
		use(b.Cells[i*81:(i+1)*81], b.Solutions[i*81:(i+1)*81])
	}
}

// TestSound checks on both scales that no step removes a candidate or places a
// digit against the solution, that all links are true, and that the steps lead
// to the solution and agree with the rating. One generated puzzle in 50 is a
// hard one. SUDOKUBATCH_STEPS is a number of puzzles; one in 1,000 is then an
// isomorph of a famous puzzle, with chains within chains.
func TestSound(t *testing.T) {
	chunks, long := 8, os.Getenv("SUDOKUBATCH_STEPS")
	if testing.Short() {
		chunks = 2
	}
	if long != "" {
		n, err := strconv.Atoi(long)
		if err != nil {
			t.Fatal(err)
		}
		chunks = (n + 99) / 100
	}
	famous := readKnown(t, "testdata/famous.tsv")
	var next, puzzles, steps, links atomic.Int64
	report := func() { t.Logf("%d puzzles, %d steps, %d links", puzzles.Load(), steps.Load(), links.Load()) }
	t.Cleanup(report)
	for range runtime.GOMAXPROCS(0) {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			raters := []*Rater{New(Options{}), New(Options{Scale: SE121})}
			check := func(puzzle, solution []uint8) {
				for _, r := range raters {
					found := checkSteps(t, r, puzzle, solution)
					steps.Add(int64(len(found)))
					links.Add(linksOf(found))
				}
				if puzzles.Add(1)%10_000 == 0 {
					report()
				}
			}
			for i := int(next.Add(1)) - 1; i < chunks; i = int(next.Add(1)) - 1 {
				generated(t, 98*i, 98, generate.Options{Order: 9, Seed: 1}, check)
				generated(t, 2*i, 2, generate.Options{Order: 9, Seed: 2, MinGuesses: 8}, check)
				if long != "" && i%10 == 9 {
					puzzle := puzzletest.Decode(famous[i/10%len(famous)].line)
					generate.NewIsomorpher(shapes.Of(9), 3).Isomorph(puzzle, slices.Clone(puzzle), uint64(i))
					solution := slices.Clone(puzzle)
					if !raters[0].uniqueSolver().Solve(solution).Unique() {
						t.Fatalf("%s has not one solution", puzzletest.Encode(puzzle))
					}
					check(puzzle, solution)
				}
			}
		})
	}
}

// linksOf returns the number of links of steps, with the links within links.
func linksOf(steps []Step) (n int64) {
	for i := range steps {
		n += int64(countLinks(steps[i].Links))
	}
	return n
}

// checkSteps checks the steps of a puzzle, and returns them.
func checkSteps(t *testing.T, r *Rater, puzzle, solution []uint8) []Step {
	t.Helper()
	rating, steps := r.Explain(puzzle)
	if rating.Status != Rated && rating.Status != AtLeast || len(steps) != rating.Steps {
		t.Fatalf("%s: %v with %d steps, of them %d listed", puzzletest.Encode(puzzle), rating.Status, rating.Steps, len(steps))
	}
	cells, m := append([]uint8(nil), puzzle...), newMarks(puzzle)
	var counts [techniqueCount]uint16
	hardest := Score(0)
	for i, s := range steps {
		counts[s.Technique]++
		hardest = max(hardest, s.Rating)
		if least, most := s.Technique.Ratings(r.options.Scale); s.Rating < least || s.Rating > most {
			t.Fatalf("%s: step %d, %v, has %v, want %v to %v", puzzletest.Encode(puzzle), i, s.Technique, s.Rating, least, most)
		}
		if s.Placed.Digit == 0 && len(s.Removed) == 0 {
			t.Fatalf("%s: step %d, %v, does nothing", puzzletest.Encode(puzzle), i, s.Technique)
		}
		for _, c := range s.Removed {
			if solution[c.Cell] == c.Digit || cells[c.Cell] != 0 {
				t.Fatalf("%s: step %d, %v, removes %v", puzzletest.Encode(puzzle), i, s.Technique, c)
			}
		}
		if c := s.Placed; c.Digit != 0 {
			if solution[c.Cell] != c.Digit || cells[c.Cell] != 0 {
				t.Fatalf("%s: step %d, %v, places %v", puzzletest.Encode(puzzle), i, s.Technique, c)
			}
			cells[c.Cell] = c.Digit
		}
		checkLinks(t, m, &s)
		m.apply(&s)
	}
	if rating.Status == Rated && (string(cells) != string(solution) || hardest != rating.ER) {
		t.Fatalf("%s: steps lead to %s with %v, rated %v", puzzletest.Encode(puzzle), puzzletest.Encode(cells), hardest, rating.ER)
	}
	if counts != rating.Counts {
		t.Fatalf("%s: counts %v, steps have %v", puzzletest.Encode(puzzle), rating.Counts, counts)
	}
	if again := r.Rate(puzzle); again != rating {
		t.Fatalf("%s: Rate has %+v, Explain %+v", puzzletest.Encode(puzzle), again, rating)
	}
	return steps
}

// TestAgain checks that a rating does not depend on what was rated before.
func TestAgain(t *testing.T) {
	all := readKnown(t, "testdata/generated.tsv")
	r := New(Options{})
	first := make([]Rating, len(all))
	for i, k := range all {
		first[i] = New(Options{}).Rate(puzzletest.Decode(k.line))
		r.Explain(puzzletest.Decode(k.line))
	}
	for i := len(all) - 1; i >= 0; i-- {
		if got := r.Rate(puzzletest.Decode(all[i].line)); got != first[i] {
			t.Errorf("%s: got %+v, first %+v", all[i].line, got, first[i])
		}
	}
}

// TestNestResults checks that chains within chains are kept, and only for one puzzle.
func TestNestResults(t *testing.T) {
	r := New(Options{})
	if r.Rate(puzzletest.Decode(readKnown(t, "testdata/famous.tsv")[0].line)); len(r.reasoner.nests) == 0 {
		t.Error("nothing is kept")
	}
	if r.Rate(make([]uint8, 81)); r.reasoner.nests != nil {
		t.Errorf("%d results are left", len(r.reasoner.nests))
	}
}

// TestStatuses checks puzzles without a rating.
func TestStatuses(t *testing.T) {
	clash, single := make([]uint8, 81), puzzletest.PatternGrid(9)
	clash[0], clash[8] = 5, 5
	wrong := append([]uint8(nil), single...)
	wrong[0], wrong[1], wrong[80] = 0, 0, wrong[80]%9+1
	for _, c := range []struct {
		name  string
		cells []uint8
		want  Status
	}{
		{"blank", make([]uint8, 81), Multiple},
		{"clash", clash, NoSolution},
		{"solved", single, Rated},
		{"solved wrongly", wrong, NoSolution},
		{"16×16", make([]uint8, 256), Unsupported},
		{"no cells", nil, Unsupported},
	} {
		if got := new(Rater).Rate(c.cells); got.Status != c.want || got.ER != 0 {
			t.Errorf("%s: got %v %v, want %v", c.name, got.Status, got.ER, c.want)
		}
	}
	s, err := solver.New(9, solver.Options{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	r := New(Options{})
	for _, puzzle := range puzzletest.Mixed(9, 3, 300) {
		want := Rated
		switch result := s.Solve(append([]uint8(nil), puzzle...)); {
		case result.Solutions == 0:
			want = NoSolution
		case result.Solutions > 1:
			want = Multiple
		}
		if got := r.Rate(puzzle); got.Status != want && (want != Rated || got.Status != AtLeast) {
			t.Errorf("%s: got %v, want %v", puzzletest.Encode(puzzle), got.Status, want)
		}
	}
}

// TestBudget checks that a rating within a budget is at most the full rating.
func TestBudget(t *testing.T) {
	full, limited, few := New(Options{}), New(Options{MaxRating: 44}), New(Options{MaxSteps: 10})
	for _, k := range readKnown(t, "testdata/generated.tsv") {
		puzzle := puzzletest.Decode(k.line)
		want, got := full.Rate(puzzle), limited.Rate(puzzle)
		if want.ER <= 44 && got != want || want.ER > 44 && (got.Status != AtLeast || got.ER > want.ER || got.ER <= 44) {
			t.Errorf("%s: got %v %v up to 4.4, is %v", k.line, got.Status, got.ER, want.ER)
		}
		if got := few.Rate(puzzle); got.Status != AtLeast || got.ER > want.ER || got.Steps != 10 {
			t.Errorf("%s: got %v %v in 10 steps, is %v", k.line, got.Status, got.ER, want.ER)
		}
	}
}

// TestWork checks that a budget of work ends a rating with a lower bound.
func TestWork(t *testing.T) {
	k := readKnown(t, "testdata/famous.tsv")[0]
	for _, most := range []int{1, 10_000} {
		r := New(Options{MaxWork: most})
		got := r.Rate(puzzletest.Decode(k.line))
		if got.Status != AtLeast || got.ER < 95 || got.ER.String() > k.er || got.EP.String() != k.ep {
			t.Errorf("%d: got %v %v %v, want at least, with at most %s", most, got.Status, got.ER, got.EP, k.er)
		}
		if again := r.Rate(puzzletest.Decode(k.line)); again != got {
			t.Errorf("%d: got %+v, then %+v", most, got, again)
		}
	}
}

// TestAllocations checks that nothing is allocated up to 5.0.
func TestAllocations(t *testing.T) {
	r := New(Options{})
	for _, k := range readKnown(t, "testdata/generated.tsv") {
		puzzle := puzzletest.Decode(k.line)
		if k.er <= "5.0" && len(k.er) == 3 {
			if n := testing.AllocsPerRun(2, func() { r.Rate(puzzle) }); n != 0 {
				t.Errorf("%s, %s: %v allocations", k.line, k.er, n)
			}
		}
	}
}
