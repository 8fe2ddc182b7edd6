package split

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// into splits inputs, and returns the text of each part.
func into(ctx context.Context, t *testing.T, spec string, cfg Config, inputs ...pipeline.Input) ([]string, *Summary, error) {
	t.Helper()
	var err error
	if cfg.Parts, err = ParseParts(spec, cfg.Exact); err != nil {
		t.Fatal(err)
	}
	cfg.Seed, cfg.Inputs, cfg.TempDir = 1, inputs, t.TempDir()
	texts := make([]bytes.Buffer, len(cfg.Parts))
	opened := 0
	cfg.Open = func(pipeline.Opened) (files []io.Writer, err error) {
		opened++
		for i := range texts {
			files = append(files, &texts[i])
		}
		return files, nil
	}
	summary, err := Run(ctx, cfg)
	var parts []string
	for i := range texts {
		parts = append(parts, texts[i].String())
	}
	if opened > 1 {
		t.Errorf("opened %d times", opened)
	}
	if left, _ := os.ReadDir(cfg.TempDir); len(left) > 0 {
		t.Errorf("%d temporary files are left", len(left))
	}
	return parts, summary, err
}

// mustInto is into where nothing may fail.
func mustInto(t *testing.T, spec string, cfg Config, inputs ...pipeline.Input) ([]string, *Summary) {
	t.Helper()
	parts, summary, err := into(t.Context(), t, spec, cfg, inputs...)
	if err != nil {
		t.Fatal(err)
	}
	return parts, summary
}

// table makes a table of puzzles, each with a group.
func table(lines []string) string {
	text := "puzzle,level\n"
	for i, line := range lines {
		text += fmt.Sprintf("%s,%d\n", line, i%7)
	}
	return text
}

// rowsOf returns the lines of a part behind its header.
func rowsOf(t *testing.T, part, header string) []string {
	t.Helper()
	rest, ok := strings.CutPrefix(part, header)
	if !ok {
		t.Fatalf("no header %q: %q", header, part[:min(len(part), 100)])
	}
	return slices.Collect(strings.Lines(rest))
}

const header = "puzzle,level\n"

// TestParts wants every row in exactly one part, as it came and in order, whatever
// the number of workers and the size of batches.
func TestParts(t *testing.T) {
	t.Parallel()
	text := table(pipetest.Demo(t, "@demo", 600))
	for _, exact := range []bool{false, true} {
		var first []string
		for _, run := range []pipeline.Config{{Jobs: 1}, {Jobs: 3, BatchBytes: 300}, {Jobs: 7, BatchBytes: 5000}} {
			parts, summary := mustInto(t, "a=50,b=30,c", Config{Config: run, Exact: exact}, pipetest.Text("in.csv", text))
			if first == nil {
				first = parts
			}
			if !slices.Equal(parts, first) {
				t.Errorf("exact %v: other parts with %+v", exact, run)
			}
			total := 0
			for i, part := range parts {
				got := rowsOf(t, part, header)
				total += len(got)
				if summary.Rows[i] != int64(len(got)) || len(got) < 80 {
					t.Errorf("exact %v: part %d has %d rows, reported %d", exact, i, len(got), summary.Rows[i])
				}
				wantSubsequence(t, got, rowsOf(t, text, header))
			}
			if total != 600 || summary.Solved != 600 || summary.TextOut != int64(len(text)+2*len(header)) {
				t.Errorf("exact %v: %d rows, %+v", exact, total, summary)
			}
			if exact && !slices.Equal(summary.Rows, []int64{300, 180, 120}) {
				t.Errorf("exact: %v", summary.Rows)
			}
		}
	}
}

// wantSubsequence wants lines to be among others, in their order.
func wantSubsequence(t *testing.T, lines, of []string) {
	t.Helper()
	for _, line := range lines {
		i := slices.Index(of, line)
		if i < 0 {
			t.Fatalf("%q is not in the input, or not in its order", line)
		}
		of = of[i+1:]
	}
}

