package bulk

// This file writes answers in the drawing of their records.

// A redrawer is a layout whose records can be written again with other cells.
type redrawer interface {
	// CanRedraw reports whether all records of the file can be written so.
	CanRedraw() bool
	// Redraw appends the answer to a record: its mark, or nil if it is solved, and the record
	// with the cells of a grid in place of its blanks. Without a grid it appends only the mark.
	Redraw(dst, record, mark []byte, grid []uint8) []byte
	// Between appends the text between two records that belongs to the answers.
	Between(dst, text []byte) []byte
}

// Redrawing returns f for answers in the drawing of the records of a file, whose form is
// from. The result is f if f is another form, or if the file's records are no drawings.
// Drawings are grids over several lines, and arrays that are JSON values of their own.
func (f Form) Redrawing(from Form) Form {
	by, ok := from.file().(redrawer)
	if !ok || !by.CanRedraw() || f.IsStyled() || !f.Kind.isLike(from.Kind) {
		return f
	}
	layout := Layout{Solution: -1}
	if f.Layout != nil {
		layout = *f.Layout
	}
	layout.redraw = by
	f.Layout = &layout
	return f
}

// Redraws reports whether f is the result of [Form.Redrawing] for drawings. The answers then
// are for AppendAnswer, with [Answer].Record, and AppendBetween.
func (f Form) Redraws() bool { return f.Layout != nil && f.Layout.redraw != nil }

// AppendBetween appends the text between two records of a file, or before the first or after
// the last one, to their answers. f is a form that Redraws.
func (f Form) AppendBetween(dst, text []byte) []byte { return f.Layout.redraw.Between(dst, text) }

// appendRedrawn appends an answer in the drawing of its record.
func (f Form) appendRedrawn(dst []byte, a *Answer) []byte {
	var mark []byte
	if a.Verdict != Solved {
		mark = f.appendMark(nil, a)
	}
	grid := a.Cells
	if a.Verdict != Solved && a.Verdict != Multiple {
		grid = nil
	}
	return f.Layout.redraw.Redraw(dst, a.Record, mark, grid)
}
