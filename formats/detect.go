package formats

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// DetectBytes is how much of a file's beginning [Detect] looks at. Of a line
// longer than 4 KiB only the beginning counts: the rest of it is ignored.
const DetectBytes = 64 << 10

// ErrUTF16 is returned by [Detect] for text that is not UTF-8 but UTF-16.
var ErrUTF16 = errors.New("UTF-16 text: convert it to UTF-8, as with iconv -f UTF-16LE -t UTF-8 FILE")

// ErrUTF32 is returned by [Detect] for text with the byte order mark of UTF-32.
var ErrUTF32 = errors.New("UTF-32 text: convert it to UTF-8, as with iconv -f UTF-32 -t UTF-8 FILE")

// ErrCarriageReturns is returned by [Detect] for text whose lines end with carriage
// returns alone.
var ErrCarriageReturns = errors.New("its lines end with carriage returns alone: make newlines of them, as with tr '\\r' '\\n'")

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
// bytes. A kind other than 0 is the user's choice: then only the rest is looked
// for.
//
// The first line that is neither blank nor a comment decides, if it can: 81 or
// 256 bounded cells, or "end", are the form Line, but for a solution with its puzzle
// behind it; a number, alone on its line and followed by a line of spaced numbers or
// by nothing, is Hiho, unless it is the size of the one grid that follows, or of its boxes. If it cannot, the form in which the beginning has most puzzles
// is chosen, of those that are one the first in [Kinds], unless it takes solutions for
// puzzles; one that takes one of several puzzles in a record is a [SeveralError]. Lines
// longer than 4 KiB that begin with no bounded cells decide nothing. A file without any record is in the form
// Line, of order 9.
//
// Where that does not decide the error is an [*AmbiguousError], which names the
// candidates, a [*DigitsError], an [*OrderError] or an [*UnknownFormError]; but
// with kind Line, if no valid line is met, the order is taken to be 9. UTF-16 text
// is [ErrUTF16], and that of UTF-32 [ErrUTF32]. What is none of the kind is [ErrNotNpy]
// or [ErrNotParquet].
//
// With less than DetectBytes to look at that is not the whole file, Detect
// returns either what it would return for a longer one, or [ErrNeedMore]. So a
// caller that reads a slow pipe can ask early and often.
func Detect(prefix []byte, eof bool, kind Kind) (Form, error) {
	return DetectWith(prefix, eof, kind, Hints{})
}

// DetectWith is Detect with what else the user says.
func DetectWith(prefix []byte, eof bool, kind Kind, hints Hints) (Form, error) {
	form, err := detectWith(prefix, eof, kind, hints)
	if missing := (*ColumnError)(nil); hints.Loose && errors.As(err, &missing) {
		hints.Puzzle, hints.Loose = "", false
		return detectWith(prefix, eof, kind, hints)
	}
	return form, err
}

// detectWith is DetectWith where the columns that the user names must be there.
func detectWith(prefix []byte, eof bool, kind Kind, hints Hints) (Form, error) {
	d := detector{text: prefix, eof: eof, left: DetectBytes, kind: kind}
	if err := d.checkEncoding(); err != nil {
		return Form{}, err
	}
	s := &sample{text: d.text[:min(len(d.text), DetectBytes)], all: eof && len(d.text) <= DetectBytes, kind: kind, Hints: hints}
	whole := eof || len(prefix) >= DetectBytes
	if whole && s.hasOldLineEnds() {
		return Form{}, ErrCarriageReturns
	}
	switch {
	case hints.Typed:
		kind = Parquet
	case kind == 0 && bytes.HasPrefix(s.text, []byte(form.NpyMagic)):
		kind = Npy
	}
	switch {
	case (kind == Hiho || kind == Letters16) && !whole && bytes.IndexByte(s.text, '\n') < 0:
		return Form{}, ErrNeedMore // all lines may turn out to end with carriage returns
	case kind == Hiho || kind == Letters16:
		return kind.Form(grammars[kind].orders[0])
	case kind > Letters16 && !whole:
		return Form{}, ErrNeedMore
	case kind > Letters16:
		return s.lookAgain(s.as(kind))
	case kind == 0 && !form.IsLines(s.text):
		if !whole {
			return Form{}, ErrNeedMore
		}
		return s.lookAgain(s.better(Form{}, unknownAt(1, s.text[:min(len(s.text), detectLine)]), 0))
	}
	form, decided, err := d.byFirst()
	bare := decided && (form.Kind != Line || len(syntax.TrimBlanks(d.first)) <= form.Order*form.Order)
	decided = decided && !holdsSeveral(form, d.first)
	if hints.More && !bare {
		hints.Rows, s.Rows = true, true
	}
	switch {
	case err != nil:
		return Form{}, err
	case decided && d.first == nil && s.holdsHashed():
		return Form{}, ErrHashed
	case form == grid9:
		return s.lookAgain(s.as(Grid))
	case decided && !hints.Wanted():
		return form, nil
	case !whole:
		return Form{}, ErrNeedMore
	}
	if !decided {
		if form, err = d.byOthers(); d.endMet {
			return form, err
		}
	}
	return s.lookAgain(s.better(form, err, kind))
}

