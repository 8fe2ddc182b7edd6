package gridreader

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// cutAll cuts a text that comes in pieces of some bytes, again after each cut. It returns the size and the line
// of each well-formed record, the faults, and the number of solutions that are left out, sorted.
func cutAll(d *File, mode form.SolutionMode, text string, step int) string {
	var parts []string
	c, lines, leftOut := NewCutter(d, mode), 0, 0
	for at, read := 0, 0; at < len(text); {
		var r model.Records
		from, to := c.Cut(&r, []byte(text[at:read]), read == len(text))
		lines += strings.Count(text[at:at+from], "\n")
		for i, span := range r.Spans {
			if !slices.ContainsFunc(r.Faults, func(f model.SyntaxError) bool { return f.Record == i }) {
				parts = append(parts, fmt.Sprint(r.Order, ":", lines+span.Line))
			}
		}
		for _, fault := range r.Faults {
			fault = fault.Rebase("", 0, lines)
			parts = append(parts, fault.Error())
		}
		lines, at, leftOut = lines+r.Lines, at+to, leftOut+r.LeftOut
		if to > 0 {
			read = at
		}
		read = min(read+step, len(text))
	}
	if fault := c.Finish(); fault != nil {
		parts = append(parts, fault.Error())
	}
	if leftOut > 0 {
		parts = append(parts, fmt.Sprint(leftOut, " left out"))
	}
	slices.Sort(parts)
	return strings.Join(parts, "; ")
}

// TestCut cuts files with solutions, several sizes, counts and grids that belong to nothing.
func TestCut(t *testing.T) {
	written := strings.ReplaceAll(strings.Join(strings.Split(strings.ReplaceAll(compact, ".", "0"), ""), ","), ",\n,", "\n")
	solved4 := "1234\n3412\n2143\n4321\n"
	for _, c := range []struct {
		text  string
		sizes []int
		want  string
	}{
		{compact + "\n" + solved, nil, "9:1; 1 left out"},
		{solved + "Puzzle\n" + compact, nil, "9:11; 1 left out"},
		{compact + grid4 + compact, []int{4, 9}, "9:1; 4:10; 9:14"},
		{compact + grid4 + compact[:50] + grid4 + solved, []int{4, 9}, "9:1; 4:10; 4:19; 9:23; 18:10: 5 of 9 rows"},
		{compact + grid4 + "Solutions\n" + solved + solved4, []int{4, 9}, "9:1; 4:10; 2 left out"},
		{compact + grid4 + compact, nil, "9:1; 9:14; 10:1: a grid of 4x4 among other sizes"},
		{"2\n" + compact + compact, nil, "9:2; 9:11"},
		{"3\n" + compact + compact, nil, "9:2; 9:11; 1:1: the header says 3 puzzles, the file holds 2"},
		{"1\n" + compact + compact, nil, "9:2; 11:1: text after the last of 1 puzzles"},
		{"2\n" + compact, nil, "9:2; 1:1: the header says 2 puzzles, the file holds 1"},
		{"3\n" + compact, nil, "9:2; 1:1: the header says 3 puzzles, the file holds 1"},
		{"9\n" + compact, nil, "9:2"},
		{"Level 2\n" + compact, nil, "9:2"},
		{"2\n" + compact + "title\n" + compact + compact, nil, "9:2; 9:12; 9:21"},
		{compact + strings.ReplaceAll(compact, ".", "o") + compact, nil, "9:1; 9:19; 10:1: another blank than in the grids before: 'o'"},
		{written + strings.Replace(written, "0\n", "\n", 1), nil, "9:1; 10:17: 8 of 9 cells"},
		{compact + "Solution\n" + strings.Replace(solved, "53", "35", 1), nil, "9:1; 11:1: not a solution of the puzzle before it"},
	} {
		d := detected(t, c.text, c.sizes...)
		want := strings.Split(c.want, "; ")
		slices.Sort(want)
		for _, step := range []int{1, 7, 100, len(c.text)} {
			if got := cutAll(d, form.DropSolutions, c.text, step); got != strings.Join(want, "; ") {
				t.Errorf("%q in pieces of %d bytes: %s, want %s", c.text, step, got, c.want)
			}
		}
	}
	text := compact + "\n" + solved
	if got := cutAll(detected(t, text), form.FailSolutions, text, 9); !strings.Contains(got, "11:1: a solution of the puzzle before it") {
		t.Errorf("solutions are no faults: %s", got)
	}
	if got := cutAll(detected(t, text), form.KeepSolutions, text, 9); got != "9:1; 9:11" {
		t.Errorf("solutions are no records: %s", got)
	}
}

// TestDetect wants files that are not read to be refused with a reason.
func TestDetect(t *testing.T) {
	for text, want := range map[string]string{
		"just words\n":              "",
		compact[:44] + compact[45:]: "5:9: 8 of 9 cells",
		compact[:80]:                "8:10: 8 of 9 rows",
		strings.Replace(drawings()[7], "7,,,,\n", "7,,,\n", 1): "1:11: 8 of 9 cells",
		grid4 + "\n" + grid4:                             "4×4: this size must be named",
		strings.Repeat("A.C.E.G.I.\n", 10):               "10×10: sizes are [4 6 8 9 12 16 25]",
		strings.Repeat("8.......\n", 9):                  "",
		compact + strings.Repeat(compact[:79]+"\n\n", 3): "17:10: 8 of 9 rows",
	} {
		d, _, err := Detect(&form.Sample{Text: []byte(text), All: true})
		if got := fmt.Sprint(err); d != nil && err == nil || err != nil && got != want || err == nil && want != "" {
			t.Errorf("%q: %v, %v; want %s", text, d, err, want)
		}
	}
}

// TestRedraw fills the blanks of drawings.
func TestRedraw(t *testing.T) {
	for _, text := range drawings() {
		d, _, err := Detect(&form.Sample{Text: []byte(text), All: true})
		if err != nil || d == nil {
			continue
		}
		r := NewReader(d)
		for e, rest := r.Next([]byte(text), true), []byte(text); e != nil; e = r.Next(rest, true) {
			if rest = rest[len(e.Text):]; e.Kind != Record || e.Style.Size != 9 {
				continue
			}
			grid := slices.Clone(e.Cells)
			for i, cell := range grid {
				if cell == 0 {
					grid[i] = solved[i/9*10+i%9] - '0'
				}
			}
			drawn := e.Style.Redraw(nil, e.Text, []byte("mark"), grid)
			again := NewReader(&File{Styles: d.Styles})
			again.keep = true
			again.Next(drawn, true)
			if got := again.Next(drawn[5:], true); got == nil || !slices.Equal(got.Cells, grid) || strings.Count(string(drawn), "\n") != 1+strings.Count(string(e.Text), "\n") {
				t.Errorf("%q becomes %q", e.Text, drawn)
			}
		}
	}
	d := detected(t, compact)
	if got := string(d.Between(nil, []byte("Puzzle 1\nSolution:\n"+solved+"\n# note\n"))); got != "Puzzle 1\n\n# note\n" {
		t.Errorf("between: %q", got)
	}
}
