package pipeline_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// rangeTexts are inputs in each form, with malformed records among them.
func rangeTexts(t *testing.T) map[string]string {
	t.Helper()
	lines := pipetest.Demo(t, "@demo", 30)
	lines[3] = "x"
	lines[7] = "# a comment\n" + lines[7]
	lines[12] = "\n" + lines[12][:80]
	grids := pipetest.Demo(t, "@demo16", 5)
	line := strings.Join(lines, "\n")
	drawn := func(lines ...string) string { return pipetest.In(t, bulk.Grid, 9, lines) }
	cut := drawn(lines[20])
	cut = cut[:len(cut)/2] + cut[len(cut)/2+2:] // a row lacks a cell
	return map[string]string{
		"grid": drawn(lines[20:24]...) + cut + "# " + lines[25] + "\n" + drawn(pipetest.Puzzle9, pipetest.Solution9) + strings.Repeat("o12o\n", 3) + "12oo\n" +
			drawn(lines[26], pipetest.Puzzle9) + "Solution\n" + drawn(pipetest.Solution9) + drawn(lines[27:]...),
		"line":      line + "\n",
		"unended":   line,
		"end":       line + "\nend\nrest\n",
		"hiho":      "12\n" + pipetest.In(t, bulk.Hiho, 9, pipetest.Demo(t, "@demo", 11)) + nineRows("x", ""),
		"letters16": pipetest.In(t, bulk.Letters16, 16, grids[:2]) + "\nx\n\n" + pipetest.In(t, bulk.Letters16, 16, grids[2:]),
	}
}

// recordsOf returns the answer to each record in a form, and its fault or "".
func recordsOf(t *testing.T, to bulk.Kind, inputs ...pipeline.Input) (answers, faults []string) {
	t.Helper()
	cfg := pipeline.Config{Jobs: 1, BatchBytes: 1, To: to} // one record each, if there is no puzzle before its solution
	cfg.OnBatch = func(b *pipeline.Batch, p pipeline.Place) error {
		each := []string{string(b.Out)}
		if b.Records.N != 1 {
			each = slices.DeleteFunc(strings.SplitAfter(each[0], "\n"), func(s string) bool { return s == "" })
		}
		if len(each) != b.Records.N {
			return fmt.Errorf("%d records, answers %q", b.Records.N, each)
		}
		answers = append(answers, each...)
		for _, f := range b.EachRecord() {
			fault := ""
			if f != nil {
				e := f.Rebase(inputs[p.Input].Name, p.Records, p.Lines)
				fault = fmt.Sprint(e.Record, " ", e.Error())
			}
			faults = append(faults, fault)
		}
		return nil
	}
	mustRun(t, cfg, inputs...)
	return answers, faults
}

// TestRange compares ranges with what all records give, each on its own.
func TestRange(t *testing.T) {
	texts := rangeTexts(t)
	for name, s := range texts {
		inputs := []pipeline.Input{pipetest.Text("a", s), pipetest.Text("b", texts["line"]), pipetest.Text("c", s)}
		to := bulk.Kind(0)
		if name == "grid" {
			to = bulk.Line
		}
		answers, faults := recordsOf(t, to, inputs...)
		n := int64(len(answers))
		if n < 36 {
			t.Fatalf("%s: %d records", name, n)
		}
		for _, r := range []pipeline.Range{
			{},
			{1, 0},
			{1, 1},
			{2, 2},
			{4, 4},
			{8, 9},
			{1, 13},
			{13, 0},
			{5, 25},
			{n / 2, n - 3},
			{n, n},
			{n, 0},
			{n - 1, 2 * n},
			{n + 1, 0},
			{0, 7},
			{0, n},
			{30, 31},
			{31, 31},
			{29, 42},
		} {
			want := answers[min(n, max(r.First, 1)-1):min(n, r.End())]
			var wantFaults []string
			for _, fault := range faults[min(n, max(r.First, 1)-1):min(n, r.End())] {
				if fault != "" {
					wantFaults = append(wantFaults, fault)
				}
			}
			for _, size := range []int{1, 300, 2000, pipeline.DefaultBatchBytes} {
				o := run(t.Context(), pipeline.Config{Jobs: 2, BatchBytes: size, Range: r, To: to}, inputs...)
				var got []string
				for _, e := range o.Kept {
					if e.Record > 0 {
						got = append(got, fmt.Sprint(e.Record, " ", e.Error()))
					}
				}
				if o.Err != nil || o.Stats.Puzzles() != int64(len(want)) || o.Out != strings.Join(want, "") {
					t.Errorf("%s, %v, batches of %d: %v, %d records, want %d", name, r, size, o.Err, o.Stats.Puzzles(), len(want))
				}
				if !slices.Equal(got, wantFaults) {
					t.Errorf("%s, %v, batches of %d: faults\n%q, want\n%q", name, r, size, got, wantFaults)
				}
			}
		}
	}
}

