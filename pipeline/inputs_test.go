package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// unreadable makes an Input that cannot be opened.
func unreadable(name string) pipeline.Input {
	return pipeline.Input{Name: name, Open: func() (pipeline.Source, error) {
		return nil, fmt.Errorf("opening %s: %w", name, fs.ErrPermission)
	}}
}

// TestManyInputs runs inputs of different forms and orders, and some that
// cannot be read, as one stream. Each is opened when its turn comes, and closed
// before the next.
func TestManyInputs(t *testing.T) {
	sixteen := pipetest.Demo(t, "@demo16", 2)
	alone := mustRun(t, pipeline.Config{}, pipetest.Text("p16", strings.Join(sixteen, "\n"))).Out
	solutions16 := pipetest.In(t, bulk.Letters16, 16, strings.Split(strings.TrimSpace(alone), "\n"))
	open, opened := 0, 0
	counted := func(name, s string) pipeline.Input {
		return pipeline.Input{Name: name, Open: func() (pipeline.Source, error) {
			if opened++; open > 0 {
				t.Errorf("%s is opened while another input is open", name)
			}
			open++
			return &pipetest.Source{Reader: strings.NewReader(s), OnClose: func() error { open--; return nil }}, nil
		}}
	}
	inputs := []pipeline.Input{
		unreadable("u1"),
		counted("p9", pipetest.Puzzle9),
		counted("binary", "\xff\xfe1\x002\x00"),
		counted("letters", pipetest.In(t, bulk.Letters16, 16, sixteen)),
		counted("nothing", ""),
		counted("hiho", "1\n"+pipetest.In(t, bulk.Hiho, 9, []string{pipetest.Puzzle9})),
		unreadable("u2"),
		counted("prose", "It was a dark and stormy night.\n"),
		counted("p16", strings.Join(sixteen, "\n")),
		counted("bad", pipetest.Clash9+"\n.\n"),
	}
	want := pipetest.Solution9 + "\n" + solutions16 + pipetest.In(t, bulk.Hiho, 9, []string{pipetest.Solution9}) + alone +
		"contradiction r1c1 r1c2\nmalformed column 2: 1 of 81 cells\n"
	for _, jobs := range []int{1, 2, 8} {
		for _, size := range batchSizes {
			opened = 0
			o := mustRun(t, pipeline.Config{Jobs: jobs, BatchBytes: size}, inputs...)
			if o.Out != want {
				t.Errorf("jobs %d, batches of %d: answers\n%s, want\n%s", jobs, size, o.Out, want)
			}
			if open != 0 || opened != 8 {
				t.Errorf("%d inputs were opened, %d are still open", opened, open)
			}
			if o.Stats.Unreadable != 4 || o.Stats.Solved != 6 || o.Stats.Contradiction != 1 || o.Stats.Malformed != 1 {
				t.Errorf("jobs %d, batches of %d: %+v", jobs, size, o.Stats)
			}
			var heads []string
			for _, message := range o.Unreadable {
				heads = append(heads, message[:min(len(message), 13)])
			}
			if want := []string{"opening u1: p", "binary: UTF-1", "opening u2: p", "prose: unknow"}; !slices.Equal(heads, want) {
				t.Errorf("unreadable: %q", o.Unreadable)
			}
			if want := []string{"bad:2:2: 1 of 81 cells"}; !slices.Equal(o.Faults, want) {
				t.Errorf("faults %q, want %q", o.Faults, want)
			}
		}
	}
}

// TestNoText has an input without a line's end, which is no text at all: that
// is said after as much of it as may be looked at.
func TestNoText(t *testing.T) {
	for _, size := range batchSizes[2:] {
		o := mustRun(t, pipeline.Config{Jobs: 1, BatchBytes: size}, pipetest.Text("in", strings.Repeat("\x01", 8<<20)))
		if o.Stats.Unreadable != 1 || o.Stats.BytesIn > int64(size+bulk.DetectBytes+pipeline.MinRead) {
			t.Errorf("batches of %d: %d unreadable inputs, %d bytes were read", size, o.Stats.Unreadable, o.Stats.BytesIn)
		}
	}
}

// TestNoSuchAnswers asks for answers in a form that cannot hold them. That is
// met in its turn, and ends the run: no later input is opened.
func TestNoSuchAnswers(t *testing.T) {
	opened := false
	later := pipeline.Input{Name: "later", Open: func() (pipeline.Source, error) { opened = true; return nil, io.EOF }}
	sixteen := pipetest.Demo(t, "@demo16", 1)[0]
	o := run(t.Context(), pipeline.Config{Jobs: 2, To: bulk.Hiho}, pipetest.Text("a", pipetest.Puzzle9), pipetest.Text("b", sixteen), later)
	if o.Err == nil || !strings.HasPrefix(o.Err.Error(), "b: no such answers: ") {
		t.Errorf("Run returned %v", o.Err)
	}
	if want := pipetest.In(t, bulk.Hiho, 9, []string{pipetest.Solution9}); o.Out != want {
		t.Errorf("answers %q, want %q", o.Out, want)
	}
	if opened {
		t.Error("an input after the end of the run was opened")
	}
}

