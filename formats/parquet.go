package formats

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// parquetGrammar is that of [Parquet]: the text that package corpus makes of a
// Parquet file, and a Parquet file of. It is CSV with a second line, of the types
// of the columns, as [Type] names them. What is not there is an empty field, and
// an empty text is "" in quotes.
var parquetGrammar = grammar{
	name: "parquet", orders: both, maxLine: form.TextMaxLine, maxRecord: form.TextMaxRecord,
	detect: detectParquet, framer: newCSVFramer, decode: decodeParquet, spans: parquetSpans, fields: csvFields,
	appendHeader: appendParquetHeader, appendRow: appendCSVRow,
}

// decodeParquet is decodeCSV for a file that has no lines.
func decodeParquet(f Form, dst *Records, text []byte) {
	decodeCSV(f, dst, text)
	for i := range dst.Faults {
		dst.Faults[i].Line = 0
	}
	forgetLines(dst.Spans)
}

func parquetSpans(f Form, dst []Span, text []byte) []Span {
	dst = csvSpans(f, dst, text)
	forgetLines(dst)
	return dst
}

func forgetLines(spans []Span) {
	for i := range spans {
		spans[i].Line = 0
	}
}

// detectParquet looks for the puzzle's column as detectCSV does. Where there are no rows
// it is the one with a usual name, or else the first.
func detectParquet(s *sample) candidate {
	names, known := csvRecord(s.text, ',', s.all) // a name may have line ends
	types := bytes.IndexByte(s.text[names:], '\n') + 1
	if !s.Typed || !known || types == 0 {
		return candidate{}
	}
	table := *s
	table.text = slices.Concat(s.text[:names], s.text[names+types:])
	var c candidate
	if s.all && names+types == len(s.text) {
		c = rowsOf(&table, Parquet, ',').withoutRows()
	} else {
		c = detectTable(&table, Parquet, ',')
	}
	if c.form.Layout == nil {
		return c
	}
	c.form.Layout.Notes = []string{"the columns of a Parquet file"}
	c.form.Layout.Header = bytes.Clone(s.text[:names+types])
	for i, name := range bytes.Split(bytes.TrimSpace(s.text[names:names+types]), []byte{','}) {
		if i < len(c.form.Layout.Columns) {
			c.form.Layout.Columns[i].Type = Type(max(0, slices.Index(form.TypeNames[:], string(name))))
		}
	}
	return c
}

// appendParquetHeader appends the names of the columns and their types.
func appendParquetHeader(f Form, dst []byte) []byte {
	dst = appendCSVHeader(f, dst)
	for i, c := range f.Layout.Columns {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, c.Type.String()...)
	}
	return append(dst, '\n')
}
