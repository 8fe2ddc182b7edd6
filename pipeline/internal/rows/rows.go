// Package rows has what verbs share that choose among the records of batches.
package rows

import (
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// Copies reports whether the records of a list are copied as they came, because the output has their form.
func Copies(from, to bulk.Form) bool {
	return from.Kind == to.Kind && !to.IsStyled() && !to.Kind.IsTable() && from.Kind.CanCopy()
}

// Pieces are texts, one after the other, with the end of each.
type Pieces struct {
	Text []byte
	Ends []int
}

// Reset removes all texts and keeps the memory.
func (p *Pieces) Reset() { p.Text, p.Ends = p.Text[:0], p.Ends[:0] }

// End ends a text that was appended to p.Text.
func (p *Pieces) End() { p.Ends = append(p.Ends, len(p.Text)) }

// Of returns text i; nil if there are none.
func (p Pieces) Of(i int) []byte {
	switch {
	case len(p.Ends) == 0:
		return nil
	case i == 0:
		return p.Text[:p.Ends[0]]
	}
	return p.Text[p.Ends[i-1]:p.Ends[i]]
}

// Inputs checks that the records of all inputs can be in one output. The zero value is ready.
type Inputs struct {
	first *pipeline.Opened
	err   error
}

// Opened receives the form of the next input. Err reports a fault from then on.
func (i *Inputs) Opened(o pipeline.Opened) {
	switch {
	case i.first == nil:
		i.first = &o
	case i.err != nil || !Copies(i.first.From, i.first.To) && !Copies(o.From, o.To):
	case !i.first.From.Alike(o.From):
		i.err = &pipeline.UnlikeError{Name: o.Name, Form: o.From, First: i.first.Name, FirstForm: i.first.From}
	}
}

// Err returns an [*pipeline.UnlikeError] if an input does not fit the first one.
func (i *Inputs) Err() error { return i.err }
