package formats

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// DetectBytes is how much of a file's beginning [Detect] looks at. Of a line
// longer than 4 KiB only the beginning counts: the rest of it is ignored.
const DetectBytes = 64 << 10

// ErrUTF16 is returned by [Detect] for text that is not UTF-8 but UTF-16.
var ErrUTF16 = errors.New("UTF-16 text: convert it to UTF-8")

// ErrNeedMore is returned by [Detect] if a longer prefix might show the form,
// or another one. It is never returned for a whole file, or for DetectBytes
// of lines up to 4 KiB.
var ErrNeedMore = errors.New("too little text to recognise the form")

// An UnknownFormError is returned by [Detect] if nothing in the file looks like
// a record of any form.
type UnknownFormError struct {
	// Line and Column are where the first record stops looking like cells.
	// Line is 0 if there is nothing but comments and blank lines.
	Line, Column int
	// Text is the beginning of the first record.
	Text string
}

func (e *UnknownFormError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("unknown form: no record in the first %d bytes (known forms: %s)",
			DetectBytes, listKinds(", "))
	}
	return fmt.Sprintf("unknown form: line %d, column %d: %s is not a record of a known form (%s)",
		e.Line, e.Column, strconv.QuoteToASCII(e.Text), listKinds(", "))
}

// An AmbiguousError is returned by [Detect] if the first record is malformed
// and what follows looks like several forms.
type AmbiguousError struct {
	// Line and Column are where the first record stops looking like cells.
	Line, Column int
	// Candidates are the forms that were met, two at least.
	Candidates []Form
}

func (e *AmbiguousError) Error() string {
	var names []string
	for _, f := range e.Candidates {
		names = append(names, f.String())
	}
	return fmt.Sprintf("uncertain form: the first record is malformed (line %d, column %d), and what follows looks like %s",
		e.Line, e.Column, strings.Join(names, " and like "))
}

// Detect recognises the form of a file from its beginning. prefix is that
// beginning, of which Detect looks at no more than [DetectBytes]; eof says that
// it is the whole file. Lines may be shortened to their first DetectBytes+1
// bytes. A kind other than 0 is the user's choice: then only the order is
// looked for.
//
// The first line that is neither blank nor a comment decides, if it can: 81 or
// 256 bounded cells, or "end", are the form Line; sixteen letters are
// Letters16; a number, alone on its line and followed by a line of spaced
// numbers or by nothing, is Hiho. If it cannot, its record is malformed, and
// Detect looks whether the lines that follow are of one form. Lines longer than
// 4 KiB that begin with no bounded cells decide nothing. A file without any
// record is in the form Line, of order 9.
//
// Where that does not decide the error is an [*AmbiguousError], which names the
// candidates, or an [*UnknownFormError]; but with kind Line, if no valid line is
// met, the order is taken to be 9. UTF-16 text is [ErrUTF16].
//
// With less than DetectBytes to look at that is not the whole file, Detect
// returns either what it would return for a longer one, or [ErrNeedMore]. So a
// caller that reads a slow pipe can ask early and often.
func Detect(prefix []byte, eof bool, kind Kind) (Form, error) {
	d := detector{text: prefix, eof: eof, left: DetectBytes, kind: kind}
	if err := d.checkEncoding(); err != nil {
		return Form{}, err
	}
	if kind == Hiho || kind == Letters16 {
		return kind.Form(kindOrders[kind][0])
	}
	form, err := d.detect()
	if _, unknown := errors.AsType[*UnknownFormError](err); unknown && kind == Line {
		return line9, nil
	}
	return form, err
}

// The forms that can be detected.
var (
	line9  = Form{Line, 9}
	line16 = Form{Line, 16}
	hiho9  = Form{Hiho, 9}
	grid16 = Form{Letters16, 16}
)

// detect decides by the first record or, if that is malformed, by the others.
func (d *detector) detect() (Form, error) {
	first, ended, err := d.next()
	if err != nil {
		return Form{}, err
	}
	if first == nil {
		if d.long.Line > 0 {
			return Form{}, &d.long
		}
		if d.eof {
			return line9, nil
		}
		return Form{}, &UnknownFormError{}
	}
	if ended && isEnd(first) {
		return line9, nil
	}
	var met []Form
	if form, ok := d.formOf(first, ended); ok {
		if form != hiho9 {
			return form, nil
		}
		met = append(met, form) // a row without a header before it
	}
	at, afterFirst := d.line, *d
	if d.kind == 0 && ended && isHeader(first) {
		second, ended, err := d.next()
		switch {
		case err != nil:
			return Form{}, err
		case second == nil || ended && integers(second) > 1:
			return hiho9, nil
		}
		*d = afterFirst // the second line has a vote, too
	}
	if met, err = d.vote(met); err != nil {
		return Form{}, err
	}
	unknown := unknownAt(at, first)
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
	case isBounded(line, ended, cells9, 81):
		return line9, true
	case isBounded(line, ended, cells16, 256):
		return line16, true
	case d.kind != 0 || !ended:
		return Form{}, false
	case letters16Row(make([]uint8, 16), trimBlanks(line)):
		return grid16, true
	case hihoRow(make([]uint8, 9), trimBlanks(line)):
		return hiho9, true
	}
	return Form{}, false
}

// isBounded reports whether line begins with a bounded run of that many cells.
func isBounded(line []byte, ended bool, table *cellTable, cells int) bool {
	if table.run(line, cells) < cells {
		return false
	}
	if len(line) == cells {
		return ended
	}
	return isBound(line[cells])
}

// isHeader reports whether line is an integer and nothing else. A number that
// no file can have so many puzzles as is taken for one, too, so that its framer
// reports it; but a very long run of digits is rather a puzzle with a cell
// missing.
func isHeader(line []byte) bool {
	return integers(line) == 1 && len(bytes.TrimSpace(line)) <= 40
}

// integers returns the number of integers in a line that holds integers and
// blanks only, and 0 for any other line.
func integers(line []byte) int {
	n := 0
	for i, b := range line {
		inside := i > 0 && !isSpace(line[i-1])
		switch {
		case isSpace(b):
			if inside && line[i-1] == '-' {
				return 0
			}
		case b == '-' && !inside || b >= '0' && b <= '9':
			if !inside {
				n++
			}
		default:
			return 0
		}
	}
	if len(line) > 0 && line[len(line)-1] == '-' {
		return 0
	}
	return n
}