// as finds out about a file in a kind that the user says.
func (s *sample) as(kind Kind) (Form, error) {
	c := grammars[kind].detect(s)
	if _, named := errors.AsType[*ColumnError](c.err); named || c.err == nil && c.form.Kind == 0 {
		if form, ok := s.headerAlone(kind); ok {
			return form, nil
		}
	}
	switch {
	case c.err != nil:
		return Form{}, c.err
	case c.form.Kind != 0:
		return c.form, nil
	case s.all && len(bytes.TrimSpace(s.text)) == 0:
		return kind.Form(grammars[kind].orders[0])
	case kind == Npy:
		return Form{}, ErrNotNpy
	case kind == Parquet && !s.Typed:
		return Form{}, ErrNotParquet
	}
	line, _, _ := syntax.NextLine(append(bytes.TrimLeft(s.text, " \t\r\n"), '\n'))
	return Form{}, &UnknownFormError{Line: 1, Column: 1, Text: string(line[:min(len(line), 32)])}
}

// better returns the candidate with most puzzles, or the form that the lines show,
// if they do, where no candidate has more.
func (s *sample) better(byLines Form, err error, kind Kind) (Form, error) {
	lines, object := form.IsLines(s.text), kind == 0 && s.hasMembers()
	if err := s.notPuzzles(); kind == 0 && err != nil {
		return Form{}, err
	}
	for _, k := range []Kind{CSV, TSV, NDJSON} {
		if kind != 0 && kind != k || (k == NDJSON) == lines {
			continue
		}
		if c := s.once(k, grammars[k].detect); c.sure {
			return c.form, c.err
		}
	}
	most, malformed := 0, 0
	ambiguous, isAmbiguous := errors.AsType[*AmbiguousError](err)
	switch {
	case err == nil:
		most, malformed = s.tally(byLines)
	case isAmbiguous:
		for _, form := range ambiguous.Candidates {
			most = max(most, s.countPuzzles(form))
		}
	}
	var best candidate
	bestKind := Kind(0)
	for k := range grammars {
		if detect := grammars[k].detect; detect != nil && (kind == 0 || kind == Kind(k)) && (!object || Kind(k) >= NDJSON) {
			c := s.once(Kind(k), detect)
			// Text that begins as JSON or XML does is that, if it has puzzles as such.
			nested := (c.puzzles > 0 || c.err != nil) && !lines && Kind(k) >= NDJSON && bestKind < NDJSON
			named := c.puzzles > 0 && c.puzzles == best.puzzles && c.form.headerRank(&s.Hints) > best.form.headerRank(&s.Hints)
			if nested || named || c.beats(&best) {
				best, bestKind = c, Kind(k)
			}
		}
	}
	_, unknown := errors.AsType[*UnknownFormError](err)
	// A title above a single column is a comment where all other lines are puzzles.
	titled := malformed == 0 && s.Puzzle == "" && len(best.form.columns()) == 1
	switch {
	case best.puzzles > most, !titled && best.puzzles == most && most > 0 && (best.form.headerRank(&s.Hints) > 0 || best.form.isBehind()):
		return best.form, best.err
	case best.err != nil && s.Puzzle+s.Solution != "":
		if form, ok := s.headerAlone(kind); ok && unknown {
			return form, nil
		}
		return Form{}, best.err
	case unknown && kind == Line:
		return line9, nil
	case best.err != nil && unknown:
		return Form{}, best.err
	case object && (!s.all || isJSON(s.text)):
		return Form{}, errNoGrids
	case unknown:
		if form, ok := s.headerAlone(kind); ok {
			return form, nil
		}
	}
	return byLines, err
}

// headerRank returns how much better a candidate is than lines with as many puzzles: 2 if it
// is a table whose first line names the columns, 1 if it has another header, or columns
// where these are asked for, or else 0.
func (f Form) headerRank(h *Hints) int {
	switch l := f.Layout; {
	case l == nil:
		return 0
	case f.Kind.IsTable() && len(l.Header) > 0 && !l.headless:
		return 2
	case len(l.Header) > 0, h.Wanted() && len(l.Columns) > 1:
		return 1
	}
	return 0
}

// isBehind reports whether puzzles are in a column behind the first: what lines have
// there is then their solutions.
func (f Form) isBehind() bool { return f.Layout != nil && f.Layout.Puzzle > 0 }

// countPuzzles counts the well-formed records of the sample in a form.
func (s *sample) countPuzzles(f Form) int {
	puzzles, _ := s.tally(f)
	return puzzles
}

// tally counts the records of the sample in a form, well-formed and malformed.
func (s *sample) tally(f Form) (puzzles, malformed int) {
	s.read(f, func(records *Records) {
		puzzles += records.N - len(records.Faults)
		malformed += len(records.Faults)
	})
	return puzzles, malformed
}

// read reads the sample in a form, and passes on the records of each text.
func (s *sample) read(f Form, next func(*Records)) {
	var records Records
	framer := f.NewFramer()
	for text := s.text; ; {
		from, to := framer.Cut(text, s.all)
		f.Decode(&records, text[from:to])
		next(&records)
		if to == 0 || to == len(text) {
			return
		}
		text = text[to:]
	}
}
