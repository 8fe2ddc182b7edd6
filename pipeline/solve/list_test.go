package solve

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A listRun is a run of listers.
type listRun struct {
	pipeline.Config
	limit      int
	maxGuesses uint64
	onBad      pipeline.OnBad
	pieceBytes int // 0 is the usual size
}

// listed runs listers on text. It returns the output, the statistics and the faults.
func listed(t *testing.T, r listRun, text string) (out string, stats pipeline.Stats, faults []string, err error) {
	t.Helper()
	var b strings.Builder
	cfg, opts := r.Config, solver.Options{Limit: r.limit, MaxGuesses: r.maxGuesses}
	if cfg.NewWorker = Listers(opts, r.onBad); r.pieceBytes > 0 {
		cfg.NewWorker = listers(&listOptions{Options: opts, onBad: r.onBad, pieceBytes: r.pieceBytes})
	}
	if cfg.To == 0 {
		cfg.Style = pipeline.Rows
	}
	cfg.Inputs, cfg.Output = []pipeline.Input{pipetest.Text("in", text)}, &b
	cfg.OnFault = func(fault *model.SyntaxError) { faults = append(faults, fault.Error()) }
	stats, err = pipeline.Run(t.Context(), cfg)
	return b.String(), stats, faults, err
}

// without removes clues from a puzzle: the given cells, and all cells with these digits.
func without(puzzle, digits string, cells ...int) string {
	b := []byte(puzzle)
	for i := range b {
		if strings.IndexByte(digits, b[i]) >= 0 || slices.Contains(cells, i) {
			b[i] = '.'
		}
	}
	return string(b)
}

// listPuzzles are puzzles with different numbers of solutions.
var listPuzzles = []string{
	pipetest.Puzzle9,
	without(pipetest.Solution9, "12"), // 2 solutions
	pipetest.Clash9,
	without(pipetest.Puzzle9, "", 0, 1, 4, 12, 13), // many
	"12345678." + strings.Repeat(".", 35) + "9" + strings.Repeat(".", 36), // none
	without(pipetest.Solution9, "3456"),                                   // many
	without(pipetest.Solution9, "1"),
}

