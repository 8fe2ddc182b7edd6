package formats

// This file defines the errors.

import (
	"errors"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// ErrNotPuzzles is wrapped by the errors that say why text cannot be read as puzzles: its form
// is not known, two forms read it in different ways, or it holds none.
var ErrNotPuzzles = errors.New("not a file of puzzles")

// ErrNoColumn is wrapped by the errors for a table without the wanted column, or without
// puzzles in it.
var ErrNoColumn = errors.New("no such column of puzzles")

// A RecordError reports a malformed record, or a fault of the text as a whole.
type RecordError struct {
	// Record, Line and Column are its place, from 1; 0 means not known. Record is 0 for a fault
	// of the whole text. Column counts bytes, or cells in an array.
	Record, Line, Column int
	// Reason names the fault: "bad cell 'x'".
	Reason string

	fault model.SyntaxError
}

// Error returns the place and the reason: "412:17: bad cell 'x'".
func (e *RecordError) Error() string { return e.fault.Error() }

// Unwrap returns a [*model.SyntaxError] with more about the fault.
func (e *RecordError) Unwrap() error { return &e.fault }

// A refusal is an error with the sentinel for its kind.
type refusal struct {
	error
	kind error
}

func (r *refusal) Unwrap() []error { return []error{r.error, r.kind} }

func notPuzzles(err error) error { return &refusal{err, ErrNotPuzzles} }

// public returns an error of package bulk as this package has it.
func public(err error) error {
	if err == nil {
		return nil
	}
	if fault, ok := errors.AsType[*model.SyntaxError](err); ok {
		return &RecordError{fault.Record, fault.Line, fault.Column, string(fault.AppendReason(nil)), *fault}
	}
	if _, ok := errors.AsType[*model.ColumnError](err); ok {
		return &refusal{err, ErrNoColumn}
	}
	return notPuzzles(err)
}
