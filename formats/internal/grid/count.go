package grid

// This file reads files whose first line says how many grids follow.

import (
	"bytes"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A count is the number of grids that a file announces, with the place of that number.
type count struct{ grids, line, column int }

// countIn returns the count at the beginning of a sample, or nil. A count is a number alone,
// which only rows, rules and blank lines follow. It is not the size of the only grid.
func (l *layout) countIn(s *form.Sample) *count {
	var found *count
	w, complete := walk{style: &l.style}, 0
	for i, line := range s.Lines() {
		column := syntax.TextColumn(line, maxLine)
		switch {
		case column == 0 && w.rows == 0:
			continue
		case found == nil:
			n, err := strconv.Atoi(string(bytes.TrimSpace(line)))
			if err != nil || n < 0 || len(line) >= l.style.Order {
				return nil
			}
			found = &count{n, i + 1, column}
			continue
		}
		w.next(line)
		if w.kind == titleLine || complete == 0 && w.rows == 0 {
			return nil
		}
		if w.isRow() && !w.open() {
			complete++
		}
	}
	if found == nil || complete == 0 || s.All && complete == 1 && found.grids == l.style.Order {
		return nil
	}
	return found
}

// setCount lets l read the count at the beginning of a sample.
func (l *layout) setCount(s *form.Sample) {
	if l.count = l.countIn(s); l.count != nil {
		l.info.Notes = append(l.info.Notes, "the first line is the number of grids")
	}
}

// A countFramer frames a file with a count. It frames no more grids than the count says.
type countFramer struct {
	framer
	count *count
	lines int // lines before the next text
	grids int // grids so far
	fault model.SyntaxError
}

func (f *countFramer) Cut(dst *model.Records, text []byte, eof bool) (from, to int) {
	head := f.count
	for f.lines < head.line {
		_, size, ended := syntax.NextLine(text[from:])
		if size == 0 || !ended && !eof {
			return from, from
		}
		from += size
		f.lines++
	}
	if f.grids == head.grids {
		end := f.cutRest(text[from:], eof)
		if f.fault.Err != nil {
			from += end
			end = 0
		}
		return from, from + end
	}
	first, end := f.framer.Cut(dst, text[from:], eof)
	first, to = from+first, from+end
	spans := spansOf(walk{style: f.style, styles: f.styles}, nil, text[first:to])
	if left := head.grids - f.grids; len(spans) >= left {
		spans = spans[:left]
		to = first + spans[left-1].To
	}
	f.grids += len(spans)
	f.lines += syntax.CountLines(text[from:to])
	return first, to
}

// cutRest returns the length of the blank lines at the beginning of the text after the last
// grid. If the text begins with another line, it sets the fault and returns the length of all
// lines.
func (f *countFramer) cutRest(text []byte, eof bool) (to int) {
	for to < len(text) {
		line, size, ended := syntax.NextLine(text[to:])
		column := syntax.TextColumn(line, maxLine)
		if !ended && !eof || column > 0 && to > 0 && f.fault.Err == nil {
			break
		}
		to += size
		f.lines++
		if column > 0 && f.fault.Err == nil {
			f.fault = model.SyntaxError{Line: f.lines, Column: column, Err: model.ErrTrailing, Want: f.count.grids}
		}
	}
	return to
}

func (f *countFramer) Finish() *model.SyntaxError {
	if head := f.count; f.fault.Err == nil && f.grids < head.grids {
		f.fault = model.SyntaxError{Line: head.line, Column: head.column, Err: model.ErrCount, Have: f.grids, Want: head.grids}
	}
	if f.fault.Err == nil {
		return nil
	}
	fault := f.fault
	return &fault
}
