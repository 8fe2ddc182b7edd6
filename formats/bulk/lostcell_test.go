package bulk

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// TestLostCells deletes a cell of the first, the last or another row of a grid in each drawing. The grid is never read, and its
// fault names the row. If it is the only grid, the file is refused with this fault.
func TestLostCells(t *testing.T) {
	t.Parallel()
	for name, d := range gridFiles {
		checkLost(t, name, d, wild9[:3])
	}
	for name, d := range rareGridFiles {
		checkLost(t, name, d, wild9[:3])
	}
	for name, d := range gridFiles16 {
		checkLost(t, name, d, wild16[:3])
	}
	for _, order := range slices.DeleteFunc(geometry.Sides(), func(order int) bool { return order == 16 }) {
		var puzzles []string
		for _, grid := range sized(order, 3) {
			puzzles = append(puzzles, string(cells.AppendCells(nil, grid)))
		}
		for _, name := range []string{"packed", "spaced dots", "bars", "boxes", "box drawing", "blank lines only"} {
			checkLost(t, fmt.Sprint(name, " ", order), gridFiles[name], puzzles)
		}
	}
}

// checkLost checks the second one of three puzzles, with a lost cell, between the others and alone.
func checkLost(t *testing.T, name string, d drawing, puzzles []string) {
	t.Helper()
	order := geometry.OfCells(len(puzzles[0])).Side()
	hints := model.Hints{Sizes: []int{order}}
	if order > 9 && d.digits == dots {
		d.digits = ".ABCDEFGHIJKLMNOPQRSTUVWXY"[:1+order]
	}
	good := d.draw(puzzles)
	form, err := DetectWith([]byte(good), true, 0, hints)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	grids := strings.Fields(readWhole(form, []byte(good)))
	before, whole := d.draw(puzzles[:1]), d.draw(puzzles[1:2])
	for _, row := range []int{0, 1 + len(name)%(order-2), order - 1} {
		if row == 0 && strings.HasPrefix(d.digits, "-") {
			continue // a first row of dashes and a few digits may be a title
		}
		lost := []byte(puzzles[1])
		lost[row*order+(row*5+1)%order] = lostCell
		damaged := d.draw([]string{string(lost)})
		at := 0 // where it differs from the whole grid
		for at < len(damaged) && damaged[at] == whole[at] {
			at++
		}
		line := 1 + strings.Count(whole[:at], "\n")
		text := []byte(before + damaged + d.draw(puzzles[2:]))
		form, err := DetectWith(text, true, 0, hints)
		if err != nil {
			t.Errorf("%s, row %d: %v", name, row+1, err)
			continue
		}
		got := strings.Split(strings.TrimSpace(readWhole(form, text)), "\n")
		want := fmt.Sprintf("(row %d): %d:", row+1, strings.Count(before, "\n")+line)
		faults := slices.DeleteFunc(slices.Clone(got), func(s string) bool { return len(s) == order*order })
		if len(got)-len(faults) != 2 || got[0] != grids[0] || got[len(got)-1] != grids[2] || !strings.Contains(faults[0], want) {
			t.Errorf("%s, row %d: read as %q, want %s", name, row+1, got, want)
		}
		alone := d
		alone.to = ""
		text = []byte(alone.draw([]string{string(lost)}))
		var fault *model.SyntaxError
		if form, err = DetectWith(text, true, 0, hints); !errors.As(err, &fault) || fault.Line != line {
			t.Errorf("%s alone, row %d: %v, %v, want line %d", name, row+1, form, err, line)
		}
	}
}

// TestLostInLine deletes a cell of a puzzle in one field behind a number: the two are no grid together.
func TestLostInLine(t *testing.T) {
	t.Parallel()
	for _, separator := range []string{",", ";", "\t", " ", ":"} {
		row := "7" + separator + wild9[0][1:] + "\n"
		if form, err := Detect([]byte(strings.Repeat(row, 3)), true, 0); err == nil {
			t.Errorf("%q: read as %v", row, form)
		}
		file, records := []byte("7"+separator+wild9[0]+"\n"+row), new(model.Records)
		form, err := Detect(file, true, 0)
		if err == nil {
			form.Decode(records, file)
		}
		if records.N != 2 || len(records.Faults) != 1 {
			t.Errorf("%q: %v, %d records, faults %v", file, err, records.N, records.Faults)
		}
	}
}
