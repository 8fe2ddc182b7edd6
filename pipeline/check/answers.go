package check

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/against"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// This file judges the answers of Config.Answers. They are read before the inputs and wait in a
// temporary file, each with its kind in the first byte.

const (
	gridAnswer       = 'g' // followed by the cells
	noSolutionAnswer = 'n' // the puzzle is said to have no solution
	noAnswer         = '-'
	badAnswer        = 'b' // followed by the reason
	otherText        = 't' // no answer; followed by a line of no record
	emptyLine        = 'e' // no answer
)

func (c *collector) readAnswers(ctx context.Context) (err error) {
	if c.answers, err = spill.NewSpool(c.cfg.TempDir); err != nil {
		return err
	}
	var first marksAbove
	inputs := slices.Clone(c.cfg.Answers)
	open := inputs[0].Open
	inputs[0].Open = func() (pipeline.Source, error) {
		src, err := open()
		return &answerSource{Source: src, marksAbove: &first}, err
	}
	between, input := between{unread: c.unread.add}, ""
	add := func(b *pipeline.Batch, p pipeline.Place) (err error) {
		if p.Name != input {
			between.flush()
			input = p.Name
		}
		if p.Input == 0 {
			p.Lines += first.lines
		}
		for _, f := range slices.Concat(first.answers, *pipeline.SlotOf[[]found](b)) {
			if between.sees(f, p) {
				err = errors.Join(err, c.answers.Add(f.text))
			}
		}
		first.answers = nil
		return err
	}
	_, err = against.Read(ctx, &c.cfg.Config, pipeline.Config{
		Inputs: inputs, Use: pipeline.UseColumns, Hints: model.Hints{KeepSolutions: true},
		NewWorker: func() (pipeline.Worker, error) { return new(answerReader), nil },
		Hooks:     pipeline.Hooks{OnFault: func(f *model.SyntaxError) { c.unread.add(*f, nil) }, InputFaults: true, OnBatch: add},
	})
	between.flush()
	for _, f := range first.answers { // there is nothing else
		err = errors.Join(err, c.answers.Add(f.text))
	}
	return errors.Join(err, c.answers.Rewind())
}

// A found is an answer, or a line between answers.
type found struct {
	text []byte // begins with its kind
	line int    // in the batch
}

// A between looks at the text between answers. A paragraph right above an answer is its title. Other text is
// not read.
type between struct {
	unread func(fault model.SyntaxError, text []byte)
	title  []unreadLine // the last paragraph
	apart  bool         // an empty line follows
}

// sees looks at what was found next in a batch at a place, and reports whether it is an answer.
func (t *between) sees(f found, at pipeline.Place) bool {
	switch f.text[0] {
	case emptyLine:
		t.apart = true
		return false
	case otherText:
		if t.apart {
			t.flush()
		}
		text := f.text[1:]
		fault := model.SyntaxError{Line: f.line, Column: 1, Err: fmt.Errorf("no answer: %q", text)}
		t.title, t.apart = append(t.title, unreadLine{fault.Rebase(at.Name, -1, at.Lines), text}), false
		return false
	}
	if t.apart {
		t.flush()
	}
	t.title, t.apart = t.title[:0], false
	return true
}

// flush reports the last paragraph.
func (t *between) flush() {
	for _, l := range t.title {
		t.unread(l.fault, l.text)
	}
	t.title = t.title[:0]
}

// An unreadLine is a fault of a file of answers: text that is not read, or another fault of the whole file.
type unreadLine struct {
	fault model.SyntaxError
	text  []byte // nil: the fault is of the file
}

// unread are the faults of files of answers. Text is no fault if the inputs have it, too: solve keeps it in
// drawn grids.
type unread struct {
	lines []unreadLine
	own   map[string]bool // texts of lines; true: the inputs have it
}

// maxUnread limits the faults that are kept.
const maxUnread = 1 << 16

func (u *unread) add(fault model.SyntaxError, text []byte) {
	if len(u.lines) == maxUnread {
		return
	}
	u.lines = append(u.lines, unreadLine{fault, bytes.Clone(text)})
	if u.own == nil {
		u.own = map[string]bool{}
	}
	if text != nil {
		u.own[string(text)] = false
	}
}

