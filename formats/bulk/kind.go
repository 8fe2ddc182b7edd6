package bulk

// This file lists the forms and finds them by kind and by name.

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

// Kinds returns all kinds in the order in which messages list them. The caller owns the
// slice.
func Kinds() []Kind {
	var kinds []Kind
	for k := Line; k.valid(); k++ {
		kinds = append(kinds, k)
	}
	return kinds
}

// Writable returns the kinds that can be written, in the order of [Kinds], and the styles.
func Writable() []Kind {
	return append(slices.DeleteFunc(Kinds(), func(k Kind) bool { return !k.CanWrite() }), Styles()...)
}

// CanWrite reports whether the kind can hold puzzles and answers that are written.
func (k Kind) CanWrite() bool {
	return k.styled() != nil || k.valid() && (k.writer() != nil || k.gridWriter() != nil)
}

// IsTable reports whether records of the kind are rows with columns.
func (k Kind) IsTable() bool { return k.valid() && k.writer() != nil }

// isJSON reports whether rows of the kind are JSON values.
func (k Kind) isJSON() bool { return k.valid() && forms[k].Spec().Family == "json" }

// isLike reports whether records of another kind are written alike.
func (k Kind) isLike(other Kind) bool {
	family := forms[k].Spec().Family
	return k == other || family != "" && family == forms[other].Spec().Family
}

// HasLines reports whether text of the kind is made of lines.
func (k Kind) HasLines() bool { k = k.read(); return k.valid() && forms[k].Spec().MaxLine > 0 }

// ParseKind returns the Kind with that name, or NDJSON for "jsonl". For an unknown name it returns
// an error that lists the known names.
func ParseKind(name string) (Kind, error) {
	if name == "jsonl" {
		return NDJSON, nil
	}
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

// String returns the name of the kind, as [ParseKind] takes it.
func (k Kind) String() string {
	if k.valid() {
		return forms[k].Spec().Name
	}
	if s := k.styled(); s != nil {
		return s.name
	}
	return "Kind(" + strconv.Itoa(int(k)) + ")"
}

func (k Kind) valid() bool { return k >= Line && int(k) < len(forms) }

// Form returns the form in which the kind writes puzzles of the given order. A table gets
// one column, "puzzle". If the kind has no such puzzles, the error lists its orders.
func (k Kind) Form(order int) (Form, error) {
	to, orders := Form{Kind: k, Order: order}, []int(nil)
	switch s := k.styled(); {
	case s != nil:
		to.Kind, to.Layout, orders = s.kind, s.layout, s.orders
	case !k.valid():
		return Form{}, fmt.Errorf("unknown form %v", k)
	default:
		orders = forms[k].Spec().Orders
	}
	var have []string
	for _, o := range orders {
		if o == order {
			return to.Plain(), nil
		}
		have = append(have, strconv.Itoa(o))
	}
	return Form{}, fmt.Errorf("%v holds puzzles of order %s, not %d", k, strings.Join(have, " or "), order)
}

// HoldsSolutions reports whether [Form.AppendSolvedPuzzle] can write the kind.
func (k Kind) HoldsSolutions() bool { return k.valid() && forms[k].Spec().Paired || k.IsTable() }

// forms lists all forms in the order of their kinds, which is the order of detection. A new
// form is a folder and a line here.
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

// form returns the implementation of f's kind.
func (f Form) form() form.Form {
	if !f.Kind.valid() || f.Order == 0 {
		panic("bulk: unknown form " + f.String())
	}
	return forms[f.Kind]
}

// writer returns the writer for rows of the kind, or nil.
func (k Kind) writer() table.Writer {
	if !k.valid() {
		return nil
	}
	w, _ := forms[k].(table.Writer)
	return w
}

// gridWriter returns the writer for grids of the kind, or nil.
func (k Kind) gridWriter() form.GridWriter {
	w, _ := forms[k].(form.GridWriter)
	return w
}

// file returns the layout that reads the file.
func (f Form) file() form.Layout {
	if f.Layout == nil || f.Layout.file == nil {
		return f.form().Plain(f.Order)
	}
	return f.Layout.file
}

// formOf returns the Form for a layout that the kind's form found.
func formOf(kind Kind, file form.Layout) Form {
	info := file.Info()
	return Form{Kind: kind, Order: info.Order, Layout: &Layout{
		Columns: info.Columns, Puzzle: info.Puzzle, Solution: info.Solution, Others: info.Others, Notes: info.Notes, file: file,
	}}
}
