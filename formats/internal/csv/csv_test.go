package csv

import (
	"bytes"
	encoding "encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

var (
	puzzleA = strings.Repeat(".23456789", 9)
	puzzleB = strings.Repeat("12345678.", 9)
)

// tableOf returns the layout of a table with the given columns.
func tableOf(columns, puzzle, solution, width int, separator byte) *layout {
	i := form.NewInfo(9)
	i.Columns, i.Puzzle, i.Solution, i.CellColumns = make([]model.Column, columns), puzzle, solution, width
	i.Separator, i.Cells, i.Unnamed = separator, cells.Standard9, true
	return Table(i).(*layout)
}

// pairsOf returns the layout of a table of puzzles and their solutions.
func pairsOf(separator byte, fast bool) *layout {
	l := tableOf(2, 0, 1, 1, separator)
	l.pairs = fast
	return l
}

// rowTable returns a table with one column per row: a puzzle without its first zeros and,
// if other is set, another puzzle with its first zeros.
func rowTable(other bool) string {
	var names, short, whole []string
	for i := range 9 {
		names = append(names, fmt.Sprintf("r%d", i+1))
		row := "12345678912345678"[(3*i+i/3)%9:][:9]
		short = append(short, strings.TrimLeft("00"+row[2:], "0"))
		whole = append(whole, "00"+row[2:])
	}
	rows := [][]string{names, short}
	if other {
		rows = append(rows, whole)
	}
	var text strings.Builder
	for _, row := range rows {
		text.WriteString(strings.Join(row, ",") + "\n")
	}
	return text.String()
}

// FuzzCSV reads any text as tables. The result must not depend on cuts, the fast path must
// agree with the slow one, and text that is valid for encoding/csv must have the same
// fields.
func FuzzCSV(f *testing.F) {
	for _, s := range []string{
		"1," + puzzleA + "," + puzzleB + ",x\r\n\"a,\"\"b\"\"\n\",\"" + puzzleA + "\",,\"\"\n",
		puzzleA + "," + puzzleB + "\n" + puzzleB + "," + puzzleA + "\n" + puzzleA + "x," + puzzleB + "\n",
		"\"" + puzzleA + "\",\"" + puzzleB + "\"\n\n \n#\n",
		puzzleA + ",\n" + puzzleB + ",\n" + puzzleB + "," + puzzleA + "\n" + puzzleA + ",\r\n" + puzzleA + ",",
		"1,\"" + puzzleA[:40] + "\n" + puzzleA[40:] + "\",,\n2,\"open," + puzzleA + "\n3," + puzzleB + ",,\n",
		"a\"b\",\"c\"d,e,f\n" + puzzleA + ";\"\r\"\n\t\"\"\t,,,,,\n",
		"\xef\xbb\xbf1," + puzzleA + "\n,,,\n",
		rowTable(true),
	} {
		f.Add([]byte(s), uint16(3), uint16(40), byte(0))
	}
	f.Fuzz(func(t *testing.T, file []byte, a, b uint16, s byte) {
		const most = 8 << 10 // longer text only takes more time
		if len(file) > most {
			return
		}
		separator := []byte{',', ';', '\t'}[s%3]
		rows := tableOf(19, 1, 10, 9, separator)
		rows.padded = true
		for _, l := range []*layout{tableOf(4, 1, 2, 1, separator), pairsOf(separator, true), rows, tableOf(82, 1, -1, 81, separator)} {
			cut := int(a) % (len(file) + 1)
			want := read(t, l, file)
			if got := read(t, l, file, cut, cut+int(b)%(len(file)-cut+1)); got != want {
				t.Fatalf("%q, cut: got %q, want %q", file, got, want)
			}
		}
		if fast, slow := read(t, pairsOf(separator, true), file), read(t, pairsOf(separator, false), file); fast != slow {
			t.Fatalf("%q: fast %q, slowly %q", file, fast, slow)
		}
		checkFields(t, tableOf(4, 1, 2, 1, separator), file)
	})
}

// read reads a file in pieces, and returns a line for each record. It checks that faults
// are inside the text, and that Spans finds the same records as Decode.
func read(t *testing.T, l *layout, file []byte, cuts ...int) string {
	t.Helper()
	var out strings.Builder
	var buffer []byte
	framer, begin := l.NewFramer(), 0
	for _, end := range append(cuts, len(file)) {
		buffer = append(buffer, file[begin:end]...)
		begin = end
		for {
			from, to := framer.Cut(new(model.Records), buffer, end == len(file))
			appendRecords(t, &out, l, buffer[from:to])
			if buffer = buffer[to:]; to == 0 || len(buffer) == 0 {
				break
			}
		}
	}
	return out.String()
}

func appendRecords(t *testing.T, out *strings.Builder, l *layout, text []byte) {
	t.Helper()
	r := model.Records{Order: 9}
	l.Decode(&r, text)
	spans, good := l.Spans(nil, text), 0
	lines := strings.SplitAfter(string(text), "\n")
	if len(spans) != r.N || len(r.Cells) != 81*(r.N-len(r.Faults)) {
		t.Fatalf("%q: %d spans, %d records, %d faults, %d cells", text, len(spans), r.N, len(r.Faults), len(r.Cells))
	}
	faults := r.Faults
	for i, s := range spans {
		if whole := r.Spans[i]; s.From != whole.From || s.To != whole.To || s.Line != whole.Line || s.Line != 1+bytes.Count(text[:s.From], []byte{'\n'}) {
			t.Fatalf("%q: record %d is %v and %v", text, i, s, whole)
		}
		if len(faults) == 0 || faults[0].Record != i {
			out.Write(cells.AppendLine(nil, r.Cells[81*good:][:81], 9))
			good++
			continue
		}
		e := faults[0]
		faults = faults[1:]
		if e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Column > len(lines[e.Line-1])+1 || errors.Is(e.Err, model.ErrCell) && lines[e.Line-1][e.Column-1] != e.Got {
			t.Fatalf("%q: %v is not in the text", text, &e)
		}
		fmt.Fprintf(out, "%d in %q: %v\n", e.Column, text[s.From:s.To], e.Err)
	}
}

// checkFields compares the fields of a text's records with the fields from encoding/csv, if
// the text is valid there, too. That package skips blank lines, and turns "\r\n" into "\n".
func checkFields(t *testing.T, l *layout, text []byte) {
	t.Helper()
	r := encoding.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord = rune(l.separator), -1
	want, err := r.ReadAll()
	if err != nil || len(text) > form.TextMaxLine {
		return
	}
	var got [][]string
	for _, span := range l.Spans(nil, text) {
		record := text[span.From:span.To]
		var fields model.Fields
		l.split(&fields, record, l.count(syntax.TrimCR(bytes.TrimSuffix(record, []byte{'\n'}))))
		var row []string
		for _, value := range fields.Values {
			row = append(row, strings.ReplaceAll(string(value), "\r\n", "\n"))
		}
		got = append(got, row)
	}
	isBlank := func(row []string) bool { // one of the readers skips blank rows, comments, brackets around records and the end of DOS
		text := strings.Join(row, string(r.Comma))
		return strings.Trim(text, "[]{}();, \t\r\n\x1a") == "" || len(row) == 1 && text != "" && (syntax.IsFence([]byte(text)) || isRemark([]byte(text)))
	}
	got, want = slices.DeleteFunc(got, isBlank), slices.DeleteFunc(want, isBlank)
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Fatalf("%q:\n%q\nwant\n%q", text, got, want)
	}
}

// TestPadded checks that short rows are padded if they lost their zeros, and are faults if
// other rows have theirs.
func TestPadded(t *testing.T) {
	t.Parallel()
	for other, faults := range []int{0, 1} {
		text := []byte(rowTable(other == 1))
		r := readRows(&form.Sample{Text: text, All: true}, ',', false).propose()
		l, ok := r.Layout.(*layout)
		if !ok || l.CellColumns != 9 || l.padded != (other == 0) {
			t.Fatalf("%q: %+v", text, r)
		}
		records := model.Records{Order: 9}
		l.Decode(&records, text[len(l.Header):])
		if records.N != 1+other || len(records.Faults) != faults {
			t.Errorf("%q: %d records, %v", text, records.N, records.Faults)
		}
	}
}