// TestList compares the rows with a count by a reference engine and with the judge.
func TestList(t *testing.T) {
	text := "id,puzzle\n"
	for i, puzzle := range listPuzzles {
		text += fmt.Sprintf("%d,%s\n", i, puzzle)
	}
	out, stats, _, err := listed(t, listRun{Config: pipeline.Config{Jobs: 2}, limit: 100_000}, text)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rows[0], ","); got != "id,puzzle,solution,number,status" {
		t.Fatalf("header %s", got)
	}
	rows = rows[1:]
	line, total := bulk.Form{Kind: bulk.Line, Order: 9}, 0
	dlx, err := solver.New(9, solver.Options{Engine: "dlx", Limit: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	for i, puzzle := range listPuzzles {
		clues := slices.Clone(pipetest.Cells(t, line, puzzle))
		want := dlx.Solve(slices.Clone(clues))
		status := map[solver.Status]string{solver.Solved: "unique", solver.Multiple: "multiple", solver.NoSolution: "no_solution", solver.Contradiction: "contradiction"}[want.Status]
		if want.Solutions == 0 {
			if got, want := strings.Join(rows[0], ","), fmt.Sprintf("%d,%s,,0,%s", i, puzzle, status); got != want {
				t.Errorf("row %s, want %s", got, want)
			}
			rows = rows[1:]
			continue
		}
		seen := map[string]bool{}
		for n := range want.Solutions {
			if n >= len(rows) {
				t.Fatalf("puzzle %d: %d rows, want %d", i, len(rows), want.Solutions)
			}
			row := rows[n]
			if row[0] != strconv.Itoa(i) || row[1] != puzzle || row[3] != strconv.Itoa(n+1) || row[4] != status {
				t.Fatalf("row %d of puzzle %d: %v", n+1, i, row)
			}
			if err := solver.Verify(clues, pipetest.Cells(t, line, row[2])); err != nil {
				t.Fatal(err)
			}
			seen[row[2]] = true
		}
		if len(seen) != want.Solutions {
			t.Errorf("puzzle %d: %d different solutions, want %d", i, len(seen), want.Solutions)
		}
		total += want.Solutions
		rows = rows[want.Solutions:]
	}
	if len(rows) > 0 {
		t.Errorf("%d rows too many: %v", len(rows), rows[0])
	}
	counts := stats.Counts
	counts.Guesses = 0
	if want := (pipeline.Counts{Solved: 2, Multiple: 3, NoSolution: 1, Contradiction: 1, Solutions: uint64(total)}); counts != want {
		t.Errorf("counts %+v, want %+v", counts, want)
	}
}

// TestListEnds has lists that the limit or the budget ends, and lists of just as many solutions as
// the limit.
func TestListEnds(t *testing.T) {
	two, many := listPuzzles[1], listPuzzles[3]
	for _, c := range []struct {
		name       string
		puzzle     string
		limit      int
		maxGuesses uint64
		solutions  int
		last       string // status of the last row
		line       string // last line in the form Line; "" is a solution
	}{
		{"complete", two, 2, 0, 2, "multiple", ""},
		{"limit 1", two, 1, 0, 1, "more", "more than 1 solutions"},
		{"limit", many, 7, 0, 7, "more", "more than 7 solutions"},
		{"budget", many, 10_000, 9, -1, "gave_up", "gave up after 9 guesses"},
		{"budget before limit", many, 100, 9, -1, "gave_up", "gave up after 9 guesses"},
		{"unique with limit 1", pipetest.Puzzle9, 1, 0, 1, "unique", ""},
	} {
		cfg := listRun{Config: pipeline.Config{Jobs: 1}, limit: c.limit, maxGuesses: c.maxGuesses}
		out, stats, _, err := listed(t, cfg, c.puzzle+"\n")
		rows := strings.Split(strings.TrimSuffix(out, "\n"), "\n")[1:]
		if err != nil || !strings.HasSuffix(rows[len(rows)-1], ","+c.last) {
			t.Errorf("%s: %v\n%s", c.name, err, out)
		}
		ended := c.last == "more" || c.last == "gave_up"
		if ended {
			if last := rows[len(rows)-1]; last != c.puzzle+",,0,"+c.last {
				t.Errorf("%s: last row %s", c.name, last)
			}
			rows = rows[:len(rows)-1]
		}
		if n := len(rows); n != int(stats.Solutions) || c.solutions >= 0 && n != c.solutions || (stats.Incomplete > 0) != ended {
			t.Errorf("%s: %d solutions, counts %+v", c.name, n, stats.Counts)
		}
		cfg.To = bulk.Line
		out, _, _, err = listed(t, cfg, c.puzzle+"\n")
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if last := lines[len(lines)-1]; err != nil || ended && last != c.line || !ended && len(last) != 81 {
			t.Errorf("%s as lines: %v\n%s", c.name, err, out)
		}
		cfg.To = bulk.NDJSON
		out, _, _, err = listed(t, cfg, c.puzzle+"\n")
		if last := fmt.Sprintf(`"status":%q}`, c.last) + "\n"; err != nil || strings.Count(out, "\n") != len(lines) || !strings.HasSuffix(out, last) {
			t.Errorf("%s as objects: %v\n%s", c.name, err, out)
		}
	}
}

// TestListMalformed has each treatment of malformed records.
func TestListMalformed(t *testing.T) {
	text := pipetest.Puzzle9 + "\nx\n" + pipetest.Puzzle9 + "\n"
	row := pipetest.Puzzle9 + "," + pipetest.Solution9 + ",1,unique\n"
	for _, c := range []struct {
		onBad pipeline.OnBad
		rows  string
		err   string
	}{
		{pipeline.Mark, row + ",,0,malformed\n" + row, "<nil>"},
		{pipeline.Skip, row + row, "<nil>"},
		{pipeline.Stop, row, "in: record 2: malformed record"},
	} {
		out, stats, faults, err := listed(t, listRun{Config: pipeline.Config{Jobs: 1}, limit: 2, onBad: c.onBad}, text)
		if want := "puzzle,solution,number,status\n" + c.rows; out != want || fmt.Sprint(err) != c.err {
			t.Errorf("%v: %v\n%s", c.onBad, err, out)
		}
		if len(faults) != 1 || faults[0] != "in:2:1: bad cell 'x'" {
			t.Errorf("%v: faults %q", c.onBad, faults)
		}
		if c.onBad != pipeline.Stop && stats.Malformed != 1 {
			t.Errorf("%v: %+v", c.onBad, stats.Counts)
		}
	}
}

// TestListEmpty writes a header for a table without records.
func TestListEmpty(t *testing.T) {
	out, _, _, err := listed(t, listRun{Config: pipeline.Config{Jobs: 1}, limit: 2}, "id,puzzle\n")
	if err != nil || out != "id,puzzle,solution,number,status\n" {
		t.Error(err, out)
	}
}

// TestListOptions refuses options that listers cannot have.
func TestListOptions(t *testing.T) {
	for _, opts := range []solver.Options{{}, {Limit: -1}, {Limit: 2, Engine: "dlx"}} {
		if _, err := Listers(opts, pipeline.Mark)(); err == nil {
			t.Errorf("%+v is accepted", opts)
		}
	}
}

// TestListPanic names the puzzle at which a worker panics, and has the lists before.
func TestListPanic(t *testing.T) {
	bug := strings.Repeat(".", 80) + "7"
	want, _, _, err := listed(t, listRun{limit: 50}, strings.Join(listPuzzles, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, late := range []bool{false, true} {
		for _, piece := range []int{1, listedBytes} {
			newWorker := pipetest.WithBug(t, listers(&listOptions{Options: solver.Options{Limit: 50}, pieceBytes: piece}), bug, late)
			cfg := pipeline.Config{Jobs: 1, Style: pipeline.Rows, NewWorker: func() (pipeline.Worker, error) {
				w, err := newWorker()
				return struct {
					pipeline.Worker
					pipeline.ColumnAdder
				}{w, new(lister)}, err
			}}
			o := pipetest.Run(t.Context(), cfg, pipetest.Text("in", strings.Join(append(slices.Clone(listPuzzles), bug), "\n")))
			if o.Err == nil || !strings.HasPrefix(o.Err.Error(), "in: record 8: panic: a bug at the puzzle "+bug) || o.Out != want {
				t.Errorf("late %v, pieces of %d: %v, %d bytes, want %d", late, piece, o.Err, len(o.Out), len(want))
			}
		}
	}
}

// TestListStops cancels runs in the middle of a list, which then ends at a whole row.
func TestListStops(t *testing.T) {
	for _, seen := range []int{1, listedBytes + 1} {
		ctx, cancel := context.WithCancel(t.Context())
		r, w := io.Pipe()
		text := make(chan string)
		go func() {
			first := make([]byte, seen)
			_, _ = io.ReadFull(r, first)
			cancel()
			rest, _ := io.ReadAll(r)
			text <- string(first) + string(rest)
		}()
		cfg := pipeline.Config{Jobs: 1, Style: pipeline.Rows, Output: w, Inputs: []pipeline.Input{pipetest.Text("in", strings.Repeat(".", 81)+"\n")}}
		cfg.NewWorker = Listers(solver.Options{Limit: 100_000}, pipeline.Mark)
		if _, err := pipeline.Run(ctx, cfg); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		_ = w.Close()
		if out := <-text; !strings.HasSuffix(out, ",multiple\n") || strings.Count(out, "\n") > 90_000 {
			t.Errorf("%d rows, the last %s", strings.Count(out, "\n"), out[max(0, len(out)-200):])
		}
	}
}

// TestListLong compares lists with an enumerator, for limits and budgets that end them anywhere.
func TestListLong(t *testing.T) {
	line := bulk.Form{Kind: bulk.Line, Order: 9}
	r := rand.New(rand.NewPCG(1, 2))
	for i, puzzle := range slices.Repeat([]string{
		without(pipetest.Puzzle9, "", 0, 1, 4, 12, 13), without(pipetest.Puzzle9, "58"), without(pipetest.Puzzle9, "91"), without(pipetest.Solution9, "3456"),
		"98.76.5..5....8.....7......4.8..76....6..97......3..4..2......1..9..52.....2...6.", // 25 guesses after the last solutions
	}, 25) {
		limit, budget := 1+r.IntN(3000), uint64(r.IntN(3000))
		if i%3 == 0 {
			budget = 0
		}
		if i%5 == 4 {
			budget = 60 + uint64(r.IntN(60))
		}
		if i%7 == 0 {
			limit = 1 + i%3
		}
		e, err := solver.NewEnumerator(geometry.Of(9), limit+1, budget)
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		n, end := 0, ""
		e.Begin(pipetest.Cells(t, line, puzzle))
		for solution := make([]uint8, 81); e.Next(solution); n++ {
			if n == limit {
				end = fmt.Sprintf("more than %d solutions\n", limit)
				break
			}
			want.Write(line.AppendSolved(nil, solution))
		}
		guesses := e.Result().Guesses
		if end == "" && !e.Result().Complete {
			end = fmt.Sprintf("gave up after %d guesses\n", guesses)
		}
		want.WriteString(end)
		cfg := listRun{Config: pipeline.Config{Jobs: 1 + i%3, To: bulk.Line}, limit: limit, maxGuesses: budget, pieceBytes: []int{0, 1, 20_000}[i%3]}
		out, stats, _, err := listed(t, cfg, puzzle+"\n")
		if err != nil || out != want.String() || stats.Solutions != uint64(n) || stats.Guesses != guesses || stats.Puzzles() != 1 {
			t.Fatalf("%s with limit %d and budget %d: %v, %+v, want %d solutions and %d guesses", puzzle, limit, budget, err, stats.Counts, n, guesses)
		}
	}
}
