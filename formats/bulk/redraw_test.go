package bulk

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// drawings draw one row of order 9, with its blanks and then with its digits.
var drawings = []struct{ name, puzzle, answer, rule string }{
	{"compact", "53..7....", "534678912", ""},
	{"zeros", "530070000", "534678912", ""},
	{"spaced", "5 3 0 0 7 0 0 0 0", "5 3 4 6 7 8 9 1 2", ""},
	{"boxed", "| 5 3 . | . 7 . | . . . |", "| 5 3 4 | 6 7 8 | 9 1 2 |", "+-------+-------+-------+"},
	{"spaces as blanks", "|53 | 7 |   |", "|534|678|912|", "+---+---+---+"},
	{"ends without spaces", "53 | 7 |", "534|678|912", "---+---+---"},
	{"Unicode", "│5 3 ·│· 7 ·│· · ·│", "│5 3 4│6 7 8│9 1 2│", "├─────┼─────┼─────┤"},
	{"fields", "5;3;;;7;;;;", "5;3;4;6;7;8;9;1;2", ""},
	{"lists", "[5, 3, 0, 0, 7, 0, 0, 0, 0],", "[5, 3, 4, 6, 7, 8, 9, 1, 2],", ""},
}

// drawn draws a grid whose rows are relabelled, and their digits moved, from the first one.
func drawn(row, rule, lineEnd string) string {
	var b strings.Builder
	b.WriteString("Grid 01" + lineEnd)
	for i := range 9 {
		if i > 0 && i%3 == 0 && rule != "" {
			b.WriteString(rule + lineEnd)
		}
		b.WriteString(strings.Map(func(r rune) rune {
			if r < '1' || r > '9' {
				return r
			}
			return '1' + (r-'1'+rune(i))%9
		}, row) + lineEnd)
	}
	return b.String() + lineEnd
}

// TestRedrawn answers a grid in each drawing: titles, rules, spaces and line ends stay.
func TestRedrawn(t *testing.T) {
	t.Parallel()
	for _, tt := range drawings {
		for _, lineEnd := range []string{"\n", "\r\n"} {
			text, want := drawn(tt.puzzle, tt.rule, lineEnd), drawn(tt.answer, tt.rule, lineEnd)
			from, err := Detect([]byte(text), true, 0)
			if err != nil || from.Kind != Grid {
				t.Fatalf("%s: %v, %v", tt.name, from, err)
			}
			var read, solved model.Records
			from.Decode(&read, []byte(text))
			from.Decode(&solved, []byte(want))
			if got := redrawn(t, from, text, solved.Cells); read.N != 1 || got != want {
				t.Errorf("%s: %d grids, got\n%q\nwant\n%q", tt.name, read.N, got, want)
			}
		}
	}
}

// TestRedrawnNumbers keeps numbers in their columns.
func TestRedrawnNumbers(t *testing.T) {
	t.Parallel()
	var text, want strings.Builder
	for row := range 16 {
		for column := range 16 {
			number := []byte("  0 00")
			digit := 1 + (row*4+row/4+column)%16
			wide := []byte{' ', ' ', byte('0' + digit%10)}
			if digit > 9 {
				wide[1] = '1'
			}
			if column%3 == 0 {
				number = wide
			}
			text.Write(number[:3])
			want.Write(wide)
		}
		text.WriteByte('\n')
		want.WriteByte('\n')
	}
	from, err := Detect([]byte(text.String()), true, 0)
	if err != nil {
		t.Fatal(err)
	}
	var solved model.Records
	from.Decode(&solved, []byte(want.String()))
	if got := redrawn(t, from, text.String(), solved.Cells); got != want.String() {
		t.Errorf("got\n%s\nwant\n%s", got, want.String())
	}
}

// redrawn answers the records of a text with grids, each with its own.
func redrawn(t *testing.T, from Form, text string, grids []uint8) string {
	t.Helper()
	to, _, err := from.Target(0, nil, Form{})
	if err != nil {
		t.Fatal(err)
	}
	if to = to.Redrawing(from); !to.Redraws() {
		t.Fatalf("%v does not redraw", from)
	}
	var out []byte
	end, size := 0, from.Order*from.Order
	for _, span := range from.Spans(nil, []byte(text)) {
		out = to.AppendBetween(out, []byte(text[end:span.From]))
		out = to.AppendAnswer(out, &Answer{Verdict: Solved, Cells: grids[:size], Record: []byte(text[span.From:span.To])})
		grids, end = grids[size:], span.To
	}
	return string(to.AppendBetween(out, []byte(text[end:])))
}

