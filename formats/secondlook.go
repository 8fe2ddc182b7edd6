package formats

import (
	"bytes"
	"errors"
	"slices"
)

// A look is what was found about the records of a sample beside the puzzles that are read
// of them.
type look struct {
	records int
	inverse int // with another puzzle, of which what is read is the solution
	others  int // with another puzzle, which has nothing to do with what is read
	solved  int // that are complete, and solve an earlier one
	full    int // that are complete
}

// lookAgain decides whether a form that was detected can be right, by what else is in its
// records: names and places of grids may say that a solution is the puzzle, or that one of
// several puzzles is all there is. Text of no known form may have grids in its lines.
func (s *sample) lookAgain(form Form, err error) (Form, error) {
	_, unknown := errors.AsType[*UnknownFormError](err)
	switch {
	case (unknown && isLines(s.text) || errors.Is(err, errNoGames)) && s.kind == 0:
		return s.asRuns(form, err)
	case err != nil || form.Kind == Npy || form.Kind == Parquet || s.Puzzle != "":
		return form, err
	}
	l := s.look(form)
	switch {
	case 2*l.inverse > l.records && isLines(s.text):
		return s.asRuns(Form{}, errInverse)
	case 2*l.inverse > l.records:
		return Form{}, errInverse
	case 2*l.others > l.records && !form.namesPuzzle():
		return Form{}, &SeveralError{}
	case l.full > 0 && l.full == l.solved && form.Layout != nil && form.Layout.Solution < 0:
		layout := *form.Layout
		layout.answered = true
		layout.Notes = append(slices.Clip(layout.Notes), "grids without blanks, which solve earlier ones, are left out")
		form.Layout = &layout
	}
	return form, nil
}

// asRuns returns the form in which grids are found wherever they are in lines, if the
// sample is so, or else a form and an error.
func (s *sample) asRuns(form Form, err error) (Form, error) {
	c := detectRuns(s)
	if c.puzzles == 0 || c.err != nil {
		return form, err
	}
	if again, second := s.lookAgain(c.form, nil); second == nil {
		return again, nil
	}
	return form, err
}

// namesPuzzle reports whether a file says by a name that a column is the puzzle.
func (f Form) namesPuzzle() bool {
	l := f.Layout
	if l == nil || l.headless || l.listed || l.bare || l.Puzzle >= len(l.Columns) {
		return false
	}
	return puzzleRank(words(l.Columns[l.Puzzle].Name)) < unranked
}

// look reads the sample in a form, and compares the grids that its records have.
func (s *sample) look(form Form) (l look) {
	var records Records
	var puzzles [][]uint8
	size := form.Order * form.Order
	framer := form.NewFramer()
	for text := s.text; ; {
		from, to := framer.Cut(text, s.all)
		form.Decode(&records, text[from:to])
		spans := form.Spans(nil, text[from:to])
		for _, fault := range slices.Backward(records.Faults) {
			spans = slices.Delete(spans, fault.Record, fault.Record+1)
		}
		end := 0
		for i, span := range spans {
			cells := bytes.Clone(records.Cells[i*size:][:size])
			record := text[from:to][span.From:span.To]
			if form.Layout != nil && form.Layout.members { // with its key
				record = text[from+end : from+span.To]
			}
			end = span.To
			l.compare(form, cells, record)
			switch {
			case !isComplete(cells):
				puzzles = append(puzzles, cells)
			case slices.ContainsFunc(puzzles, func(p []uint8) bool { return isSolvedBy(p, cells) }):
				l.solved++
				l.full++
			default:
				l.full++
			}
		}
		if to == 0 || to == len(text) {
			return l
		}
		text = text[to:]
	}
}

// holdsSeveral reports whether the first line of a list has several puzzles.
func holdsSeveral(form Form, line []byte) bool {
	size := form.Order * form.Order
	if form.Kind != Line || len(line) < 2*size {
		return false
	}
	var l look
	cells := make([]uint8, size)
	if form.alphabet().read(cells, line[:size]).Err == nil {
		l.compare(form, cells, line)
	}
	return l.others > 0
}

// compare counts a record, of which some cells are read. Another grid may be their
// solution, a part of them, they a part of it, or an isomorph of the puzzle.
func (l *look) compare(form Form, cells []uint8, record []byte) {
	l.records++
	var other [256]uint8
	for from, to := nextRun(record, 0); from < len(record); from, to = nextRun(record, to) {
		run := other[:len(cells)]
		if to-from != len(cells) || form.alphabet().read(run, record[from:to]).Err != nil || isComplete(run) {
			continue
		}
		switch {
		case isSolvedBy(run, cells):
			l.inverse++
			return
		case !isWithin(run, cells) && !isWithin(cells, run) && shapeOf(run, form.Order) != shapeOf(cells, form.Order):
			l.others++
			return
		}
	}
}
