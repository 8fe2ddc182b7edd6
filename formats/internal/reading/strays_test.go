package reading

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestAddStrays puts strays before, between and behind five records. Facts about records must then still
// be about the same ones.
func TestAddStrays(t *testing.T) {
	stray := "\n123.\n34.2\n.143\n4321\n\n"
	for _, before := range [][6]int{{}, {1}, {0, 1}, {0, 0, 2}, {0, 0, 0, 1}, {0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 1}, {2, 1, 0, 1, 3, 1}} {
		records := model.Records{Order: 9, N: 5, Cells: make([]uint8, 4*81), Rounded: []int{0, 3}, Faults: []model.SyntaxError{{Record: 2, Line: -3}}}
		text, lines := "", 1
		want := map[string][]int{}
		record := 0
		for i, n := range before {
			for range n {
				want["strays"] = append(want["strays"], record)
				text += stray
				lines += strings.Count(stray, "\n")
				record++
			}
			if i == 5 {
				break
			}
			records.Spans = append(records.Spans, model.Span{From: len(text), To: len(text) + 2, Line: lines})
			text += "r\n"
			lines++
			name := []string{"rounded", "", "faults", "rounded", ""}[i]
			if name != "" {
				want[name] = append(want[name], record)
			}
			record++
		}
		AddStrays(&records, []byte(text), form.KeepSolutions)
		got := map[string][]int{"rounded": records.Rounded}
		for _, fault := range records.Faults {
			name := "strays"
			if fault.Line == -3 {
				name = "faults"
			}
			got[name] = append(got[name], fault.Record)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || records.N != record || len(records.Spans) != record {
			t.Errorf("%v: %d records, %v, want %v", before, records.N, got, want)
		}
	}
	solution := make([]uint8, 81)
	for i := range solution {
		solution[i] = uint8((i/9*3+i/27+i)%9 + 1)
	}
	puzzle := append(make([]uint8, 20), solution[20:]...)
	text := "r\n" + string(cells.AppendLine(nil, solution, 9)) + "r\n"
	records := model.Records{Order: 9, N: 2, Cells: append(puzzle, solution...), Spans: []model.Span{{To: 2, Line: 1}, {From: len(text) - 2, To: len(text), Line: 3}}}
	AddStrays(&records, []byte(text), form.DropSolutions)
	form.TakeSolutions(&records, form.DropSolutions)
	if records.N != 1 || records.LeftOut != 2 || len(records.Faults) > 0 {
		t.Errorf("%d records, %d solutions left out, %v", records.N, records.LeftOut, records.Faults)
	}
}
