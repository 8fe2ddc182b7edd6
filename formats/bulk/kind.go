package bulk

// This file lists the forms and finds them by kind and by name.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/candidates"
	"github.com/sudokubatch/sudokubatch/formats/internal/csv"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/grid"
	"github.com/sudokubatch/sudokubatch/formats/internal/hiho"
	"github.com/sudokubatch/sudokubatch/formats/internal/json"
	"github.com/sudokubatch/sudokubatch/formats/internal/line"
	"github.com/sudokubatch/sudokubatch/formats/internal/npy"
	"github.com/sudokubatch/sudokubatch/formats/internal/opensudoku"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
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
	return k.styled() != nil || k.valid() && (k.writer() != nil || forms[k].Spec().Grid != nil)
}

// IsTable reports whether records of the kind are rows with columns.
func (k Kind) IsTable() bool { return k.valid() && k.writer() != nil }

// IsJSON reports whether rows of the kind are JSON values.
func (k Kind) IsJSON() bool { return k.valid() && forms[k].Spec().Family == "json" }

// IsArray reports whether records of the kind are numbers, after a header that counts them.
func (k Kind) IsArray() bool { return k.valid() && forms[k].Spec().Magic != "" }

// IsTyped reports whether package corpus turns text of the kind into files, and files into text.
func (k Kind) IsTyped() bool { return k.valid() && forms[k].Spec().Typed }

// IsBinary reports whether files of the kind are not text.
func (k Kind) IsBinary() bool { return k.IsArray() || k.IsTyped() }

// IsInline reports whether each answer of the kind is one line with its mark and its grid.
func (k Kind) IsInline() bool { k = k.read(); return k.valid() && forms[k].Spec().Inline }

// HoldsCandidates reports whether puzzles of the kind are given as candidates.
func (k Kind) HoldsCandidates() bool { k = k.read(); return k.valid() && forms[k].Spec().Candidates }

// IsCounted reports whether files of the kind begin with the number of their records.
func (k Kind) IsCounted() bool {
	return k.valid() && forms[k].Spec().Count != nil
}

// Syntax names what programs read files of the kind as, for example "json" for two kinds, "text"
// for all lines and "" for kind 0.
func (k Kind) Syntax() string {
	if k = k.read(); !k.valid() {
		return ""
	}
	switch s := forms[k].Spec(); {
	case s.Structured:
		return cmp.Or(s.Family, s.Name)
	case s.Typed:
		return s.Name
	}
	return "text"
}

// Endings returns the endings of the names of files that only this kind has, the usual one first.
func (k Kind) Endings() []string {
	if s := k.styled(); s != nil && s.ending != "" {
		return []string{s.ending}
	} else if !k.valid() {
		return nil
	}
	return forms[k].Spec().Endings
}

// Enclosure returns the text around and between the records of a file with a name. ok is false
// if the kind needs none.
func (k Kind) Enclosure(name string) (e model.Enclosure, ok bool) {
	if k.valid() {
		if enclosure := forms[k].Spec().Enclosure; enclosure != nil {
			e = enclosure(name)
		}
	}
	return e, e.Begin != ""
}

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
	return 0, fmt.Errorf("unknown form %q (known: %s)", name, listKinds())
}

// listKinds joins the names of all kinds.
func listKinds() string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, k.String())
	}
	return strings.Join(names, ", ")
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

// HoldsMarks reports whether the kind has a place for an answer that is no grid: the mark of a verdict, or
// an empty value in a table. An array has zeros there.
func (k Kind) HoldsMarks() bool { return !k.IsArray() }

// HoldsSolutions reports whether [Form.AppendSolvedPuzzle] can write the kind.
func (k Kind) HoldsSolutions() bool { return k.valid() && forms[k].Spec().Paired || k.IsTable() }

// forms lists all forms in the order of their kinds, which is the order of detection. A new
// form is a folder and a line here.
var forms = []form.Form{
	Line:       line.Form,
	Hiho:       hiho.Form,
	Letters16:  grid.Letters16,
	Grid:       grid.Form,
	CSV:        csv.CSV,
	TSV:        csv.TSV,
	NDJSON:     json.NDJSON,
	JSON:       json.JSON,
	OpenSudoku: opensudoku.Form,
	Npy:        npy.Form,
	Parquet:    csv.Parquet,
	Candidates: candidates.Form,
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