// compare looks for the texts between the records of an input.
func (u *unread) compare(b *pipeline.Batch) {
	if len(u.own) == 0 {
		return
	}
	end := 0
	for _, span := range append(b.Spans(nil), model.Span{From: len(b.Text)}) {
		for line := range bytes.Lines(b.Text[end:span.From]) {
			if text := string(cutMark(line)); text != "" {
				if _, ok := u.own[text]; ok {
					u.own[text] = true
				}
			}
		}
		end = span.To
	}
}

// An answerSource is a file of answers without the marks at its beginning: they would hide its form.
type answerSource struct {
	pipeline.Source
	*marksAbove
	text *bufio.Reader
}

// marksAbove are the marks at the beginning of a file; complete before its first batch.
type marksAbove struct {
	answers []found
	lines   int // with empty ones
}

// Read reads the text after the first marks.
func (s *answerSource) Read(p []byte) (int, error) {
	if s.text == nil {
		s.text = bufio.NewReader(s.Source)
		for {
			line, err := s.text.Peek(markBytes)
			if end := bytes.IndexByte(line, '\n'); end >= 0 {
				line = line[:end+1]
			} else if err == nil {
				break
			}
			answer := markOf(line)
			if answer != nil {
				s.answers = append(s.answers, found{text: answer})
			} else if s.lines == 0 || len(line) == 0 || len(bytes.TrimSpace(line)) > 0 {
				break
			}
			s.lines++
			_, _ = s.text.Discard(len(line)) // it was peeked
		}
	}
	return s.text.Read(p)
}

// markBytes is more than the length of a mark.
const markBytes = 256

// judge finds the state of the next answer, for record i, the well-formed record number good. solved holds the first solution of the puzzle, if it has
// one.
func (c *collector) judge(b *pipeline.Batch, i, good int, puzzle, solved []uint8) error {
	checks := checksOf(b)
	r := &checks.Records[i]
	answer, err := c.answers.Next()
	switch {
	case err == io.EOF: //nolint:errorlint // the bare value is the end
		answer = []byte{noAnswer}
	case err != nil:
		return err
	}
	if r.Verdict == bulk.Malformed {
		return nil
	}
	kind, text := answer[0], answer[1:]
	solvable := r.Verdict == bulk.Solved || r.Verdict == bulk.Multiple
	impossible := r.Verdict == bulk.NoSolution || r.Verdict == bulk.Contradiction
	r.Given = AnswerRight
	switch {
	case kind == gridAnswer && solvable && slices.Equal(text, solved), kind != gridAnswer && kind != badAnswer && impossible:
		return nil
	case kind == noAnswer, kind == noSolutionAnswer && !solvable:
		r.Given = GivenMissing
		return nil
	case kind == noSolutionAnswer:
		err = errors.New("the answer says that there is none")
	case kind == badAnswer:
		err = errors.New(string(text))
	case len(text) != len(puzzle):
		err = fmt.Errorf("the answer has %d cells", len(text))
	default:
		err = verify(b.From.Board(), puzzle, candidatesOf(b, good), text)
	}
	switch {
	case err != nil:
		r.Given, r.wrong = GivenWrong, len(checks.wrong)
		checks.wrong = append(checks.wrong, err)
	case r.Verdict == bulk.Multiple:
		r.Given = AnswerAnother
	}
	return nil
}

// verify returns an error if a grid does not solve a puzzle.
func verify(box geometry.Box, puzzle []uint8, candidates []uint32, grid []uint8) error {
	if err := solver.VerifyBox(box, puzzle, grid); err != nil {
		return err
	}
	for cell, digits := range candidates {
		if digits>>(grid[cell]-1)&1 == 0 {
			return fmt.Errorf("%s=%d is no candidate", columns.AppendName(nil, box.Side(), uint16(cell)), grid[cell])
		}
	}
	return nil
}

// countExtra counts the answers that follow the last record, and the faults of their files.
func (c *collector) countExtra() error {
	for _, l := range c.unread.lines {
		if l.text != nil && c.unread.own[string(l.text)] {
			continue
		}
		c.summary.ExtraAnswers++
		if c.cfg.OnFault != nil {
			c.cfg.OnFault(&l.fault)
		}
	}
	for {
		switch _, err := c.answers.Next(); {
		case err == io.EOF: //nolint:errorlint // the bare value is the end
			c.summary.Failed += c.summary.ExtraAnswers
			return nil
		case err != nil:
			return err
		}
		c.summary.ExtraAnswers++
	}
}

