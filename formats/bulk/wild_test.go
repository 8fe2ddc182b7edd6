package bulk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

var errSeveral, errArrays, errDeepArrays = form.ErrSeveral, form.ErrArrays, form.ErrDeepArrays

// wild9 are the puzzles in the files below. wild16 are puzzles of order 16.
var (
	wild9 = []string{
		".7.6..9.........7..3..1.5.4.8.76...97...4...62...91.8.5.6.3..9..4.........1..8.4.",
		"..6...4..71.4..85.9..8.....24.7.9.....8...9.....5.6.24.....8..9.29..5.81..1...7..",
		"..783..9.3....7........9..2.53.6...19..1.3..88...9.63.5..9........5....7.6..245..",
		"..7..9....6..1.27..3.6....96.....1...5..8..9...8.....78....5.3..75.4..2....2..6..",
		"....854.....61....7.8..23..9.6....4.12.....56.5....1.3..27..6.8....26.....519....",
		".1...28..4......7...8.3..5...6.7...4.27...68.8...6.5...8..4.3...5......9..95...6.",
	}
	wild16 = makeWild16()
)

// makeWild16 returns puzzles in which every digit occurs.
func makeWild16() []string {
	var puzzles []string
	for n := range 5 {
		grid := make([]uint8, 256)
		for i := range grid {
			if (i*7+n*5+i/16)%3 == 0 {
				grid[i] = uint8((i*5+n+i/16*3)%16) + 1
			}
		}
		puzzles = append(puzzles, string(cells.AppendCells(nil, grid)))
	}
	return puzzles
}

// A drawing says how to write a puzzle.
type drawing struct {
	digits   string
	cell     string // the format of a cell; "": the glyph alone
	between  string // between cells
	box      string // between boxes, instead of between
	rule     string // between rows of boxes
	row      string // the format of a row; "": the cells alone
	from, to string // before the grid, with its number if there is a verb, and after it
}

const (
	dots     = ".123456789"
	withZero = "0123456789"
	aToP     = ".ABCDEFGHIJKLMNOP"
	oneG     = ".123456789ABCDEFG"
	zeroF    = ".0123456789ABCDEF"
)

// lostCell in a puzzle is a cell that its drawing lacks.
const lostCell = '!'

// draw returns puzzles, one after the other.
func (d drawing) draw(puzzles []string) string {
	var b strings.Builder
	for n, p := range puzzles {
		shape := geometry.OfCells(len(p))
		order := shape.Side()
		if strings.Contains(d.from, "%") {
			fmt.Fprintf(&b, d.from, n+1)
		} else {
			b.WriteString(d.from)
		}
		for r := range order {
			if r > 0 && r%shape.Rows == 0 {
				b.WriteString(d.rule)
			}
			row, before := "", ""
			for c, have := 0, 0; c < order; c++ {
				if c > 0 && c%shape.Columns == 0 && d.box != "" {
					before = d.box
				} else if before == "" && have > 0 {
					before = d.between
				}
				if p[r*order+c] == lostCell {
					continue
				}
				have++
				cell := d.glyph(p[r*order+c])
				if d.cell != "" {
					cell = fmt.Sprintf(d.cell, cell)
				}
				row, before = row+before+cell, ""
			}
			if d.row != "" {
				row = fmt.Sprintf(d.row, row)
			}
			b.WriteString(row + "\n")
		}
		b.WriteString(d.to)
	}
	return b.String()
}

// glyph returns a cell of a puzzle in the form Line in the drawing's digits. With digits
// "16" it is a number.
func (d drawing) glyph(b byte) string {
	value := 0
	switch {
	case b >= 'A':
		value = int(b-'A') + 1
	case b != '.':
		value = int(b - '0')
	}
	switch digits := []rune(d.digits); {
	case d.digits == "16":
		return fmt.Sprint(value)
	case value == 0 && digits[0] == ' ':
		return ""
	default:
		return string(digits[value])
	}
}

