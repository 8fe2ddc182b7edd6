package bulk

// This file reads files in a known form: it frames, decodes and locates records.

import (
	"bytes"
	"unicode"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/line"
	"github.com/sudokubatch/sudokubatch/formats/internal/reading"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// NewFramer returns a Framer for one file in the form f. Do not pass it a byte order mark
// at the beginning of the file; see [BOMLen].
func (f Form) NewFramer() model.Framer {
	if d, ok := f.file().(form.Decoder); ok {
		return d.NewDecoder(f.solutionMode())
	}
	layouts := []form.Layout{f.file()}
	if s := f.sizes(); s != nil {
		layouts = s.layouts
	}
	framer := layouts[0].NewFramer()
	if c, ok := framer.(form.Copier); ok && f.solutionMode() != form.KeepSolutions {
		return &solutionFramer{Copier: c, layouts: layouts}
	}
	return framer
}

// NewFramerFrom returns a Framer for the rest of a file in the form f, after the header and
// the given number of records. The form must be Divisible. The number matters only if
// records have a RecordSize.
func (f Form) NewFramerFrom(records int64) model.Framer {
	framer := f.NewFramer()
	if header := f.info().Header; len(header) > 0 {
		framer.Cut(new(model.Records), header, false)
	}
	if p, ok := framer.(form.Passer); ok {
		p.Pass(records)
	}
	return framer
}

// PassRecords makes a Framer skip the given number of records after those that it has cut,
// without reading them. The form must have a RecordSize. If the file has fewer records,
// PassRecords does nothing and returns false.
func PassRecords(framer model.Framer, records int) bool {
	p, ok := framer.(form.Passer)
	if !ok || int64(records) > p.Left() {
		return false
	}
	p.Pass(int64(records))
	return true
}

// UnreadSolutions returns the name of an array or object with solutions that a Framer met
// after the puzzles of a JSON file, or "". Such solutions are not read, because they are
// far from their puzzles.
func UnreadSolutions(framer model.Framer) (name string) {
	if s, ok := framer.(*solutionFramer); ok {
		framer = s.Copier
	}
	if u, ok := framer.(interface{ UnreadSolutions() string }); ok {
		name = u.UnreadSolutions()
	}
	return name
}

// Decode decodes text, which a [model.Framer] of the same form cut, into dst. It overwrites dst
// and keeps no reference to text. It never fails: the errors of malformed records are in
// dst.Faults. It does not allocate once the buffers of dst have grown to the size of the
// texts, unless the Framer decodes.
func (f Form) Decode(dst *model.Records, text []byte) {
	l := f.file()
	if d, ok := l.(form.Decoder); ok {
		d.DecodeText(dst, text, f.solutionMode())
		return
	}
	dst.Reset(f.Order)
	l.Decode(dst, text)
	takes, watches := f.solutionMode() != form.KeepSolutions, (dst.N < dst.Lines || f.form().Spec().Watched) && f.watches()
	if (takes || watches) && len(dst.Spans) == 0 {
		dst.Spans = l.Spans(dst.Spans, text)
	}
	if watches {
		reading.AddStrays(dst, text, f.solutionMode())
	}
	form.TakeSolutions(dst, f.solutionMode())
}

// watches reports whether there may be grids between records.
func (f Form) watches() bool {
	spec := f.form().Spec()
	return (spec.Watched || spec.MaxLine > 0) && !spec.Strict && !f.PlainLines()
}

// Spans appends the place of each record of text to dst, including malformed records. It
// finds the same records in the same order as [Form.Decode]. Bytes and lines count from the
// beginning of text. A record in a form with blocks spans from its first row to its last.
// Spans keeps no reference to text. It does not allocate if dst has room, unless the form
// leaves out solutions or there is text between records.
func (f Form) Spans(dst []model.Span, text []byte) []model.Span {
	if !f.LeavesOutSolutions() {
		first := len(dst)
		if dst = f.file().Spans(dst, text); !f.watches() || !reading.HasGaps(dst[first:], text) {
			return dst
		}
		dst = dst[:first]
	}
	var records model.Records
	f.Decode(&records, text)
	return append(dst, records.Spans...)
}

// PlainLines reports whether each line of the file is a record, a comment or blank, with no
// columns, and a line "end" ends the records.
func (f Form) PlainLines() bool {
	return f.Kind.valid() && f.info().Plain && len(f.info().Columns) == 0
}

// FirstText returns the line and column, from 1, of the first byte of text that is not part
// of a blank line or, in the form Line, of a comment. ok is false if there is none. Use it
// to look for text after the declared end of the input.
func (f Form) FirstText(text []byte) (lineNumber, column int, ok bool) {
	if f.info().Plain {
		return syntax.FirstText(text, form.TextMaxLine, true)
	}
	return syntax.FirstText(text, max(f.MaxLine(), 1), false)
}

// IsTitle reports whether a line that belongs to no record is text for people: not blank, not a comment and no
// rule. Tables, JSON and plain lines have no such text.
func (f Form) IsTitle(line []byte) bool {
	line = bytes.TrimSpace(line)
	isText := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return f.MaxLine() > 0 && !f.Kind.IsTable() && !f.info().Plain && bytes.ContainsFunc(line, isText) && !syntax.IsComment(line) && !cells.IsRule(line)
}

// GivenSolution finds the solution that the record at a place of text carries and writes it
// to dst, which holds Order·Order values, with 0 for a blank. It returns the byte of the
// record at which the solution begins, from 1, or 0 if there is none. It splits the record
// only if [Form.Decode] did not find the solution. scratch is for reuse by the caller.
//
// In a table the solution is the value in its column; an empty value or a word such as nan is
// no solution. In the form Line it is the first run
// of exactly as many cells as the puzzle, between bounds (comma, semicolon, spaces, tab, #)
// or at the end of the line. Other forms have no place for it.
//
// If a field must be meant as a solution but is not one, fault says why, with the line and
// column in the record.
func (f Form) GivenSolution(dst []uint8, text []byte, place model.Span, scratch *model.Fields) (at int, fault *model.SyntaxError) {
	info, record := f.info(), text[place.From:place.To]
	switch {
	case f.PlainLines():
		return line.Solution(dst, record)
	case len(info.Columns) == 0 || info.Solution < 0:
		return 0, nil
	}
	value, at := record[place.SolutionFrom:place.SolutionTo], int(place.SolutionFrom)+1
	if len(value) == 0 {
		f.Fields(scratch, record)
		value = table.Join(scratch.Values, info.Solution, info.Width(info.Solution))
		at = max(bytes.Index(record, value), 0) + 1
	}
	err := info.Cells.Read(dst, value)
	if err.Err != nil || dst[0] == 0 { // it is hardly a solution
		if text := bytes.Trim(value, "\"[] "); len(text) == 0 || cells.IsNoValue(text) {
			return 0, nil
		}
	}
	if err.Err == nil {
		return at, nil
	}
	if n := form.Rounded(value); n > 0 && f.Order == 9 {
		err = model.SyntaxError{Column: 1, Err: model.ErrRounded, Number: n}
	}
	fault = &model.SyntaxError{} // allocated only here
	*fault = err
	number, column := f.PlaceIn(record, at)
	fault.Line, fault.Column = number, err.Column+max(column-1, 0)
	fault.Field = info.Columns[info.Solution].Name
	return 0, fault
}

// PlaceIn returns the line and column, from 1, of byte number at of a record. Both are 0 in
// an array, which has no lines.
func (f Form) PlaceIn(record []byte, at int) (line, column int) {
	if f.RecordSize() > 0 {
		return 0, 0
	}
	return syntax.PlaceAfter(record[:at-1], 1, 1)
}

// CountRecords counts the lines of a text in the form [Line] that end with a newline, and
// the records among them: all lines except empty lines and lines that begin with "#". The
// text must begin at the beginning of a line.
//
// CountRecords looks only at the beginning of each line. known is false if this does not
// suffice: a line begins with a blank, with a byte that is not ASCII, or with "end", or has
// no newline.
func CountRecords(text []byte) (lines, records uint32, known bool) { return line.Count(text) }
