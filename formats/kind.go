package formats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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

// Kinds returns all kinds in the order in which messages list them. The slice
// is the caller's.
func Kinds() []Kind {
	var kinds []Kind
	for k := Line; k.valid(); k++ {
		kinds = append(kinds, k)
	}
	return kinds
}

// Writable returns the kinds that can be written, as Kinds does.
func Writable() []Kind {
	return slices.DeleteFunc(Kinds(), func(k Kind) bool { return !k.CanWrite() })
}

// CanWrite reports whether puzzles and answers can be written in the kind.
func (k Kind) CanWrite() bool {
	return k.valid() && (k.writer() != nil || k.gridWriter() != nil)
}

// IsTable reports whether records of the kind are rows, with columns of their
// own beside the puzzle.
func (k Kind) IsTable() bool { return k.valid() && k.writer() != nil }

// HasLines reports whether the text of the kind is made of lines.
func (k Kind) HasLines() bool { return k.valid() && forms[k].Spec().MaxLine > 0 }

// ParseKind returns the Kind of that name. The error for any other name lists
// the names there are.
func ParseKind(name string) (Kind, error) {
	for _, k := range Kinds() {
		if forms[k].Spec().Name == name {
			return k, nil
		}
	}
	return 0, fmt.Errorf("unknown form %q (known: %s)", name, listKinds(", "))
}

// listKinds joins the names of all kinds.
func listKinds(separator string) string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, k.String())
	}
	return strings.Join(names, separator)
}

// String returns the name that [ParseKind] takes.
func (k Kind) String() string {
	if k.valid() {
		return forms[k].Spec().Name
	}
	return "Kind(" + strconv.Itoa(int(k)) + ")"
}

func (k Kind) valid() bool { return k >= Line && int(k) < len(forms) }

// Form returns the form that writes puzzles of the given order as k does, a table
// with the column "puzzle" alone. It fails where k has no such puzzles, naming the
// orders it has.
func (k Kind) Form(order int) (Form, error) {
	if !k.valid() {
		return Form{}, fmt.Errorf("unknown form %v", k)
	}
	var have []string
	for _, o := range forms[k].Spec().Orders {
		if o == order {
			return Form{Kind: k, Order: order}.Plain(), nil
		}
		have = append(have, strconv.Itoa(o))
	}
	return Form{}, fmt.Errorf("%v holds puzzles of order %s, not %d", k, strings.Join(have, " or "), order)
}

// HoldsSolutions reports whether [Form.AppendSolvedPuzzle] can write a puzzle with its
// solution in the kind.
func (k Kind) HoldsSolutions() bool { return k == Line || k == Npy || k.IsTable() }

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
