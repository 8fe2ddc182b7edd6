// Package solutions reads the solutions that records carry with their puzzles.
package solutions

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A Set holds the solutions of the well-formed records of a batch, in order. It can be reused;
// one goroutine uses it.
type Set struct {
	cells  []uint8 // Order² for each record
	has    []bool
	order2 int

	fields model.Fields
	spans  []model.Span
}

// A WrongError reports a record whose solution does not solve its puzzle.
type WrongError struct{ Err error }

func (e *WrongError) Error() string { return fmt.Sprintf("wrong solution: %v", e.Err) }

// Unwrap returns the reason.
func (e *WrongError) Unwrap() error { return e.Err }

// Read reads the solutions of a decoded batch. A record whose solution cannot be read becomes
// malformed. With judge, so does a record whose solution is wrong.
func (s *Set) Read(b *pipeline.Batch, judge bool) {
	r := &b.Records
	s.order2 = r.Order * r.Order
	good := len(r.Cells) / s.order2
	s.cells, s.has = s.cells[:0], s.has[:0]
	if !b.From.HasSolutions() && !b.From.PlainLines() {
		for range good {
			s.has = append(s.has, false)
		}
		return
	}
	spans := r.Spans
	if len(spans) == 0 {
		s.spans = b.Spans(s.spans[:0])
		spans = s.spans
	}
	r.Reject(func(record, _ int, cells []uint8) *model.SyntaxError {
		fault := s.read(b.From, b.Text, &spans[record], cells, judge)
		if fault != nil {
			fault.Line = spans[record].LineOf(fault.Line)
		}
		return fault
	})
}

// read reads the solution of one record, or returns its fault.
func (s *Set) read(f bulk.Form, text []byte, span *model.Span, puzzle []uint8, judge bool) *model.SyntaxError {
	n := len(s.cells)
	s.cells = append(s.cells, puzzle...) // as room
	solution := s.cells[n:]
	at, fault := f.GivenSolution(solution, text, *span, &s.fields)
	if fault == nil && at > 0 && judge {
		if err := solver.VerifyBox(f.Board(), puzzle, solution); err != nil {
			line, column := f.PlaceIn(text[span.From:span.To], at)
			fault = &model.SyntaxError{Line: line, Column: column, Err: &WrongError{err}}
		}
	}
	if fault != nil {
		s.cells = s.cells[:n]
		return fault
	}
	s.has = append(s.has, at > 0)
	return nil
}

// Of returns the solution of the well-formed record number i, from 0, or nil. The caller may
// change it.
func (s *Set) Of(i int) []uint8 {
	if !s.has[i] {
		return nil
	}
	return s.cells[i*s.order2:][:s.order2]
}