// gridFiles are files of the form Grid.
var gridFiles = map[string]drawing{
	"packed":                  {digits: dots, to: "\n"},
	"packed zeros, abutting":  {digits: withZero},
	"CRLF":                    {digits: withZero, row: "%s\r", to: "\r\n"},
	"titles":                  {digits: withZero, from: "Grid %02d\n"},
	"titles with a number":    {digits: withZero, from: "Sudoku #%d\n", to: "\n"},
	"titles of dates":         {digits: dots, from: "2026-11-2%d\n"},
	"titles of stars":         {digits: dots, from: "*** puzzle %d ***\n\n"},
	"numbers as titles":       {digits: dots, from: "%d\n"},
	"titles with digits":      {digits: dots, from: "Puzzle 12345678%d\n"},
	"slashes":                 {digits: dots, from: "// number %d\n"},
	"underscores":             {digits: "_123456789", to: "\n"},
	"stars":                   {digits: "*123456789", to: "\n"},
	"x":                       {digits: "x123456789", to: "\n"},
	"X":                       {digits: "X123456789", between: " ", to: "\n"},
	"question marks":          {digits: "?123456789", between: " ", to: "\n"},
	"dashes":                  {digits: "-123456789", to: "\n"},
	"dashes and rules":        {digits: "-123456789", between: " ", box: " | ", rule: "------+-------+------\n", to: "\n"},
	"dashes and short rules":  {digits: "-123456789", box: "|", rule: "---+---+---\n", to: "\n"},
	"spaced dots":             {digits: dots, between: " ", to: "\n"},
	"spaced zeros, abutting":  {digits: withZero, between: " "},
	"tabs":                    {digits: withZero, between: "\t", to: "\n"},
	"commas":                  {digits: withZero, between: ","},
	"semicolons":              {digits: withZero, between: ";", to: "\n"},
	"spreadsheet":             {digits: " 123456789", between: ",", to: "\n"},
	"spreadsheet, no gaps":    {digits: " 123456789", between: ","},
	"spreadsheet, empty rows": {digits: " 123456789", between: ",", to: ",,,,,,,,,,\n"},
	"spreadsheet, tabs":       {digits: " 123456789", between: "\t", to: "\n"},
	"spreadsheet, semicolons": {digits: " 123456789", between: ";"},
	"quoted fields":           {digits: " 123456789", cell: `"%s"`, between: ",", to: "\n"},
	"bars":                    {digits: dots, box: "|", rule: "---+---+---\n", to: "\n"},
	"simple sudoku":           {digits: dots, box: "|", rule: "-----------\n", to: "\n"},
	"boxes":                   {digits: dots, between: " ", box: " | ", row: "| %s |", rule: "+-------+-------+-------+\n", from: "+-------+-------+-------+\n", to: "+-------+-------+-------+\n\n"},
	"boxes, abutting":         {digits: dots, between: " ", box: " | ", row: "| %s |", rule: "|-------+-------+-------|\n", from: "+-------+-------+-------+\n", to: "+-------+-------+-------+\n"},
	"boxes of stars":          {digits: dots, box: "|", row: "|%s|", rule: "|---+---+---|\n", from: "*-----------*\n", to: "*-----------*\n\n\n"},
	"boxes of dots":           {digits: dots, between: " ", box: " | ", row: "| %s |", rule: ":-------+-------+-------:\n", from: ".-------.-------.-------.\n", to: "'-------'-------'-------'\n"},
	"double boxes":            {digits: withZero, between: " ", box: " || ", row: "|| %s ||", rule: "++=======++=======++=======++\n", to: "\n"},
	"colons":                  {digits: dots, between: " ", box: " : ", rule: "- - - - - - - - - - -\n", to: "\n"},
	"blanks between boxes":    {digits: dots, box: " ", rule: "\n", to: "\n\n"},
	"blank lines and titles":  {digits: dots, between: " ", box: "  ", rule: "\n", from: "No. %d\n"},
	"blank lines only":        {digits: dots, rule: "\n", to: "\n"},
	"box drawing":             {digits: dots, between: " ", box: " │ ", row: "│ %s │", rule: "├───────┼───────┼───────┤\n", from: "┌───────┬───────┬───────┐\n", to: "└───────┴───────┴───────┘\n"},
	"double box drawing":      {digits: dots, between: " │ ", box: " ║ ", row: "║ %s ║", rule: "╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣\n", from: "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗\n", to: "╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝\n\n"},
	"a rule after each row":   {digits: " 123456789", cell: "%1s", between: " | ", row: "| %s |\n+---+---+---+---+---+---+---+---+---+", from: "+---+---+---+---+---+---+---+---+---+\n", to: "\n"},
	"middle dots":             {digits: "·123456789", between: " ", to: "\n"},
	"wide digits":             {digits: "□１２３４５６７８９", to: "\n"},
	"indented code":           {digits: dots, row: "    \"%s\",", from: "grid = [\n", to: "]\n\n"},
	"C":                       {digits: withZero, between: ",", row: "  {%s},", from: "int grid%d[9][9] = {\n", to: "};\n\n"},
	"C, spaced":               {digits: withZero, between: ", ", row: "\t{ %s },", from: "int grid%d[9][9] = {\n", to: "};\n"},
	"Python":                  {digits: withZero, between: ", ", row: "    [%s],", from: "puzzle%d = [\n", to: "]\n"},
	"Python, None":            {digits: withZero, between: ", ", row: "[%s],", from: "# puzzle %d\n", to: "\n"},
	"numpy":                   {digits: withZero, between: " ", row: " [%s]", from: "grid %d:\n", to: "\n"},
	"numpy of floats":         {digits: withZero, cell: "%s.", between: " ", row: " [%s]", to: "\n"},
	"floats of savetxt":       {digits: withZero, cell: "%s.000000000000000000e+00", between: " ", from: "grid %d:\n", to: "\n"},
	"markdown with numbers":   {digits: " 123456789", cell: "%1s", between: " | ", row: "| %s |", from: "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|\n", to: "\n"},
	"markdown with names":     {digits: " 123456789", cell: "%1s", between: " | ", row: "| %s |", from: "| a | b | c | d | e | f | g | h | i |\n|---|---|---|---|---|---|---|---|---|\n", to: "\n"},
	"LaTeX":                   {digits: " 123456789", cell: "%1s", between: "|", row: "|%s|.", from: "\\begin{sudoku}\n", to: "\\end{sudoku}\n"},
	"sections":                {digits: dots, from: "[Puzzle]\n", to: "[State]\n" + strings.Repeat("123456789\n", 9)},
	"SudoCue":                 {digits: dots, from: "#AName\n#B2026-11-2%d\n#DTests\n#L5\n"},
	"BBCode":                  {digits: dots, between: " ", box: " | ", from: "[b]Nr %d[/b]\n[code]\n", rule: "------+-------+------\n", to: "[/code]\n"},
	"one of many":             {digits: withZero, from: "Puzzle %d of 50, 24 clues\n=====\n", to: "=====\n"},
}

