package pipeline_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
)

// TestEndLine has a line "end" in the middle. Nothing after it is answered;
// text there is reported once, with its line in the file, whether it is in the
// same batch or many batches later.
func TestEndLine(t *testing.T) {
	three := strings.Repeat(pipetest.Puzzle9+"\n", 3)
	quiet := "\n# a comment\n \t\n" + strings.Repeat("# another\n", 50)
	for _, c := range []struct {
		name, after string
		faults      []string
	}{
		{"nothing", "", nil},
		{"comments and blank lines", quiet, nil},
		{"text", "x", []string{"in:5:1: text after the end"}},
		{"text at once and again", "  x\n" + three + "x\nend\nx\n", []string{"in:5:3: text after the end"}},
		{"text later", quiet + " x\nx\n", []string{"in:58:2: text after the end"}},
		{"another end", quiet + "end\n", []string{"in:58:1: text after the end"}},
	} {
		for _, size := range batchSizes {
			o := mustRun(t, pipeline.Config{Jobs: 2, BatchBytes: size}, pipetest.Text("in", three+"end\n"+c.after))
			if o.Out != strings.Repeat(pipetest.Solution9+"\n", 3) {
				t.Errorf("%s, batches of %d: answers %q", c.name, size, o.Out)
			}
			if !slices.Equal(o.Faults, c.faults) || o.Stats.Faults != len(c.faults) {
				t.Errorf("%s, batches of %d: %d faults %q, want %q", c.name, size, o.Stats.Faults, o.Faults, c.faults)
			}
			if o.Stats.Solved != 3 || o.Stats.Puzzles() != 3 {
				t.Errorf("%s, batches of %d: %+v", c.name, size, o.Stats.Counts)
			}
			if len(o.Kept) > 0 && (o.Kept[0].Record != 0 || !errors.Is(&o.Kept[0], model.ErrTrailing)) {
				t.Errorf("%s, batches of %d: the fault is %+v", c.name, size, o.Kept[0])
			}
		}
	}
}

// TestEndLineStop has malformed records only after the end, where they are
// no reason to stop.
func TestEndLineStop(t *testing.T) {
	for _, size := range batchSizes {
		cfg := pipeline.Config{Jobs: 2, BatchBytes: size, NewWorker: solve.Workers(noOptions, pipeline.Stop)}
		o := mustRun(t, cfg, pipetest.Text("in", pipetest.Puzzle9+"\nend\nx\ny\n"))
		if o.Out != pipetest.Solution9+"\n" || o.Stats.Malformed != 0 {
			t.Errorf("batches of %d: answers %q, %d malformed", size, o.Out, o.Stats.Malformed)
		}
	}
}

// TestEndLineThenFailingClose ends an input twice: the batch that carries the
// second end holds no text to look at.
func TestEndLineThenFailingClose(t *testing.T) {
	errClose := errors.New("cannot close")
	src := &pipetest.Source{Reader: strings.NewReader(pipetest.Puzzle9 + "\nend\n"), OnClose: func() error { return errClose }}
	o := run(t.Context(), pipeline.Config{Jobs: 1}, pipetest.From("in", src))
	if !errors.Is(o.Err, errClose) || o.Out != pipetest.Solution9+"\n" {
		t.Errorf("Run returned %v and wrote %q", o.Err, o.Out)
	}
}

// TestEndIsOfOneInput has an input after one that ends itself.
func TestEndIsOfOneInput(t *testing.T) {
	o := mustRun(t, pipeline.Config{Jobs: 2}, pipetest.Text("a", pipetest.Puzzle9+"\nend\nx\n"), pipetest.Text("b", pipetest.Clash9+"\nx\nend\nx"))
	if want := pipetest.Solution9 + "\ncontradiction r1c1 r1c2\nmalformed column 1: bad cell 'x'\n"; o.Out != want {
		t.Errorf("answers %q, want %q", o.Out, want)
	}
	want := []string{"a:3:1: text after the end", "b:2:1: bad cell 'x'", "b:4:1: text after the end"}
	if !slices.Equal(o.Faults, want) {
		t.Errorf("faults %q, want %q", o.Faults, want)
	}
}

