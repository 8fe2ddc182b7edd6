package solve

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
)

// labelling returns a configuration that adds columns.
func labelling(t *testing.T, taken model.Taken, names ...string) pipeline.Config {
	t.Helper()
	added, err := columns.Parse(names)
	if err != nil {
		t.Fatal(err)
	}
	return pipeline.Config{Style: pipeline.Rows, NewWorker: Labellers(solver.Options{Limit: 2}, pipeline.Mark, columns.Taking(added, taken)...)}
}

// TestLabelForms labels puzzles in every form: a list becomes CSV, a table stays what it is.
func TestLabelForms(t *testing.T) {
	t.Parallel()
	puzzles := pipetest.Demo(t, "@demo", 20_000)[:300]
	values := map[string]string{}
	for _, kind := range bulk.Writable() {
		form, err := kind.Form(9)
		if err != nil || kind == bulk.JSON || kind == bulk.Parquet || kind == bulk.Hodoku || kind == bulk.Candidates { // outputs add brackets, or make a file of the text; there are other columns
			continue
		}
		form = form.Plain()
		text := form.AppendHeader(nil)
		if kind == bulk.Npy {
			text = bulk.NpyHeader(9, int64(len(puzzles)))
		}
		if kind == bulk.Hiho {
			text = append(text, "300\n"...)
		}
		for _, puzzle := range puzzles {
			cells, err := formats.Parse(puzzle)
			if err != nil {
				t.Fatal(err)
			}
			text = form.AppendPuzzle(text, cells)
		}
		want := ""
		for _, size := range []struct{ jobs, bytes int }{{1, 0}, {3, 2000}, {2, 1}} {
			for _, names := range [][]string{{"clues", "tier"}, {"clues"}} {
				cfg := labelling(t, model.Refused, names...)
				cfg.Jobs, cfg.BatchBytes, cfg.From = size.jobs, size.bytes, kind
				o := pipetest.MustRun(t, cfg, pipetest.Text("in", string(text)))
				if len(names) == 1 {
					continue
				}
				if want == "" {
					want = o.Out
				}
				if o.Out != want || o.Stats.Solved != 300 {
					t.Fatalf("%v: %d workers give\n%.300swant\n%.300s", kind, size.jobs, o.Out, want)
				}
			}
		}
		checkLabels(t, kind, want, puzzles, values)
	}
}

// checkLabels checks that the rows have the puzzles and the same values in every form.
func checkLabels(t *testing.T, kind bulk.Kind, out string, puzzles []string, values map[string]string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	lines = lines[len(lines)-len(puzzles):]
	for i, line := range lines {
		text := strings.NewReplacer(`{"puzzle":"`, "", `","clues":`, ",", `,"tier":"`, ",", `"}`, "", "\t", ",").Replace(line)
		puzzle, labels, _ := strings.Cut(text, ",")
		if strings.ReplaceAll(puzzle, "0", ".") != puzzles[i] {
			t.Fatalf("%v: %s, want %s", kind, line, puzzles[i])
		}
		if values[puzzles[i]] == "" {
			values[puzzles[i]] = labels
		}
		if values[puzzles[i]] != labels || !strings.Contains(labels, ",") {
			t.Fatalf("%v: %s, want %s", kind, line, values[puzzles[i]])
		}
	}
}

// TestLabelTaken has inputs with a column of an added name.
func TestLabelTaken(t *testing.T) {
	t.Parallel()
	const p = pipetest.Puzzle9
	in := "clues,puzzle,x\nnone," + p + ",7\n1,bad,8\n"
	for taken, want := range map[model.Taken]string{
		model.Renumbered: "clues,puzzle,x,rating,clues_2\nnone," + p + ",7,3,30\n1,bad,8,,\n",
		model.Replaced:   "clues,puzzle,x,rating\n30," + p + ",7,3\n,bad,8,\n",
	} {
		if got := pipetest.MustRun(t, labelling(t, taken, "rating", "clues"), pipetest.Text("in", in)).Out; got != want {
			t.Errorf("%v: got\n%swant\n%s", taken, got, want)
		}
	}
	o := pipetest.Run(t.Context(), labelling(t, model.Refused, "rating", "clues"), pipetest.Text("in", in))
	if wrong := (*model.TakenError)(nil); !errors.As(o.Err, &wrong) || wrong.Name != "clues" || o.Out != "" {
		t.Errorf("%v, after %s", o.Err, o.Out)
	}
	objects := `{"clues":1,"puzzle":"` + p + `","note":"\u0041"}` + "\n"
	if got, want := pipetest.MustRun(t, labelling(t, model.Replaced, "clues"), pipetest.Text("in", objects)).Out, `{"clues":30,"puzzle":"`+p+`","note":"A"}`+"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	two := pipetest.MustRun(t, labelling(t, model.Replaced, "clues"), pipetest.Text("a", in), pipetest.Text("b", "puzzle,clues\n"+p+",5\n"+p+",6\n"))
	if !strings.HasSuffix(two.Out, "30,"+p+",\n30,"+p+",\n") {
		t.Errorf("of a second file: %s", two.Out)
	}
}