// TestCounts compares the faults of counts above compact rows with the faults above spaced rows.
func TestCounts(t *testing.T) {
	t.Parallel()
	compact := strings.Repeat(strings.Repeat("103000509\n", 9)+"\n", 3)
	spaced := strings.ReplaceAll(compact, "103000509", "1 0 3 0 0 0 5 0 9")
	for _, tt := range []struct {
		count, fault string
		records      int
	}{
		{"3\n", "", 3}, {"4\n", "1:1: the header says 4 puzzles, the file holds 3", 3}, {"\n 2\r\n", "23:1: text after the last of 2 puzzles", 2}, {"1\n\n", "13:1: text after the last of 1 puzzles", 1},
	} {
		for _, rows := range []string{compact, spaced} {
			text := tt.count + rows
			form, err := Detect([]byte(text), true, 0)
			if err != nil {
				t.Fatal(err)
			}
			framer, rest, records, fault := form.NewFramer(), []byte(text), 0, ""
			for len(rest) > 0 {
				from, to := framer.Cut(new(model.Records), rest, true)
				records += len(form.Spans(nil, rest[from:to]))
				rest = rest[to:]
			}
			if e := framer.Finish(); e != nil {
				fault = e.Error()
			}
			if records != tt.records || fault != tt.fault {
				t.Errorf("%q above %q: %d records, %q; want %d, %q", tt.count, rows[:17], records, fault, tt.records, tt.fault)
			}
			if form.Kind == Grid {
				checkSplits(t, form, []byte(text))
			}
		}
	}
}

// TestCutLists has a count above the first grid of a list, where a size of boxes is none.
func TestCutLists(t *testing.T) {
	t.Parallel()
	one := drawing{digits: withZero}.draw(wild9[:1])
	for _, text := range []string{"3\n" + one, "3\n\n" + one, "3\n" + drawing{digits: dots, between: " "}.draw(wild9[:1]), "3\n" + drawing{digits: withZero, between: " "}.draw(wild9[:1])} {
		form, err := Detect([]byte(text), true, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := readWhole(form, []byte(text)), wild9[0]+"\n1:1: the header says 3 puzzles, the file holds 1\n"; got != want {
			t.Errorf("%q: %v reads %q, want %q", text, form, got, want)
		}
	}
}

// TestNoCounts has numbers above grids that are no counts: a size, and a number for each grid.
func TestNoCounts(t *testing.T) {
	t.Parallel()
	grid := strings.Repeat("103000509\n", 9)
	for _, text := range []string{"9\n" + grid, "2 easy\n" + grid, "Grid 1 of 2\n" + grid, "1\n" + grid + "2\n" + grid, "7\nGrid 1\n" + grid} {
		form, err := Detect([]byte(text), true, 0)
		if err != nil || form.NewFramer().Finish() != nil {
			t.Errorf("%q: %v, %v", text[:9], form, err)
		}
	}
}

// FuzzRedraw fills the blanks of each record in its drawing, and reads the answer.
func FuzzRedraw(f *testing.F) {
	for _, tt := range drawings {
		f.Add([]byte(drawn(tt.puzzle, tt.rule, "\n")), uint8(4))
	}
	f.Add([]byte(`[[["5",null,".","","0"," ",false,"-","x"]`+strings.Repeat(`,["5","3",".",".","7",".",".",".","."]`, 8)+"]]"), uint8(2))
	f.Add([]byte(`["53..7...."`+strings.Repeat(`,"53 00 . 1"`, 8)+"]\n"), uint8(2))
	f.Fuzz(func(t *testing.T, text []byte, digit uint8) {
		from, err := Detect(text, true, 0)
		if err != nil || !from.Redrawing(from).Redraws() {
			return
		}
		to := from.Redrawing(from)
		text = text[BOMLen(text):]
		var read, again model.Records
		from.Decode(&read, text)
		good, size := 0, from.Order*from.Order
		for record, span := range from.Spans(nil, text) {
			if len(read.Faults) > 0 && read.Faults[0].Record == record {
				read.Faults = read.Faults[1:]
				continue
			}
			grid := bytes.Clone(read.Cells[good*size:][:size])
			good++
			for i := range grid {
				if grid[i] == 0 {
					grid[i] = 1 + digit%uint8(from.Order)
				}
			}
			answer := to.AppendAnswer(nil, &Answer{Verdict: Solved, Cells: grid, Record: text[span.From:span.To]})
			again.Reset(from.Order)
			from.file().Decode(&again, answer)
			if again.N != 1 || !bytes.Equal(again.Cells, grid) || !cells.IsComplete(grid) {
				t.Fatalf("%v: the answer to %q is %q: %v", from, text[span.From:span.To], answer, again.Faults)
			}
		}
	})
}

// TestTitlesGoWithGrids cuts a file at each byte: a title is in the text of the grid below it.
func TestTitlesGoWithGrids(t *testing.T) {
	t.Parallel()
	grid := drawn("53..7....", "", "\n")
	text := []byte(strings.Repeat(grid, 3))
	form, err := Detect(text, true, 0)
	if err != nil {
		t.Fatal(err)
	}
	for n := range text {
		if _, to := form.NewFramer().Cut(new(model.Records), text[:n], false); to%len(grid) != 0 && to%len(grid) != len(grid)-1 {
			t.Errorf("%q is cut after %d bytes", text[:n], to)
		}
	}
}
