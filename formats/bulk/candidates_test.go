package bulk_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

var candidates9 = bulk.Form{Kind: bulk.Candidates, Order: 9}

// candidateReadings returns lists and grids of candidates with faults, and files that are none, although their rows have nine numbers.
func candidateReadings() (all []reading) {
	list, grid := formtest.Sample(bulk.Candidates, "list", 1), formtest.Sample(bulk.Candidates, "HoDoKu", 1)
	rows, solved := strings.SplitAfter(grid, "\n"), ""
	for _, digit := range grids["$1"] {
		solved += strings.Repeat(".", int(digit-'1')) + string(digit) + strings.Repeat(".", int('9'-digit))
	}
	for _, r := range []reading{
		{name: "a cut list", file: list[:700] + "§\n" + list, want: "§: 700 of 729 cells @1"},
		{name: "a list cut to 81", file: list + list[:81] + "§\n" + list, want: "@1 §: 81 of 729 cells @1"},
		{name: "a long list", file: list[:729] + "§.\n" + list, want: "§: more than 729 cells @1"},
		{name: "a bad byte in a list", file: list[:99] + "§x" + list[100:] + list, want: "§: bad cell 'x' @1"},
		{name: "a digit in other place", file: list + list[:18] + "§3" + list[19:], want: "@1 §: bad cell '3'"},
		{name: "text after a list", file: list[:729] + "§x\n" + list, want: "§: bad cell 'x' @1"},
		{name: "a bad row", file: grid + rows[0] + strings.Join(rows[1:6], "") + strings.Replace(rows[6], "| ", "| §x", 1) + strings.Join(rows[7:], ""), want: "@1 §: bad cell 'x'"},
		{name: "a digit twice", file: grid + rows[1] + "| 1 3 4§4 | 1 2 3 | 4 5 6 |\n" + strings.Join(rows[3:], ""), want: "@1 §: bad cell '4'"},
		{name: "ten cells in a row", file: grid + rows[1] + "| 1 3 4 | 1 2 3 | 4 5 6 §7|\n" + strings.Join(rows[3:], ""), want: "@1 §: more than 9 cells"},
		{name: "eight cells in a row", file: grid + rows[1] + "1 3 4 1 2 3 4 5§\n" + strings.Join(rows[3:], ""), want: "@1 §: 8 of 9 cells"},
		{name: "eight rows", file: grid + strings.Join(rows[1:10], "") + strings.TrimSuffix(rows[10], "\n") + "§\n\nnext\n" + grid, want: "@1 §: 8 of 9 rows @1"},
		{name: "a cut grid", file: grid + "1 2 3 4 5 6 7 8 9§", want: "@1 §: 1 of 9 rows"},
		{name: "only a cut grid", file: strings.Join(rows[1:10], "") + strings.TrimSuffix(rows[10], "\n") + "§", want: "§: 8 of 9 rows"},
		{name: "a list in a grid", file: "1 2 3 4 5 6 7 8 9§\n" + list, want: "§: 1 of 9 rows @1"},
		{name: "a puzzle", file: list + "§" + "@1" + "\n" + list, want: "@1 §: looks like a grid, but is not read @1"},
		{name: "a solution", file: solved + "\n", want: "$1"},
		{name: "a long line", file: grid + rows[1] + strings.Repeat(" ", 4096) + "§ " + rows[2] + strings.Join(rows[3:], ""), want: "@1 §: line longer than 4096 bytes"},
	} {
		r.form = bulk.Candidates
		all = append(all, r)
	}
	return append(all, []reading{
		{name: "rows of numbers", file: strings.Repeat(" 12 345 6 | 78 9 1 | 23 4 5679\n", 9), want: "error: unknown form"},
		{name: "one row of candidates", file: rows[1], want: "error: unknown form"},
		{name: "a spaced solution", file: rowsOf(grids["$1"], " "), want: "$1"},
	}...)
}

// TestNoClues refuses candidates where clues are wanted.
func TestNoClues(t *testing.T) {
	for _, err := range bulk.Puzzles(strings.NewReader(formtest.Sample(bulk.Candidates, "list", 1)), model.Hints{}) {
		if !errors.Is(err, bulk.ErrCandidates) {
			t.Error(err)
		}
	}
}

// TestMeansClues wants the candidates of clues to mean these, and no others.
func TestMeansClues(t *testing.T) {
	t.Parallel()
	var r model.Records
	candidates9.Decode(&r, candidates9.AppendPuzzle(nil, cellsOf(t, formtest.Puzzles[0])))
	if !slices.Equal(r.Cells, cellsOf(t, formtest.Puzzles[0])) || !bulk.MeansClues(r.Candidates) {
		t.Fatalf("the candidates of a puzzle mean %v", r.Cells)
	}
	cell := slices.Index(r.Cells, 0)
	for digit := range 9 {
		seen := false
		for other, clue := range r.Cells {
			sees := other/9 == cell/9 || other%9 == cell%9 || other/27 == cell/27 && other%9/3 == cell%9/3
			seen = seen || sees && int(clue) == digit+1
		}
		masks := slices.Clone(r.Candidates)
		masks[cell] &^= 1 << digit
		if bulk.MeansClues(masks) != seen {
			t.Errorf("without %d in cell %d: %v", digit+1, cell, !seen)
		}
	}
}

// cellsOf returns the cells of a line.
func cellsOf(t *testing.T, line string) []uint8 {
	t.Helper()
	var r model.Records
	line9.Decode(&r, []byte(line+"\n"))
	if len(r.Cells) != 81 {
		t.Fatalf("%q is no puzzle", line)
	}
	return r.Cells
}
