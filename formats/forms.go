package formats

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/csv"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/grid"
	"github.com/sudokubatch/sudokubatch/formats/internal/hiho"
	"github.com/sudokubatch/sudokubatch/formats/internal/json"
	"github.com/sudokubatch/sudokubatch/formats/internal/letters16"
	"github.com/sudokubatch/sudokubatch/formats/internal/line"
	"github.com/sudokubatch/sudokubatch/formats/internal/npy"
	"github.com/sudokubatch/sudokubatch/formats/internal/opensudoku"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// forms are all forms there are, in the order of their kinds, in which the detector asks
// them. A new form is a folder and a line here.
var forms = []form.Form{
	Line:       line.Form,
	Hiho:       hiho.Form,
	Letters16:  letters16.Form,
	Grid:       grid.Form,
	CSV:        csv.CSV,
	TSV:        csv.TSV,
	NDJSON:     json.NDJSON,
	JSON:       json.JSON,
	OpenSudoku: opensudoku.Form,
	Npy:        npy.Form,
	Parquet:    csv.Parquet,
}

// form returns what reads and writes the kind of f.
func (f Form) form() form.Form {
	if !f.Kind.valid() || f.Order == 0 {
		panic("formats: unknown form " + f.String())
	}
	return forms[f.Kind]
}

// writer returns what writes rows of the kind; nil: it has none.
func (k Kind) writer() table.Writer {
	if !k.valid() {
		return nil
	}
	w, _ := forms[k].(table.Writer)
	return w
}

// gridWriter returns what writes grids of the kind; nil: it has none.
func (k Kind) gridWriter() form.GridWriter {
	w, _ := forms[k].(form.GridWriter)
	return w
}

// file returns how the file is read.
func (f Form) file() form.Layout {
	if f.Layout == nil || f.Layout.file == nil {
		return f.form().Plain(f.Order)
	}
	return f.Layout.file
}

// formOf returns the form of a file that a form of the kind found.
func formOf(kind Kind, file form.Layout) Form {
	info := file.Info()
	return Form{Kind: kind, Order: info.Order, Layout: &Layout{
		Columns: info.Columns, Puzzle: info.Puzzle, Solution: info.Solution, Notes: info.Notes, file: file,
	}}
}
