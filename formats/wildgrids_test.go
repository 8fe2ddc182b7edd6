package formats

import (
	"fmt"
	"regexp"
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
	"spaces in lines":            {digits: " 123456789", cell: "%1s", to: "\n"},
	"spaces in lines, titles":    {digits: " 123456789", cell: "%1s", from: "Grid %02d\n"},
	"spaces in lines, spread":    {digits: " 123456789", cell: "%1s", between: " ", from: "puzzle %d\n\n", to: "\n\n"},
	"spaces in lines of boxes":   {digits: " 123456789", cell: "%1s", box: " ", rule: "\n", to: "\n\n"},
	"spaces in spread boxes":     {digits: " 123456789", cell: "%1s", between: " ", box: "  ", to: "\n"},
	"YAML":                       {digits: dots, row: "    - %s", from: "- id: %d\n  grid:\n"},
	"YAML, quoted":               {digits: withZero, row: "  - \"%s\"", from: "puzzle%d:\n"},
	"YAML, spaced":               {digits: withZero, between: " ", row: "- %s", from: "# %d\n", to: "\n"},
	"spaces between lines":       {digits: " 123456789", cell: "%1s", between: " │ ", box: " ║ ", row: "║ %s ║", rule: "╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣\n", from: "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗\n", to: "╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝\n"},
	"lists of Python's":          {digits: dots, row: `    list("%s"),`, from: "grid%d = [\n", to: "]\n"},
	"Prolog":                     {digits: "_123456789", between: ",", row: "  [%s],", from: "problem(%d, P) :-\n P = [\n", to: "].\n"},
	"Prolog, a list of lists":    {digits: "_123456789", between: ",", row: "            [%s],", from: "problem(%d, [\n", to: "]).\n"},
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
	places := drawing{digits: " 123456789ABCDEFG", cell: "%1s", to: "\n"}
	checkWild(t, "order 16 in lines", Grid, places.draw(wild16), wild16)
	places.digits = " 123456789"
	cut := regexp.MustCompile(`(?m)([0-9]) +$`).ReplaceAllString(places.draw(wild9), "$1")
	checkWild(t, "lines cut off", Grid, cut, wild9)
}

// labelled draws puzzles with a head over each, and the label before its rows that
// follows from their number.
func labelled(puzzles []string, head string, label func(row int) string, d drawing) string {
	var b strings.Builder
	for _, p := range puzzles {
		b.WriteString(head)
		for i, row := range strings.Split(strings.TrimSpace(d.draw([]string{p})), "\n") {
			b.WriteString(label(i) + row + "\n")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestLabelledRows(t *testing.T) {
	t.Parallel()
	number := func(first int, format string) func(int) string {
		return func(row int) string { return fmt.Sprintf(format, row+first) }
	}
	letter := func(row int) string { return string(rune('A'+row)) + " | " }
	for name, text := range map[string]string{
		"letters and numbers": labelled(wild9, "    1 2 3   4 5 6   7 8 9\n  +-------+\n", letter, drawing{digits: dots, between: " ", box: " | "}),
		"rows and columns":    labelled(wild9, "   c1 c2 c3 c4 c5 c6 c7 c8 c9\n", number(1, "r%d  "), drawing{digits: dots, between: "  "}),
		"words":               labelled(wild9, "", number(1, "Row %d: "), drawing{digits: dots, between: " "}),
		"of pandas":           labelled(wild9, "   0  1  2  3  4  5  6  7  8\n", number(0, "%d  "), drawing{digits: withZero, between: "  "}),
		"of R":                labelled(wild9, "      [,1] [,2] [,3] [,4] [,5] [,6] [,7] [,8] [,9]\n", number(1, " [%d,]    "), drawing{digits: withZero, between: "    "}),
		"of a table":          labelled(wild9, ",0,1,2,3,4,5,6,7,8\n", number(0, "%d,"), drawing{digits: withZero, between: ","}),
		"of a sparse table":   labelled(wild9, ",c1,c2,c3,c4,c5,c6,c7,c8,c9\n", number(0, "%d,"), drawing{digits: " 123456789", between: ","}),
	} {
		checkWild(t, name, Grid, text, wild9)
	}
}

// TestPrologLists has the first row behind the name of a clause, blank as it may be, and
// the end of the clause behind the last.
func TestPrologLists(t *testing.T) {
	t.Parallel()
	puzzles := []string{strings.Repeat(".", 9) + wild9[1][9:], wild9[0]}
	rows := drawing{digits: "_123456789", between: ",", row: "  [%s],"}
	var clauses strings.Builder
	for i, p := range puzzles {
		fmt.Fprintf(&clauses, "problem(%d, [%s]).\n", i+1, strings.Trim(rows.draw([]string{p}), " ,\n"))
	}
	checkWild(t, "clauses", Grid, clauses.String(), puzzles)
}

// TestRareGridsInPieces cuts grids everywhere: heads and labels must count as in one
// piece.
func TestRareGridsInPieces(t *testing.T) {
	t.Parallel()
	texts := map[string]string{
		"labels": labelled(wild9[:2], "   0  1  2  3  4  5  6  7  8\n", func(row int) string { return fmt.Sprintf("%d  ", row) }, drawing{digits: withZero, between: "  "}),
	}
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

// TestPencilMarks reads cells with the marks of a player as blanks.
func TestPencilMarks(t *testing.T) {
	t.Parallel()
	marks := []string{"12", "123456789", "u7", "789"}
	var saved, boxed strings.Builder
	for i, b := range wild9[2] {
		cell := string(b)
		if b == '.' {
			cell = marks[i%len(marks)]
		}
		saved.WriteString(cell + []string{" ", "\n"}[min(i%9/8, 1)])
		boxed.WriteString(strings.Repeat("| ", (9-i%3)/9) + fmt.Sprintf("%-9s ", strings.TrimPrefix(cell, "u")) + strings.Repeat("|\n", i%9/8))
	}
	checkWild(t, "SadMan", Grid, saved.String(), wild9[2:3])
	want := []byte(wild9[2])
	for i := range want {
		if want[i] == '.' && marks[i%len(marks)] == "u7" {
			want[i] = '7'
		}
	}
	checkWild(t, "boxes", Grid, ".----.\n"+boxed.String()+"'----'\n", []string{string(want)})
}

// TestRareFaults wants what is at the wrong place to make its grid malformed, and no
// other.
func TestRareFaults(t *testing.T) {
	t.Parallel()
	boxes := rareGridFiles["spaces in boxes"]
	places := rareGridFiles["spaces in lines"]
	rows := labelled(wild9[:3], "", func(row int) string { return fmt.Sprintf("%d  ", row+1) }, drawing{digits: dots, between: " "})
	head := rareGridFiles["a head that counts"].draw(wild9[:3])
	for name, text := range map[string]string{
		"a cell between places": strings.Replace(boxes.draw(wild9[:3]), "| 9     ", "| 9  1  ", 1),
		"a cell too many":       strings.Replace(places.draw(wild9[:3]), " 7 6  9  \n", " 7 6  9  1\n", 1),
		"a space less":          strings.Replace(places.draw(wild9[:3]), " 7 6  9  \n", " 7 6 9  \n", 1),
		"a letter":              strings.Replace(places.draw(wild9[:3]), " 7 6  9  \n", " 7 6 a9  \n", 1),
		"a wrong label":         strings.Replace(rows, "\n3  ", "\n5  ", 1),
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
