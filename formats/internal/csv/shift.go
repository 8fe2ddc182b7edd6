package csv

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// endsEmpty reports whether all fields of a record behind so many are empty, as programs
// write them that end each row with a separator.
func (r *records) endsEmpty(columns int) bool {
	at, _ := r.layout.field(r.record, columns)
	return len(bytes.Trim(r.record[at:], string(r.layout.info.Separator)+" ")) == 0
}

// surplus is the fault of a record with more fields than columns.
func (r *records) surplus(columns int) syntax.Error {
	at, _ := r.layout.field(r.record, columns)
	fault := r.located(syntax.Error{Column: 1, Err: syntax.ErrFields, Want: columns}, at)
	fault.Field = ""
	return fault
}

// shifted reports whether the fields of the record are not those of their columns,
// because a separator is missing or there is one too many: what is read as the
// puzzle is then its solution, and what is read as the solution is none. A
// complete grid may be a puzzle, too, but not beside something else than its
// solution. Columns of a Parquet file have no separators, and may have been left out.
func (r *records) shifted(cells []uint8) bool {
	layout := r.layout
	if r.layout.typed || layout.info.Solution <= layout.info.Puzzle || bytes.IndexByte(cells, 0) >= 0 {
		return false
	}
	from, to := layout.field(r.record, layout.info.Solution)
	value := bytes.TrimSpace(r.record[from:to])
	if len(value) == 0 {
		return r.span.Missing > 0
	}
	var solution [256]uint8
	return layout.info.Cells.Read(solution[:len(cells)], inQuotes(value)).Err != nil
}
