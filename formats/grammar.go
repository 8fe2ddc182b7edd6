package formats

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/hiho"
	"github.com/sudokubatch/sudokubatch/formats/internal/letters16"
)

// A grammar is how a Kind is read and written. A new form is a file with one, and
// a line in grammars.
type grammar struct {
	name   string
	orders []int // of the puzzles that it can hold

	// maxLine and maxRecord are what [Form.MaxLine] and [Form.MaxRecord] return.
	maxLine, maxRecord int

	// detect looks whether the beginning of a file is in the form. See candidate.
	detect func(s *sample) candidate
	framer func(f Form) Framer
	// decode reads whole records into dst, which is empty. A table sets dst.Spans.
	decode func(f Form, dst *Records, text []byte)
	// spans is decode that only finds the places of the records.
	spans func(f Form, dst []Span, text []byte) []Span
	// fields takes a record apart: a value for each of f.Layout.Columns.
	fields func(f Form, dst *Fields, record []byte)

	// appendGrid appends the cells of a puzzle or solution as a record.
	appendGrid func(f Form, dst []byte, cells []uint8) []byte
	// appendHeader appends what comes before the first row of a table, and
	// appendRow a row: a value for each of f.Layout.Columns, nil: none.
	appendHeader func(f Form, dst []byte) []byte
	appendRow    func(f Form, dst []byte, values [][]byte) []byte
}

var both = []int{9, 16}

// grammars are all forms there are. It is filled by init, because detection,
// which is part of them, needs the list.
var grammars [Parquet + 1]grammar

func init() {
	grammars = [...]grammar{
		Line:       lineGrammar,
		Hiho:       adapt(Hiho, hiho.Form),
		Letters16:  adapt(Letters16, letters16.Form),
		Grid:       gridGrammar,
		CSV:        csvGrammar,
		TSV:        tsvGrammar,
		NDJSON:     ndjsonGrammar,
		JSON:       jsonGrammar,
		OpenSudoku: openSudokuGrammar,
		Npy:        npyGrammar,
		Parquet:    parquetGrammar,
	}
}
