package formats

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	delimited "github.com/sudokubatch/sudokubatch/formats/internal/csv"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// csvTable is a table of four columns with a separator. The second one is the
// puzzle.
func csvTable(separator byte) Form {
	info := tableInfo(separator, 4)
	info.Puzzle, info.Solution, info.Unnamed = 1, 2, true
	return formOf(CSV, delimited.NewTable(info, false, false))
}

// tableInfo is about a table of so many columns, of which the first is the puzzle.
func tableInfo(separator byte, columns int) form.Info {
	info := form.NewInfo(9)
	for i := range columns {
		info.Columns = append(info.Columns, Column{Name: string(rune('a' + i%26))})
	}
	info.Separator, info.Cells = separator, cells.NewAlphabet(9, "1-9", "0.")
	return info
}

// csvPairs is one of puzzles and their solutions.
func csvPairs(separator byte, fast bool) Form {
	info := tableInfo(separator, 2)
	info.Solution, info.Unnamed = 1, true
	return formOf(CSV, delimited.NewTable(info, fast, false))
}

// csvSeeds are texts of such tables.
func csvSeeds() []string {
	return []string{
		"1," + p9a + "," + p9b + ",x\r\n\"a,\"\"b\"\"\n\",\"" + p9a + "\",,\"\"\n",
		p9a + "," + p9b + "\n" + p9b + "," + p9a + "\n" + p9a + "x," + p9b + "\n",
		"\"" + p9a + "\",\"" + p9b + "\"\n\n \n#\n",
		"1,\"" + p9a[:40] + "\n" + p9a[40:] + "\",,\n2,\"open," + p9a + "\n3," + p9b + ",,\n",
		"a\"b\",\"c\"d,e,f\n" + p9a + ";\"\r\"\n\t\"\"\t,,,,,\n",
		"\xef\xbb\xbf1," + p9a + "\n,,,\n",
	}
}

// csvGridRows is a table with a column for each row of the puzzle and of its solution.
func csvGridRows(separator byte) Form {
	info := tableInfo(separator, 19)
	info.Puzzle, info.Solution, info.CellColumns = 1, 10, 9
	return formOf(CSV, delimited.NewTable(info, false, true))
}

// csvCells is a table with a column for each cell.
func csvCells(separator byte) Form {
	info := tableInfo(separator, 82)
	info.Puzzle, info.CellColumns = 1, 81
	return formOf(CSV, delimited.NewTable(info, false, false))
}

// FuzzCSV reads anything as tables: however it is cut, it reads the same; the fast
// path reads what the other does; and what the language takes for CSV has the same
// fields.
func FuzzCSV(f *testing.F) {
	for _, s := range csvSeeds() {
		f.Add([]byte(s), uint16(3), uint16(40), byte(0))
	}
	rows := rowTable(",", "0", func(row string) string { return row })
	f.Add([]byte(rows[strings.IndexByte(rows, '\n')+1:]), uint16(3), uint16(40), byte(0))
	f.Fuzz(func(t *testing.T, file []byte, a, b uint16, s byte) {
		if len(file) > fuzzMost {
			return
		}
		separator := []byte{',', ';', '\t'}[s%3]
		for _, form := range []Form{csvTable(separator), csvPairs(separator, true), csvGridRows(separator), csvCells(separator)} {
			checkCuts(t, form, file, a, b)
			checkRecords(t, form, file)
			checkSpans(t, form, file)
		}
		if fast, slow := readWhole(csvPairs(separator, true), file), readWhole(csvPairs(separator, false), file); fast != slow {
			t.Fatalf("%q: fast %q, slowly %q", file, fast, slow)
		}
		checkCSV(t, csvTable(separator), file)
	})
}

// checkCSV compares the fields of a text's records with those that the language's
// reader finds, if it is well-formed to that, too: it knows no blank lines, and has
// "\n" for "\r\n".
func checkCSV(t *testing.T, grid Form, text []byte) {
	t.Helper()
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord = rune(grid.info().Separator), -1
	want, err := r.ReadAll()
	if err != nil || len(text) > form.TextMaxLine {
		return
	}
	var got [][]string
	var fields Fields
	for _, span := range grid.Spans(nil, text) {
		record := text[span.From:span.To]
		separator := grid.info().Separator
		n := delimited.CountFields(syntax.TrimCR(bytes.TrimSuffix(record, []byte{'\n'})), separator)
		wide := formOf(CSV, delimited.NewTable(tableInfo(separator, n), false, false))
		wide.Fields(&fields, record)
		var row []string
		for _, value := range fields.Values {
			row = append(row, strings.ReplaceAll(string(value), "\r\n", "\n"))
		}
		got = append(got, row)
	}
	isBlank := func(row []string) bool { // of which the readers have other notions, as of brackets around records, and of the end of DOS
		text := strings.Join(row, string(r.Comma))
		return strings.Trim(text, "[]{}();, \t\r\n\x1a") == "" || len(row) == 1 && syntax.IsFence([]byte(text))
	}
	got, want = slices.DeleteFunc(got, isBlank), slices.DeleteFunc(want, isBlank)
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Fatalf("%q:\n%q\nwant\n%q", text, got, want)
	}
}