// TestRangeReadsNoFurther has an input that breaks after the range, and one
// that would not open.
func TestRangeReadsNoFurther(t *testing.T) {
	broken := io.MultiReader(strings.NewReader(strings.Repeat(pipetest.Puzzle9+"\n", 10)), iotest.ErrReader(errors.New("broken")))
	cfg := pipeline.Config{Jobs: 1, BatchBytes: 100, Range: pipeline.Range{3, 5}}
	missing := pipeline.Input{Name: "b", Open: func() (pipeline.Source, error) { return nil, os.ErrNotExist }}
	o := run(t.Context(), cfg, pipetest.Reading("a", broken), missing)
	if o.Err != nil || o.Out != strings.Repeat(pipetest.Solution9+"\n", 3) || o.Stats.Unreadable != 0 {
		t.Errorf("%v: %q, %+v", o.Err, o.Out, o.Stats)
	}
}

// TestRangeReadsInBatches counts the reads of the text before a range.
func TestRangeReadsInBatches(t *testing.T) {
	text, reads := strings.NewReader(strings.Repeat(pipetest.Puzzle9+"\n", 1000)), 0
	counting := readerFunc(func(p []byte) (int, error) {
		reads++
		return text.Read(p)
	})
	o := run(t.Context(), pipeline.Config{Jobs: 2, Range: pipeline.Range{First: 1000}}, pipetest.Reading("a", counting))
	if o.Err != nil || o.Out != pipetest.Solution9+"\n" || reads > 50 {
		t.Errorf("%v: %q after %d reads", o.Err, o.Out, reads)
	}
}

// TestRangeOfFrames goes to records by the table of a compressed file: it gives
// the same as the plain text, and reads less.
func TestRangeOfFrames(t *testing.T) {
	const lines = 30_000
	var all strings.Builder
	for i := range lines {
		if i%1000 == 7 {
			fmt.Fprintf(&all, "# %d\nx\n", i)
			continue
		}
		fmt.Fprintf(&all, "%s %06d\n", pipetest.Puzzle9, i)
	}
	path := filepath.Join(t.TempDir(), "a.zst")
	w, err := corpus.Create(path, corpus.CreateOptions{CountRecords: bulk.CountRecords})
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.WriteString(w, all.String())
	if err = errors.Join(err, w.Commit()); err != nil {
		t.Fatal(err)
	}
	file := pipeline.Input{Name: "a", Open: func() (pipeline.Source, error) { return corpus.Open(path, corpus.Options{}) }}
	for _, r := range []pipeline.Range{{1, 2}, {15_000, 15_008}, {29_990, 0}, {lines, lines}, {lines + 29_000, lines + 29_010}, {2*lines + 1, 0}} {
		cfg := pipeline.Config{Jobs: 2, NewWorker: workers(copyText), Range: r}
		want := mustRun(t, cfg, pipetest.Text("a", all.String()), pipetest.Text("a", all.String()))
		got := mustRun(t, cfg, file, file)
		if got.Out != want.Out || !slices.Equal(got.Faults, want.Faults) {
			t.Errorf("%v: %d bytes, %q; want %d, %q", r, len(got.Out), got.Faults, len(want.Out), want.Faults)
		}
		if r.First == 29_990 && got.Stats.TextIn > want.Stats.TextIn*3/4 {
			t.Errorf("%v: %d of %d bytes of text were read", r, got.Stats.TextIn, want.Stats.TextIn)
		}
	}
}