// TestTogether wants the ends of exact parts between classes of isomorphs. TestExtend wants these in one part.
func TestTogether(t *testing.T) {
	t.Parallel()
	isomorpher := generate.NewIsomorpher(geometry.Of(9), 3)
	var text []byte
	to := make([]uint8, 81)
	for number := range uint64(7) {
		for _, line := range pipetest.Demo(t, "@demo", 40) {
			isomorpher.Isomorph(to, cellsOf(t, line), number)
			text = append(append(text, formats.Format(to)...), '\n')
		}
	}
	if _, summary := mustInto(t, "a=50,b=25,c=25", Config{Exact: true}, pipetest.Text("in", string(text))); !slices.Equal(summary.Rows, []int64{140, 70, 70}) {
		t.Errorf("%v", summary.Rows)
	}
	// 280 rows in classes of 7: 100 is nearest to the end of 14 classes.
	_, summary := mustInto(t, "a=100rows,b", Config{Exact: true}, pipetest.Text("in", string(text)))
	if !slices.Equal(summary.Rows, []int64{98, 182}) {
		t.Errorf("%v", summary.Rows)
	}
	// A class is not cut, however large.
	one := strings.Repeat(pipetest.Puzzle9+"\n", 10)
	for spec, part := range map[string]string{"a=4rows,b": "a", "a=6rows,b": "b", "a=6rows,b=1rows,c": "b"} {
		_, _, err := into(t.Context(), t, spec, Config{Exact: true}, pipetest.Text("in", one))
		if want := "part " + part + " would be empty: the input has only 10 rows in 1 group"; err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
}

// TestBy wants groups in one part, whatever their puzzles.
func TestBy(t *testing.T) {
	t.Parallel()
	text := table(pipetest.Demo(t, "@demo", 140)) + pipetest.Puzzle9 + ",\n"
	for _, by := range []string{"level", "2"} {
		parts, summary := mustInto(t, "a=50,b=50", Config{By: by}, pipetest.Text("in.csv", text))
		levels := map[string]int{}
		for i, part := range parts {
			for _, row := range rowsOf(t, part, header) {
				_, level, _ := strings.Cut(row, ",")
				if other, known := levels[level]; known && other != i {
					t.Errorf("by %s: level %q is in both parts", by, level)
				}
				levels[level] = i
			}
		}
		if len(levels) != 8 || min(summary.Rows[0], summary.Rows[1]) == 0 {
			t.Errorf("by %s: %v, %v", by, levels, summary.Rows)
		}
	}
	for name, text := range map[string]string{"in.csv": text, "in.txt": pipetest.Puzzle9} {
		_, _, err := into(t.Context(), t, "a,b=5", Config{By: "grade"}, pipetest.Text(name, text))
		if err == nil || !strings.Contains(err.Error(), name+`: there is no column "grade" (known: `) {
			t.Errorf("%v", err)
		}
	}
}

// TestRejects wants malformed records in no part, with their places.
func TestRejects(t *testing.T) {
	t.Parallel()
	text := pipetest.Puzzle9 + "\nbad\n\n" + pipetest.Clash9 + " 7\n# a comment\n" + pipetest.Puzzle9[1:] + "\n"
	var rejects []string
	cfg := Config{Config: pipeline.Config{Jobs: 1, BatchBytes: 1}}
	cfg.OnReject = func(r Reject) error {
		rejects = append(rejects, fmt.Sprintf("%s %d %d %s", r.File, r.Record, r.fault.Line, r.Text))
		return nil
	}
	parts, summary := mustInto(t, "all", cfg, pipetest.Text("in", text))
	if want := []string{"in 2 2 bad\n", "in 4 6 " + pipetest.Puzzle9[1:] + "\n"}; !slices.Equal(rejects, want) {
		t.Errorf("%q, want %q", rejects, want)
	}
	if parts[0] != pipetest.Puzzle9+"\n"+pipetest.Clash9+" 7\n" || summary.Malformed != 2 || summary.Solved != 2 {
		t.Errorf("%q, %+v", parts, summary)
	}
	for _, by := range []string{"", "level"} { // several in one batch
		text := "puzzle,level\nbad,1\n" + pipetest.Puzzle9 + ",2\nbad,3\nbad,4\n" + pipetest.Clash9 + ",5\nbad,6\n"
		parts, summary := mustInto(t, "all", Config{Config: pipeline.Config{Jobs: 1}, By: by}, pipetest.Text("in.csv", text))
		if want := header + pipetest.Puzzle9 + ",2\n" + pipetest.Clash9 + ",5\n"; parts[0] != want || summary.Malformed != 4 {
			t.Errorf("by %q: %q, want %q; %+v", by, parts[0], want, summary)
		}
	}
	cfg.OnReject = func(Reject) error { return io.ErrShortWrite }
	if _, _, err := into(t.Context(), t, "all", cfg, pipetest.Text("in", text)); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("%v", err)
	}
}

// TestSizes wants what cannot be said of an unknown number of rows to be an error.
func TestSizes(t *testing.T) {
	t.Parallel()
	in := pipetest.Text("in", strings.Join(pipetest.Demo(t, "@demo", 20), "\n"))
	for spec, want := range map[string]string{
		"a=21rows":           "more rows than the input has: 20",
		"a=15rows,b=6rows":   "more rows than the input has: 20",
		"a,b=15rows,c=6rows": "more rows than the input has: 20",
	} {
		if _, _, err := into(t.Context(), t, spec, Config{Exact: true}, in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
	if _, summary := mustInto(t, "a=15rows,b=5rows", Config{Exact: true}, in); !slices.Equal(summary.Rows, []int64{15, 5}) {
		t.Errorf("%v", summary.Rows)
	}
	if _, summary := mustInto(t, "a=15rows,b=3rows", Config{Exact: true}, in); !slices.Equal(summary.Rows, []int64{15, 3}) ||
		summary.LeftOut != 2 || summary.Solved != 18 {
		t.Errorf("%+v", summary)
	}
	if _, summary := mustInto(t, "a=2rows,b,c=17rows", Config{Exact: true}, in); !slices.Equal(summary.Rows, []int64{2, 1, 17}) {
		t.Errorf("%v", summary.Rows)
	}
}
