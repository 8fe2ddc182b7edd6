package formats

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/hiho"
	"github.com/sudokubatch/sudokubatch/formats/internal/letters16"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// The forms that can be detected.
var (
	line9  = Form{Kind: Line, Order: 9}
	line16 = Form{Kind: Line, Order: 16}
	hiho9  = Form{Kind: Hiho, Order: 9}
	grid9  = Form{Kind: Grid, Order: 9} // its layout is still to be found
	grid16 = Form{Kind: Letters16, Order: 16}
)

// byFirst decides by the first record, if it can.
func (d *detector) byFirst() (form Form, decided bool, err error) {
	d.first, d.ended, err = d.next()
	first := d.first
	switch {
	case err != nil:
		return Form{}, false, err
	case first == nil && d.long.Line > 0:
		return Form{}, false, nil
	case first == nil && d.binary:
		return Form{}, false, errBinary
	case first == nil && d.hashed:
		return Form{}, false, ErrHashed
	case first == nil:
		return line9, d.eof, nil
	case d.ended && isEnd(first):
		return line9, true, nil
	}
	if form, ok := d.formOf(first, d.ended); ok {
		return form, d.isCertain(form), nil
	}
	if d.kind == 0 && d.ended && isHeader(first) {
		return d.byHeader()
	}
	return Form{}, false, nil
}

// byHeader decides by the lines below a number: it counts blocks, or is the size of the one
// grid there.
func (d *detector) byHeader() (form Form, decided bool, err error) {
	rest := *d
	second, ended, err := rest.next()
	n := syntax.Integers(second)
	switch {
	case err != nil || second == nil:
		return hiho9, err == nil, err
	case !ended || n < 2 || n == 16: // a row of order 16 is of no block of Hiho's
		return Form{}, false, nil
	case !isSize(d.first, n):
		return hiho9, true, nil
	case n != 9:
		return Form{}, false, nil
	}
	one, err := rest.endsAfter(8)
	if one {
		return grid9, err == nil, err
	}
	return hiho9, err == nil, err
}

// isSize reports whether the number in a line is the order of a grid with so many cells
// in a row, or the side of its boxes.
func isSize(line []byte, cells int) bool {
	n, err := strconv.Atoi(string(bytes.TrimSpace(line)))
	return err == nil && (n == cells || n*n == cells)
}

// endsAfter reports whether so many rows of nine numbers follow, and nothing else.
func (d *detector) endsAfter(rows int) (bool, error) {
	var cells [9]uint8
	for ; ; rows-- {
		line, _, err := d.next()
		if line == nil || err != nil {
			return rows == 0 && d.eof, err
		}
		if rows == 0 || !hiho.IsRow(cells[:], syntax.TrimBlanks(line)) {
			return false, nil
		}
	}
}

// isCertain reports whether no other form is likelier than that of the first record.
// Complete cells may be the solution of a puzzle behind them, unless the user says
// otherwise. Rows of sixteen letters up to G may be of other digits.
func (d *detector) isCertain(form Form) bool {
	switch form {
	case line9, line16:
		return d.kind == Line || !isSolved(d.first, form.Order)
	case grid16:
		return bytes.ContainsAny(bytes.ToUpper(d.first), "HIJKLMNOP")
	}
	return false
}

// byOthers decides by the lines that follow a first record that is malformed, or
// could be several things.
func (d *detector) byOthers() (Form, error) {
	if d.first == nil {
		if d.long.Line > 0 {
			return Form{}, &d.long
		}
		return Form{}, &UnknownFormError{}
	}
	at := d.line
	var met []Form
	if form, ok := d.formOf(d.first, d.ended); ok {
		if form != hiho9 {
			return form, nil
		}
		met = append(met, form) // a row without a header before it
	}
	met, err := d.vote(met)
	if err != nil {
		return Form{}, err
	}
	unknown := unknownAt(at, d.first)
	switch len(met) {
	case 0:
		return Form{}, unknown
	case 1:
		return met[0], nil
	}
	return Form{}, &AmbiguousError{Line: at, Column: unknown.Column, Candidates: met}
}

// vote adds the forms of the lines that follow to met, each once.
func (d *detector) vote(met []Form) ([]Form, error) {
	for {
		line, ended, err := d.next()
		if err != nil {
			return nil, err
		}
		if line == nil {
			return met, nil
		}
		if ended && isEnd(line) {
			d.endMet = true
			if len(met) == 0 {
				met = append(met, line9)
			}
			return met, nil
		}
		if form, ok := d.formOf(line, ended); ok && !slices.Contains(met, form) {
			met = append(met, form)
		}
	}
}

// formOf returns the form of which line is certainly a part. Unless ended, line
// may be longer than what is known of it.
func (d *detector) formOf(line []byte, ended bool) (Form, bool) {
	switch {
	case isBounded(line, ended, cells.Cells9, 81):
		return line9, true
	case isBounded(line, ended, cells.Cells16, 256):
		return line16, true
	case d.kind != 0 || !ended:
		return Form{}, false
	case letters16.Form.Match(line, ended) > 0:
		return grid16, true
	case hiho.Form.Match(line, ended) > 0:
		return hiho9, true
	}
	return Form{}, false
}

// isBounded reports whether line begins with a bounded run of that many cells.
func isBounded(line []byte, ended bool, table *cells.CellTable, cells int) bool {
	if table.Run(line, cells) < cells {
		return false
	}
	if len(line) == cells {
		return ended
	}
	return syntax.BoundLen(line[cells:]) > 0
}

// isSolved reports whether a line that begins with cells may be a solution with its
// puzzle behind it: its cells have no blank, and a grid that follows has.
func isSolved(line []byte, order int) bool {
	grid := order * order
	if cells.CountBlanks(line[:grid], order) > 0 {
		return false
	}
	for field := range bytes.FieldsFuncSeq(line[grid:], func(r rune) bool { return cells.Between(byte(r)) }) {
		if cells.GridSize(field) == order && cells.CountBlanks(field, order) > 0 {
			return true
		}
	}
	return false
}

// isHeader reports whether line is an integer and nothing else. A number that
// no file can have so many puzzles as is taken for one, too, so that its framer
// reports it; but a very long run of digits is rather a puzzle with a cell
// missing.
func isHeader(line []byte) bool {
	return syntax.Integers(line) == 1 && len(bytes.TrimSpace(line)) <= 40
}
