package columns

// This file gives the values of columns by their names: of the input's columns, or computed.

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// A Reader gives the values of named columns for the well-formed records of batches. A name is a
// column of the input (its name, or its number from 1), or else an addable column of the
// registry, which the Reader computes with a search for two solutions. Each worker has its own
// Reader.
//
//	r := columns.NewReader("tier", "source")
//	// for each input, in Hooks.OnForm or before it is read:
//	err := r.Check(form)
//	// in Worker.Work, after decoding and before anything overwrites Records.Cells:
//	r.Read(ctx, b)
//	for i := range r.Len() { // the well-formed records, in order
//		tier, source := r.Value(i, 0), r.Value(i, 1)
//	}
//
// The input must keep its columns: set pipeline.Config.Use to UseColumns, and set model.Hints.More.
type Reader struct {
	// Scale is the scale of the ratings that are computed.
	Scale explain.Scale
	// MaxRating, if not nil, returns the highest ER that is wanted of a record; 0 means any. A harder
	// record has only lower bounds: er_at_least, and a technique such as "at least 4.0".
	MaxRating func(record int) explain.Score

	names    []string
	computed []Column // by index of names; the zero Column if the input has the column

	from  bulk.Form // whose columns are in of
	of    []int     // column of the input for each name, or -1
	bound bool

	b       *pipeline.Batch
	records int // well-formed records
	values  []value
	text    []byte // holds the values
	spans   []model.Span
	fields  model.Fields

	ctx    context.Context // of the last call
	ended  func() bool     // whether ctx has ended
	by     *Evaluator      // its columns change with the cost
	cells  []uint8         // of the puzzles to compute
	masks  []uint32        // their candidates
	chosen []int           // the names whose columns are computed
	every  []int
}

// A value is a place in Reader.text. known says that it was read or computed; it is missing if
// from is -1.
type value struct {
	from, to int
	known    bool
}

// NewReader returns a Reader of columns with these names.
func NewReader(names ...string) *Reader {
	r := &Reader{names: names, computed: make([]Column, len(names)), of: make([]int, len(names)), by: NewEvaluator(nil)}
	r.ended = func() bool { return r.ctx.Err() != nil }
	return r
}

// Check returns an error if neither the input nor the registry has one of the columns.
func (r *Reader) Check(from bulk.Form) error {
	for _, name := range r.names {
		if err := Check(from, name); err != nil {
			return err
		}
	}
	return nil
}

// Check returns an error if neither the input nor the registry has a column. The error lists
// the columns that there are.
func Check(from bulk.Form, name string) error {
	if _, ok := Computed(from, name); ok || In(from, name) >= 0 {
		return nil
	}
	known := Names(Addable())
	if from.Layout != nil {
		for _, c := range from.Layout.Columns {
			if c.Name != "" && !slices.Contains(known, c.Name) {
				known = append(known, c.Name)
			}
		}
	}
	return fmt.Errorf("there is no column %q (known: %s)", name, strings.Join(known, ", "))
}

// Computed returns the column of the registry that a Reader computes for a name. ok is false if
// the input has a column of that name, or if there is none.
func Computed(from bulk.Form, name string) (c Column, ok bool) {
	if In(from, name) >= 0 {
		return c, false
	}
	i := indexOf(all, name)
	if i < 0 || all[i].Cost == Compare {
		return c, false
	}
	return all[i], true
}

