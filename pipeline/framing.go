package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats"
)

// frame gives b whole records to hold, reading as much as that takes, or finds
// the input's end. It reports whether the input goes on.
func (s *source) frame(ctx context.Context, b *Batch) (more bool) {
	for ctx.Err() == nil {
		if s.framer != nil && s.cut(b) {
			return true
		}
		switch {
		case s.err != nil:
			b.problem = problem{kind: brokenFeed, err: s.err}
			return false
		case s.eof && s.bounded:
			if err := s.cutShort(); err != nil {
				b.problem = problem{kind: brokenFeed, err: err}
			}
			return false
		case s.eof:
			b.problem, b.last = s.finish(), s.in.ahead() == 0
			return false
		// A batch of text, as much that was read to get past a line, and then the longest record.
		case s.framer != nil && len(s.text) > 2*s.cfg.BatchBytes+s.from.MaxRecord()+s.from.MaxLine():
			err := fmt.Errorf("%s: no end of a record in %d bytes of %v", s.in.name, len(s.text), s.from)
			b.problem = problem{kind: brokenFeed, err: err}
			return false
		}
		s.fill(ctx)
		if s.framer == nil {
			if b.problem = s.detect(); b.problem.kind != noProblem {
				return false
			}
		}
	}
	return false
}

// finish says what is wrong with the input as a whole, or what of it was not read.
func (s *source) finish() problem {
	if fault := s.framer.Finish(); fault != nil {
		return problem{kind: badFile, err: fault}
	}
	if name := formats.UnreadSolutions(s.framer); name != "" {
		return problem{kind: partlyRead, unread: name}
	}
	return problem{}
}

// cut gives b the whole records at the beginning of the text, and reports
// whether there are any. It is asked before every read, because a framer need
// not find all of them at once, and what is whole must not wait for a producer.
func (s *source) cut(b *Batch) bool {
	for len(s.text) > 0 {
		from, to := s.cutLines()
		b.lead += bytes.Count(s.text[:from], []byte{'\n'})
		s.line = max(0, s.line-to)
		if from < to {
			b.From, b.To = s.from, s.to
			b.Text = s.text[from:to]
			s.carry = append(s.carry[:0], s.text[to:]...)
			return true
		}
		if to == 0 {
			return false
		}
		s.text = append(s.text[:0], s.text[to:]...)
	}
	return false
}

// cutLines asks the framer for the records in as many lines of the text as a
// batch may hold or, where no record ends there, in all of it.
func (s *source) cutLines() (from, to int) {
	if n := lengthOf(s.text, s.cfg.maxLines()); n < len(s.text) {
		if from, to = s.framer.Cut(s.text[:n], false); to > 0 {
			return from, to
		}
	}
	return s.framer.Cut(s.text, s.eof && !s.bounded)
}

// lengthOf returns the length of the first n lines of text.
func lengthOf(text []byte, n int) int {
	if bytes.Count(text, []byte{'\n'}) <= n {
		return len(text)
	}
	at := 0
	for range n {
		at += bytes.IndexByte(text[at:], '\n') + 1
	}
	return at
}

// detect finds the form of the input, if there is enough text for that.
func (s *source) detect() problem {
	hints := hintsOf(s.cfg, s.first, s.src)
	s.in.hints = hints
	from, err := detectForm(s.in.name, s.text, s.eof, s.cfg.From, hints)
	if errors.Is(err, formats.ErrNeedMore) {
		return problem{}
	}
	if err != nil {
		return problem{kind: unopened, err: fmt.Errorf("%s: %w", s.in.name, err)}
	}
	if err := s.answerIn(from, hints); err != nil {
		return problem{kind: brokenFeed, err: fmt.Errorf("%s: no such answers: %w", s.in.name, err)}
	}
	s.framer = from.NewFramer()
	bom := formats.BOMLen(s.text)
	s.text = s.from.Shorten(append(s.text[:0], s.text[bom:]...))
	s.line = bytes.LastIndexByte(s.text, '\n') + 1
	if s.in.passed {
		return problem{}
	}
	if len(s.text) == 0 && s.eof {
		return problem{} // also of a part there is nothing to read
	}
	if err := errors.Join(s.enterPart(bom), s.dropColumns(bom), s.jump(), s.skipFrames()); err != nil {
		return problem{kind: brokenFeed, err: err}
	}
	return problem{}
}

// dropColumns has the input leave out the columns that nobody looks at.
func (s *source) dropColumns(bom int) error {
	src, ok := s.src.(ColumnDropper)
	if !ok || !s.cfg.PuzzlesOnly || s.to.Kind.IsTable() || s.err != nil {
		return nil
	}
	first, end := s.from.PuzzleColumns()
	if s.from.Layout == nil || end-first == len(s.from.Layout.Columns) || !src.Only(first, end) {
		return nil
	}
	if s.in.ahead() > 0 {
		bom = 0
	}
	return s.readAnew(bom)
}

// hintsOf are what is known of an input whose form is to be found. What goes into a
// table, as that of the first input may be, is rows if it can be.
func hintsOf(cfg *Config, first formats.Form, src Source) formats.Hints {
	hints := cfg.Hints
	hints.Rows = hints.Rows || cfg.To.IsTable() || first.Kind.IsTable()
	if t, ok := src.(TypedTable); ok {
		hints.Typed = t.Typed()
	}
	return hints
}

// answerIn decides how answers to an input are written, which depends on the first
// that holds anything.
func (s *source) answerIn(from formats.Form, hints formats.Hints) error {
	blank := isBlank(s.text, s.eof)
	nothing := blank || s.eof && from.Layout != nil && from.HeaderLen()+formats.BOMLen(s.text) == len(s.text)
	to, lost, err := from.Target(s.cfg.To, s.cfg.added, s.first)
	if err != nil && nothing {
		to, lost, err = s.ofNothing(), nil, nil // nobody answers it
	}
	if err != nil {
		return err
	}
	s.from, s.to = from, to
	opened := &Opened{Name: s.in.name, From: from, To: to, Lost: lost, Solved: from.AlternatesSolutions(s.text)}
	if s.cfg.PartPlaces {
		opened.Seen = Seen{bytes.Clone(s.text), s.eof, hints}
	}
	if blank {
		s.text = s.text[:0]
	}
	if s.first.Kind == 0 && (blank || nothing && !to.Kind.IsTable()) {
		s.blank = cmp.Or(s.blank, opened)
		return nil
	}
	s.open(opened)
	return nil
}

// ofNothing returns the form of the answers to an input that holds nothing and is of another
// size than they: that of the first, or one that has the sizes that there are.
func (s *source) ofNothing() (to formats.Form) {
	if to = s.first; to.Kind == 0 {
		for _, order := range []int{9, 16} {
			if f, err := s.cfg.To.Form(order); err == nil {
				return f
			}
		}
	}
	return to
}

// isBlank reports whether there is nothing in an input but blanks, of which text is the
// beginning, or all.
func isBlank(text []byte, all bool) bool {
	return all && len(bytes.TrimSpace(text[formats.BOMLen(text):])) == 0
}

// open has the next batch say what form an input has, and, if it is the first, what is
// ahead of all answers.
func (s *source) open(o *Opened) {
	if s.opened = o; s.first.Kind == 0 {
		s.first, s.head = o.To, o.To.AppendHeader(nil)
	}
}

// endBlank sends what is ahead of all answers where no input holds anything.
func (s *source) endBlank(ctx context.Context) error {
	if s.first.Kind != 0 || s.blank == nil {
		return nil
	}
	s.open(s.blank)
	return s.sendEnd(ctx, problem{})
}
