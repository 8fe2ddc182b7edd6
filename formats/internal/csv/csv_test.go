package csv

import (
	"bytes"
	encoding "encoding/csv"
	"fmt"
	"reflect"
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

// FuzzCSV reads any text as tables. The fast path must
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
		f.Add([]byte(s), byte(0))
	}
	f.Fuzz(func(t *testing.T, file []byte, s byte) {
		const most = 8 << 10 // longer text only takes more time
		if len(file) > most {
			return
		}
		separator := []byte{',', ';', '\t'}[s%3]
		rows := tableOf(19, 1, 10, 9, separator)
		rows.padded = true
		for _, l := range []*layout{tableOf(4, 1, 2, 1, separator), rows, tableOf(82, 1, -1, 81, separator)} {
			if r := decode(l, file); len(l.Spans(nil, file)) != r.N || len(r.Spans) != r.N || len(r.Cells) != 81*(r.N-len(r.Faults)) {
				t.Fatalf("%q: %+v", file, r)
			}
		}
		if fast, slow := decode(pairsOf(separator, true), file), decode(pairsOf(separator, false), file); !reflect.DeepEqual(fast.Cells, slow.Cells) || !reflect.DeepEqual(fast.Faults, slow.Faults) {
			t.Fatalf("%q: fast %+v, slowly %+v", file, fast, slow)
		}
		checkFields(t, tableOf(4, 1, 2, 1, separator), file)
	})
}

// decode decodes a file.
func decode(l *layout, file []byte) (r model.Records) {
	r.Reset(9)
	l.Decode(&r, file)
	return r
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
