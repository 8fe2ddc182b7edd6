package solver

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// TestNew checks which engine New chooses for each order and name.
func TestNew(t *testing.T) {
	for _, test := range []struct {
		order  int
		opts   Options
		engine string
	}{
		{9, Options{Engine: "mrv"}, "mrv"},
		{16, Options{Engine: "dlx", Limit: 7, MaxGuesses: 3}, "dlx"},
		{9, Options{Engine: "band"}, "band"},
		{16, Options{Engine: "grid"}, "grid"},
	} {
		if s := mustNew(t, test.order, test.opts); s.Order() != test.order || s.Engine() != test.engine {
			t.Errorf("%+v: got engine %s, order %d", test, s.Engine(), s.Order())
		}
	}
	for _, order := range Orders() {
		// Engines lists the best engine of an order first.
		best := Engines()[slices.IndexFunc(Engines(), func(e EngineInfo) bool { return slices.Contains(e.Orders, order) })]
		for _, name := range []string{"", Auto} {
			if s := mustNew(t, order, Options{Engine: name}); s.Engine() != best.Name {
				t.Errorf("order %d: engine %q is %s, want %s", order, name, s.Engine(), best.Name)
			}
		}
	}
}

func TestNewErrors(t *testing.T) {
	for _, test := range []struct {
		order int
		opts  Options
		want  string
	}{
		{0, Options{}, "order 0"},
		{10, Options{}, "order 10"},
		{6, Options{Box: geometry.Box{Rows: 1, Columns: 6}}, "choose 2x3 or 3x2"},
		{9, Options{Box: geometry.Of(4)}, "no boxes of 2x2 in order 9"},
		{25, Options{Engine: "band"}, "order 25"},
		{9, Options{Limit: -1}, "limit -1"},
		{9, Options{Engine: "fastest"}, `no engine "fastest"`},
		{9, Options{Engine: "lanes@mmx"}, `engine lanes has no backend "mmx" for order 9`},
		{9, Options{Engine: "band@avx2"}, `no engine "band@avx2"`},
		{9, Options{Engine: "grid"}, "engine grid does not solve puzzles of order 9"},
		{16, Options{Engine: "band"}, "engine band does not solve puzzles of order 16"},
	} {
		s, err := New(test.order, test.opts)
		if s != nil || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: got %v, %v", test, s, err)
		}
	}
}

func TestEngines(t *testing.T) {
	names := EngineNames()
	if names[0] != Auto || len(names) != len(Engines())+1 {
		t.Errorf("EngineNames: got %v", names)
	}
	for i, info := range Engines() {
		if info.Name != names[i+1] || info.Available != (len(info.Orders) > 0) || info.Description == "" || info.Source == "" ||
			strings.Contains(info.Description, "\n") {
			t.Errorf("got %+v", info)
		}
	}
	last := len(Engines()) - 1 // runs on every processor
	Engines()[last].Orders[0] = 99
	if Engines()[last].Orders[0] == 99 {
		t.Error("a change to what Engines returned changed the engines")
	}
	for _, name := range []string{"dlx", "mrv", "backtrack", "propagate"} {
		if !slices.Contains(names, name) {
			t.Errorf("no engine %s", name)
		}
	}
}

func TestStatusString(t *testing.T) {
	want := []string{"unknown", "solved", "multiple", "no solution", "contradiction", "gave up", "Status(6)"}
	if statusCount != len(want)-1 {
		t.Fatalf("%d statuses, want %d", statusCount, len(want)-1)
	}
	for i, status := range []Status{Unknown, Solved, Multiple, NoSolution, Contradiction, GaveUp, statusCount} {
		if int(status) != i || status.String() != want[i] {
			t.Errorf("status %d: got %d, %q", i, status, status)
		}
	}
}

func TestResultUnique(t *testing.T) {
	for result, want := range map[Result]bool{
		{Status: Solved, Solutions: 1, Complete: true}:   true,
		{Status: Solved, Solutions: 1}:                   false,
		{Status: GaveUp, Solutions: 1}:                   false,
		{Status: Multiple, Solutions: 2, Complete: true}: false,
		{Status: NoSolution, Complete: true}:             false,
		{Status: Contradiction, Complete: true}:          false,
	} {
		if result.Unique() != want {
			t.Errorf("%+v: Unique is %v", result, !want)
		}
	}
}

// TestLimit checks that Solutions counts up to the limit, and that Complete
// tells whether there are more.
func TestLimit(t *testing.T) {
	eachEngine(t, []int{9}, func(t *testing.T, order int, engine string) {
		for _, test := range []struct {
			line  string
			count int
		}{{puzzletest.Many, 847}, {puzzletest.Two, 2}, {puzzletest.Escargot, 1}} {
			for _, limit := range []int{0, 1, 2, 3, 10, 847, 848} {
				s := mustNew(t, order, Options{Engine: engine, Limit: limit})
				result := s.Solve(puzzletest.Decode(test.line))
				want := Result{Solutions: min(test.count, max(limit, 1)), Guesses: result.Guesses}
				want.Status = []Status{NoSolution, Solved, Multiple}[min(want.Solutions, 2)]
				want.Complete = want.Solutions < max(limit, 1)
				if result != want {
					t.Errorf("%s, limit %d: got %+v, want %+v", test.line, limit, result, want)
				}
			}
		}
	})
}

// TestSolveBatch checks that a batch has the same results as its puzzles one by
// one, whatever came before.
func TestSolveBatch(t *testing.T) {
	puzzles := puzzletest.Generated(10, 24)
	eachEngine(t, Orders(), func(t *testing.T, order int, engine string) {
		opts := Options{Engine: engine, Limit: 2, MaxGuesses: 500}
		var batch, want []uint8
		var results []Result
		for i := range puzzles[order] {
			puzzle := slices.Clone(puzzles[order][i])
			if i%6 == 5 {
				puzzle[0], puzzle[1] = 1, 1
			}
			batch = append(batch, puzzle...)
			results = append(results, mustNew(t, order, opts).Solve(puzzle))
			want = append(want, puzzle...)
		}
		got := slices.Repeat([]Result{{Status: GaveUp, Clash: [2]uint16{1, 2}}}, len(results))
		mustNew(t, order, opts).SolveBatch(batch, got)
		if !slices.Equal(got, results) || !slices.Equal(batch, want) {
			t.Errorf("got %+v, one by one %+v", got, results)
		}
	})
}

// TestStop checks for every engine and batches of many sizes that Stop is
// called during a puzzle, and that a stopped batch is not done.
func TestStop(t *testing.T) {
	eachEngine(t, Orders(), func(t *testing.T, order int, engine string) {
		if order == 4 {
			t.Skip("over before it asks often")
		}
		for _, n := range []int{1, 9} {
			asked := 0
			b := &Request{Cells: make([]uint8, n*order*order), Results: make([]Result, n), Stop: func() bool {
				asked++
				return asked > 3
			}}
			b.Done = func() { t.Errorf("%d: the batch is done", n) }
			s := mustNew(t, order, Options{Engine: engine, Limit: math.MaxInt})
			s.Feed(b)
			s.Flush()
			if asked < 4 || asked > 6 {
				t.Errorf("%d: asked %d times", n, asked)
			}
		}
	})
}
