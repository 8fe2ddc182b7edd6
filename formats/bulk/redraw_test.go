package bulk_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// FuzzRedraw fills the blanks of each record in its drawing, and reads the answer.
func FuzzRedraw(f *testing.F) {
	formtest.Seeds(func(kind bulk.Kind, text string) {
		if kind == bulk.Grid || kind.IsJSON() {
			f.Add([]byte(text), uint8(4))
		}
	})
	f.Add([]byte(`[[["5",null,".","","0"," ",false,"-","x"]`+strings.Repeat(`,["5","3",".",".","7",".",".",".","."]`, 8)+"]]"), uint8(2))
	f.Add([]byte(`["53..7...."`+strings.Repeat(`,"53 00 . 1"`, 8)+"]\n"), uint8(2))
	f.Fuzz(func(t *testing.T, text []byte, digit uint8) {
		from, err := bulk.Detect(text, true, 0)
		if err != nil || !from.Redrawing(from).Redraws() {
			return
		}
		to := from.Redrawing(from)
		text = text[bulk.BOMLen(text):]
		var read, again model.Records
		from.Decode(&read, text)
		good, size := 0, from.Order*from.Order
		for record, span := range from.Spans(nil, text) {
			if len(read.Faults) > 0 && read.Faults[0].Record == record {
				read.Faults = read.Faults[1:]
				continue
			}
			grid := bytes.Clone(read.Cells[good*size:][:size])
			good++
			for i := range grid {
				if grid[i] == 0 {
					grid[i] = 1 + digit%uint8(from.Order)
				}
			}
			answer := to.AppendAnswer(nil, &bulk.Answer{Verdict: bulk.Solved, Cells: grid, Record: text[span.From:span.To]})
			again.Reset(from.Order)
			from.File().Decode(&again, answer)
			if again.N != 1 || !bytes.Equal(again.Cells, grid) || !cells.IsComplete(grid) {
				t.Fatalf("%v: the answer to %q is %q: %v", from, text[span.From:span.To], answer, again.Faults)
			}
		}
	})
}

// TestTitlesGoWithGrids cuts a file at each byte: a title is in the text of the grid below it.
func TestTitlesGoWithGrids(t *testing.T) {
	t.Parallel()
	grid := formtest.Draw("titles", "", formtest.Puzzles[:1])
	text := []byte(strings.Repeat(grid, 3))
	form, err := bulk.Detect(text, true, 0)
	if err != nil {
		t.Fatal(err)
	}
	for n := range text {
		if _, to := form.NewFramer().Cut(new(model.Records), text[:n], false); to%len(grid) != 0 && to%len(grid) != len(grid)-1 {
			t.Errorf("%q is cut after %d bytes", text[:n], to)
		}
	}
}
