package split

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestInputs splits several inputs as one: those whose rows can stand in one file,
// or others in a form for all.
func TestInputs(t *testing.T) {
	t.Parallel()
	const puzzle = pipetest.Puzzle9
	csv := pipetest.Text("a.csv", "puzzle,level\n"+puzzle+",1\n")
	same := pipetest.Text("b.csv", "puzzle,level\r\n"+puzzle+",2.5\r\n")
	alike := pipetest.Text("c.csv", "puzzle,level\n"+strings.ReplaceAll(puzzle, ".", "0")+",2.5")
	other := pipetest.Text("d.csv", "level,puzzle\n3,"+puzzle+"\n")
	line := pipetest.Text("e.txt", puzzle+"\n")
	semicolon := pipetest.Text("g.csv", "puzzle;level\n"+puzzle+";2,5\n")
	bar := pipetest.Text("h.csv", "puzzle|level\n"+puzzle+"|2,5\n")
	hiho := pipetest.Text("f.txt", "1\n"+strings.Repeat("0 0 0 0 0 0 0 0 0\n", 9))
	for _, test := range []struct {
		to     bulk.Kind
		inputs []pipeline.Input
		want   string
	}{
		{0, []pipeline.Input{csv, alike}, "puzzle,level\n" + puzzle + ",1\n" + strings.ReplaceAll(puzzle, ".", "0") + ",2.5\n"},
		{bulk.CSV, []pipeline.Input{csv, same, other}, "puzzle,level\n" + puzzle + ",1\n" + puzzle + ",2.5\n" + puzzle + ",3\n"},
		{bulk.CSV, []pipeline.Input{csv, semicolon, bar}, "puzzle,level\n" + puzzle + ",1\n" + strings.Repeat(puzzle+",\"2,5\"\n", 2)},
		{bulk.CSV, []pipeline.Input{semicolon, csv}, "puzzle;level\n" + puzzle + ";2,5\n" + puzzle + ";1\n"},
		{0, []pipeline.Input{bar}, "puzzle|level\n" + puzzle + "|2,5\n"},
		{bulk.Line, []pipeline.Input{csv, line}, puzzle + "\n" + puzzle + "\n"},
		{bulk.CSV, []pipeline.Input{pipetest.Text("none.csv", "")}, "puzzle\n"},
		{0, []pipeline.Input{pipetest.Text("none.csv", "")}, ""},
		{0, nil, ""},
	} {
		if parts, _ := mustInto(t, "all", Config{Config: pipeline.Config{To: test.to}}, test.inputs...); parts[0] != test.want {
			t.Errorf("%q, want %q", parts[0], test.want)
		}
	}
	for _, second := range []pipeline.Input{other, line, semicolon} {
		_, _, err := into(t.Context(), t, "all", Config{}, csv, second)
		if unlike := (*pipeline.UnlikeError)(nil); !errors.Is(err, pipeline.ErrUnlike) || !errors.As(err, &unlike) || unlike.Name != second.Name {
			t.Errorf("%s: %v", second.Name, err)
		}
	}
	if _, _, err := into(t.Context(), t, "all", Config{}, hiho); !errors.Is(err, ErrCounted) {
		t.Errorf("%v", err)
	}
}

// TestForms writes the same puzzles in other forms, and finds them in the same
// parts.
func TestForms(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 50)
	want, _ := mustInto(t, "a=60,b=40", Config{}, pipetest.Text("in", strings.Join(lines, "\n")))
	for _, kind := range []bulk.Kind{bulk.Line, bulk.Grid, bulk.CSV, bulk.TSV, bulk.NDJSON} {
		form, err := kind.Form(9)
		if err != nil {
			t.Fatal(err)
		}
		text := form.AppendHeader(nil)
		for _, line := range lines {
			text = form.AppendPuzzle(text, cellsOf(t, line))
		}
		parts, _ := mustInto(t, "a=60,b=40", Config{}, pipetest.Text("in", string(text)))
		for i, part := range parts {
			again, _ := mustInto(t, "all", Config{Config: pipeline.Config{To: bulk.Line}}, pipetest.Text("part", part))
			if again[0] != want[i] {
				t.Errorf("%v: part %d is another", kind, i)
			}
		}
	}
}

// TestUnsolved counts the rows of each part without a readable solution, where rows are copied and
// where they are written anew, if there is a column for solutions.
func TestUnsolved(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 120)
	table, bare := "puzzle,solution\n", "puzzle\n"
	for i, line := range lines {
		bare += line + "\n"
		solution := []string{pipetest.Solution9, "", "8.64e+80", "x"}[i%4]
		table += line + "," + solution + "\n"
	}
	for _, test := range []struct {
		to     bulk.Kind
		inputs []pipeline.Input
		want   int64
	}{
		{0, []pipeline.Input{pipetest.Text("a.csv", table)}, 90},
		{bulk.Parquet, []pipeline.Input{pipetest.Text("a.csv", table), pipetest.Text("b.csv", bare)}, 210},
		{bulk.CSV, []pipeline.Input{pipetest.Text("b.csv", bare)}, 0},
		{bulk.Line, []pipeline.Input{pipetest.Text("a.csv", table)}, 0},
	} {
		for _, exact := range []bool{false, true} {
			cfg := Config{Exact: exact}
			cfg.To = test.to
			parts, summary := mustInto(t, "a=50,b", cfg, test.inputs...)
			if sum(summary.Unsolved) != test.want {
				t.Errorf("%v, exact %v: %v rows without a solution, want %d", test.to, exact, summary.Unsolved, test.want)
			}
			for i, part := range parts {
				if got := int64(strings.Count(part, "\n") - strings.Count(part, pipetest.Solution9) - 1); test.to == 0 && got != summary.Unsolved[i] {
					t.Errorf("exact %v: part %d has %d rows without a solution, %d are counted", exact, i, got, summary.Unsolved[i])
				}
			}
		}
	}
}
