package bulk_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Forms and puzzles as lines, and rows.
var (
	line9  = bulk.Form{Kind: bulk.Line, Order: 9}
	line16 = bulk.Form{Kind: bulk.Line, Order: 16}
	hiho9  = bulk.Form{Kind: bulk.Hiho, Order: 9}
	grid16 = bulk.Form{Kind: bulk.Letters16, Order: 16}

	p9a   = strings.Repeat(".23456789", 9)
	p9b   = strings.Repeat("1.......0", 9)
	p16a  = strings.Repeat(".BCDEFGHIJKLMNOP", 16)
	empty = strings.Repeat(".", 81)
	row9  = "1 2 3 4 5 6 7 8 0\n"
	rowL  = "A-CDEFGHIJKLMNOP\n"
)

// A reading says what a small file must be read as.
type reading struct {
	in         bulk.Form   // the form; zero: it is detected
	name, file string      // @1, $1 and so on as in fill; § marks the places of faults
	kind       bulk.Kind   // that the user gives
	hints      model.Hints // that the user gives
	want       string      // the records: @1, $1, + for another grid, or PLACE: reason, where PLACE is a line or §; or "error: " and a part of it
	form       bulk.Kind   // 0: any
	columns    string      // the names of the columns of puzzles and solutions; "": any
}

// grids are the grids that readings name: @1 is a puzzle as a line, $1 its solution; & and % have these in rows.
// !1 is a solution of the first puzzle with two digits exchanged.
var grids = func() map[string]string {
	all := map[string]string{"@a": p9a, "@b": strings.ReplaceAll(p9b, "0", "."), "@A": p16a, "@0": empty}
	for i, p := range formtest.Puzzles {
		all[fmt.Sprint("@", i+1)], all[fmt.Sprint("$", i+1)] = p, formtest.Solutions[i]
	}
	return all
}()

// rowsOf returns a grid as rows with text between cells.
func rowsOf(grid, between string) (rows string) {
	for ; grid != ""; grid = grid[9:] {
		rows += strings.Join(strings.Split(grid[:9], ""), between) + "\n"
	}
	return rows
}

// listOf returns a grid as a list of numbers.
func listOf(grid string) string {
	return "[" + strings.Join(strings.Split(strings.ReplaceAll(grid, ".", "0"), ""), ",") + "]"
}

// nestedOf returns a grid as a list of lists.
func nestedOf(grid string) string {
	return "[" + strings.ReplaceAll(strings.TrimSuffix(listOf(rowsOf(grid, "")), ",\n]"), ",\n,", "],[") + "]]"
}

