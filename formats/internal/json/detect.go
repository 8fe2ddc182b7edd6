// Package json reads and writes JSON values: one a line (NDJSON), or the elements of an
// array, the members of an object, or values one after the other (JSON).
package json

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// NDJSON has a value a line. JSON has values in an array or object, or one after the other.
var (
	NDJSON table.Writer = rowsForm{jsonForm{lines: true}}
	JSON   table.Writer = rowsForm{jsonForm{}}
)

// A jsonForm is NDJSON or JSON.
type jsonForm struct{ lines bool }

// The limits of a JSON record, and of the blanks between a line's beginning and a record up
// to which its column is known.
const (
	maxRecord = 64 << 10
	maxIndent = 4 << 10
)

var (
	spec = form.Spec{
		Name: "json", Endings: []string{".json"}, Orders: geometry.Sides(), MaxRecord: maxIndent + maxRecord + 2,
		Structured: true, Family: "json", OneSize: true, Answers: "ndjson",
		HeaderAlone: noElements, Writing: form.Writing{Noted: appendNoted, Enclosure: enclosure},
	}
	lineSpec = form.Spec{
		Name: "ndjson", Endings: []string{".jsonl", ".ndjson"}, Orders: geometry.Sides(), MaxLine: form.TextMaxLine, MaxRecord: form.TextMaxRecord,
		Structured: true, Family: "json", OneSize: true, Divisible: true, Copied: true,
		Writing: form.Writing{Noted: appendNoted},
	}
)

func (f jsonForm) Spec() *form.Spec {
	if f.lines {
		return &lineSpec
	}
	return &spec
}

// A layout says how the values of one file are read.
type layout struct {
	info
	lines bool // each value has its own line
	shape shape
	open  bool // members without a column are expected
	// leads are the texts that programs write before the values of the columns, first
	// without and then with blanks. They are nil if records have another notation.
	leads [2][][]byte
	depth int               // number of brackets that the header opens
	alone bool              // puzzles in another array, or in a member around this one, are a fault of the file
	stray model.SyntaxError // such a puzzle in the header
	// joined says that the text comes from JoinColumns, so messages name records, not lines.
	joined bool
}

type info = form.Info

// A shape says what the values of a file are.
type shape uint8

const (
	objects shape = iota // their members are the columns
	nested               // their members and the members of these are the columns
	texts                // their members and the turns of chats are the columns, and grids are parts of these texts
	grids                // each value is a puzzle
	lists                // their items are the columns
	shapes
)

func (l *layout) Info() *form.Info { return &l.info }

// Resized implements form.Resizer.
func (l *layout) Resized(order int) form.Layout {
	r := *l
	r.Order, r.Cells = order, l.Cells.Resized(order)
	return &r
}

// Alike implements form.Comparer. Lists have no names, so their puzzles must be at the same
// place.
func (l *layout) Alike(other form.Layout) bool {
	o, ok := other.(*layout)
	return ok && l.shape == o.shape && (l.shape != lists || l.Puzzle == o.Puzzle)
}

// plains are the layouts of objects with only a puzzle, without and with lines.
var plains = map[bool]map[int]*layout{
	false: form.PerOrder(func(order int) *layout { return newPlain(false, order) }),
	true:  form.PerOrder(func(order int) *layout { return newPlain(true, order) }),
}

func newPlain(lines bool, order int) *layout {
	l := &layout{info: form.NewInfo(order), lines: lines, open: true}
	l.Columns, l.Objects = []model.Column{{Name: "puzzle"}}, true
	return l
}

func (f jsonForm) Plain(order int) form.Layout { return plains[f.lines][order] }

// Propose proposes the one way that reads most puzzles, because the others read parts of
// the same values.
func (f jsonForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	p := form.Proposal{}
	if f.lines {
		p = detectLines(s)
	} else {
		p = detectValues(s)
	}
	if p.Layout == nil && p.Err == nil {
		return form.None
	}
	return form.One(p)
}

// detectLines looks for lines that are values. If an array that spans lines has more
// puzzles, or if the first line and most others are not values, the lines are parts of that
// array.
func detectLines(s *form.Sample) form.Proposal {
	var records [][]byte
	for _, line := range s.Lines() {
		if !syntax.IsComment(line) && !syntax.IsBlank(line, form.TextMaxLine) {
			records = append(records, line)
		}
	}
	r := readSample(s, &layout{info: noted("a JSON value a line"), lines: true}, records)
	if len(records) > 1 && r.Puzzles == len(records) && records[0][0] == '{' || isTexts(&r) {
		return r
	}
	array := bestArray(s)
	isEven := array.Puzzles == r.Puzzles
	isPart := len(records) > 0 && !IsValid(records[0]) && (isEven || 2*r.Puzzles < len(records))
	if array.Puzzles > r.Puzzles || array.Puzzles > 0 && (isPart || isEven && len(records) < 2) {
		return form.Proposal{}
	}
	return r
}

