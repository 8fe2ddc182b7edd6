package formats

// Records is what a text that a [Framer] cut holds. It is meant to be reused:
// [Form.Decode] overwrites all of it and keeps its buffers.
type Records struct {
	// Order is the order of the puzzles.
	Order int

	// N is the number of records, the malformed ones included.
	N int

	// Cells holds the cells of the well-formed records, one record after the
	// other, Order·Order values each. Malformed records have none here.
	Cells []uint8

	// Faults holds one error for each malformed record, in the order of the
	// records. Record is the record's index in this text, from 0; Line is the
	// line in this text, from 1. [SyntaxError.Rebase] makes both absolute.
	Faults []SyntaxError

	// Spans is where each record lies in the text: of tables only, unless
	// [Form.Spans] is asked for them.
	Spans []Span

	// Lines is the number of lines in the text; a last line without a newline
	// counts, but not in forms whose text is not made of lines: that is cut within
	// lines.
	Lines int

	// Ended says that a line "end" (in the form Line) ended the input: nothing
	// after it is a record, in this text or in any later one of the file.
	Ended bool

	// Trailing is where text after the line "end" begins in this text; its Err
	// is nil where there is none. Comments and blank lines are not text.
	Trailing SyntaxError

	// Late is the first record with a member that no record at the beginning of the
	// file has, so that no column is for it. Its Field is the member's name, its Err is
	// nil where there is none.
	Late SyntaxError

	scratch []byte // of decoders, for a value that is written otherwise
}

// reset empties r for puzzles of the given order and keeps its buffers.
func (r *Records) reset(order int) {
	*r = Records{Order: order, Cells: r.Cells[:0], Faults: r.Faults[:0], Spans: r.Spans[:0], scratch: r.scratch[:0]}
}

// fault appends err as the next record.
func (r *Records) fault(err SyntaxError) {
	err.Record = r.N
	r.Faults = append(r.Faults, err)
	r.N++
}

// Decode reads text, which is what a [Framer] of the same form cut, into dst.
// It overwrites dst and keeps no reference to text. It does not fail: what is
// wrong with a record is in dst.Faults. It does not allocate once the buffers
// of dst have grown to the size of the texts.
func (f Form) Decode(dst *Records, text []byte) {
	dst.reset(f.Order)
	f.grammar().decode(f, dst, text)
	if f.LeavesOutSolutions() {
		dst.dropSolved()
	}
}

// FirstText finds the first byte of text that is not part of a blank line or,
// in the form Line, of a comment. Line and column count from 1. A caller that
// met the end of the input uses it to look for text that should not be there.
func (f Form) FirstText(text []byte) (line, column int, ok bool) {
	maxLine := f.MaxLine()
	for line = 1; len(text) > 0; line++ {
		this, size, _ := nextLine(text)
		text = text[size:]
		if f.Kind == Line && isComment(this) {
			continue
		}
		if column = textColumn(this, max(maxLine, 1)); column > 0 {
			return line, column, true
		}
	}
	return 0, 0, false
}
