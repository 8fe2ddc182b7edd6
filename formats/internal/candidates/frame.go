package candidates

// This file finds out to which record each line belongs.

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/gridreader"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A walk goes from line to line.
type walk struct {
	side  int               // of the grids
	kind  lineKind          // of the last line
	rows  int               // rows of the open grid, including the last line; side: it is complete
	lines int               // lines of the open grid
	masks [cellCount]uint32 // of the record so far
	fault model.SyntaxError
}

// A lineKind is the role of a line.
type lineKind uint8

const (
	title  lineKind = iota // any other line, of no record
	list                   // a record in one line
	row                    // a row of a grid
	badRow                 // meant as a row of the open grid
	rule                   // a drawn rule or a blank line
)

// open reports whether the grid of the last line may continue.
func (w *walk) open() bool { return w.rows > 0 && w.rows < w.side }

// next goes to the next line. cut says that the open grid ended before the line with too few rows,
// and begins that the line begins a record.
func (w *walk) next(line []byte) (cut, begins bool) {
	open := w.open()
	if !open {
		w.rows = 0
	}
	w.classify(line, open)
	w.lines++
	isRow := w.kind == row || w.kind == badRow
	switch {
	case open && w.lines <= mostLines && (isRow || w.kind == rule && (w.rows%3 == 0 || w.side < side || len(bytes.TrimSpace(line)) > 0)):
	case open:
		cut, w.rows = true, 0
		w.classify(line, false)
	}
	if isRow = w.kind == row || w.kind == badRow; isRow {
		if begins = w.rows == 0; begins {
			w.lines = 1
		}
		w.rows++
	}
	return cut, begins || w.kind == list
}

// classify finds the kind of a line, and reads its candidates after the rows that w has. It sets
// the fault of a malformed line, with its column.
func (w *walk) classify(line []byte, open bool) {
	w.fault, w.kind = model.SyntaxError{}, title
	long := len(line) > maxLine
	line = syntax.TrimCR(line[:min(len(line), maxLine+1)])
	switch {
	case syntax.IsComment(line):
		return
	case readList(w.masks[:w.side*w.side], line, &w.fault):
		w.kind = list
	case !long && (len(bytes.TrimSpace(line)) == 0 || cells.IsRule(line)):
		w.kind = rule
	default:
		groups := readRow(w.masks[w.rows*w.side:][:w.side], line, &w.fault)
		if w.fault.Err == nil {
			w.kind = row
		} else if open && (long || groups > w.side/2) {
			w.kind = badRow
		}
	}
	if long && w.kind != title {
		w.fault = model.SyntaxError{Column: maxLine + 1, Err: model.ErrLineTooLong, Want: maxLine}
	}
}

func (*layout) NewFramer() model.Framer { return framer{} }

// A framer frames one file. It has no state, because every border is a place at which no grid is
// open.
type framer struct{}

func (framer) Cut(_ *model.Records, text []byte, eof bool) (from, to int) {
	return 0, eachRecord(side, text, eof, func(model.Span, []uint32, *model.SyntaxError) {})
}

func (framer) Finish() *model.SyntaxError { return nil }

// eachRecord calls found with the place of each record of grids of a side and with its candidates or its fault, whose Err is nil if there is none. It returns
// where the text may be cut: behind it at the end of the file, or else where the last open grid begins, and not
// in text between records, in which there may be another grid.
func eachRecord(side int, text []byte, eof bool, found func(place model.Span, candidates []uint32, fault *model.SyntaxError)) (to int) {
	w := walk{side: side}
	var place model.Span
	var fault model.SyntaxError // the first one of the open grid
	last, end := 0, 0           // the line of the last row, and the column right after it
	done := 0                   // the end of the last record that was found
	short := func(rows int) {
		if fault.Err == nil {
			fault = model.SyntaxError{Line: last, Column: end, Row: rows, Err: model.ErrRows, Have: rows, Want: side}
		}
		found(place, nil, &fault)
		done = place.To
	}
	for at, number := 0, 1; at < len(text); number++ {
		line, size, ended := syntax.NextLine(text[at:])
		if !ended && !eof {
			break
		}
		before := w.rows
		cut, begins := w.next(line)
		if cut {
			to = at
			short(before)
		}
		if begins {
			place, fault = model.Span{From: at, Line: number}, model.SyntaxError{}
		}
		if at += size; w.kind == row || w.kind == badRow || w.kind == list {
			place.To, last, end = at, number, min(len(syntax.TrimBlanks(syntax.TrimCR(line))), maxLine)+1
			if fault.Err == nil && w.fault.Err != nil {
				fault = w.fault
				fault.Line, fault.Row = number, w.rows
			}
			if !w.open() {
				found(place, w.masks[:side*side], &fault)
				done = at
			}
		}
		if !w.open() {
			to = at
		}
	}
	switch {
	case eof && w.open():
		to = len(text)
		short(w.rows)
	case !eof && to-done <= gridreader.MaxGap:
		to = done
	}
	return to
}

// Spans appends the places of the records.
func (l *layout) Spans(dst []model.Span, text []byte) []model.Span {
	eachRecord(l.info.Order, text, true, func(place model.Span, _ []uint32, _ *model.SyntaxError) { dst = append(dst, place) })
	return dst
}
