package pipeline

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sudokubatch/sudokubatch/formats"
)

// unreadable makes an Input that cannot be opened.
func unreadable(name string) Input {
	return Input{Name: name, Open: func() (Source, error) {
		return nil, fmt.Errorf("opening %s: %w", name, fs.ErrPermission)
	}}
}

// TestManyInputs runs inputs of different forms and orders, and some that
// cannot be read, as one stream. Each is opened when its turn comes, and closed
// before the next.
func TestManyInputs(t *testing.T) {
	sixteen := demo(t, "@demo16", 2)
	alone := mustRun(t, Config{}, text("p16", strings.Join(sixteen, "\n"))).out
	solutions16 := in(t, formats.Letters16, 16, strings.Split(strings.TrimSpace(alone), "\n"))
	open, opened := 0, 0
	counted := func(name, s string) Input {
		return Input{Name: name, Open: func() (Source, error) {
			if opened++; open > 0 {
				t.Errorf("%s is opened while another input is open", name)
			}
			open++
			return &testSource{Reader: strings.NewReader(s), close: func() error { open--; return nil }}, nil
		}}
	}
	inputs := []Input{
		unreadable("u1"),
		counted("p9", puzzle9),
		counted("binary", "\xff\xfe1\x002\x00"),
		counted("letters", in(t, formats.Letters16, 16, sixteen)),
		counted("nothing", ""),
		counted("hiho", "1\n"+in(t, formats.Hiho, 9, []string{puzzle9})),
		unreadable("u2"),
		counted("prose", "It was a dark and stormy night.\n"),
		counted("p16", strings.Join(sixteen, "\n")),
		counted("bad", clash9+"\n.\n"),
	}
	want := solution9 + "\n" + solutions16 + in(t, formats.Hiho, 9, []string{solution9}) + alone +
		"contradiction r1c1 r1c2\nmalformed column 2: 1 of 81 cells\n"
	for _, jobs := range []int{1, 2, 8} {
		for _, size := range batchSizes {
			opened = 0
			o := mustRun(t, Config{Jobs: jobs, BatchBytes: size}, inputs...)
			if o.out != want {
				t.Errorf("jobs %d, batches of %d: answers\n%s, want\n%s", jobs, size, o.out, want)
			}
			if open != 0 || opened != 8 {
				t.Errorf("%d inputs were opened, %d are still open", opened, open)
			}
			if o.stats.Unreadable != 4 || o.stats.Solved != 6 || o.stats.Contradiction != 1 || o.stats.Malformed != 1 {
				t.Errorf("jobs %d, batches of %d: %+v", jobs, size, o.stats)
			}
			var heads []string
			for _, message := range o.unreadable {
				heads = append(heads, message[:min(len(message), 13)])
			}
			if want := []string{"opening u1: p", "binary: UTF-1", "opening u2: p", "prose: unknow"}; !slices.Equal(heads, want) {
				t.Errorf("unreadable: %q", o.unreadable)
			}
			if want := []string{"bad:2:2: 1 of 81 cells"}; !slices.Equal(o.faults, want) {
				t.Errorf("faults %q, want %q", o.faults, want)
			}
		}
	}
}

// TestNoText has an input without a line's end, which is no text at all: that
// is said after as much of it as may be looked at.
func TestNoText(t *testing.T) {
	for _, size := range batchSizes[2:] {
		o := mustRun(t, Config{Jobs: 1, BatchBytes: size}, text("in", strings.Repeat("\x01", 8<<20)))
		if o.stats.Unreadable != 1 || o.stats.BytesIn > int64(size+formats.DetectBytes+minRead) {
			t.Errorf("batches of %d: %d unreadable inputs, %d bytes were read", size, o.stats.Unreadable, o.stats.BytesIn)
		}
	}
}

// TestNoInputs has nothing to do.
func TestNoInputs(t *testing.T) {
	if o := mustRun(t, Config{Jobs: 3}); o.out != "" || o.stats.Jobs != 3 {
		t.Errorf("answers %q, %+v", o.out, o.stats)
	}
}

// TestNoSuchAnswers asks for answers in a form that cannot hold them. That is
// met in its turn, and ends the run: no later input is opened.
func TestNoSuchAnswers(t *testing.T) {
	opened := false
	later := Input{Name: "later", Open: func() (Source, error) { opened = true; return nil, io.EOF }}
	sixteen := demo(t, "@demo16", 1)[0]
	o := run(t.Context(), Config{Jobs: 2, To: formats.Hiho}, text("a", puzzle9), text("b", sixteen), later)
	if o.err == nil || !strings.HasPrefix(o.err.Error(), "b: no such answers: ") {
		t.Errorf("Run returned %v", o.err)
	}
	if want := in(t, formats.Hiho, 9, []string{solution9}); o.out != want {
		t.Errorf("answers %q, want %q", o.out, want)
	}
	if opened {
		t.Error("an input behind the end of the run was opened")
	}
}

// TestReadError breaks an input at many places: every record that is whole is
// answered, at each batch size, and then the error returned.
func TestReadError(t *testing.T) {
	errDrive := errors.New("drive on fire")
	nine, sixteen := demo(t, "@demo", 50), demo(t, "@demo16", 5)
	cutBlock := nineRows("0 0 0 0 0 0 0 0 0", strings.Repeat(strings.Repeat(" ", 4000)+"\n", 20))
	for name, s := range map[string]string{
		"line9":     strings.Join(nine, "\n") + "\n",
		"line16":    strings.Join(sixteen, "\n") + "\n",
		"hiho":      "50\n" + in(t, formats.Hiho, 9, nine),
		"hiho-cut":  "52\n" + cutBlock + cutBlock + in(t, formats.Hiho, 9, nine),
		"letters16": in(t, formats.Letters16, 16, sixteen),
	} {
		whole := mustRun(t, Config{Jobs: 1}, text("in", s)).out
		for _, at := range []int{len(s), len(s) - 1, len(s) - 600, 700, 1} {
			var want outcome
			for i, size := range batchSizes {
				r := io.MultiReader(strings.NewReader(s[:at]), iotest.ErrReader(errDrive))
				o := run(t.Context(), Config{Jobs: 2, BatchBytes: size}, reading("in", r), unreadable("later"))
				if !errors.Is(o.err, errDrive) || len(o.unreadable) > 0 {
					t.Errorf("%s, error at %d, batches of %d: Run returned %v", name, at, size, o.err)
				}
				if i == 0 {
					want = o
				}
				if o.out != want.out || !strings.HasPrefix(whole, o.out) {
					t.Errorf("%s, error at %d, batches of %d: other answers", name, at, size)
				}
				if at == len(s) && o.out != whole {
					t.Errorf("%s, error at %d, batches of %d: not all is answered", name, at, size)
				}
			}
			if records := int64(strings.Count(s[:at], "\n")); strings.HasPrefix(name, "line") && want.stats.Solved != records {
				t.Errorf("%s, error at %d: %d of %d records answered", name, at, want.stats.Solved, records)
			}
		}
	}
}

// TestCloseError has an input that is read well and closed badly.
func TestCloseError(t *testing.T) {
	errClose := errors.New("cannot close")
	src := &testSource{Reader: strings.NewReader(puzzle9), close: func() error { return errClose }}
	o := run(t.Context(), Config{Jobs: 1}, from("a", src), unreadable("later"))
	if !errors.Is(o.err, errClose) || o.out != solution9+"\n" || len(o.unreadable) > 0 {
		t.Errorf("Run returned %v and wrote %q", o.err, o.out)
	}
	if n := src.closes.Load(); n != 1 {
		t.Errorf("closed %d times", n)
	}
}
