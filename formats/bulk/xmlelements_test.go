package bulk

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/opensudoku"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestXMLElements reads the XML of other programs: puzzles as text, rows or cells, with a
// solution before or after them.
func TestXMLElements(t *testing.T) {
	t.Parallel()
	rows := drawing{digits: dots, row: "<row>%s</row>"}
	cells := func(puzzle string) string {
		var b strings.Builder
		for i := range puzzle {
			b.WriteString(strings.Replace("<cell n='1'>"+puzzle[i:i+1]+"</cell>\n", ">.<", "><", 1))
		}
		return b.String()
	}
	for name, test := range map[string]struct{ first, second, want string }{
		"rows":              {"<sudoku>\n" + rows.draw(wild9[:1]) + "</sudoku>", "<sudoku>" + rows.draw(wild9[1:2]) + "</sudoku>", wild9[0] + "\n" + wild9[1]},
		"cells":             {"<grid>" + cells(wild9[0]) + "</grid>", "<grid a='>'>" + cells(wild9[1]) + "</grid>", wild9[0] + "\n" + wild9[1]},
		"and solution":      {"<g><problem> " + wild9[0] + " </problem><solved>" + wildSolved[0] + "</solved></g>", "<g><problem>" + wild9[1] + "</problem></g>", wild9[0] + "\n" + wild9[1]},
		"one unsolved":      {"<g><p>" + wild9[0] + "</p><s>" + wildSolved[0] + "</s></g>\n<g><p>" + wild9[1] + "</p></g>", "<g><p>" + wild9[2] + "</p><s>" + wildSolved[2] + "</s></g>", wild9[0] + "\n" + wild9[1] + "\n" + wild9[2]},
		"an open solution":  {"<g><p>" + wild9[0] + "</p><s>" + wildSolved[0] + "</s></g>\n<g><p>" + wild9[1] + "</p><s>12</g>", "<g><p>" + wild9[2] + "</p><s>" + wildSolved[2] + "</s></g>", wild9[0] + "\n2 (row 0): record 2, column 1: not well-formed XML\n" + wild9[2]},
		"behind solutions":  {"<g><answer>" + wildSolved[0] + "</answer>\n<p>" + wild9[0] + "</p></g>", "<g><answer>" + wildSolved[1] + "</answer><p>" + wild9[1] + "</p></g>", wild9[0] + "\n" + wild9[1]},
		"one in a comment":  {"<!-- <p>" + wild9[2] + "</p> --><p>" + wild9[0] + "</p>", "<p>" + wild9[1] + "</p>", wild9[0] + "\n" + wild9[1]},
		"comments within":   {"<p>" + wild9[0][:9] + "<!-- </p> <p> -->" + wild9[0][9:] + "</p >", "<p>" + wild9[1] + "</p>", wild9[0] + "\n" + wild9[1]},
		"an entity":         {"<p>" + wild9[0] + "</p>", "<p>" + wild9[1] + "&x;</p>", wild9[0] + "\n2 (row 0): 4:1: not well-formed XML"},
		"a cell is missing": {"<p>" + wild9[0] + "</p>", "<p>" + wild9[1][1:] + "</p>", wild9[0] + "\n2 (row 0): 4:1: 80 of 81 cells"},
	} {
		text := []byte("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<all>\n" + test.first + "\n" + test.second + "\n</all>\n")
		form, err := Detect(text, true, 0)
		if err != nil || form.Kind != OpenSudoku || readWhole(form, text) != test.want+"\n" {
			t.Errorf("%s: %v, %v, %q", name, form, err, readWhole(form, text))
			continue
		}
		checkSplits(t, form, text)
		if solution := form.Layout.Solution; solution >= 0 {
			var fields model.Fields
			form.Fields(&fields, text[form.Spans(nil, text)[0].From:])
			if got := string(fields.Values[solution]); got != wildSolved[0] {
				t.Errorf("%s: solution %s", name, got)
			}
		}
	}
	for text, want := range map[string]error{
		"<all><solution>" + wildSolved[0] + "</solution></all>":      model.ErrNoPuzzles,
		"<all><a>" + wild9[0] + "</a><b>" + wild9[1] + "</b></all>":  errSeveral,
		"<all><p>" + wild9[0][:80] + "</p></all>":                    opensudoku.ErrNoGames,
		"<all>" + strings.Repeat("<cell value='1'/>", 81) + "</all>": opensudoku.ErrNoGames,
	} {
		form, err := Detect([]byte(text), true, 0)
		if !errors.Is(err, want) {
			t.Errorf("%.40s: %v, %v, want %v", text, form, err, want)
		}
	}
}
