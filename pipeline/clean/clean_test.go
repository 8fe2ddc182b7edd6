package clean

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
)

// usual are the rules of the command.
var usual = Rules{Valid: true, Unique: true, Solution: true, New: true}

// keeps returns the rows that rules keep, as the oracle has it, and how many are left out.
func keeps(rows []dirtyRow, rules Rules, fix, optional bool) (kept []int, out int) {
	seen, puzzles := map[int]bool{}, map[string]bool{}
	for i := range rows {
		r := &rows[i]
		o := r.known
		good := !o.malformed
		if rules.Valid {
			good = good && o.solutions > 0
		}
		if rules.Unique {
			good = good && o.solutions == 1
		}
		if rules.Solution && (!fix || o.solutions != 1) {
			good = good && (optional && !o.given || o.right)
		}
		if puzzle := strings.ReplaceAll(r.puzzle, "0", "."); good && rules.New {
			// The class of a row is known if its puzzle is one of the corpus.
			good = !puzzles[puzzle] && (r.class < 0 || o.solutions != 1 || !seen[r.class])
			puzzles[puzzle] = true
			seen[r.class] = seen[r.class] || o.solutions == 1
		}
		if good {
			kept = append(kept, i)
		} else {
			out++
		}
	}
	return kept, out
}

// cleaned runs a configuration over CSV, and returns the output and the texts of the rejects.
func cleaned(t *testing.T, cfg Config, inputs ...pipeline.Input) (string, []string, *Summary) {
	t.Helper()
	var out strings.Builder
	var rejects []string
	cfg.Inputs, cfg.Output, cfg.TempDir = inputs, &out, t.TempDir()
	cfg.OnReject = func(r *check.Record) error {
		rejects = append(rejects, string(r.Text))
		return nil
	}
	s, err := Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(cfg.TempDir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	return out.String(), rejects, s
}

// TestOracle cleans a corpus with every fault, by several sets of rules. Exactly the good rows must
// come out, byte for byte and in order, and all others must be rejects, with any number of workers
// and any size of batch.
func TestOracle(t *testing.T) {
	t.Parallel()
	rows := dirtyRows(t, 900, 7)
	text := dirtyTable(rows)
	for _, test := range []struct {
		rules         Rules
		fix, optional bool
	}{
		{rules: usual},
		{rules: usual, optional: true},
		{rules: usual, fix: true},
		{},
		{rules: Rules{Valid: true}},
		{rules: Rules{Unique: true}, fix: true},
		{rules: Rules{New: true, Unique: true}},
		{rules: Rules{Solution: true}},
		{rules: Rules{Solution: true}, fix: true}, // a puzzle with several solutions gets none of them
	} {
		name := fmt.Sprintf("%+v", test)
		kept, out := keeps(rows, test.rules, test.fix, test.optional)
		var want strings.Builder
		want.WriteString("id,puzzle,note,solution\n")
		repaired := int64(0)
		for _, i := range kept {
			r := rows[i]
			if test.fix && !r.known.right && r.known.solutions == 1 {
				grid := []byte(strings.ReplaceAll(r.puzzle, "0", "."))
				naive(grid, 1)
				r.solution = string(grid)
				repaired++
			}
			want.WriteString(r.text(i + 1))
		}
		for _, jobs := range []int{1, 3} {
			cfg := Config{Require: test.rules, Fix: test.fix, SolutionsOptional: test.optional, Config: pipeline.Config{Jobs: jobs, BatchBytes: 20_000 / jobs / jobs}}
			got, rejects, s := cleaned(t, cfg, pipetest.Text("in.csv", text))
			if got != want.String() {
				t.Fatalf("%s, %d jobs: wrong rows: %s", name, jobs, firstDifference(got, want.String()))
			}
			if len(rejects) != out || s.Written != int64(len(kept)) || s.Repaired != repaired || s.Records != int64(len(rows)) {
				t.Errorf("%s: %d rejects, want %d; %+v, want %d repaired", name, len(rejects), out, *s, repaired)
			}
			total := s.Written
			for _, n := range s.LeftOut {
				total += n
			}
			if total != int64(len(rows)) {
				t.Errorf("%s: %d rows are accounted for", name, total)
			}
			all := strings.Join(rejects, "")
			for i := range rows {
				if text := rows[i].text(i + 1); !slices.Contains(kept, i) && !strings.Contains(all, text) {
					t.Fatalf("%s: a reject is lost: %s", name, text)
				}
			}
		}
	}
}

func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d:\n%s\nwant\n%s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(a), len(b))
}

