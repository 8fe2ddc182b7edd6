package bulk

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// noisyForms are the ways to write the records of a noisy file. In the first ones each line
// is a record, so titles and logs would be malformed records.
var noisyForms = []string{"list", "fields", "csv", "compact", "spaced", "boxed", "gaps", "comma", "xml"}

// drawNoisy returns the lines of a grid.
func drawNoisy(grid string, size int, way, blank string) (lines []string) {
	box := [2]int{size, size}
	if size == 9 || size == 16 {
		box = [2]int{3 + size/16, 3 + size/16}
	}
	for i := range size {
		row := strings.Split(strings.ReplaceAll(grid[i*size:][:size], ".", blank), "")
		if i > 0 && i%box[0] == 0 && way == "boxed" {
			lines = append(lines, strings.Repeat("-", size+2))
		} else if i > 0 && i%box[0] == 0 && way == "gaps" {
			lines = append(lines, "")
		}
		switch way {
		case "spaced":
			lines = append(lines, strings.Join(row, " "))
		case "comma":
			lines = append(lines, strings.Join(row, ","))
		case "boxed", "gaps":
			var boxes []string
			for part := range slices.Chunk(row, box[1]) {
				boxes = append(boxes, strings.Join(part, ""))
			}
			lines = append(lines, strings.Join(boxes, map[string]string{"boxed": "|", "gaps": " "}[way]))
		default:
			lines = append(lines, strings.Join(row, ""))
		}
	}
	return lines
}

// sound16 returns a puzzle of order 16.
func sound16(r *rand.Rand) string {
	grid := make([]byte, 256)
	for i := range grid {
		row, column := i/16, i%16
		if grid[i] = 'A' + byte((4*(row%4)+row/4+column)%16); r.IntN(2) == 0 {
			grid[i] = '.'
		}
	}
	return string(grid)
}

// noise returns lines that are no record, and whether they are a grid.
func noise(r *rand.Rand, strict bool) (lines []string, grid bool) {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	way := pick("compact", "spaced")
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
		return drawNoisy("1....3....1....2", 4, way, "."), true
	case kind == 5:
		return drawNoisy(wild9[r.IntN(len(wild9))], 9, way, "o"), true
	case kind == 6:
		return drawNoisy(wild9[r.IntN(len(wild9))], 9, "compact", ".")[:6+r.IntN(3)], true
	case kind == 7:
		return drawNoisy(sound16(r), 16, way, "."), true
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
		puzzle := wild9[r.IntN(len(wild9))]
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
			lines = append(lines, drawNoisy(puzzle, 9, way, ".")...)
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
		form, err := Detect([]byte(text), true, 0)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		var got []string
		reported := make([]bool, len(others))
		for grid, err := range form.puzzles([]byte(text), int(cut)%len(text)) {
			fault, ok := err.(*model.SyntaxError) //nolint:errorlint // it is never wrapped
			if !ok {
				got = append(got, strings.TrimSpace(lineOf(grid)))
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

// puzzles iterates over the records of text in the form. A first read ends at cut.
func (f Form) puzzles(text []byte, cut int) func(yield func([]uint8, error) bool) {
	return func(yield func([]uint8, error) bool) {
		r := strings.NewReader(string(text))
		p := &puzzleReader{r: &firstRead{r, cut}, most: readBytes, form: f, framer: f.NewFramer()}
		p.puzzles(yield)
	}
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