// noElements proposes the elements of an array that has none.
func noElements(s *form.Sample) (p form.Proposal) {
	if s.All && string(bytes.Join(bytes.Fields(s.Text), nil)) == "[]" {
		l := newPlain(false, form.UsualOrder(&s.Hints))
		l.Header, l.depth = bytes.Clone(s.Text[:bytes.IndexByte(s.Text, '[')+1]), 1
		p.Layout = l
	}
	return p
}

// detectValues looks for values one after the other, and for an array of values.
func detectValues(s *form.Sample) form.Proposal {
	if s.Joined {
		rows := &layout{info: noted("each list of a JSON object is a column"), joined: true}
		return readSample(s, rows, recordsOf(s, rows))
	}
	if form.IsLines(s.Text) || form.IsXML(s.Text) {
		return form.Proposal{}
	}
	values := &layout{info: noted("JSON values one after the other")}
	records := recordsOf(s, values)
	best := readSample(s, values, records)
	if isTexts(&best) {
		return best
	}
	array := bestArray(s)
	switch {
	case array.Err == nil && array.Puzzles > best.Puzzles && isParent(s, best.Layout, array.Layout):
		if best.Err = errNearest(best.Layout, array.Layout); best.Err != nil {
			best.Layout, best.Puzzles = nil, array.Puzzles
		}
	case array.Puzzles > best.Puzzles, array.Puzzles > 0 && array.Puzzles == best.Puzzles && isListOfGrids(records),
		best.Puzzles == 0 && (array.Layout != nil || best.Err == nil):
		best = array
	}
	if best.Layout == nil && best.Err == nil {
		best.Err = damageIn(s.Text)
	}
	return best
}

// isParent reports whether records name their puzzle, and the array inner is in another
// member. Then these puzzles are nearest the top, even if inner has more: it may hold the
// steps of a solution.
func isParent(s *form.Sample, outer, inner form.Layout) bool {
	o, ok := outer.(*layout)
	if !ok || s.Puzzle != "" || o.nameRank() == table.Unranked {
		return false
	}
	i, ok := inner.(*layout)
	return ok && !i.Keyed && !slices.Contains(strings.Split(o.Columns[o.Puzzle].Name, "."), i.key())
}

// errNearest returns an error if the puzzles of an array have as good a name as the puzzles of the
// records around it.
func errNearest(outer, inner form.Layout) error {
	o, i := outer.(*layout), inner.(*layout) //nolint:forcetypeassert // see isParent
	if min(i.nameRank(), table.PuzzleRank(table.Words(i.key()))) <= o.nameRank() {
		return form.ErrDeepArrays
	}
	return nil
}

// nameRank returns the rank of the member with the puzzle as a name for puzzles.
func (l *layout) nameRank() int {
	if !l.Objects || len(l.Columns) == 0 {
		return table.Unranked
	}
	return table.PuzzleRank(table.Words(l.Columns[l.Puzzle].Name))
}

// key returns the key of the array that holds the records, or "".
func (l *layout) key() string { return keyBefore(l.Header[:max(len(l.Header)-1, 0)]) }

// damageIn returns a [*model.SyntaxError] if text begins with a member's key and cannot be the
// beginning of a JSON value.
func damageIn(text []byte) error {
	from := lengthOfSpace(text)
	if _, fault := measure(text[from:]); fault.Err == model.ErrJSON && (&form.Sample{Text: text}).HasMembers() { //nolint:errorlint // the reasons are never wrapped
		fault.Line, fault.Column = syntax.PlaceAfter(text[:from+fault.Column-1], 1, 1)
		return &fault
	}
	return nil
}

// noted returns an Info with this note.
func noted(note string) form.Info {
	i := form.NewInfo(9)
	i.Notes = []string{note}
	return i
}

// isListOfGrids reports whether records are a single array that holds only grids, or values
// meant as grids. Its items are records, not columns.
func isListOfGrids(records [][]byte) bool {
	if len(records) != 1 || records[0][0] != '[' {
		return false
	}
	only := true
	walk(records[0], func(_ []byte, from, to int) {
		b := records[0][from]
		only = only && (b == '[' || b == 'n' || b == '"' && to-from >= cells.LeastRun)
	})
	return only
}

// recordsOf returns the records of the sample in a layout, up to the first text that is not
// JSON.
func recordsOf(s *form.Sample, l *layout) (records [][]byte) {
	_ = s.Read(l, func(_, text []byte, r *model.Records) {
		for _, span := range r.Spans {
			records = append(records, text[span.From:span.To])
		}
	})
	return records
}
