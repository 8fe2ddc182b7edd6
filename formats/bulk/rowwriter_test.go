package bulk

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestLongBlank replaces cells in a record with one very long blank. The other blanks must
// not be as long.
func TestLongBlank(t *testing.T) {
	t.Parallel()
	a := cells.NewAlphabet(9, "1-9", ".0")
	f := form.NewInfo(9)
	f.Cells = a
	value := "0." + strings.Repeat("0", 1000) + strings.Repeat(" 0", 80)
	w := RowWriter{fields: model.Fields{Values: [][]byte{[]byte(value)}}}
	w.replaceGrid(&f, 0, make([]uint8, 81))
	if got := string(w.fields.Values[0]); got != strings.TrimSpace(strings.Repeat("0 ", 81)) {
		t.Errorf("%d bytes: %.100s", len(got), got)
	}
}

// TestReplacedIsReadBack replaces the cells of a value in any notation. The new cells must
// read back, and the text between cells must not change.
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
			f := form.NewInfo(test.alphabet.Order)
			f.Cells = test.alphabet
			value := test.write(before)
			w := RowWriter{fields: model.Fields{Values: [][]byte{[]byte(value)}}, grids: make([]byte, 0, 4<<10)}
			w.replaceGrid(&f, 0, after)
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
