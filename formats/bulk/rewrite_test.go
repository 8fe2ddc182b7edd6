package bulk

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestReplaced checks that cells and solutions that replace a record's grids are written in
// their notation, and that nothing else changes.
func TestReplaced(t *testing.T) {
	dst := make([]byte, 0, 4<<10)
	puzzle := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solution := "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	mirror := func(line string) string {
		b := []byte(line)
		slices.Reverse(b)
		return string(b)
	}
	list := func(line string) string {
		return "[" + strings.Join(strings.Split(strings.ReplaceAll(line, ".", "0"), ""), ",") + "]"
	}
	zeros := strings.ReplaceAll(puzzle, ".", "0")
	for name, test := range map[string]struct{ text, want string }{
		"csv":       {"puzzle,solution,id\n" + puzzle + "," + solution + ",7\n", mirror(puzzle) + "," + mirror(solution) + ",7\n"},
		"zeros":     {"id,puzzle,solution\n7," + zeros + "," + solution + "\n", "7," + mirror(zeros) + "," + mirror(solution) + "\n"},
		"quoted":    {"puzzle,name\n" + puzzle + ",\"a, b\"\n", mirror(puzzle) + ",\"a, b\"\n"},
		"no header": {puzzle + "," + solution + "\n", mirror(puzzle) + "," + mirror(solution) + "\n"},
		"tabs":      {"puzzle\tsolution\n" + puzzle + "\t" + solution + "\n", mirror(puzzle) + "\t" + mirror(solution) + "\n"},
		"json": {
			`{"id":7,"puzzle":"` + puzzle + `","solution":"` + solution + "\"}\n",
			`{"id":7,"puzzle":"` + mirror(puzzle) + `","solution":"` + mirror(solution) + "\"}\n",
		},
		"lists": {
			`{"puzzle":` + list(puzzle) + `,"solution":` + list(solution) + "}\n",
			`{"puzzle":` + list(mirror(puzzle)) + `,"solution":` + list(mirror(solution)) + "}\n",
		},
		"a column each": {
			strings.Join(numbered("c"), ",") + "\n" + strings.Join(strings.Split(zeros, ""), ",") + "\n",
			strings.Join(strings.Split(mirror(zeros), ""), ",") + "\n",
		},
	} {
		from, err := DetectWith([]byte(test.text), true, 0, model.Hints{Rows: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		to, _, err := from.Target(0, nil, Form{})
		if err != nil {
			t.Fatal(err)
		}
		framer := from.NewFramer()
		at, end := framer.Cut(new(model.Records), []byte(test.text), true)
		if at == end {
			at, end = end, len(test.text)
		}
		text := []byte(test.text)[at:end]
		var records model.Records
		from.Decode(&records, text)
		if records.N != 1 || len(records.Cells) != 81 {
			t.Errorf("%s: %d records, %v", name, records.N, records.Faults)
			continue
		}
		slices.Reverse(records.Cells)
		row := Row{From: from, Record: text[records.Spans[0].From:records.Spans[0].To], Cells: records.Cells, Replaced: true}
		row.Solution = make([]uint8, 81)
		if column, fault := from.GivenSolution(row.Solution, text, records.Spans[0], new(model.Fields)); column == 0 || fault != nil {
			row.Solution = nil
		}
		slices.Reverse(row.Solution)
		var w RowWriter
		if got := string(w.Append(nil, to, &row)); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", name, got, test.want)
		}
		if allocs := testing.AllocsPerRun(10, func() { w.Append(dst, to, &row) }); allocs > 0 {
			t.Errorf("%s: %v allocations", name, allocs)
		}
	}
}

func numbered(name string) (names []string) {
	for i := range 81 {
		names = append(names, name+string(rune('a'+i/9))+string(rune('a'+i%9)))
	}
	return names
}
