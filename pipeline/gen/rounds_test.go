package gen

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
)

// An oddReader gives pieces of any size, and now and then nothing.
type oddReader struct {
	text string
	n    int
}

func (r *oddReader) Read(p []byte) (int, error) {
	r.n++
	n := min(len(p), len(r.text), r.n*r.n%7001)
	copy(p, r.text[:n])
	r.text = r.text[n:]
	if len(r.text) == 0 {
		return n, io.EOF
	}
	return n, nil
}

// piped makes an Input that is read in odd pieces, as a pipe may be, and can be
// opened again.
func piped(name, s string) pipeline.Input {
	return pipeline.Input{Name: name, Open: func() (pipeline.Source, error) {
		return &pipetest.Source{Reader: &oddReader{text: s}, Live: true}, nil
	}}
}

// formsOf returns the canonical form of each line.
func formsOf(t *testing.T, lines []string) []string {
	t.Helper()
	c := solver.NewCanonicalizer()
	forms := make([]string, len(lines))
	for i, line := range lines {
		form := make([]uint8, 81)
		c.Canonical(form, cellsOf(t, line))
		forms[i] = string(form)
	}
	return forms
}

// TestIsomorphsOfMany wants number i to be an isomorph of puzzle i modulo all
// that there are, for inputs of many batches and units, as files and as pipes:
// batches without a record are among them at the end of each input.
func TestIsomorphsOfMany(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 5000)
	a, b := strings.Join(lines[:3700], "\n")+"\n", "# comment\n"+strings.Join(lines[3700:], "\n")+"\n\n# end\n"
	forms := formsOf(t, lines)
	fileA, _ := pipetest.File(t, a)
	fileB, _ := pipetest.File(t, b)
	inputs := map[string][]pipeline.Input{
		"texts": {pipetest.Text("a", a), pipetest.Text("b", b)},
		"files": {fileA, fileB},
		"pipes": {piped("a", a), piped("b", b)},
	}
	const count = 7777
	want := ""
	for _, name := range []string{"texts", "files", "pipes"} {
		for _, kept := range []int{0, 1, 3700 * 81} {
			for i, size := range []int{0, 1000} {
				got, stats := made(t, Config{Config: pipeline.Config{Inputs: inputs[name], Jobs: 1 + i, BatchBytes: size}, Count: count, maxKept: kept})
				if stats.Solved != count || stats.Malformed != 0 {
					t.Errorf("%s: %+v", name, stats)
				}
				if want == "" {
					want = got
					for i, form := range formsOf(t, strings.Fields(got)) {
						if form != forms[i%len(forms)] {
							t.Fatalf("number %d is no isomorph of puzzle %d", i, i%len(forms))
						}
					}
				}
				if got != want {
					t.Errorf("%s, batches of %d, %d bytes kept: other puzzles", name, size, kept)
				}
			}
		}
	}
}

// TestChangedBetweenRounds has inputs that are others when they are read again,
// whether a whole round is made of that or only its beginning.
func TestChangedBetweenRounds(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 2000)
	whole := strings.Join(lines, "\n") + "\n"
	swapped := slices.Clone(lines)
	swapped[1998], swapped[1999] = lines[1999], lines[1998]
	for name, tt := range map[string]struct{ second, err string }{
		"shrunk":  {strings.Join(lines[:1500], "\n"), "reading the inputs again gave 1500 puzzles, and before 2000"},
		"grown":   {whole + pipetest.Puzzle9, "reading the inputs again gave 2001 puzzles, and before 2000"},
		"swapped": {strings.Join(swapped, "\n"), "reading the inputs again gave other puzzles than before"},
		"gone":    {"", "reading the inputs again gave 0 puzzles, and before 2000"},
		"as one":  {strings.ReplaceAll(whole, ".", "0"), ""},
	} {
		for _, count := range []uint64{2001, 4000, 5000} {
			opened := 0
			changing := pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) {
				opened++
				s := whole
				if opened > 1 {
					s = tt.second
				}
				if s == "" {
					return nil, os.ErrNotExist
				}
				return &pipetest.Source{Reader: strings.NewReader(s)}, nil
			}}
			cfg := Config{Config: pipeline.Config{Inputs: []pipeline.Input{changing}, Output: new(bytes.Buffer), BatchBytes: 5000}, Count: count, maxKept: 1}
			_, err := Run(t.Context(), cfg)
			if fmt.Sprint(err) != "<nil>" && tt.err == "" || tt.err != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.err)) {
				t.Errorf("%s, %d puzzles: %v", name, count, err)
			}
		}
	}
}