// TestHihoCounts has headers that are wrong, or that the blocks do not match.
func TestHihoCounts(t *testing.T) {
	block := pipetest.In(t, bulk.Hiho, 9, []string{pipetest.Puzzle9})
	answer := pipetest.In(t, bulk.Hiho, 9, []string{pipetest.Solution9})
	for _, c := range []struct {
		text   string
		blocks int
		fault  string // "" = none
	}{
		{"2\n" + block + block, 2, ""},
		{"\n 2 \n\n" + block + "\n" + block + "\n\n", 2, ""},
		{"0\n", 0, ""},
		{"0\n\n" + block, 0, "in:3:1: text after the end"},
		{"3\n" + block + block, 2, "in:1:1: the header says 3 puzzles, the file holds 2"},
		{"\n1000000000000\n" + block, 1, "in:2:1: the header says 1000000000000 puzzles, the file holds 1"},
		{"1\n" + block + "\n x\n" + block, 1, "in:12:2: text after the last of 1 puzzles"},
		{"-2\n" + block, 0, "in:1:1: bad header, want the number of puzzles: '-'"},
		{"2x\n" + block, 0, "in:1:2: bad header, want the number of puzzles: 'x'"},
		{block, 0, "in:1:2: bad header, want the number of puzzles: ' '"},
	} {
		for _, size := range batchSizes {
			o := mustRun(t, pipeline.Config{Jobs: 2, BatchBytes: size, From: bulk.Hiho}, pipetest.Text("in", c.text))
			if o.Out != strings.Repeat(answer, c.blocks) || o.Stats.Solved != int64(c.blocks) {
				t.Errorf("%.12q, batches of %d: %d solved, answers %q", c.text, size, o.Stats.Solved, o.Out)
			}
			var want []string
			if c.fault != "" {
				want = []string{c.fault}
			}
			if !slices.Equal(o.Faults, want) || o.Stats.Faults != len(want) {
				t.Errorf("%.12q, batches of %d: %d faults %q, want %q", c.text, size, o.Stats.Faults, o.Faults, want)
			}
		}
	}
}

// TestLeadingLines has lines that belong to no record before a record, as
// many as fill batches of their own: the record's line is right all the same.
func TestLeadingLines(t *testing.T) {
	for _, blank := range []int{0, 1, 500, 100_000} {
		s := strings.Repeat("\n", blank) + "1\n" + nineRows("0 0 0 0 0 0 0 0 0", "") + "\n"
		s = strings.Replace(s, "0 0\n", "0 x\n", 1)
		for _, size := range batchSizes[1:] {
			o := mustRun(t, pipeline.Config{Jobs: 2, BatchBytes: size, From: bulk.Hiho}, pipetest.Text("in", s))
			if want := fmt.Sprintf("in:%d:17: bad cell 'x'", blank+2); !slices.Equal(o.Faults, []string{want}) {
				t.Errorf("%d lines ahead, batches of %d: faults %q, want %q", blank, size, o.Faults, want)
			}
		}
	}
}

// TestUnread has inputs with solutions apart from the puzzles, which is said of each, is no
// fault, and ends nothing.
func TestUnread(t *testing.T) {
	puzzles := strings.Repeat(`"`+pipetest.Puzzle9+`",`, 299) + `"` + pipetest.Puzzle9 + `"`
	apart := `{"data":{"puzzles":[` + puzzles + `],"n":[1],"solutions":["` + pipetest.Solution9 + `"]}}`
	alone := `{"puzzles":[` + puzzles + `],"n":[1]}`
	for _, size := range batchSizes {
		o := mustRun(t, pipeline.Config{Jobs: 2, BatchBytes: size}, pipetest.Text("a", apart), pipetest.Text("b", alone), pipetest.Text("c", apart))
		if want := []string{"a: solutions", "c: solutions"}; !slices.Equal(o.Unread, want) || len(o.Faults) > 0 {
			t.Errorf("batches of %d: %q, want %q; faults %q", size, o.Unread, want, o.Faults)
		}
		if o.Stats.Faults != 0 || o.Stats.Solved != 900 {
			t.Errorf("batches of %d: %+v", size, o.Stats)
		}
	}
}

// TestEmpty has inputs without records, which is said of each unless more is wrong with it.
func TestEmpty(t *testing.T) {
	for _, size := range batchSizes {
		o := mustRun(t, pipeline.Config{Jobs: 2, BatchBytes: size},
			pipetest.Text("nothing", ""), pipetest.Text("a puzzle", pipetest.Puzzle9), pipetest.Text("a count", "3\n"),
			pipetest.Text("comments", strings.Repeat("# none\n", 99)), pipetest.Text("malformed", pipetest.Puzzle9+"5"))
		if want := []string{"nothing", "comments"}; !slices.Equal(o.Empty, want) {
			t.Errorf("batches of %d: %q, want %q", size, o.Empty, want)
		}
	}
}
