package bulk

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/opensudoku"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// played returns the data of a game in which the player set every third cell that is not a
// clue. version is the version of the data.
func played(version int, lineEnd, puzzle string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "version: %d%s", version, lineEnd)
	for i, cell := range puzzle {
		value, editable, notes := strings.ReplaceAll(string(cell), ".", "0"), 0, "0|"
		if cell == '.' {
			editable = 1
			if i%3 == 0 {
				value = "7"
			}
		}
		switch version {
		case 1:
			notes = []string{"-|", "1,5,|"}[i%2]
		case 2:
			notes = "37||"
		case 4:
			notes = "0|12|"
		case 5:
			notes = "0|12|3|"
		}
		fmt.Fprintf(&b, "%s|%s%d|", value, notes, editable)
	}
	return b.String()
}

// openSudokuFile returns a file with games of all versions of the data.
func openSudokuFile() string {
	zero := func(p string) string { return strings.ReplaceAll(p, ".", "0") }
	return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<!-- <game data="` + zero(wild9[5]) + `" /> -->
<opensudoku version="2">
  <name>set &amp; <b>more</b></name><folder name="a > b" created="17"><games/>
    <game data="` + zero(wild9[0]) + `" />
    <game created="1778054847256" state="0" time="90" note='a "&gt;" > b &#x41;&#10;&amp;x;&amp;' data='` + wild9[1] + `'></game>
    <game state="2"
      data = "` + played(1, "\n", wild9[2]) + `"
    /><game cells_data="` + played(2, "&#10;", wild9[3]) + `"/>
    <!----><game note="2" data="` + played(4, "&#xA;", wild9[4]) + `"/>
    <!-- a > b -- "
    <game>
    --><game state="1" data="` + played(5, " ", wild9[5]) + `" command_stack="1|2|` + strings.Repeat("3|", 3000) + `"/>
  </folder>
</opensudoku>
`
}

func TestOpenSudoku(t *testing.T) {
	t.Parallel()
	file := openSudokuFile()
	checkWild(t, "OpenSudoku", OpenSudoku, file, wild9)
	form, err := Detect([]byte(file), true, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := columnTypes(form); got != "[{puzzle text} {created int} {state int} {time int} {note text} {command_stack text}]" {
		t.Errorf("columns %s", got)
	}
	checkSplits(t, form, []byte(file))
	var fields model.Fields
	spans := form.Spans(nil, []byte(file))
	s := spans[2] // after the game in a comment
	form.Fields(&fields, []byte(file[s.From:s.To]))
	if got := fmt.Sprintf("%q", fields.Values); got != `["`+wild9[1]+`" "1778054847256" "0" "90" "a \">\" > b A\n&x;&" ""]` || fields.Values[5] != nil {
		t.Errorf("fields %s", got)
	}
	checkWild(t, "shared", OpenSudoku, string(sharedWild(t, "puzzles.opensudoku")), strings.Fields(string(sharedWild(t, "lines9.txt"))))
}

func TestOpenSudokuFaults(t *testing.T) {
	t.Parallel()
	good := `<game data="` + wild9[0] + `"/>` + "\n"
	long := strings.Repeat("x", 64<<10)
	for name, tt := range map[string]struct {
		file string
		want string // faults, with "+" for a puzzle
	}{
		"none":              {"<opensudoku/>", ""},
		"80 cells":          {good + `<game data="` + wild9[0][1:] + `"/>` + good, "+ 2:93: 80 of 81 cells +"},
		"bad cell":          {good + "<game\n data='y" + wild9[0][1:] + "'/>" + good, "+ 3:8: bad cell 'y' +"},
		"no data":           {good + " <game dat='x'/><game/>" + good, "+ 2:2: a game without data record 3: a game without data +"},
		"no quotes":         {good + "<game data=5 />" + good, "+ 2:1: not well-formed XML +"},
		"version":           {good + `<game data="version: 1 5|-|"/>` + good, "+ 2:13: not a grid +"},
		"played, bad cell":  {good + `<game data="` + strings.Replace(played(3, "\n", wild9[0]), "7|", "x|", 1) + `"/>` + good, "+ 2:13: not a grid +"},
		"no end":            {good + `<game dat="` + wild9[0], "+ file 2:1: a tag that does not end"},
		"no quote's end":    {good + `<game data='x"/>` + good, "+ file 2:1: a tag that does not end"},
		"long":              {good + ` <game data="` + wild9[0] + `" note="` + long + `>"/>` + good, "+ file 2:2: record longer than 65536 bytes"},
		"long, > in quotes": {good + `<game note="` + long + `>><game data='x'>"/>` + good, "+ file 2:1: record longer than 65536 bytes"},
		"open comment":      {good + "<!----> <!-- " + good, "+ file 2:9: a comment that does not end"},
		"Latin-1":           {good + "<game note='caf\xe9' data='" + wild9[0] + "'/>" + good, "+ + +"},
		"unknown entity":    {good + `<game note="&x;" data="` + wild9[0] + `"/>` + good, "+ 2:1: not well-formed XML +"},
	} {
		form := Form{Kind: OpenSudoku, Order: 9}
		whole := readWhole(form, []byte(tt.file))
		var got []string
		for line := range strings.Lines(whole) {
			if _, fault, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "): "); ok {
				got = append(got, strings.Replace(fault, ", column 1:", ":", 1))
			} else if strings.Contains(line, ": ") {
				got = append(got, "file "+strings.TrimSpace(line))
			} else {
				got = append(got, "+")
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
		if got := readBuffer(t, form, []byte(tt.file)); got != whole {
			t.Errorf("%s, through a small buffer: got %q, want %q", name, got, whole)
		}
		if len(tt.file) < 2000 {
			checkSplits(t, form, []byte(strings.TrimSuffix(tt.file, "\n")))
		}
	}
	for _, text := range []string{"<html><body>" + wild9[0][:80] + "</body></html>", "<?xml version='1.0'?>\n<a/>"} {
		if _, err := Detect([]byte(text), true, 0); !errors.Is(err, opensudoku.ErrNoGames) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzOpenSudoku reads any text. The result must not depend on cuts.
func FuzzOpenSudoku(f *testing.F) {
	f.Add([]byte(openSudokuFile()[:1000]), uint16(500), uint16(40))
	f.Add([]byte("\n"), uint16(0), uint16(0))
	f.Add([]byte(`<game data='`+played(1, "\n", wild9[0])+`'/><!-- > --><game/>`), uint16(3), uint16(100))
	f.Fuzz(func(t *testing.T, file []byte, a, b uint16) {
		if len(file) > fuzzMost {
			return
		}
		form := Form{Kind: OpenSudoku, Order: 9}
		if found, err := Detect(file, true, OpenSudoku); err == nil {
			form = found
		}
		checkForm(t, form, file, a, b)
	})
}
