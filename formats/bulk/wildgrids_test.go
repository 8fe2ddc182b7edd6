package bulk

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rareGridFiles are grids in rare styles, which are tried only if the usual styles find
// nothing.
var rareGridFiles = map[string]drawing{
	"spaces in boxes":            {digits: " 123456789", cell: "%1s", between: " ", box: " | ", row: "| %s |", rule: "+-------+-------+-------+\n", from: "+-------+-------+-------+\n", to: "+-------+-------+-------+\n\n"},
	"spaces in boxes, no frame":  {digits: " 123456789", cell: "%1s", between: " ", box: " | ", rule: "------+-------+------\n", to: "\n"},
	"spaces in boxes, packed":    {digits: " 123456789", cell: "%1s", box: "|", rule: "---+---+---\n", to: "\n"},
	"spaces in boxes, lines":     {digits: " 123456789", cell: "%1s", between: " ", box: " │ ", row: "│ %s │", rule: "├───────┼───────┼───────┤\n", from: "┌───────┬───────┬───────┐\n", to: "└───────┴───────┴───────┘\n"},
	"spaces in boxes, indented":  {digits: " 123456789", cell: "%1s", between: " ", box: "|", row: "  |%s|", rule: "  |-----+-----+-----|\n", to: "\n"},
	"spaces between lines":       {digits: " 123456789", cell: "%1s", between: " │ ", box: " ║ ", row: "║ %s ║", rule: "╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣\n", from: "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗\n", to: "╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝\n"},
	"a head that counts":         {digits: withZero, between: ",", from: "0,1,2,3,4,5,6,7,8\n", to: "\n"},
	"a head that counts from 1":  {digits: dots, between: " ", box: " | ", from: "1 2 3   4 5 6   7 8 9\n", to: "\n"},
	"a head above empty fields":  {digits: " 123456789", between: ",", from: "0,1,2,3,4,5,6,7,8\n", to: "\n"},
	"floats below a head":        {digits: withZero, cell: "%s.0", between: ",", from: "0,1,2,3,4,5,6,7,8\n", to: "\n"},
	"floats without a fraction.": {digits: withZero, cell: "%s.", between: ",", from: "1,2,3,4,5,6,7,8,9\n", to: "\n"},
}

// TestSizeAboveGrid has the size of a grid, or of its boxes in two numbers, above the grid. Any other
// number above grids counts them.
func TestSizeAboveGrid(t *testing.T) {
	t.Parallel()
	spaced := drawing{digits: withZero, between: " "}
	one := spaced.draw(wild9[:1])
	for _, size := range []string{"9\n", "\n 9\r\n\n", "9 9\n", "3 3\n"} {
		checkWild(t, strconv.Quote(size), Grid, size+one, wild9[:1])
	}
	boxes := drawing{digits: withZero, between: " ", rule: "\n"}
	checkWild(t, "blank lines between boxes", Grid, "9\n"+boxes.draw(wild9[:1]), wild9[:1])
	rows := drawing{digits: "16", between: " "}
	checkWild(t, "order 16", Grid, "16\n"+rows.draw(wild16[:1]), wild16[:1])
	checkWild(t, "three blocks", Hiho, "3\n"+spaced.draw(wild9[:3]), wild9[:3])
	for _, text := range []string{"2\n" + one, "9\n" + one + one, "9\n" + one[:18*8], "1\n" + one + one} {
		if form, err := Detect([]byte(text), true, 0); form != hiho9 || err != nil {
			t.Errorf("%v, %v, want %v of\n%s", form, err, hiho9, text)
		}
	}
	large := strings.Repeat(strings.Repeat("0 ", 24)+"25\n", 25)
	for _, size := range []string{"25\n", "5\n"} {
		if _, err := Detect([]byte(size+large), true, 0); err == nil || err.Error() != "25×25: this size must be named" {
			t.Errorf("%q: %v", size, err)
		}
	}
}

// TestEmptyGrids checks that grids without a clue are puzzles.
func TestEmptyGrids(t *testing.T) {
	t.Parallel()
	empty := []string{strings.Repeat(".", 81)}
	for name, d := range map[string]drawing{
		"zeros":         {digits: withZero, between: " "},
		"leading blank": {digits: withZero, between: " ", row: " %s"},
		"boxes":         {digits: withZero, between: " ", box: "   ", rule: "\n", to: "\n"},
		"packed":        {digits: withZero},
		"commas":        {digits: withZero, between: ", "},
	} {
		checkWild(t, name, Grid, d.draw(empty), empty)
		checkWild(t, name+", and another", Grid, d.draw([]string{empty[0], wild9[0]}), []string{empty[0], wild9[0]})
	}
}

// TestRareFaults checks that a character at a wrong place makes only its own grid
// malformed.
func TestRareFaults(t *testing.T) {
	t.Parallel()
	boxes := rareGridFiles["spaces in boxes"]
	head := rareGridFiles["a head that counts"].draw(wild9[:3])
	for name, text := range map[string]string{
		"a cell between places": strings.Replace(boxes.draw(wild9[:3]), "| 9     ", "| 9  1  ", 1),
		"a row below a head":    strings.Replace(head, "7,0,0,0,4,0,0,0,6\n", "", 1),
	} {
		form, err := Detect([]byte(text), true, 0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := slices.DeleteFunc(strings.Split(readWhole(form, []byte(text)), "\n"), func(line string) bool { return len(line) != 81 })
		if !slices.Equal(got, wild9[1:3]) {
			t.Errorf("%s: %v reads as\n%s", name, form, readWhole(form, []byte(text)))
		}
	}
}