// FuzzRows reads anything as what it may be, and writes it as a kind of table, which how
// says: as many rows as there are records, all of as many fields, which others can read.
func FuzzRows(f *testing.F) {
	kinds := []Kind{CSV, TSV, NDJSON, Parquet}
	add := func(text string, typed byte) {
		for kind := range kinds {
			f.Add([]byte(text), byte(2*kind)|typed)
		}
	}
	for _, s := range csvSeeds() {
		add("a,puzzle,solution,d\n"+s, 0)
		add("a,puzzle,solution,d\nint,text,text,float\n"+s, 1)
		add(s, 0)
	}
	add(`{"a":[1,"\u00e9"],"puzzle":"`+p9a+"\",\"b\":null}\n{\"puzzle\":\""+p9b+"\",\"c\":{}}\n", 0)
	add(`[{"a":1.50,"puzzle":"`+p9a+"\"},\n{\"puzzle\":[]}]", 0)
	add(p9a+" # x\n", 0)
	add(rowTable(",", "0", func(row string) string { return row }), 0)
	add(rowTable(";", "0", func(row string) string { return `"` + strings.TrimLeft(row, "0") + `"` }), 0)
	f.Fuzz(func(t *testing.T, file []byte, how byte) {
		if len(file) > fuzzMost {
			return
		}
		from, err := DetectWith(file, true, 0, Hints{Rows: true, Typed: how&1 == 1})
		if err != nil {
			return
		}
		kind := kinds[how/2%4]
		to, _, err := from.Target(kind, []Column{{Name: "a"}, {Name: "n", Type: Int}}, Form{})
		if err != nil {
			t.Fatalf("%v to %v: %v", from, kind, err)
		}
		text, rows := writeRows(from, to, file[BOMLen(file):])
		if kind == NDJSON {
			checkJSONRows(t, text, rows)
		} else {
			checkCSVRows(t, to, text, rows, isGoodCSV(from, file))
		}
	})
}

// writeRows writes all records of a file, the malformed ones as well.
func writeRows(from, to Form, file []byte) (text []byte, rows int) {
	text = to.AppendHeader(nil)
	framer := from.NewFramer()
	var w RowWriter
	var r Records
	for len(file) > 0 {
		begin, end := framer.Cut(file, true)
		from.Decode(&r, file[begin:end])
		cells, faults := r.Cells, r.Faults
		for i := range r.N {
			row := Row{From: from, Added: [][]byte{[]byte("word"), nil}}
			if len(r.Spans) > 0 {
				span := r.Spans[i]
				row.Record, row.Missing = file[begin:end][span.From:span.To], span.Missing
			}
			if len(faults) > 0 && faults[0].Record == i {
				faults = faults[1:]
			} else {
				n := from.Order * from.Order
				row.Cells, cells = cells[:n], cells[n:]
			}
			text = w.Append(text, to, &row)
			rows++
		}
		file = file[end:]
	}
	return text, rows
}

func checkJSONRows(t *testing.T, text []byte, rows int) {
	t.Helper()
	n := 0
	for line := range bytes.Lines(text) {
		if n++; !json.Valid(line) || line[0] != '{' {
			t.Fatalf("%q is no object", line)
		}
	}
	if n != rows {
		t.Fatalf("%d lines, want %d: %q", n, rows, text)
	}
}

// checkCSVRows counts the rows and their fields, as they are read here, and as others
// read them if nothing is wrong with the quotes that were copied.
func checkCSVRows(t *testing.T, to Form, text []byte, rows int, others bool) {
	t.Helper()
	target := to.Layout.target
	info := tableInfo(target.Separator, len(target.Columns))
	info.Columns, info.Header = target.Columns, to.AppendHeader(nil)
	records := text[len(info.Header):]
	back := formOf(to.Kind, delimited.NewTable(info, false, false))
	spans := back.Spans(nil, records)
	for _, s := range spans {
		record := bytes.TrimSuffix(records[s.From:s.To], []byte{'\n'})
		if n := delimited.CountFields(record, target.Separator); n != len(target.Columns) {
			t.Fatalf("%v: %d fields in %q, want %d", to, n, record, len(target.Columns))
		}
	}
	if len(spans) != rows {
		t.Fatalf("%v: %d rows, want %d: %q", to, len(spans), rows, text)
	}
	r := csv.NewReader(bytes.NewReader(records))
	r.Comma, r.FieldsPerRecord = rune(target.Separator), len(target.Columns)
	if read, err := r.ReadAll(); others && (err != nil || len(read) != rows) {
		t.Fatalf("%v: %q is read as %d rows, want %d: %v", to, text, len(read), rows, err)
	}
}

// isGoodCSV reports whether the records of a file are CSV to the language's reader, or
// without quotes.
func isGoodCSV(from Form, file []byte) bool {
	text := file[BOMLen(file):]
	if from.Layout != nil {
		text = text[len(from.info().Header):]
	}
	if !from.Kind.IsTable() || from.Kind == NDJSON || bytes.IndexByte(text, '"') < 0 {
		return true
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord = rune(from.info().Separator), -1
	_, err := r.ReadAll()
	return err == nil
}