// In returns the 0-based column of an input with a name, or with a number from 1, or -1.
func In(from bulk.Form, name string) int {
	if from.Layout == nil {
		return -1
	}
	columns := from.Layout.Columns
	if i := slices.IndexFunc(columns, func(c model.Column) bool { return c.Name == name }); i >= 0 {
		return i
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(columns) {
		return n - 1
	}
	return -1
}

// Read reads or computes the values for all well-formed records of a batch. The batch must be
// decoded, and Records.Cells must hold the puzzles.
func (r *Reader) Read(ctx context.Context, b *pipeline.Batch) {
	r.Begin(b)
	r.every = r.every[:0]
	for i := range r.records {
		r.every = append(r.every, i)
	}
	for cost := Free; cost < Compare; cost++ {
		r.Compute(ctx, cost, r.every)
	}
}

// Len returns the number of well-formed records of the batch.
func (r *Reader) Len() int { return r.records }

// Value returns the value of a column, by its index among the names, for a well-formed record.
// It returns nil if there is no value. It is valid until the next Read.
func (r *Reader) Value(record, column int) []byte {
	v := &r.values[record*len(r.names)+column]
	if v.from < 0 {
		return nil
	}
	return r.text[v.from:v.to]
}

// Known reports whether a value was read or computed.
func (r *Reader) Known(record, column int) bool { return r.values[record*len(r.names)+column].known }

// Begin reads the values of the input's columns, and computes none. Compute can follow.
func (r *Reader) Begin(b *pipeline.Batch) {
	if !r.bound || b.From != r.from {
		r.bind(b.From)
	}
	r.b = b
	r.records = b.Records.N - len(b.Records.Faults)
	r.values = slices.Grow(r.values[:0], r.records*len(r.names))[:r.records*len(r.names)]
	clear(r.values)
	r.text = r.text[:0]
	if !slices.ContainsFunc(r.of, func(column int) bool { return column >= 0 }) {
		return
	}
	r.spans = b.Records.Spans
	if len(r.spans) == 0 {
		r.spans = b.Spans(r.spans[:0])
	}
	values := r.values
	for record, fault := range b.EachRecord() {
		if fault != nil {
			continue
		}
		b.From.Fields(&r.fields, b.Text[r.spans[record].From:r.spans[record].To])
		for i, column := range r.of {
			if column >= 0 {
				values[i] = r.keep(b.From.Text(&r.fields, column))
			}
		}
		values = values[len(r.names):]
	}
}

// bind finds the columns of a form.
func (r *Reader) bind(from bulk.Form) {
	r.from, r.bound = from, true
	for i, name := range r.names {
		r.of[i] = In(from, name)
		if c, ok := Computed(from, name); ok {
			r.computed[i] = OnScale([]Column{c}, r.Scale)[0]
		} else {
			r.computed[i] = Column{}
		}
	}
}

// keep copies a value.
func (r *Reader) keep(text []byte) value {
	if text == nil {
		return value{-1, -1, true}
	}
	from := len(r.text)
	r.text = append(r.text, text...)
	return value{from, len(r.text), true}
}

// Computes reports whether a column is computed for the records of the batch.
func (r *Reader) Computes(column int) bool { return r.computed[column].append != nil }

// Compute computes the columns of one cost for some well-formed records. It reports whether
// there are such columns.
func (r *Reader) Compute(ctx context.Context, cost Cost, records []int) bool {
	r.chosen, r.by.columns = r.chosen[:0], r.by.columns[:0]
	for i := range r.names {
		if c := &r.computed[i]; c.append != nil && c.Cost == cost {
			r.chosen, r.by.columns = append(r.chosen, i), append(r.by.columns, *c)
		}
	}
	if len(r.chosen) == 0 || len(records) == 0 {
		return false
	}
	b := r.b
	n := b.From.Order * b.From.Order
	r.cells, r.masks = r.cells[:0], r.masks[:0]
	for _, record := range records {
		r.cells = append(r.cells, b.Records.Cells[record*n:][:n]...)
		if len(b.Records.Candidates) > 0 {
			r.masks = append(r.masks, b.Records.Candidates[record*n:][:n]...)
		}
	}
	r.ctx = ctx
	if r.MaxRating != nil {
		r.by.explainer.limit = func(puzzle int) explain.Score { return r.MaxRating(records[puzzle]) }
	}
	r.by.Search(ctx, Puzzles{Board: b.From.Board(), Cells: r.cells, Candidates: r.masks}, r.ended)
	for i, record := range records {
		r.by.find(i)
		r.by.found.File = b.InputName()
		for at, name := range r.chosen {
			v := value{-1, -1, true}
			if text := r.by.columns[at].append(r.text, b.From, &r.by.found); text != nil {
				v.from, v.to = len(r.text), len(text)
				r.text = text
			}
			r.values[record*len(r.names)+name] = v
		}
	}
	return true
}

// Engines names the engines that computed columns.
func (r *Reader) Engines() []string { return r.by.Engines() }
