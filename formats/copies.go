package formats

import (
	"bytes"
	"reflect"
	"slices"
)

// RecordsHeader returns what comes before records that are written as they came,
// so that they can be read again: the names of columns, where the file has some.
func (f Form) RecordsHeader() []byte {
	switch {
	case f.Layout == nil:
		return nil
	case f.Kind == CSV || f.Kind == TSV:
		return f.Layout.Header
	case f.Kind == Parquet:
		return appendCSVHeader(f, nil)
	}
	return nil
}

// AppendCopy appends a record as it came, with what must stand behind it: the last
// one of a file may lack its newline, and grids need an empty line between them.
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

// CanCopy reports whether records as they came, behind a header, are a file of the
// kind again. Those of other kinds are within something, a bracket or a count, or
// are no text.
func (k Kind) CanCopy() bool {
	switch k {
	case Line, Letters16, Grid, CSV, TSV, NDJSON:
		return true
	}
	return false
}

// Alike reports whether records of g, as they came, can stand in a file beside
// those of f, so that both are read as they were.
func (f Form) Alike(g Form) bool {
	return f.Kind == g.Kind && f.Order == g.Order && reflect.DeepEqual(f.shape(), g.shape())
}

// shape is what of a layout matters to how records are read.
func (f Form) shape() Layout {
	if f.Layout == nil {
		return Layout{}
	}
	shape := *f.Layout
	shape.Notes = nil
	if shape.alphabet != nil && shape.alphabet.Packed {
		shape.alphabet = nil // which it stands for, whatever blanks were seen
	}
	if f.Kind == NDJSON { // records name their members
		shape.Columns = shape.Columns[shape.Puzzle:][:1]
		shape.Puzzle, shape.Solution, shape.pairs = 0, -1, false
		shape.leads = [2][][]byte{}
	}
	shape.Columns = slices.Clone(shape.Columns)
	for i := range shape.Columns {
		shape.Columns[i].Type = Text // what values looked like at the beginning
	}
	return shape
}
