package bulk_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// noisyForms are the ways to write the records of a noisy file. In the first ones each line
// is a record, so titles and logs would be malformed records.
var noisyForms = []string{"list", "fields", "csv", "compact", "spaced", "boxed", "gaps", "comma", "xml"}

// drawNoisy returns the lines of a grid.
func drawNoisy(grid, way, blank string) (lines []string) {
	name := map[string]string{"compact": "packed", "spaced": "spaced dots", "boxed": "bars", "gaps": "blanks between boxes", "comma": "commas"}[way]
	digits := blank + "123456789"
	if len(grid) > 81 {
		digits = blank + "ABCDEFGHIJKLMNOP"
	}
	return strings.Split(strings.TrimRight(formtest.Draw(name, digits, []string{grid}), "\n"), "\n")
}

// noise returns lines that are no record, and whether they are a grid.
func noise(r *rand.Rand, strict bool) (lines []string, grid bool) {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	way := pick("compact", "spaced")
	large, _ := formtest.Lines(16, 6)
	switch kind := r.IntN(9); {
	case kind < 4 && strict, kind == 0:
		return []string{"# " + pick("a note", "level 3", "see r3c4 = 5")}, false
	case kind == 1:
		return []string{pick("Grid 07", "Puzzle 12 (hard)", "Level: easy")}, false
	case kind == 2:
		return []string{fmt.Sprintf("2026-11-26 12:00:%02d INFO solved in %d ms", r.IntN(60), r.IntN(100))}, false
	case kind == 3:
		return []string{pick("The quick brown fox jumps over 13 lazy dogs.", "It took 3 tries.", "-----------------")}, false
	case kind == 4:
		return drawNoisy("1....3....1....2", way, "."), true
	case kind == 5:
		return drawNoisy(formtest.Puzzles[r.IntN(len(formtest.Puzzles))], way, "o"), true
	case kind == 6:
		return drawNoisy(formtest.Puzzles[r.IntN(len(formtest.Puzzles))], "compact", ".")[:6+r.IntN(3)], true
	case kind == 7:
		return drawNoisy(large[r.IntN(6)], way, "."), true
	}
	return nil, false
}

// noisyFile returns a file of good records with noise between them. others are the first and
// last lines, from 1, of each other grid.
func noisyFile(r *rand.Rand) (text string, good []string, others [][2]int) {
	way := noisyForms[r.IntN(len(noisyForms))]
	strict := slices.Index(noisyForms, way) < 3
	var lines []string
	space := func() {
		if len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, "")
		}
	}
	switch way {
	case "csv":
		lines = append(lines, "id,puzzle,level")
	case "xml":
		lines = append(lines, "<opensudoku>")
	}
	for i := range 3 + r.IntN(6) {
		puzzle := formtest.Puzzles[r.IntN(len(formtest.Puzzles))]
		if !strict {
			space()
		}
		if r.IntN(2) == 0 && (!strict || i > 0) { // the first line of a list decides
			more, isGrid := noise(r, strict)
			if i == 0 && len(more) == 16 {
				more, isGrid = nil, false // its first line decides
			}
			if isGrid {
				space()
				others = append(others, [2]int{len(lines) + 1, len(lines) + len(more)})
			}
			if lines = append(lines, more...); len(more) > 0 && (isGrid || !strict) {
				space()
			}
		}
		switch way {
		case "list":
			lines = append(lines, puzzle)
		case "fields":
			lines = append(lines, fmt.Sprintf("%s # %d", puzzle, i))
		case "csv":
			lines = append(lines, fmt.Sprintf("%d,%s,hard", i, puzzle))
		case "xml":
			lines = append(lines, fmt.Sprintf("  <game data=%q />", puzzle))
		default:
			lines = append(lines, drawNoisy(puzzle, way, ".")...)
		}
		good = append(good, puzzle)
	}
	return strings.Join(lines, "\n") + "\n", good, others
}

// FuzzNoise checks that in files of good records with noise between them each good record is
// read, each other grid is reported, and nothing else is, wherever the file is cut.
func FuzzNoise(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed, uint16(seed*7))
	}
	f.Fuzz(func(t *testing.T, seed uint64, cut uint16) {
		text, good, others := noisyFile(rand.New(rand.NewPCG(seed, 0)))
		form, err := bulk.Detect([]byte(text), true, 0)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		var got []string
		reported := make([]bool, len(others))
		for grid, err := range bulk.Puzzles(&firstRead{strings.NewReader(text), int(cut) % len(text)}, model.Hints{}) {
			fault, ok := err.(*model.SyntaxError) //nolint:errorlint // it is never wrapped
			if !ok {
				got = append(got, formats.Format(grid))
				continue
			}
			i := slices.IndexFunc(others, func(o [2]int) bool { return fault.Line >= o[0] && fault.Line <= o[1] })
			if i < 0 {
				t.Fatalf("%v: %v\n%s", form, err, text)
			}
			reported[i] = true
		}
		if !slices.Equal(got, good) {
			t.Fatalf("%v %+v reads %d of %d\n%s", form, form.Layout, len(got), len(good), text)
		}
		if i := slices.Index(reported, false); i >= 0 {
			t.Fatalf("%v %v: line %d is not reported\n%s", form, form.Layout, others[i][0], text)
		}
	})
}

// A firstRead is a reader whose first read returns few bytes.
type firstRead struct {
	*strings.Reader
	first int
}

func (r *firstRead) Read(p []byte) (int, error) {
	n := len(p)
	if r.first > 0 {
		n, r.first = min(n, r.first), 0
	}
	return r.Reader.Read(p[:n])
}