// gridFiles16 are files of order 16.
var gridFiles16 = map[string]drawing{
	"numbers":             {digits: "16", cell: "%2s", between: " ", to: "\n"},
	"numbers, abutting":   {digits: "16", between: " "},
	"numbers in boxes":    {digits: "16", cell: "%2s", between: " ", box: " | ", row: "| %s |", rule: "|-------------+-------------|\n", to: "\n"},
	"numbers and commas":  {digits: "16", between: ",", row: "[%s],", from: "Puzzle %d\n"},
	"1-G":                 {digits: oneG, to: "\n"},
	"1-G, zeros, spaced":  {digits: "0123456789ABCDEFG", between: " ", to: "\n"},
	"1-g in boxes":        {digits: strings.ToLower(oneG), box: "|", rule: "----+----+----+----\n", to: "\n"},
	"0-F":                 {digits: zeroF, to: "\n"},
	"0-f and dashes":      {digits: "-0123456789abcdef", between: " ", from: "Nr %d\n"},
	"0-F, empty fields":   {digits: " 0123456789ABCDEF", between: ",", to: "\n"},
	"A-P in boxes":        {digits: aToP, between: " ", box: " | ", rule: "--------+---------+---------+--------\n", to: "\n"},
	"A-P, titles":         {digits: aToP, from: "Nr %d\n"},
	"A-P, gaps in grids":  {digits: aToP, box: " ", rule: "\n", to: "\n\n"},
	"numbers in a table":  {digits: "16", between: " | ", row: "| %s |", from: "|" + strings.Repeat(" |", 16) + "\n|" + strings.Repeat("--|", 16) + "\n", to: "\n"},
	"numbers after count": {digits: "16", between: "\t", from: "", to: ""},
}

func TestGridFiles(t *testing.T) {
	t.Parallel()
	for name, d := range gridFiles {
		checkWild(t, name, Grid, d.draw(wild9), wild9)
		checkWild(t, name+", one", Grid, strings.TrimSuffix(d.draw(wild9[:1]), "\n"), wild9[:1])
	}
	for name, d := range gridFiles16 {
		checkWild(t, name, Grid, d.draw(wild16), wild16)
	}
	checkWild(t, "SPOJ", Grid, "6\n"+drawing{digits: withZero}.draw(wild9), wild9)
	checkWild(t, "SPOJ, order 16", Grid, "5\n"+drawing{digits: "16", between: " "}.draw(wild16), wild16)
}

// checkWild reads a file and compares its puzzles with want.
func checkWild(t *testing.T, name string, kind Kind, text string, want []string) {
	t.Helper()
	form, err := Detect([]byte(text), true, 0)
	if err != nil || form.Kind != kind {
		t.Errorf("%s: Detect = %v, %v", name, form, err)
		return
	}
	if got := readWhole(form, []byte(text)); got != strings.Join(want, "\n")+"\n" {
		t.Errorf("%s: %+v reads as\n%s\nof\n%.2000s", name, form.Layout, got, text)
	}
}

// sharedWild reads a file from the folder next to the project.
func sharedWild(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "wild", name))
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("%v: the shared files lie beside the project", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestSharedFiles reads the files of order 9 and 16 in the folder next to the project.
func TestSharedFiles(t *testing.T) {
	t.Parallel()
	for name, kind := range map[string]Kind{
		"euler.txt": Grid, "forum.txt": Grid, "spoj.txt": Grid, "simple.ss": Grid, "sudocue.sdk": Grid, "numbers16.txt": Grid,
		"hodoku.txt": Line, "rated-after.txt": Line, "bank.txt": Line, "one-to-g.txt": Line,
	} {
		want := "lines9.txt"
		if name == "numbers16.txt" || name == "one-to-g.txt" {
			want = "lines16.txt"
		}
		checkWild(t, name, kind, string(sharedWild(t, name)), strings.Split(strings.TrimSpace(string(sharedWild(t, want))), "\n"))
	}
}
