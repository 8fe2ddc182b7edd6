package columns_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver"
)

// TestRegistry checks that every column is documented, and which values it may have.
func TestRegistry(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range columns.All() {
		if seen[c.Name] || c.Name == "" || c.Doc == "" || strings.HasSuffix(c.Doc, ".") {
			t.Errorf("%+v", c)
		}
		seen[c.Name] = true
	}
	for _, c := range columns.Addable() {
		if c.Cost == columns.Compare || c.Cost == columns.Solve && !c.Solved || c.Proof && !c.Solved {
			t.Errorf("%+v", c)
		}
	}
	if _, err := columns.Parse([]string{"clues", "duplicate_of"}); err == nil || !strings.Contains(err.Error(), `"duplicate_of" (known: puzzle, clues,`) {
		t.Error(err)
	}
	if _, err := columns.Parse([]string{"clues", "clues"}); err == nil {
		t.Error("no error for a column that is there twice")
	}
}

// labelled adds columns to puzzles, one a line, and returns the values of each row.
func labelled(t *testing.T, jobs, batchBytes int, names []string, puzzles ...string) (rows []map[string]string) {
	t.Helper()
	added, err := columns.Parse(names)
	added = columns.Taking(added, model.Renumbered) // rows have a puzzle
	if err != nil {
		t.Fatal(err)
	}
	cfg := pipeline.Config{
		Jobs: jobs, BatchBytes: batchBytes, To: bulk.CSV,
		NewWorker: solve.Workers(solver.Options{Limit: 2}, pipeline.Mark, added...),
	}
	out := pipetest.MustRun(t, cfg, pipetest.Text("in", strings.Join(puzzles, "\n"))).Out
	for _, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n")[1:] {
		row := map[string]string{}
		for i, value := range strings.Split(line, ",")[1:] {
			row[names[i]] = value
		}
		rows = append(rows, row)
	}
	return rows
}

// TestValues has the values of puzzles of all kinds.
func TestValues(t *testing.T) {
	t.Parallel()
	names := []string{"clues", "status", "guesses", "solutions", "complete", "tier", "rating", "automorphisms", "minimal"}
	for puzzle, want := range map[string]string{
		pipetest.Puzzle9:              "30,unique,0,1,true,easy,3,1,false",
		pipetest.Solution9:            "81,unique,0,1,true,easy,1,1,false",
		pipetest.Clash9:               "30,contradiction,0,0,true,,,1,",
		"1" + strings.Repeat(".", 80): "1,multiple,43,2,false,,,41472,",
		"....x":                       ",malformed,,,,,,,",
		"12345678.........9" + strings.Repeat(".", 63): "9,no_solution,0,0,true,,,10368,",
	} {
		row := labelled(t, 1, 0, names, pipetest.Puzzle9, puzzle, pipetest.Puzzle9)[1]
		var got []string
		for _, name := range names {
			got = append(got, row[name])
		}
		if text := strings.Join(got, ","); text != want {
			t.Errorf("%s: %s, want %s", puzzle, text, want)
		}
	}
	const minimal = ".6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8.......5..."
	for first, want := range map[string]string{".": "medium true ", "2": "medium false r1c1 r2c6"} {
		row := labelled(t, 1, 0, []string{"minimal", "redundant", "tier"}, pipetest.Puzzle9, first+minimal)[1]
		if got := strings.Join([]string{row["tier"], row["minimal"], row["redundant"]}, " "); got != want {
			t.Errorf("%s: %s, want %s", first+minimal, got, want)
		}
	}
}