// An answerReader finds the answers in batches. An answer is the solution that a record carries, or a
// whole grid without one, or a mark that stands for a grid.
type answerReader struct {
	spans  []model.Span
	fields model.Fields
	found  []found
	line   int
}

// Work finds the answers of a batch.
func (w *answerReader) Work(ctx context.Context, b *pipeline.Batch) {
	b.Decode(ctx)
	slot := pipeline.SlotOf[[]found](b)
	w.found, w.line = (*slot)[:0], 1
	r, end := &b.Records, 0
	cells, size := r.Cells, r.Order*r.Order
	w.spans = b.Spans(w.spans[:0])
	for i, fault := range b.EachRecord() {
		span := w.spans[i]
		w.lines(b.Text[end:span.From], b.From.IsTitle)
		marks := len(w.found)
		w.lines(b.Text[span.From:span.To], nil)
		end = span.To
		switch {
		case fault == nil:
			w.found = append(w.found, found{text: w.of(b, span, cells[:size])})
			cells = cells[size:]
		case marks == len(w.found):
			w.found = append(w.found, found{text: badOf(b.Text[span.From:span.To], fault, b.From.Order)})
		}
	}
	w.lines(b.Text[end:], b.From.IsTitle)
	*slot = w.found
	b.Counts.Solved = int64(r.N - len(r.Faults))
	b.Done()
}

// lines finds the marks in lines, and other text if isTitle is not nil.
func (w *answerReader) lines(text []byte, isTitle func(line []byte) bool) {
	for line := range bytes.Lines(text) {
		switch answer := markOf(line); {
		case answer != nil:
			w.found = append(w.found, found{answer, w.line})
		case isTitle == nil:
		case len(bytes.TrimSpace(line)) == 0:
			w.found = append(w.found, found{[]byte{emptyLine}, w.line})
		case isTitle(line):
			w.found = append(w.found, found{append([]byte{otherText}, cutMark(line)...), w.line})
		}
		if bytes.HasSuffix(line, []byte{'\n'}) {
			w.line++
		}
	}
}

// Flush does nothing: Work finishes every batch.
func (w *answerReader) Flush(context.Context) {}

// of returns the answer in a record, whose puzzle has the cells.
func (w *answerReader) of(b *pipeline.Batch, span model.Span, cells []uint8) []byte {
	given := make([]byte, 1+len(cells))
	at, fault := b.From.GivenSolution(given[1:], b.Text, span, &w.fields)
	switch {
	case fault != nil:
		return badOf(b.Text[span.From:span.To], fault, b.From.Order)
	case at > 0:
	case slices.Max(cells) == 0, b.From.HasSolutions() && slices.Contains(cells, 0):
		return []byte{noAnswer}
	default:
		copy(given[1:], cells)
	}
	given[0] = gridAnswer
	return given
}

// badOf returns the answer in a malformed record: the grid after the mark "multiple", or the fault.
func badOf(text []byte, fault *model.SyntaxError, size int) []byte {
	if rest, ok := bytes.CutPrefix(text, []byte("multiple ")); ok {
		if grid, err := formats.Parse(string(bytes.TrimSpace(rest[bytes.LastIndexByte(bytes.TrimSpace(rest), ' ')+1:])), size); err == nil {
			return append([]byte{gridAnswer}, grid...)
		}
	}
	return fault.AppendReason([]byte{badAnswer})
}

// markOf returns the answer of a line that is a mark as solve writes it, or nil.
func markOf(line []byte) []byte {
	switch mark := string(cutMark(line)); {
	case mark == "no solution", mark == "No", strings.HasPrefix(mark, "contradiction r"):
		return []byte{noSolutionAnswer}
	case strings.HasPrefix(mark, "gave up after "), strings.HasPrefix(mark, "malformed "):
		return []byte{noAnswer}
	}
	return nil
}

// cutMark returns a line as a mark: without blanks around it, and not longer than marks are.
func cutMark(line []byte) []byte { return bytes.TrimSpace(line[:min(len(line), markBytes)]) }
