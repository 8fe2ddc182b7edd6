package formats

import (
	"slices"
	"strings"
	"testing"
)

// rareGridFiles are grids in ways that are tried where the usual ones show none.
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

func TestRareGridFiles(t *testing.T) {
	t.Parallel()
	for name, d := range rareGridFiles {
		checkWild(t, name, Grid, d.draw(wild9), wild9)
		checkWild(t, name+", one", Grid, d.draw(wild9[:1]), wild9[:1])
	}
	box := drawing{digits: " 123456789ABCDEFG", cell: "%1s", between: " ", box: " | ", row: "| %s |", to: "\n"}
	checkWild(t, "order 16 in boxes", Grid, box.draw(wild16), wild16)
}

// TestRareGridsInPieces cuts grids everywhere: heads must count as in one
// piece.
func TestRareGridsInPieces(t *testing.T) {
	t.Parallel()
	texts := map[string]string{}
	for name, d := range rareGridFiles {
		texts[name] = d.draw(wild9[:2])
	}
	for name, text := range texts {
		form, err := Detect([]byte(text), true, 0)
		if err != nil {
			t.Fatal(err)
		}
		want := readWhole(form, []byte(text))
		for cut := range text {
			if got := readPieces(form, []byte(text), true, cut); got != want {
				t.Fatalf("%s, cut at %d:\n%s\nwant\n%s", name, cut, got, want)
			}
		}
	}
}

// TestRareFaults wants what is at the wrong place to make its grid malformed, and no
// other.
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
