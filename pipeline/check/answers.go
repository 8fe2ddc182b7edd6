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
)

// readAnswers reads the answers.
func (c *collector) readAnswers(ctx context.Context) (err error) {
	if c.answers, err = spill.NewSpool(c.cfg.TempDir); err != nil {
		return err
	}
	var first [][]byte // marks before the first record
	add := func(answers [][]byte) (err error) {
		for _, answer := range slices.Concat(first, answers) {
			err = errors.Join(err, c.answers.Add(answer))
		}
		first = nil
		return err
	}
	inputs := slices.Clone(c.cfg.Answers)
	open := inputs[0].Open
	inputs[0].Open = func() (pipeline.Source, error) {
		src, err := open()
		return &answerSource{Source: src, first: &first}, err
	}
	_, err = against.Read(ctx, &c.cfg.Config, pipeline.Config{
		Inputs: inputs, Use: pipeline.UseColumns, Hints: model.Hints{KeepSolutions: true},
		NewWorker: func() (pipeline.Worker, error) { return new(answerReader), nil },
		Hooks: pipeline.Hooks{
			OnFault: func(*model.SyntaxError) {}, // many are marks
			OnBatch: func(b *pipeline.Batch, _ pipeline.Place) error { return add(*pipeline.SlotOf[[][]byte](b)) },
		},
	})
	return errors.Join(err, add(nil), c.answers.Rewind())
}

// An answerSource is a file of answers without the marks at its beginning: they would hide its form.
type answerSource struct {
	pipeline.Source
	first *[][]byte // the answers of these marks; complete before the first batch
	text  *bufio.Reader
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
			marks := len(*s.first)
			*s.first = appendMarks(*s.first, line)
			if len(line) == 0 || marks == len(*s.first) && (marks == 0 || len(bytes.TrimSpace(line)) > 0) {
				break
			}
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

// countExtra counts the answers that follow the last record.
func (c *collector) countExtra() error {
	for {
		switch _, err := c.answers.Next(); {
		case err == io.EOF: //nolint:errorlint // the bare value is the end
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
}

// Work finds the answers of a batch.
func (w *answerReader) Work(ctx context.Context, b *pipeline.Batch) {
	b.Decode(ctx)
	answers := pipeline.SlotOf[[][]byte](b)
	*answers = (*answers)[:0]
	r, end := &b.Records, 0
	cells, size := r.Cells, r.Order*r.Order
	w.spans = b.Spans(w.spans[:0])
	for i, fault := range b.EachRecord() {
		span, marks := w.spans[i], len(*answers)
		*answers = appendMarks(*answers, b.Text[end:span.To])
		end = span.To
		if fault == nil {
			*answers = append(*answers, w.of(b, span, cells[:size]))
			cells = cells[size:]
			continue
		}
		if marks == len(*answers) {
			*answers = append(*answers, badOf(b.Text[span.From:span.To], fault, b.From.Order))
		}
	}
	*answers = appendMarks(*answers, b.Text[end:])
	b.Counts.Solved = int64(r.N - len(r.Faults))
	b.Done()
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

// appendMarks appends an answer for each line that is a mark as solve writes it.
func appendMarks(answers [][]byte, text []byte) [][]byte {
	for line := range bytes.Lines(text) {
		mark := string(bytes.TrimSpace(line[:min(len(line), markBytes)]))
		switch {
		case mark == "no solution", mark == "No", strings.HasPrefix(mark, "contradiction r"):
			answers = append(answers, []byte{noSolutionAnswer})
		case strings.HasPrefix(mark, "gave up after "), strings.HasPrefix(mark, "malformed "):
			answers = append(answers, []byte{noAnswer})
		}
	}
	return answers
}