// fill replaces the names of grids in a text.
func fill(text string) string {
	pairs := []string{"!1", rowsOf(strings.NewReplacer("1", "2", "2", "1").Replace(grids["$1"]), "")}
	for name, grid := range grids {
		pairs = append(pairs, name, grid)
		if rows := map[byte]string{'@': "&", '$': "%"}[name[0]]; len(grid) == 81 {
			pairs = append(pairs, rows+name[1:], rowsOf(grid, ""))
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// spaced is a grid of nine rows with spaces between its cells.
func spaced(grid string) string { return rowsOf(strings.ReplaceAll(grid, ".", "0"), " ") }

// blanked is a puzzle in rows with another blank.
func blanked(blank string) string { return strings.ReplaceAll(fill("&2"), ".", blank) }

// boxed draws the boxes of a grid in rows.
func boxed(rows string) (drawn string) {
	for row := range strings.Lines(rows) {
		drawn += row[:3] + "|" + row[3:6] + "|" + row[6:]
	}
	return drawn
}

// sound is a grid of an order, from 4 to 16, in digits from 1 to G.
func sound(order int, between string) (grid string) {
	puzzles, _ := formtest.Grids(order, 1)
	for row := range slices.Chunk(puzzles[0], order) {
		var cells []string
		for _, cell := range row {
			cells = append(cells, ".123456789ABCDEFG"[cell:cell+1])
		}
		grid += strings.Join(cells, between) + "\n"
	}
	return grid
}

var (
	number  = regexp.MustCompile(`(?m)^\d+ \(row \d+\): `)
	rowOf   = regexp.MustCompile(`(?m)^\d+ \((row \d+)\): `)
	place   = regexp.MustCompile(`(^|\s)(\d+):\d+: `)
	anyGrid = regexp.MustCompile(`(?m)^[.0-9A-Z]{16,}$`)
)

// describe returns what formtest.Read returned as reading.want has it. rows says that faults have their rows, and
// columns that they have columns.
func describe(read string, rows, columns bool) string {
	if rows {
		read = rowOf.ReplaceAllString(read, "$1 ")
	}
	read = number.ReplaceAllString(read, "")
	for name, grid := range grids {
		read = strings.ReplaceAll(read, grid+"\n", name+"\n")
	}
	read = anyGrid.ReplaceAllString(read, "+")
	if !columns {
		read = place.ReplaceAllString(read, "$1$2: ")
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(read, "\n", " ")), " ")
}

// read returns the form of a file, and its records as reading.want has them.
func (r *reading) read(file []byte) (form bulk.Form, found string) {
	form = r.in
	if form.Kind == 0 {
		var err error
		if form, err = bulk.DetectWith(file, true, r.kind, r.hints); err != nil {
			return form, "error: " + err.Error()
		}
	}
	if r.form != 0 && form.Kind != r.form {
		return form, "read as " + form.String()
	}
	if columns := columnsOf(form); r.columns != "" && columns != r.columns {
		return form, "columns " + columns
	}
	return form, describe(formtest.Read(form, file), strings.Contains(r.want, "row "), strings.Contains(r.want, "§") || place.MatchString(r.want))
}

// columnsOf returns the names of the columns of puzzles and solutions.
func columnsOf(form bulk.Form) (names string) {
	if form.Layout == nil || len(form.Layout.Columns) == 0 {
		return ""
	}
	if names = form.Layout.Columns[form.Layout.Puzzle].Name; form.Layout.Solution >= 0 {
		names += " " + form.Layout.Columns[form.Layout.Solution].Name
	}
	return names
}

// allReadings returns all readings.
func allReadings() []reading {
	return slices.Concat(readings(), lineReadings(), gridReadings(), gridFaults(), hihoBounds(), tableReadings(), jsonReadings(), jsonFaults(), jsonBounds(), jsonTails(), xmlReadings(), candidateReadings(), otherReadings())
}

// TestReadings reads small files, whole and in pieces, with each kind of line ends.
func TestReadings(t *testing.T) {
	t.Parallel()
	for _, r := range allReadings() {
		t.Run(r.name, func(t *testing.T) { r.check(t) })
	}
}

// check checks a reading.
func (r *reading) check(t *testing.T) {
	plain, places := formtest.Mark(fill(r.file))
	want := r.want
	for _, place := range places {
		want = strings.Replace(want, "§", place, 1)
	}
	for _, ends := range []string{"\n", "\r\n", ""} {
		text := plain
		switch {
		case r.in.Kind != 0 && ends != "\n":
			continue
		case ends == "\r\n" && len(places) == 0 && !strings.Contains(plain, "\r") && !strings.HasPrefix(plain, "\x93"):
			text = strings.ReplaceAll(plain, "\n", ends)
		case ends == "":
			text = strings.TrimSuffix(plain, "\n")
		}
		form, got := r.read([]byte(text))
		if part, isError := strings.CutPrefix(want, "error: "); isError {
			if !strings.HasPrefix(got, "error: ") || !strings.Contains(got, part) {
				t.Errorf("ends %q: got %.300s, want %s", ends, got, want)
			}
			continue
		}
		if got != want {
			t.Errorf("ends %q: got %.300s, want %s\n%.1000s", ends, got, want, text)
			continue
		}
		if r.in.Kind == 0 && r.kind == 0 && r.form != bulk.Candidates && len(r.hints.Sizes) < 2 {
			if _, all := (&reading{in: form, want: "§"}).read([]byte(text)); r.iterate(text) != all {
				t.Errorf("ends %q: Puzzles reads %s, not %s", ends, r.iterate(text), all)
			}
		}
		rows, more := *r, *r
		rows.form, rows.columns, rows.hints.Rows, more.form, more.columns, more.hints.More = 0, "", true, 0, "", true
		_, byRows := rows.read([]byte(text))
		if _, byMore := more.read([]byte(text)); byRows != got || byMore != got {
			t.Errorf("ends %q: other records with their fields: %s, %s, not %s", ends, byRows, byMore, got)
		}
		if ends == "\n" && len(text) < 3000 {
			formtest.CheckSplits(t, form, []byte(text))
		} else {
			formtest.CheckCuts(t, form, []byte(text), uint16(len(text)/3), uint16(len(text)/2))
		}
	}
}

// iterate returns what Puzzles reads of a text, as reading.want has it.
func (r *reading) iterate(text string) string {
	var b strings.Builder
	for grid, err := range bulk.Puzzles(iotest.HalfReader(strings.NewReader(text)), r.hints) {
		if err == nil {
			b.WriteString(lineOf(grid))
		} else if fault, ok := errors.AsType[*model.SyntaxError](err); ok && fault.Record > 0 {
			fmt.Fprintf(&b, "%d (row %d): %v\n", fault.Record, fault.Row, fault)
		} else {
			fmt.Fprintln(&b, err)
		}
	}
	return describe(b.String(), false, true)
}
