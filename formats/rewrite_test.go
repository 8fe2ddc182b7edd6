package formats

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// TestReplaced wants cells and solutions that take the place of a record's to be
// written as those were, whatever stands between cells, and all else to stay.
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
		from, err := DetectWith([]byte(test.text), true, 0, Hints{Rows: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		to, _, err := from.Target(0, nil, Form{})
		if err != nil {
			t.Fatal(err)
		}
		framer := from.NewFramer()
		at, end := framer.Cut([]byte(test.text), true)
		if at == end {
			at, end = end, len(test.text)
		}
		text := []byte(test.text)[at:end]
		var records Records
		from.Decode(&records, text)
		if records.N != 1 || len(records.Cells) != 81 {
			t.Errorf("%s: %d records, %v", name, records.N, records.Faults)
			continue
		}
		slices.Reverse(records.Cells)
		row := Row{From: from, Record: text[records.Spans[0].From:records.Spans[0].To], Cells: records.Cells, Replaced: true}
		row.Solution = make([]uint8, 81)
		if column, fault := from.GivenSolution(row.Solution, row.Record, new(Fields)); column == 0 || fault != nil {
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

// TestLongBlank has a blank cell that is written at length: others are not.
func TestLongBlank(t *testing.T) {
	t.Parallel()
	a := cells.NewAlphabet(9, "1-9", ".0")
	f := Form{Kind: CSV, Order: 9, Layout: &Layout{CellColumns: 1, Solution: -1, alphabet: a}}
	value := "0." + strings.Repeat("0", 1000) + strings.Repeat(" 0", 80)
	w := RowWriter{fields: Fields{Values: [][]byte{[]byte(value)}}}
	w.replaceGrid(f, 0, make([]uint8, 81))
	if got := string(w.fields.Values[0]); got != strings.TrimSpace(strings.Repeat("0 ", 81)) {
		t.Errorf("%d bytes: %.100s", len(got), got)
	}
}

// TestReplacedIsReadBack wants cells that were put into a value, however that
// writes them, to be read back, and what stands between them to stay.
func TestReplacedIsReadBack(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	numbers := func(cells []uint8, first int, blank, between string) string {
		var texts []string
		for _, cell := range cells {
			if cell == 0 {
				texts = append(texts, blank)
			} else {
				texts = append(texts, strconv.Itoa(int(cell)-1+first))
			}
		}
		return strings.Join(texts, between)
	}
	random := func(size, order int) []uint8 {
		cells := make([]uint8, size)
		for i := range cells {
			if r.IntN(3) > 0 {
				cells[i] = uint8(1 + r.IntN(order))
			}
		}
		cells[0], cells[1], cells[2] = uint8(order), 0, 1
		return cells
	}
	rows := func(cells []uint8, a *cells.Alphabet) string {
		var text string
		for order := a.Order; len(cells) > 0; cells = cells[order:] {
			text += string(a.AppendCells(nil, cells[:order])) + " / "
		}
		return text
	}
	for name, test := range map[string]struct {
		alphabet *cells.Alphabet
		write    func(cells []uint8) string
	}{
		"cells":             {cells.NewAlphabet(9, "1-9", ".0"), func(c []uint8) string { return strings.ReplaceAll(numbers(c, 1, "0", ""), ".", "0") }},
		"list":              {cells.NewAlphabet(9, "1-9", ".0"), func(c []uint8) string { return "[[" + numbers(c, 1, "null", "], [") + "]]" }},
		"spaces":            {cells.NewAlphabet(9, "1-9", ".0_"), func(c []uint8) string { return numbers(c, 1, "_", " ") }},
		"rows":              {cells.NewAlphabet(9, "1-9", ".0"), func(c []uint8) string { return rows(c, cells.NewAlphabet(9, "1-9", ".0")) }},
		"16 letters":        {cells.NewAlphabet(16, cells.DigitsAP, ".-"), func(c []uint8) string { return rows(c, cells.NewAlphabet(16, cells.DigitsAP, ".")) }},
		"16 1-G":            {cells.NewAlphabet(16, cells.Digits1G, ".0"), func(c []uint8) string { return rows(c, cells.NewAlphabet(16, cells.Digits1G, ".")) }},
		"16 0-F":            {cells.NewAlphabet(16, cells.Digits0F, "."), func(c []uint8) string { return rows(c, cells.NewAlphabet(16, cells.Digits0F, ".")) }},
		"16 numbers":        {cells.NewAlphabet(16, cells.Digits1G, ".0"), func(c []uint8) string { return numbers(c, 1, "0", ", ") }},
		"16 numbers from 0": {cells.NewAlphabet(16, cells.Digits0F, "."), func(c []uint8) string { return numbers(c, 0, ".", ",") }},
	} {
		for range 20 {
			size := test.alphabet.Order * test.alphabet.Order
			before, after, read := random(size, test.alphabet.Order), random(size, test.alphabet.Order), make([]uint8, size)
			f := Form{Kind: CSV, Order: test.alphabet.Order, Layout: &Layout{CellColumns: 1, Solution: -1, alphabet: test.alphabet}}
			value := test.write(before)
			w := RowWriter{fields: Fields{Values: [][]byte{[]byte(value)}}, grids: make([]byte, 0, 4<<10)}
			w.replaceGrid(f, 0, after)
			got := string(w.fields.Values[0])
			if want := test.write(after); got != want {
				t.Fatalf("%s: in place of\n%s\ngot\n%s\nwant\n%s", name, value, got, want)
			}
			if fault := test.alphabet.Read(read, []byte(got)); fault.Err != nil || !slices.Equal(read, after) {
				t.Fatalf("%s: %v\n%s", name, fault.Err, got)
			}
		}
	}
}
