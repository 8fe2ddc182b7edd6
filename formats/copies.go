package formats

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/csv"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// CanCopy reports whether records as they came, behind a header, are a file of the kind
// again. Records of other kinds are within something, a bracket or a count, or are no
// text.
func (k Kind) CanCopy() bool { return k.valid() && forms[k].Spec().Copied }

// RecordsHeader returns what comes before records that are written as they came, so that
// they can be read again: the names of columns, if the file has some.
func (f Form) RecordsHeader() []byte {
	switch f.Kind {
	case CSV, TSV:
		return f.info().Header
	case Parquet:
		return csv.AppendNames(nil, f.info().Columns)
	}
	return nil
}

// AppendCopy appends a record as it came, with what must stand behind it: the last one of
// a file may lack its newline, and grids need an empty line between them.
func (f Form) AppendCopy(dst, record []byte) []byte {
	if f.Kind == Parquet && len(record) <= len("\n") {
		record = []byte("\"\"\n") // an empty line is no record of the CSV that it becomes
	}
	dst = append(dst, record...)
	if !bytes.HasSuffix(record, []byte{'\n'}) {
		dst = append(dst, '\n')
	}
	return f.appendSeparator(dst)
}

// Alike reports whether records of f and of g, as they came, can stand in one file, so
// that both are read as they were.
func (f Form) Alike(g Form) bool {
	if f.Kind != g.Kind || f.Order != g.Order || f.LeavesOutSolutions() != g.LeavesOutSolutions() {
		return false
	}
	a, b := f.file(), g.file()
	if own, ok := a.(form.Comparer); ok && !own.Alike(b) {
		return false
	}
	return a.Info().Alike(b.Info(), f.Kind == NDJSON)
}
