package bulk_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestRegions refuses a puzzle with the map of the regions of a jigsaw: in digits or letters, in each
// drawing, before and after the puzzle.
func TestRegions(t *testing.T) {
	t.Parallel()
	map9 := "112222333111122333111222336444556636444555566444555666778888999777788999777888999"
	map6 := "111222113322133332444555446655466665"
	puzzle6 := ".1..2.3..4...5..6.1..2....3.4..5....6"
	for _, tt := range []struct{ regions, puzzle string }{{map9, formtest.Puzzles[0]}, {map6, puzzle6[:36]}} {
		hints := model.Hints{}
		if len(tt.regions) == 36 {
			hints.Sizes = []int{6}
		}
		for _, symbols := range []string{"123456789", "012345678", "ABCDEFGHI", "abcdefghi"} {
			for _, name := range []string{"packed", "spaced dots", "bars", "boxes", "box drawing", "commas", "titles"} {
				puzzle, regions := formtest.Draw(name, "", []string{tt.puzzle}), formtest.Draw(name, "."+symbols, []string{tt.regions})
				for i, text := range []string{regions + puzzle, puzzle + regions, puzzle + "\n" + regions + "\n" + puzzle} {
					if form, err := bulk.DetectWith([]byte(text), true, 0, hints); err == nil || !strings.HasPrefix(err.Error(), "found a map of regions") {
						t.Errorf("%d %s %s %d: %v, %v", len(tt.regions), symbols, name, i, form, err)
					}
				}
			}
		}
	}
}

// TestOverlapping refuses overlapping grids by name, also among others.
func TestOverlapping(t *testing.T) {
	t.Parallel()
	samurai := func(gap, between string) (text string) {
		for row := range 21 {
			var line []string
			for column := range 21 {
				glyph := gap
				corner := (row < 9 || row > 11) && (column < 9 || column > 11)
				if center := row > 5 && row < 15 && column > 5 && column < 15; corner || center {
					glyph = string(".123456789"[(row*3+row/3+column)*(row+column)%4*(column%9+1)%10])
				}
				line = append(line, glyph)
			}
			text += strings.TrimRight(strings.Join(line, between), " ") + "\n"
		}
		return text
	}
	twodoku := ""
	for row := range 15 {
		switch {
		case row < 6:
			twodoku += formtest.Puzzles[0][row*9:][:9] + "\n"
		case row < 9:
			twodoku += formtest.Puzzles[0][row*9:][:9] + formtest.Puzzles[1][(row-6)*9+3:][:6] + "\n"
		default:
			twodoku += "      " + formtest.Puzzles[1][(row-6)*9:][:9] + "\n"
		}
	}
	texts := []string{twodoku}
	for _, gap := range []string{" ", "#", ".", "-", "x"} {
		texts = append(texts, samurai(gap, ""), samurai(gap, " "), samurai(gap, ","))
	}
	for _, text := range texts {
		for _, before := range []string{"", formtest.Draw("packed", "", formtest.Puzzles[:2])} {
			if form, err := bulk.Detect([]byte(before+text), true, 0); !errors.Is(err, bulk.ErrSamurai) {
				t.Errorf("%v, %v of\n%s", form, err, before+text)
			}
		}
	}
}