// TestInvalid has runs that cannot begin: no input is opened.
func TestInvalid(t *testing.T) {
	opened := false
	in := pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) { opened = true; return nil, io.EOF }}
	part, inputs := in, []pipeline.Input{in}
	part.Part = new(pipeline.Part)
	copying := workers(copyText)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		want string
		cfg  pipeline.Config
	}{
		{"NewWorker is missing", pipeline.Config{Inputs: inputs}},
		{"disk full", pipeline.Config{Inputs: inputs, NewWorker: func() (pipeline.Worker, error) { return nil, errDisk }}},
		{"panic: nobody is here\n", pipeline.Config{Inputs: inputs, NewWorker: func() (pipeline.Worker, error) { panic("nobody is here") }}},
		{"a run of Parts cannot have a Range or a Start", pipeline.Config{NewWorker: copying, Inputs: []pipeline.Input{in, part}, Range: pipeline.Range{First: 2}}},
		{"a run of Parts cannot have a Range or a Start", pipeline.Config{NewWorker: copying, Inputs: []pipeline.Input{part}, Range: pipeline.Range{Last: 2}}},
		{"a run of Parts cannot have a Range or a Start", pipeline.Config{NewWorker: copying, Inputs: []pipeline.Input{part}, Stretch: pipeline.Stretch{Start: new(pipeline.Checkpoint)}}},
		{"answers cannot be written in the form Kind(63)", pipeline.Config{NewWorker: copying, Inputs: inputs, To: 63}},
		{"context canceled", pipeline.Config{NewWorker: copying, Inputs: inputs}},
	} {
		ctx := t.Context()
		if tt.want == "context canceled" {
			ctx = cancelled
		}
		if _, err := pipeline.Run(ctx, tt.cfg); err == nil || !strings.HasPrefix(err.Error(), tt.want) || opened {
			t.Errorf("Run returned %v, the input was opened: %v, want %s", err, opened, tt.want)
		}
	}
	if _, err := pipeline.Each(t.Context(), pipeline.Config{To: 63, Inputs: inputs}, ignore); err == nil || opened {
		t.Errorf("Each returned %v, the input was opened: %v", err, opened)
	}
	if o := mustRun(t, pipeline.Config{Jobs: 3}); o.Out != "" || o.Stats.Jobs != 3 {
		t.Errorf("no inputs: answers %q, %+v", o.Out, o.Stats)
	}
}

// TestReadError breaks an input at many places: every record that is whole is
// answered, at each batch size, and then the error returned.
func TestReadError(t *testing.T) {
	errDrive := errors.New("drive on fire")
	nine, sixteen := pipetest.Demo(t, "@demo", 50), pipetest.Demo(t, "@demo16", 5)
	cutBlock := nineRows("0 0 0 0 0 0 0 0 0", strings.Repeat(strings.Repeat(" ", 4000)+"\n", 20))
	for name, s := range map[string]string{
		"line9":     strings.Join(nine, "\n") + "\n",
		"line16":    strings.Join(sixteen, "\n") + "\n",
		"hiho":      "50\n" + pipetest.In(t, bulk.Hiho, 9, nine),
		"hiho-cut":  "52\n" + cutBlock + cutBlock + pipetest.In(t, bulk.Hiho, 9, nine),
		"letters16": pipetest.In(t, bulk.Letters16, 16, sixteen),
	} {
		whole := mustRun(t, pipeline.Config{Jobs: 1}, pipetest.Text("in", s)).Out
		for _, at := range []int{len(s), len(s) - 1, len(s) - 600, 700, 1} {
			var want pipetest.Outcome
			for i, size := range batchSizes {
				r := io.MultiReader(strings.NewReader(s[:at]), iotest.ErrReader(errDrive))
				o := run(t.Context(), pipeline.Config{Jobs: 2, BatchBytes: size}, pipetest.Reading("in", r), unreadable("later"))
				if !errors.Is(o.Err, errDrive) || len(o.Unreadable) > 0 {
					t.Errorf("%s, error at %d, batches of %d: Run returned %v", name, at, size, o.Err)
				}
				if i == 0 {
					want = o
				}
				if o.Out != want.Out || !strings.HasPrefix(whole, o.Out) {
					t.Errorf("%s, error at %d, batches of %d: other answers", name, at, size)
				}
				if at == len(s) && o.Out != whole {
					t.Errorf("%s, error at %d, batches of %d: not all is answered", name, at, size)
				}
			}
			if records := int64(strings.Count(s[:at], "\n")); strings.HasPrefix(name, "line") && want.Stats.Solved != records {
				t.Errorf("%s, error at %d: %d of %d records answered", name, at, want.Stats.Solved, records)
			}
		}
	}
}

// TestCloseError has an input that is read well and closed badly, also after a line "end".
func TestCloseError(t *testing.T) {
	errClose := errors.New("cannot close")
	for _, text := range []string{pipetest.Puzzle9, pipetest.Puzzle9 + "\nend\n"} {
		src := &pipetest.Source{Reader: strings.NewReader(text), OnClose: func() error { return errClose }}
		o := run(t.Context(), pipeline.Config{Jobs: 1}, pipetest.From("a", src), unreadable("later"))
		if n := src.Closes.Load(); !errors.Is(o.Err, errClose) || o.Out != pipetest.Solution9+"\n" || len(o.Unreadable) > 0 || n != 1 {
			t.Errorf("Run returned %v, wrote %q and closed %d times", o.Err, o.Out, n)
		}
	}
}
