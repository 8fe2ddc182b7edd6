package bulk_test

import (
	"bytes"
	encoding "encoding/csv"
	"encoding/json"
	"errors"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

	"github.com/sudokubatch/sudokubatch/formats/internal/csv"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// csvSeeds returns texts of tables.
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

// FuzzRows reads any text and writes it as a kind of table, which how selects. The table
// must have one row per record and equal numbers of fields, and other programs must be able
// to read it.
func FuzzRows(f *testing.F) {
	kinds := []bulk.Kind{bulk.CSV, bulk.TSV, bulk.NDJSON, bulk.Parquet}
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
	formtest.Seeds(func(kind bulk.Kind, text string) {
		if kind == bulk.Line || kind == bulk.CSV || kind == bulk.NDJSON {
			f.Add([]byte(text), byte(len(text)%4*2))
		}
	})
	f.Fuzz(func(t *testing.T, file []byte, how byte) {
		if len(file) > formtest.Most {
			return
		}
		from, err := bulk.DetectWith(file, true, 0, model.Hints{Rows: true, Typed: how&1 == 1})
		if err != nil {
			return
		}
		kind := kinds[how/2%4]
		to, _, err := from.Target(kind, []model.Column{{Name: "a"}, {Name: "n", Type: model.Int}}, bulk.Form{})
		if err != nil {
			t.Fatalf("%v to %v: %v", from, kind, err)
		}
		text, rows := writeRows(t, from, to, file[bulk.BOMLen(file):])
		if kind == bulk.NDJSON {
			checkJSONRows(t, text, rows)
		} else {
			checkCSVRows(t, to, text, rows, isGoodCSV(from, file))
		}
	})
}

// writeRows writes all records of a file, including malformed ones.
func writeRows(t *testing.T, from, to bulk.Form, file []byte) (text []byte, rows int) {
	text = to.AppendHeader(nil)
	framer := from.NewFramer()
	var w bulk.RowWriter
	var r model.Records
	for len(file) > 0 {
		begin, end := framer.Cut(new(model.Records), file, true)
		from.Decode(&r, file[begin:end])
		checkGiven(t, from, file[begin:end], r.Spans)
		cells, faults := r.Cells, r.Faults
		for i := range r.N {
			row := bulk.Row{From: from, Added: [][]byte{[]byte("word"), nil}}
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

// checkGiven checks that records have the same solutions if Decode did not find these.
func checkGiven(t *testing.T, form bulk.Form, text []byte, spans []model.Span) {
	t.Helper()
	for _, span := range spans {
		found, split := make([]uint8, form.Order*form.Order), make([]uint8, form.Order*form.Order)
		at, fault := form.GivenSolution(found, text, span, new(model.Fields))
		wantAt, want := form.GivenSolution(split, text, model.Span{From: span.From, To: span.To}, new(model.Fields))
		if at < wantAt || wantAt == 0 && at > 0 || at > 0 && !bytes.Equal(found, split) || (fault == nil) != (want == nil) || fault != nil && !errors.Is(fault.Err, want.Err) {
			t.Fatalf("%q: solution %v at %d, %v, want %v at %d, %v", text[span.From:span.To], found, at, fault, split, wantAt, want)
		}
	}
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

// checkCSVRows counts the rows and their fields with this package and, unless the copied
// quotes are malformed, with package encoding/csv.
func checkCSVRows(t *testing.T, to bulk.Form, text []byte, rows int, others bool) {
	t.Helper()
	header, layout := to.AppendHeader(nil), to.Layout
	target, _ := to.Rows()
	records := text[len(header):]
	back := csv.Parquet.Plain(to.Order)
	if to.Kind != bulk.Parquet {
		info := form.NewInfo(to.Order)
		info.Columns, info.Separator, info.Header = layout.Columns, target.Separator, header
		back = csv.Table(info)
	}
	var r model.Records
	r.Reset(to.Order)
	back.Decode(&r, records)
	for _, s := range r.Spans {
		if s.Missing != 0 && to.Kind != bulk.Parquet {
			t.Fatalf("%v: %d fields are missing in %q", to, s.Missing, records[s.From:s.To])
		}
	}
	if r.N != rows {
		t.Fatalf("%v: %d rows, want %d: %q", to, r.N, rows, text)
	}
	reader := encoding.NewReader(bytes.NewReader(records))
	reader.Comma, reader.FieldsPerRecord = rune(target.Separator), len(layout.Columns)
	if read, err := reader.ReadAll(); others && (err != nil || len(read) != rows) {
		t.Fatalf("%v: %q is read as %d rows, want %d: %v", to, text, len(read), rows, err)
	}
}

// isGoodCSV reports whether encoding/csv can read the records of a file, or they have no
// quotes.
func isGoodCSV(from bulk.Form, file []byte) bool {
	text := file[bulk.BOMLen(file):]
	if from.Layout != nil {
		text = text[len(from.File().Info().Header):]
	}
	if !from.Kind.IsTable() || from.Kind == bulk.NDJSON || bytes.IndexByte(text, '"') < 0 {
		return true
	}
	r := encoding.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord = rune(from.File().Info().Separator), -1
	_, err := r.ReadAll()
	return err == nil
}
