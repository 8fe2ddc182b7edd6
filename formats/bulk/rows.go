package bulk

// This file chooses the columns of rows, and copies records.

import (
	"bytes"
	"cmp"
	"errors"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// ErrSizes reports puzzles of several sizes for one file that cannot mix them.
var ErrSizes = errors.New("an array or a table holds puzzles of one size")

// errLetters reports puzzles that would be written with letters for digits, below rows with numbers.
var errLetters = errors.New("its digits would be letters below the numbers of the first input: name this input first, or write lines")

// Target returns the form in which to write results for the puzzles of f, with the columns
// of f followed by the added ones. If a name is taken, [model.Column].Taken says what happens; by
// default the added column gets a number after its name. kind is a kind that can be written; 0 means the kind of f or the nearest
// writable one.
//
// first is the target of the first input file if f is a later one, or else the zero Form.
// If first is a table, the result has exactly the columns of first. If it is not, and kind
// is 0, a table is written as it is. Columns match by name; the puzzle and the solution
// match whatever their names are. If first has one column per cell, f must have this, too.
// Grids are written as in the first file, so that all rows can be read as one file.
//
// In NDJSON a grid with one column per cell becomes one member, because many members could
// not be told from others. Column names are unique in NDJSON and Parquet.
//
// lost are the names of the columns that the target cannot hold.
func (f Form) Target(kind Kind, added []model.Column, first Form) (to Form, lost []string, err error) {
	kind = f.targetKind(kind, first)
	if to, err = kind.Form(f.Order); err != nil {
		return Form{}, nil, err
	}
	to.Box = f.Box
	if spec := to.form().Spec(); spec.OneSize && first.Kind != 0 && first.Order != f.Order && (kind.IsArray() || len(f.Sizes()) == 1) {
		return Form{}, nil, ErrSizes
	}
	info := f.info()
	if !kind.IsTable() {
		for i, c := range info.AllColumns() {
			if !info.IsCells(i) {
				lost = append(lost, c.Name)
			}
		}
		return to, lost, nil
	}
	t := table.NewTarget(info, kind.style(f))
	if first.Layout == nil {
		if err = t.Append(added); err != nil {
			return Form{}, nil, err
		}
	} else if err = t.Follow(first.Layout.target, f.Order); err != nil {
		return Form{}, nil, err
	}
	t.SetOwnFirst()
	f.setCopied(t, kind, first.Layout == nil)
	if f.mixesDigits(t, first) {
		return Form{}, nil, errLetters
	}
	if s := t.Solution; first.Layout == nil && !t.Verbatim && s >= 0 && t.Columns[s].Type == model.Raw {
		t.Columns[s].Type = model.Text // a list becomes one text
	}
	if to.Layout = layoutOf(kind, t); len(f.Sizes()) > 1 {
		to.Layout.orders = f.Sizes()
	}
	return to, t.Lost(info), nil
}

// mixesDigits reports whether the rows of t have letters for digits, but the rows of the first target numbers.
func (f Form) mixesDigits(t *table.Target, first Form) bool {
	return f.Order > 9 && first.Layout != nil && first.Layout.target.Spaced() && !t.Spaced()
}

// targetKind returns the kind of the target.
func (f Form) targetKind(kind Kind, first Form) Kind {
	switch {
	case first.Kind.IsTable(), kind == 0 && first.Kind != 0 && f.Kind.IsTable():
		return first.Kind
	case kind == 0:
		return f.nearest()
	}
	return kind
}

// DropsWords reports whether records of a file lose the words around their grids where they are written in f.
// renewed says that the rows have other grids.
func (f Form) DropsWords(from Form, renewed bool) bool {
	copied := !renewed && f.Layout != nil && (f.Layout.target == nil || f.Layout.target.Verbatim)
	return from.info().Words && !copied
}

// setCopied decides which records of f become rows of t unchanged.
func (f Form) setCopied(t *table.Target, kind Kind, first bool) {
	info := f.info()
	alike, typed := kind.isLike(f.Kind), forms[kind].Spec().Typed != f.form().Spec().Typed
	keeps := !t.Rewritten && !info.PadsZeros() && t.Keeps(len(info.AllColumns()))
	switch {
	case f.Layout == nil:
	case alike && !typed:
		t.Unnamed = info.Unnamed && first
		if t.Verbatim = keeps && (info.Separator == 0 || info.Separator == t.Separator); t.Verbatim {
			t.Lists = info.Lists
		}
	case alike:
		t.Unquoted = keeps && info.Separator == t.Separator
	}
}

// style returns the requirements of a kind for its columns, for records that come from a
// file.
func (k Kind) style(from Form) table.Style {
	if k.writer() == nil {
		return table.Style{Separator: ','}
	}
	return k.writer().Style(from.form(), from.info())
}

// nearest returns the kind in which to write answers to puzzles of f if the user asks for
// none. A table whose separator no table is written with is answered in lines.
func (f Form) nearest() Kind {
	answers := f.form().Spec().Answers
	if f.Kind.IsTable() && answers == "" && f.info().Separator > 0 && !bytes.ContainsRune([]byte(",;\t"), rune(f.info().Separator)) || !f.Kind.CanWrite() && answers == "" {
		answers = "line"
	}
	if kind, err := ParseKind(answers); err == nil {
		return kind
	}
	return f.Kind
}

// Report is like [Form.Target] for rows that begin with columns of the writer's own. If
// withInput is set, the columns of f follow; of two equal names the column of f gets a
// number.
func (f Form) Report(kind Kind, own []model.Column, withInput bool, first *Layout) (to Form, err error) {
	if to, err = kind.Form(f.Order); err != nil {
		return Form{}, err
	}
	to.Box = f.Box
	info := f.info()
	style := kind.style(f)
	style.Separator = kind.style(f.Plain()).Separator // whatever the input has
	t := table.NewReport(info, style, own)
	if withInput || first != nil {
		t = table.NewTarget(info, style)
	}
	if withInput {
		t.Prepend(own) // so that equal names get the same numbers
	}
	if first != nil {
		if err := t.Follow(first.target, f.Order); err != nil {
			return Form{}, err
		}
	}
	to.Layout = layoutOf(kind, t)
	return to, nil
}

// AddedNames returns the names of the columns that Target added to the columns of the input, or that replace some
// of these.
func (f Form) AddedNames() []string {
	if f.Layout == nil || f.Layout.target == nil {
		return nil
	}
	return f.Layout.target.AddedNames()
}

// Changed returns the names of the columns of from, or their numbers, whose values a target does not
// have as they came: columns that added ones replace, puzzles that get their first zeros back, and the puzzles
// and solutions if the rows have other grids in their place. Another notation of the same grid is no change.
func (f Form) Changed(from Form, puzzles, solutions bool) (names []string) {
	info := from.info()
	for i, c := range info.AllColumns() {
		replaced := f.Layout != nil && f.Layout.target != nil && f.Layout.target.Replaces(c.Name)
		puzzle := (puzzles || info.PadsZeros()) && info.IsCells(i)
		if replaced || puzzle || solutions && form.Within(info.Solution, i, info.Width(info.Solution)) {
			names = append(names, cmp.Or(c.Name, strconv.Itoa(i+1)))
		}
	}
	return names
}

// HoldsSolutionsOf reports whether the rows of a target have a place for the solutions of from's
// records, with [Row].Replaced.
func (f Form) HoldsSolutionsOf(from Form) bool {
	if f.Layout == nil || f.Layout.target == nil || f.Layout.Solution < 0 {
		return false
	}
	return from.info().Solution >= 0 || f.Layout.target.CellColumns == 1
}

// Copies reports whether the rows of a target are unchanged JSON records, including members
// without a column.
func (f Form) Copies() bool { return f.Kind.IsJSON() && f.Layout != nil && f.Layout.target.Verbatim }

// Embeds reports whether the rows of a target are records of from with grids within members or within texts. A row
// with another grid would have flat members instead.
func (f Form) Embeds(from Form) bool {
	return f.Copies() && (from.info().Nested || from.info().Words)
}

// Headed returns the table f as a report: with column names above its rows, even if its input has
// none, and with the usual separator.
func (f Form) Headed() Form {
	t := *f.Layout.target
	t.Unnamed = false
	if usual := f.Plain().Layout.target.Separator; t.Separator != usual {
		t.Separator, t.Verbatim, t.Unquoted = usual, false, false
	}
	f.Layout = layoutOf(f.Kind, &t)
	return f
}

// With returns the table f with other columns after its own.
func (f Form) With(columns ...model.Column) Form {
	f.Layout = layoutOf(f.Kind, f.Layout.target.With(columns))
	return f
}

// AppendCountedHeader is AppendHeader for a file whose number of records is known.
func (f Form) AppendCountedHeader(dst []byte, records uint64) []byte {
	if count := f.form().Spec().Count; count != nil {
		return count(dst, records)
	}
	return f.AppendHeader(dst)
}

// AppendHeader appends the text before the first row of a table or the first puzzle of an
// array. It appends nothing for other kinds.
func (f Form) AppendHeader(dst []byte) []byte {
	switch w := f.Kind.writer(); {
	case w != nil:
		return w.AppendHeader(dst, f.Layout.target)
	case f.form().Spec().Magic != "":
		return append(dst, f.npyHeader(-1)...)
	}
	return dst
}

// CanCopy reports whether unchanged records after a header are again a file of the kind.
// They are not if the kind needs brackets or a count around its records, or is not text.
func (k Kind) CanCopy() bool { return k.valid() && forms[k].Spec().Copied }

// RecordsHeader returns the text to write before unchanged records, so that they can be
// read again: the column names, if the file has some.
func (f Form) RecordsHeader() []byte {
	if header := f.form().Spec().Header; header != nil {
		return header(f.info())
	}
	return nil
}

// AppendCopy appends an unchanged record and the text that must follow it. The last record
// of a file may lack its newline, and grids need an empty line between them.
func (f Form) AppendCopy(dst, record []byte) []byte {
	if f.form().Spec().Typed && len(record) <= len("\n") {
		record = []byte("\"\"\n") // an empty line is not a record of CSV
	}
	dst = append(dst, record...)
	if !bytes.HasSuffix(record, []byte{'\n'}) {
		dst = append(dst, '\n')
	}
	return f.appendSeparator(dst)
}

// Alike reports whether unchanged records of f and g can be in one file, which reads as
// both files did.
func (f Form) Alike(g Form) bool {
	g = g.Sized(f.Order)
	if f.Kind != g.Kind || f.Order != g.Order || f.solutionMode() != g.solutionMode() {
		return false
	}
	a, b := f.file(), g.file()
	if own, ok := a.(form.Comparer); ok && !own.Alike(b) {
		return false
	}
	return a.Info().Alike(b.Info(), f.Kind.IsJSON())
}