// TestExplained has the values of the columns of Sudoku Explainer's ratings.
func TestExplained(t *testing.T) {
	t.Parallel()
	names := []string{"path", "er", "er_at_least", "ep", "ed", "technique", "steps"}
	const nested = "........1....23..4..25...6...5.3..7..71..5..89..6.7.....7..2.3..9....4..1.....8.7"
	const pair = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	for puzzle, want := range map[string]string{
		pair:                          "1.2,,1.2,1.2,Hidden Single,51",
		nested:                        "10.3,,4.3,2.6,Dynamic Cell Forcing Chains (+ Forcing Chains),112",
		pipetest.Solution9:            ",,,,,0",
		pipetest.Clash9:               ",,,,no solution,",
		"1" + strings.Repeat(".", 80): ",,,,multiple,",
		"....x":                       ",,,,,",
	} {
		row := labelled(t, 1, 0, names[1:], pipetest.Puzzle9, puzzle, puzzle, pipetest.Puzzle9)[2]
		var got []string
		for _, name := range names[1:] {
			got = append(got, row[name])
		}
		if text := strings.Join(got, ","); text != want {
			t.Errorf("%s: %s, want %s", puzzle, text, want)
		}
	}
	cfg := pipeline.Config{To: bulk.NDJSON, NewWorker: solve.Workers(solver.Options{Limit: 2}, pipeline.Mark, must(columns.Parse([]string{"path", "techniques"}))...)}
	out := pipetest.MustRun(t, cfg, pipetest.Text("in", pair)).Out
	var row struct{ Path, Techniques string }
	if err := json.Unmarshal([]byte(out), &row); err != nil {
		t.Fatal(err)
	}
	var path []struct {
		Technique string
		Rating    float64
	}
	var counts map[string]int
	if err := errors.Join(json.Unmarshal([]byte(row.Path), &path), json.Unmarshal([]byte(row.Techniques), &counts)); err != nil {
		t.Fatal(err)
	}
	for _, step := range path {
		counts[step.Technique]--
	}
	if len(path) != 51 || slices.Max(slices.Collect(maps.Values(counts))) != 0 || slices.Min(slices.Collect(maps.Values(counts))) != 0 {
		t.Errorf("%d steps, more or fewer than counted: %v", len(path), counts)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// TestSizes checks which columns 16×16 puzzles have, and that one with several solutions has
// no tier.
func TestSizes(t *testing.T) {
	t.Parallel()
	names := columns.Names(columns.Addable())
	puzzles := pipetest.Demo(t, "@demo16", 600)[500:]
	row := labelled(t, 1, 0, names, puzzles...)[7]
	for _, c := range columns.Addable() {
		if empty := row[c.Name] == ""; empty != c.Only9 && c.Name != "redundant" {
			t.Errorf("%s: %q", c.Name, row[c.Name])
		}
	}
	several := strings.NewReplacer("A", ".", "B", ".").Replace(puzzles[7])
	if row = labelled(t, 1, 0, []string{"status", "tier"}, several)[0]; row["status"] != "multiple" || row["tier"] != "" {
		t.Error(row)
	}
}

// readAll reads named columns of all well-formed records of a text.
func readAll(t *testing.T, text string, batchBytes int, names ...string) (rows []string) {
	t.Helper()
	r := columns.NewReader(names...)
	cfg := pipeline.Config{
		Inputs: []pipeline.Input{pipetest.Text("in", text)}, BatchBytes: batchBytes, Use: pipeline.UseColumns, Hints: model.Hints{More: true},
	}
	_, err := pipeline.Each(context.Background(), cfg, func(b *pipeline.Batch, _ pipeline.Place) error {
		if err := r.Check(b.From); err != nil {
			return err
		}
		r.Read(t.Context(), b)
		for i := range r.Len() {
			var row []string
			for column := range names {
				text := "none"
				if value := r.Value(i, column); value != nil {
					text = string(value)
				}
				row = append(row, text)
			}
			rows = append(rows, strings.Join(row, "|"))
		}
		return nil
	})
	if err != nil {
		rows = append(rows, err.Error())
	}
	return rows
}

// TestReader reads columns of inputs and computed ones, whatever the form and the size of
// batches. An input's own column counts more than a computed one.
func TestReader(t *testing.T) {
	t.Parallel()
	const p, c = pipetest.Puzzle9, pipetest.Clash9
	names := []string{"tier", "source", "clues", "status"}
	for _, tt := range []struct{ text, want string }{
		{"puzzle,source,clues\n" + p + ",a,7\nx,b,8\n" + c + ",,\n", "easy|a|7|unique none|none|none|contradiction"},
		{"puzzle,source\n" + p + ",\"a \"\"b\"\n", "easy|a \"b|30|unique"},
		{`{"puzzle":"` + p + `","source":"\u0041","tier":3}` + "\n" + `{"puzzle":"` + c + `","source":null}`, "3|A|30|unique none|none|30|contradiction"},
		{"source;tier;puzzle\n", ""},
	} {
		for _, batchBytes := range []int{1, 100, 1 << 17} {
			if got := strings.Join(readAll(t, tt.text, batchBytes, names...), " "); got != tt.want {
				t.Errorf("%s: %s, want %s", tt.text, got, tt.want)
			}
		}
	}
	if got := readAll(t, p+"\n", 0, "rating", "clues"); got[0] != "3|30" {
		t.Errorf("a list: %v", got)
	}
	if got := readAll(t, p+",7\n"+p+",8\n", 0, "2"); len(got) != 2 || got[1] != "8" {
		t.Errorf("a column without a name: %v", got)
	}
	if got := readAll(t, "puzzle,level\n"+p+",7\n", 0, "lvl"); !strings.HasPrefix(got[0], `there is no column "lvl" (known: puzzle, clues,`) || !strings.HasSuffix(got[0], ", level)") {
		t.Errorf("an unknown column: %v", got)
	}
}

// TestReaderDoesNotAllocate reads the same batch again.
func TestReaderDoesNotAllocate(t *testing.T) {
	r := columns.NewReader("level", "tier", "rating", "canonical")
	cfg := pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", "puzzle,level\n"+strings.Repeat(pipetest.Puzzle9+",7\n", 50))}}
	_, err := pipeline.Each(context.Background(), cfg, func(b *pipeline.Batch, _ pipeline.Place) error {
		ctx := t.Context()
		if n := testing.AllocsPerRun(3, func() { r.Read(ctx, b) }); n > 2 {
			t.Errorf("%v allocations", n)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestFile adds the name of the input to rows, quoted where the form needs it.
func TestFile(t *testing.T) {
	t.Parallel()
	added, err := columns.Parse([]string{"file", "clues"})
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("long/", 900) + "name"
	for kind, want := range map[bulk.Kind][]string{
		bulk.CSV:    {`,"a,""b",30`, "," + long + ",30"},
		bulk.TSV:    {"\t\"a,\"\"b\"\t30", "\t" + long + "\t30"},
		bulk.NDJSON: {`,"file":"a,\"b","clues":30}`, `,"file":"` + long + `","clues":30}`},
	} {
		for _, text := range []string{"puzzle\n" + pipetest.Puzzle9, `{"puzzle":"` + pipetest.Puzzle9 + `"}`} {
			cfg := pipeline.Config{To: kind, NewWorker: solve.Workers(solver.Options{Limit: 1}, pipeline.Mark, added...)}
			out := pipetest.MustRun(t, cfg, pipetest.Text(`a,"b`, text), pipetest.Text(long, text)).Out
			lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
			for i, end := range want {
				if got := lines[len(lines)-2+i]; !strings.HasSuffix(got, end) {
					t.Errorf("%v: %s, want %s", kind, got, end)
				}
			}
		}
	}
	r := columns.NewReader("file")
	_, err = pipeline.Each(t.Context(), pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", pipetest.Puzzle9)}}, func(b *pipeline.Batch, _ pipeline.Place) error {
		if r.Read(t.Context(), b); string(r.Value(0, 0)) != "in" {
			t.Errorf("read %s", r.Value(0, 0))
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestAllInTables adds all columns to CSV and NDJSON, and has independent readers find the same
// values in both.
func TestAllInTables(t *testing.T) {
	t.Parallel()
	names := columns.Names(columns.Addable())
	added, err := columns.Parse(names)
	if err != nil {
		t.Fatal(err)
	}
	puzzles := pipetest.Demo(t, "@demo", 20_000)
	text := "id,quiz\n1," + puzzles[0] + "\n2,\"" + puzzles[15_000] + "\"\n3,x\n4," + puzzles[19_000] + "\n"
	out := map[bulk.Kind]string{}
	for _, kind := range []bulk.Kind{bulk.CSV, bulk.NDJSON} {
		cfg := pipeline.Config{To: kind, NewWorker: solve.Workers(solver.Options{Limit: 2}, pipeline.Mark, added...)}
		out[kind] = pipetest.MustRun(t, cfg, pipetest.Text("a, \"file\"", text)).Out
	}
	rows, err := csv.NewReader(strings.NewReader(out[bulk.CSV])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	objects := json.NewDecoder(strings.NewReader(out[bulk.NDJSON]))
	objects.UseNumber()
	for _, row := range rows[1:] {
		var object map[string]any
		if err := objects.Decode(&object); err != nil {
			t.Fatal(err)
		}
		for i, name := range rows[0] {
			want := ""
			if value := object[name]; value != nil {
				want = fmt.Sprint(value)
			}
			if row[i] != want || len(object) != len(rows[0]) {
				t.Errorf("%s of row %s: %q in CSV, %q in NDJSON", name, row[0], row[i], want)
			}
		}
	}
}
