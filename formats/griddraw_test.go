package formats

import (
	"fmt"
	"strings"
	"testing"
)

// titlesLikeRows are titles of grids, by their number, that read as rows or nearly so.
var titlesLikeRows = map[string]func(n int) string{
	"ratings":     func(int) string { return "7.1/1.2/1.2" },
	"dates":       func(n int) string { return fmt.Sprintf("%02d.01.2024", n) },
	"short dates": func(n int) string { return fmt.Sprintf("%d.1.2024", 7+n) },
	"years first": func(n int) string { return fmt.Sprintf("2024.01.%02d", n) },
	"slashes":     func(n int) string { return fmt.Sprintf("%02d/01/2024", n) },
	"packed":      func(n int) string { return fmt.Sprintf("202401%02d", n) },
	"numbers":     func(n int) string { return fmt.Sprint(123456784 + 1000*n) },
	"growing":     func(n int) string { return fmt.Sprint(9999996 + n) },
	"times":       func(n int) string { return fmt.Sprintf("10:23:4%d.12", n) },
}

// titledGrids draws puzzles, each below its title.
func titledGrids(title func(n int) string, d drawing) string {
	var b strings.Builder
	for i, p := range wild9 {
		b.WriteString(title(i+1) + "\n" + d.draw([]string{p}))
	}
	return b.String()
}

func TestTitlesLikeRows(t *testing.T) {
	t.Parallel()
	for name, title := range titlesLikeRows {
		for layout, d := range map[string]drawing{
			"abutting": {digits: dots}, "blank lines": {digits: dots, to: "\n"}, "zeros": {digits: withZero, to: "\n"},
			"spaced": {digits: dots, between: " ", to: "\n"}, "a rule below": {digits: dots, from: "=====\n", to: "\n"},
			"gaps between boxes": {digits: dots, rule: "\n", to: "\n\n"},
		} {
			checkWild(t, name+", "+layout, Grid, titledGrids(title, d), wild9)
		}
	}
	checkWild(t, "blanks", Grid, titledGrids(func(int) string { return "........." }, drawing{digits: dots, to: "\n"}), wild9)
	one := "1.1.2024\n" + drawing{digits: dots}.draw(wild9[:1])
	checkWild(t, "one", Grid, one, wild9[:1])
}

// TestTitlesInPieces cuts grids below titles that look like rows everywhere.
func TestTitlesInPieces(t *testing.T) {
	t.Parallel()
	for name, title := range titlesLikeRows {
		text := []byte(titledGrids(title, drawing{digits: dots, to: "\n"}))
		text = append(text[:len(text)/2], "\nNr 7\n-----\n123456789\n\n1.1.2024\n"...)
		form, err := Detect(text, true, 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkSplits(t, form, text)
		checkGrid(t, form, text)
	}
}

// TestTitlesAndAnswers has solutions behind grids with titles that look like rows.
func TestTitlesAndAnswers(t *testing.T) {
	t.Parallel()
	for _, between := range []string{"", "\n"} {
		for _, answer := range []string{"Solution:\n", "Solved:\n"} {
			full := between + answer + strings.Repeat("987654321\n", 9) + between
			text := titledGrids(titlesLikeRows["packed"], drawing{digits: dots, to: full})
			checkWild(t, answer, Grid, text, wild9)
			for _, text := range []string{text[:len(text)/3], answer + "1........\n\n" + text[:len(text)/4]} {
				form, err := Detect([]byte(text), true, 0)
				if err != nil {
					t.Fatal(err)
				}
				checkSplits(t, form, []byte(text))
				checkGrid(t, form, []byte(text))
			}
		}
	}
}

// TestExtraRows wants a row too many to be named, although it could be a title.
func TestExtraRows(t *testing.T) {
	t.Parallel()
	rows := strings.SplitAfter(drawing{digits: dots, to: "\n"}.draw(wild9), "\n")
	titled := strings.Split(titledGrids(titlesLikeRows["dates"], drawing{digits: dots, to: "\n"}), "\n")
	for name, text := range map[string]string{
		"one grid":   strings.Join(rows[:9], "") + rows[10],
		"many grids": strings.Join(rows[:9], "") + rows[10] + strings.Join(rows[9:], ""),
		"titles":     strings.Join(titled[:10], "\n") + "\n" + titled[12] + strings.Join(titled[10:], "\n"),
	} {
		form, err := Detect([]byte(text), true, 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := readWhole(form, []byte(text)); strings.Count(got, "\n") != 1+strings.Count(text, "\n")/10 || !strings.Contains(got, ": 1 of 9 rows\n") {
			t.Errorf("%s: %v reads as\n%s", name, form.Layout, got)
		}
	}
}

// TestDividers has rows of blanks between grids, some of which have such a row, too.
func TestDividers(t *testing.T) {
	t.Parallel()
	inside := append([]string{wild9[3][:27] + "........." + wild9[3][36:], "........." + wild9[2][9:]}, wild9...)
	for name, d := range map[string]drawing{
		"dots":              {digits: dots, to: ".........\n"},
		"zeros, spaced":     {digits: withZero, between: " ", to: "0 0 0 0 0 0 0 0 0\n"},
		"empty fields":      {digits: " 123456789", between: ";", to: ";;;;;;;;\n"},
		"tabs":              {digits: " 123456789", between: "\t", to: strings.Repeat("\t", 8) + "\n"},
		"titles":            {digits: " 123456789", between: ";", from: "Puzzle %d;;;;;;;;\n", to: ";;;;;;;;\n"},
		"titles of words":   {digits: " 123456789", between: ",", from: "Nr %d,,,easy,,,,,\n", to: ",,,,,,,,\n"},
		"titles, no blanks": {digits: " 123456789", between: ",", from: "Nr %d,,,,,,,,\n"},
	} {
		checkWild(t, name, Grid, d.draw(inside), inside)
		checkWild(t, name+", two", Grid, d.draw(inside[:2]), inside[:2])
		text := []byte(d.draw(inside[:3]))
		form, err := Detect(text, true, 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkSplits(t, form, text)
		checkGrid(t, form, text)
	}
	numbered := drawing{digits: " 123456789", between: ";", from: "%d;;;;;;;;\n", to: ";;;;;;;;\n"}
	checkWild(t, "numbers as titles", Grid, numbered.draw(wild9), wild9)
	many := strings.Repeat(drawing{digits: " 123456789", between: ";", to: ";;;;;;;;\n"}.draw(inside), 400)
	checkWild(t, "more than a sample", Grid, many, strings.Split(strings.Repeat(strings.Join(inside, " ")+" ", 400)[:82*400*len(inside)-1], " "))
}
