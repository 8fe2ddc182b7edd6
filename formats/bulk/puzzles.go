package bulk

// This file iterates over the puzzles of a reader.

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// readBytes is the most that [Puzzles] reads at once.
const readBytes = 64 << 10

// Puzzles returns an iterator over the puzzles in r, in order. It can be used once. Each
// step yields an error, or the 81 or 256 cells of a puzzle, row by row, with 0 for a blank.
// The caller owns each slice. The form is detected, see [DetectWith].
//
// For a malformed record the error is a [*model.SyntaxError] with the record's number and its
// line and column in r. For a fault of the text as a whole its Record is 0. The iteration
// continues after both. Any other error comes from r or from [DetectWith], and ends the
// iteration. Puzzles that are given as candidates end it with [ErrCandidates].
//
// Memory is bounded for any input. Puzzles yields all that it has read before it reads
// more. If the loop ends early, some text after the last puzzle may have been read. To
// solve a large file use package pipeline, which works on every core.
func Puzzles(r io.Reader, hints model.Hints) iter.Seq2[[]uint8, error] {
	p := &puzzleReader{r: r, most: readBytes, hints: hints}
	if text, ok := r.(*strings.Reader); ok {
		p.most = min(text.Len()+1, readBytes)
	}
	return p.puzzles
}

// A puzzleReader yields the puzzles of one file.
type puzzleReader struct {
	r     io.Reader
	most  int // bytes to read at once
	hints model.Hints
	yield func([]uint8, error) bool

	form   Form
	framer model.Framer // nil until the form is known
	text   []byte       // read, but not cut yet
	eof    bool         // text is the rest of the file

	recs           model.Records
	records, lines int  // in the file before text
	ended, trailed bool // a record ended the input; text after it was reported
}

// puzzles yields all puzzles up to the end of the file, the first error of its reader, or a
// yield that returns false.
func (p *puzzleReader) puzzles(yield func([]uint8, error) bool) {
	p.yield = yield
	for !p.eof {
		err := p.read()
		if err == nil && p.framer == nil {
			err = p.detect()
		}
		if err != nil {
			p.yield(nil, err)
			return
		}
		if p.framer != nil && !p.cut() {
			return
		}
	}
	if fault := p.framer.Finish(); fault != nil {
		p.yield(nil, fault)
	}
}

// read reads the available text, or waits for more. It shortens lines that are too long.
func (p *puzzleReader) read() error {
	n := len(p.text)
	p.text = slices.Grow(p.text, p.most)
	more, err := p.r.Read(p.text[n : n+p.most])
	p.text = p.text[:n+more]
	if p.eof = errors.Is(err, io.EOF); p.eof {
		err = nil
	}
	if p.framer != nil && len(p.text) > readBytes {
		p.text = p.form.Shorten(p.text)
	}
	return err
}

// detect finds the form if there is enough text.
func (p *puzzleReader) detect() error {
	form, err := DetectWith(p.text, p.eof, 0, p.hints)
	if errors.Is(err, ErrNeedMore) {
		return nil
	}
	if err == nil && form.Kind.HoldsCandidates() {
		err = ErrCandidates
	}
	if err != nil {
		return err
	}
	p.form, p.framer = form, form.NewFramer()
	p.text = form.Shorten(p.text[BOMLen(p.text):])
	return nil
}

// cut yields the whole records at the beginning of the text, and reports whether to go on.
func (p *puzzleReader) cut() bool {
	for len(p.text) > 0 {
		from, to := p.framer.Cut(&p.recs, p.text, p.eof)
		p.lines += bytes.Count(p.text[:from], []byte{'\n'})
		if from < to && !p.pass(p.text[from:to]) {
			return false
		}
		if to == 0 {
			break
		}
		p.text = slices.Delete(p.text, 0, to)
	}
	return true
}

// pass yields whole records, and reports whether to go on.
func (p *puzzleReader) pass(text []byte) bool {
	if p.recs.Decoded {
		return p.passPiece(p.form, text)
	}
	from := 0
	for _, piece := range p.form.Pieces(nil, text) {
		if !p.passPiece(piece.Form, text[from:piece.To]) {
			return false
		}
		from = piece.To
	}
	return true
}

// passPiece yields whole records of one size, and reports whether to go on.
func (p *puzzleReader) passPiece(form Form, text []byte) bool {
	if p.ended {
		line, column, ok := p.form.FirstText(text)
		more := !ok || p.trailing(model.SyntaxError{Line: line, Column: column, Err: model.ErrTrailing})
		p.lines += syntax.CountLines(text)
		return more
	}
	if !p.recs.Decoded {
		form.Decode(&p.recs, text)
	}
	cells, size := p.recs.Cells, p.recs.Order*p.recs.Order
	for _, fault := range p.recs.Each() {
		if fault != nil {
			based := fault.Rebase("", p.records, p.lines)
			if !p.yield(nil, &based) {
				return false
			}
			continue
		}
		if !p.yield(slices.Clone(cells[:size]), nil) {
			return false
		}
		cells = cells[size:]
	}
	more := p.recs.Trailing.Err == nil || p.trailing(p.recs.Trailing)
	p.ended = p.recs.Ended
	p.records += p.recs.N
	p.lines += p.recs.Lines
	return more
}

// trailing yields the fault that text follows the declared end of the puzzles, once, and
// reports whether to go on.
func (p *puzzleReader) trailing(fault model.SyntaxError) bool {
	if p.trailed {
		return true
	}
	p.trailed = true
	fault.Line += p.lines
	return p.yield(nil, &fault)
}
