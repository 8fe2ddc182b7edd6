// Package npy reads and writes numpy's .npy files: arrays of puzzles, and arrays of pairs of a
// puzzle and its solution. It refuses arrays of structures.
//
// A file is a header, which gives the type and the shape of the array, followed by its
// elements. There are no lines, and all records have the same size. The header says which
// fields a record has; the elements at the beginning of the file show how their cells are
// written. The package also chooses, joins and splits the members of .npz files. Joined arrays
// have a header of their own, which says what each array adds to a record.
package npy

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Form is numpy's file format.
var Form form.Form = npyForm{}

type npyForm struct{}

var spec = form.Spec{
	Name: "npy", Endings: []string{".npy", ".npz"}, Orders: geometry.Sides(), MaxRecord: maxRecord,
	Divisible: true, Structured: true, Magic: form.NpyMagic, Paired: true, OneSize: true, Answers: "line", Foreign: errForeign,
	Writing: form.Writing{Grid: appendGrid, Pairs: func(order int) form.Layout { return pairs[order] }},
}

var errForeign = errors.New("not a numpy array: a .npy file begins with \\x93NUMPY")

func (npyForm) Spec() *form.Spec { return &spec }

func (npyForm) Plain(order int) form.Layout { return plain[order] }

func appendGrid(dst []byte, _ geometry.Box, cells []uint8) []byte { return append(dst, cells...) }

// maxRecord limits the length of a record in bytes. Its texts may be longer than the cells
// in them.
const maxRecord = 64 << 10

// A Layout says how one array is read or written.
type Layout struct {
	info    form.Info
	orders  []int   // the possible ones; nil: the usual ones
	records int     // -1: as many as the file has
	fields  []field // one for each column, or only the puzzle if there are no columns
}

// The layouts of arrays to write, by order: arrays of puzzles, and of pairs, which have the
// shape (n, 2, order·order).
var (
	plain = form.PerOrder(func(order int) *Layout { return written(order, 1) })
	pairs = form.PerOrder(func(order int) *Layout { return written(order, 2) })
)

// written returns the layout of an array with one or two grids in each record.
func written(order, grids int) *Layout {
	cells := order * order
	l := &Layout{info: form.NewInfo(order), records: -1}
	for i := range grids {
		l.fields = append(l.fields, field{elementType: elementType{kind: 'u', size: 1}, order: order, elements: cells, at: i * cells})
	}
	if grids == 2 {
		l.info.Columns, l.info.Solution = []model.Column{{Name: "puzzle"}, {Name: "solution"}}, 1
	}
	l.info.RecordSize = grids * cells
	return l
}

// Info implements [form.Layout].
func (l *Layout) Info() *form.Info { return &l.info }

// ArrayHeader returns the header of an array of n records to write. An n of -1 means as
// many as there are. The length does not depend on n.
func (l *Layout) ArrayHeader(n int64) []byte {
	if len(l.fields) == 2 {
		return newHeader("'|u1'", fmt.Sprintf("%d, 2, %d", n, l.fields[0].elements))
	}
	return Header(l.info.Order, n)
}

// An ArrayError says why a numpy file cannot be read as puzzles.
type ArrayError struct {
	Type   string // of the elements, as numpy writes it; "": not known
	Shape  []int
	Reason string
}

func (e *ArrayError) Error() string {
	if e.Type == "" {
		return "numpy array: " + e.Reason
	}
	return fmt.Sprintf("numpy array of type %+q and shape %s: %s", e.Type[:min(len(e.Type), 32)], shapeText(e.Shape), e.Reason)
}

// shapeText returns a shape in Python's notation.
func shapeText(shape []int) string {
	text := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(shape)), ", "), "[]")
	if len(shape) == 1 {
		text += ","
	}
	return "(" + text + ")"
}