// hard is a puzzle that takes many guesses.
const hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// TestReasons has one record for each reason.
func TestReasons(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 3)
	turned := []byte(lines[0])
	for i := range turned {
		turned[i] = lines[0][i%9*9+i/9]
	}
	text := strings.Join([]string{
		"x", pipetest.Clash9, strings.Repeat(".", 81), "12345678" + strings.Repeat(".", 9) + "9" + strings.Repeat(".", 63),
		pipetest.Puzzle9 + "," + pipetest.Solution9[:80] + "x", pipetest.Puzzle9 + "," + lines[0], lines[2], lines[2],
		lines[1], lines[0], string(turned), lines[0] + " again",
	}, "\n") + "\n"
	rules := usual
	for _, compared := range []bool{true, false} {
		rules.New = compared
		cfg := Config{Require: rules}
		want := [Reasons]int64{Malformed: 1, Contradiction: 1, Multiple: 1, NoSolution: 1, NoSolutionGiven: 1, WrongSolution: 1}
		if compared {
			cfg.Against = []pipeline.Input{pipetest.Text("against", lines[2]+"\n"+strings.Repeat(".", 81)+"\n")}
			want[Leak], want[Duplicate], want[Isomorph] = 2, 1, 1
		}
		got, _, s := cleaned(t, cfg, pipetest.Text("in", text))
		if s.LeftOut != want {
			t.Errorf("compared %v: %v, want %v", compared, s.LeftOut, want)
		}
		if kept := lines[1] + "\n" + lines[0] + "\n"; compared && got != kept {
			t.Errorf("%q, want %q", got, kept)
		}
	}
	minimal, more := "..6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8.......5...", []byte(nil)
	more = append(more, minimal...)
	naive(more, 1)
	more = []byte(minimal[:3] + string(more[3:4]) + minimal[4:]) // the new clue alone is redundant
	cfg := Config{Require: Rules{Minimal: true}}
	if got, _, s := cleaned(t, cfg, pipetest.Text("in", string(more)+"\n"+minimal+"\n"+strings.Repeat(".", 81)+"\n")); got != minimal+"\n" ||
		s.LeftOut != [Reasons]int64{Redundant: 1, Multiple: 1} {
		t.Errorf("minimal: %q, %v", got, s.LeftOut)
	}
	cfg = Config{Require: Rules{Valid: true}, Solver: solver.Options{MaxGuesses: 1}}
	if got, _, s := cleaned(t, cfg, pipetest.Text("in", hard+"\n"+lines[0]+"\n")); got != lines[0]+"\n" || s.LeftOut != [Reasons]int64{GaveUp: 1} {
		t.Errorf("given up: %q, %v", got, s.LeftOut)
	}
	cfg = Config{Against: []pipeline.Input{pipetest.Text("against", string(turned)+"\n")}}
	if _, _, s := cleaned(t, cfg, pipetest.Text("in", lines[0]+"\n"+lines[0]+"\n"+lines[1]+"\n"+lines[1]+"\n")); s.LeftOut[IsomorphicLeak] != 2 || s.Written != 2 {
		t.Errorf("without the rule new: %+v", *s)
	}
}

// TestLists keeps lines and grids as they came, and refuses inputs that one file cannot hold so.
func TestLists(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 3)
	text := lines[0] + ";first # one\n" + lines[1] + "\n\n# a comment\n" + lines[0] + "\n" + lines[2] + "\t7"
	got, _, _ := cleaned(t, Config{Require: usual}, pipetest.Text("in", text))
	if want := lines[0] + ";first # one\n" + lines[1] + "\n" + lines[2] + "\t7\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	grids := pipetest.In(t, bulk.Grid, 9, []string{lines[0], lines[0], lines[1]})
	got, _, _ = cleaned(t, Config{Require: usual}, pipetest.Text("in", grids))
	if want := pipetest.In(t, bulk.Grid, 9, lines[:2]); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	cfg := Config{Require: usual}
	cfg.Inputs = []pipeline.Input{pipetest.Text("a", text), pipetest.Text("b", strings.Join(pipetest.Demo(t, "@demo16", 2), "\n"))}
	if _, err := Run(t.Context(), cfg); !errors.Is(err, pipeline.ErrUnlike) {
		t.Errorf("two sizes: %v", err)
	}
	cfg.Inputs, cfg.Fix = cfg.Inputs[:1], true
	if _, err := Run(t.Context(), cfg); !errors.Is(err, ErrNoSolutionColumn) {
		t.Errorf("solutions in a list: %v", err)
	}
}

// TestColumnsOfSolutions repairs rows of several inputs, one of them without solutions.
func TestColumnsOfSolutions(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 1)
	solved := []byte(lines[0])
	naive(solved, 1)
	a := "puzzle,n,solution\n" + pipetest.Puzzle9 + ",1," + pipetest.Puzzle9 + "\n"
	b := "n,puzzle\n2," + lines[0] + "\n"
	got, _, s := cleaned(t, Config{Require: usual, Fix: true}, pipetest.Text("a", a), pipetest.Text("b", b))
	want := "puzzle,n,solution\n" + pipetest.Puzzle9 + ",1," + pipetest.Solution9 + "\n" + lines[0] + ",2," + string(solved) + "\n"
	if got != want || s.Repaired != 2 {
		t.Errorf("%q, want %q; %+v", got, want, *s)
	}
}
