package formats

import (
	"bytes"
	"errors"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/csv"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/hiho"
	"github.com/sudokubatch/sudokubatch/formats/internal/json"
	"github.com/sudokubatch/sudokubatch/formats/internal/line"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// DetectBytes is how much of a file's beginning [Detect] looks at. Of a line
// longer than 4 KiB only the beginning counts: the rest of it is ignored.
const DetectBytes = 64 << 10

// Detect recognises the form of a file from its beginning. prefix is that beginning, of
// which Detect looks at no more than [DetectBytes]; eof says that it is the whole file.
// Lines may be shortened to their first DetectBytes+1 bytes. A kind other than 0 is the
// user's choice: then Detect only finds out the rest.
//
// The first line that is neither blank nor a comment decides, if it can: 81 or 256 bounded
// cells, or "end", are the form Line, unless the cells are a solution with its puzzle
// behind it; a number alone, with a line of spaced numbers or nothing below it, is Hiho,
// unless the number is the size of the one grid that follows, or of its boxes. If the first
// line does not decide, every form reads the beginning, and the one with most puzzles is
// chosen; of several the first in [Kinds]. A form is not chosen if what it reads are
// solutions of puzzles that it does not read; one that reads one of several puzzles in a
// record is a [SeveralError]. A file without any record is in the form Line, of order 9.
//
// If that does not decide the error is an [*AmbiguousError], which names the
// candidates, a [*DigitsError], an [*OrderError] or an [*UnknownFormError]; but with kind
// Line, if no line is valid, the order is taken to be 9. UTF-16 text is [ErrUTF16], and
// UTF-32 text is [ErrUTF32]. What is not of the kind is [ErrNotNpy] or [ErrNotParquet].
//
// With less than DetectBytes of a longer file, Detect returns either what it would return
// for more, or [ErrNeedMore]. So a caller that reads a slow pipe can ask early and often.
func Detect(prefix []byte, eof bool, kind Kind) (Form, error) {
	return DetectWith(prefix, eof, kind, Hints{})
}

// DetectWith is Detect with what else the user says of the file.
func DetectWith(prefix []byte, eof bool, kind Kind, hints Hints) (Form, error) {
	found, err := detect(prefix, eof, kind, hints)
	if missing := (*ColumnError)(nil); hints.Loose && errors.As(err, &missing) {
		hints.Puzzle, hints.Loose = "", false
		return detect(prefix, eof, kind, hints)
	}
	return found, err
}

// A detector finds the form of one file.
type detector struct {
	sample form.Sample
	kind   Kind // that the user says; 0: none
	lines  form.Lines

	first []byte            // the first record of a file of lines; nil: there is none
	at    int               // its line
	ended bool              // more text would not change it
	long  *UnknownFormError // the first line that was passed over because it is too long
	// hashed and binary: a comment before the first record holds a puzzle, or what is in
	// no text.
	hashed, binary bool
}

// detect is DetectWith for columns that must be there.
func detect(prefix []byte, eof bool, kind Kind, hints Hints) (Form, error) {
	text, err := checkEncoding(prefix, eof)
	if err != nil {
		return Form{}, err
	}
	d := &detector{
		sample: form.Sample{Text: text[:min(len(text), DetectBytes)], All: eof && len(text) <= DetectBytes, Hints: hints},
		kind:   kind,
		lines:  form.NewLines(text, eof, DetectBytes),
	}
	s := &d.sample
	whole := eof || len(prefix) >= DetectBytes
	switch {
	case whole && hasOldLineEnds(s):
		return Form{}, ErrCarriageReturns
	case hints.Typed:
		d.kind = Parquet
	case kind == 0 && bytes.HasPrefix(s.Text, []byte(form.NpyMagic)):
		d.kind = Npy
	case (kind == Hiho || kind == Letters16) && !whole && bytes.IndexByte(s.Text, '\n') < 0:
		return Form{}, ErrNeedMore // all lines may turn out to end with carriage returns
	case kind == Hiho || kind == Letters16:
		return kind.Form(forms[kind].Spec().Orders[0])
	}
	if d.kind == Line || d.kind == 0 && form.IsLines(s.Text) {
		return d.ofLines(whole)
	}
	if !whole {
		return Form{}, ErrNeedMore
	}
	if d.kind == 0 {
		return d.checkPlausible(d.best(Form{}, unknownAt(1, s.Text[:min(len(s.Text), form.MaxDetectLine)])))
	}
	return d.checkPlausible(d.asKind())
}

// ofLines finds the form of text that may be made of lines.
func (d *detector) ofLines(whole bool) (Form, error) {
	found, decided, err := d.byFirst()
	bare := decided && (found.Kind != Line || len(syntax.TrimBlanks(d.first)) <= found.Order*found.Order)
	decided = decided && !holdsSeveral(found, d.first)
	if d.sample.More && !bare {
		d.sample.Rows = true
	}
	switch {
	case err != nil:
		return Form{}, err
	case d.kind == Grid: // below its size
		return d.checkPlausible(d.asKind())
	case decided && d.first == nil && d.sample.All && holdsHashed(&d.sample):
		return Form{}, ErrHashed
	case decided && !d.sample.Wanted():
		return found, nil
	case !whole:
		return Form{}, ErrNeedMore
	}
	if !decided {
		var end bool
		if found, end, err = d.byOthers(); end {
			return found, err
		}
	}
	return d.checkPlausible(d.best(found, err))
}

// byFirst decides by the first record, if it can.
func (d *detector) byFirst() (found Form, decided bool, err error) {
	d.first, d.ended, err = d.next()
	d.at = d.lines.Number
	switch {
	case err != nil:
		return Form{}, false, err
	case d.first == nil && d.long != nil:
		return Form{}, false, nil
	case d.first == nil && d.binary:
		return Form{}, false, errBinary
	case d.first == nil && d.hashed:
		return Form{}, false, ErrHashed
	case d.first == nil:
		return line9, d.lines.AtEnd(), nil
	case d.ended && line.IsEnd(d.first):
		return line9, true, nil
	}
	if found = d.match(d.first, d.ended); found.Kind != 0 {
		certain := forms[found.Kind].(form.LineForm).IsCertain(d.first, found.Order)
		return found, certain || d.kind == Line, nil
	}
	if d.kind == 0 && d.ended {
		count, known := hiho.ReadCount(d.first, d.lines)
		switch {
		case !known:
			return Form{}, false, ErrNeedMore
		case count == hiho.BlockCount:
			return hiho9, true, nil
		case count == hiho.GridSize:
			d.kind = Grid
		}
	}
	return Form{}, false, nil
}

// match returns the form of which a line is certainly a part; the zero Form: none.
func (d *detector) match(record []byte, ended bool) Form {
	for kind, f := range forms {
		if f, ok := f.(form.LineForm); ok && (d.kind == 0 || d.kind == Kind(kind)) {
			if order := f.Match(record, ended); order > 0 {
				return Form{Kind: Kind(kind), Order: order}
			}
		}
	}
	return Form{}
}

// byOthers decides by the lines behind a first record that is malformed, or could be
// several things. End: a line says that the input ends.
func (d *detector) byOthers() (found Form, end bool, err error) {
	if d.first == nil {
		if d.long != nil {
			return Form{}, false, d.long
		}
		return Form{}, false, &UnknownFormError{}
	}
	var met []Form
	if found := d.match(d.first, d.ended); found.Kind != 0 {
		if found != hiho9 {
			return found, false, nil
		}
		met = append(met, found) // a row without a header before it
	}
	for !end {
		record, ended, err := d.next()
		if err != nil {
			return Form{}, false, err
		}
		if record == nil {
			break
		}
		if end = ended && line.IsEnd(record); end && len(met) == 0 {
			met = append(met, line9)
		}
		if found := d.match(record, ended); !end && found.Kind != 0 && !slices.Contains(met, found) {
			met = append(met, found)
		}
	}
	unknown := unknownAt(d.at, d.first)
	switch len(met) {
	case 0:
		return Form{}, end, unknown
	case 1:
		return met[0], end, nil
	}
	return Form{}, end, &AmbiguousError{Line: d.at, Column: unknown.Column, Candidates: met}
}

// next returns the next line that is neither blank nor a comment, and whether more text
// would change it. A long line without cells is malformed in every form and decides
// nothing. At the end of what may be looked at it returns nil.
func (d *detector) next() (record []byte, ended bool, err error) {
	for {
		record, ended, ok := d.lines.Next()
		switch {
		case !ok:
			return nil, false, ErrNeedMore
		case record == nil:
			return nil, false, nil
		case form.IsBlankOrComment(record):
			if d.first == nil {
				d.hashed = d.hashed || hasPuzzle(record)
				d.binary = d.binary || syntax.IsComment(record) && !syntax.IsFence(record) && form.HasControl(record)
			}
			continue
		case len(record) <= form.MaxDetectLine || line.IsRecord(record, true, 9) || line.IsRecord(record, true, 16):
			return syntax.TrimCR(record), ended, nil
		}
		if d.long == nil {
			d.long = unknownAt(d.lines.Number, record)
		}
		if form.HasControl(record) {
			return nil, false, d.long // no text: its end may be far
		}
	}
}

// asKind finds out about a file of a kind that the user says.
func (d *detector) asKind() (Form, error) {
	s := &d.sample
	r := forms[d.kind].Detect(s)
	if _, named := errors.AsType[*ColumnError](r.Err); named || r.Err == nil && r.Layout == nil {
		if found, ok := d.headerAlone(); ok {
			return found, nil
		}
	}
	switch {
	case r.Err != nil:
		return Form{}, r.Err
	case r.Layout != nil:
		return formOf(d.kind, r.Layout), nil
	case s.All && len(bytes.TrimSpace(s.Text)) == 0:
		return d.kind.Form(forms[d.kind].Spec().Orders[0])
	case d.kind == Npy:
		return Form{}, ErrNotNpy
	case d.kind == Parquet && !s.Typed:
		return Form{}, ErrNotParquet
	}
	record, _, _ := syntax.NextLine(append(bytes.TrimLeft(s.Text, " \t\r\n"), '\n'))
	return Form{}, &UnknownFormError{Line: 1, Column: 1, Text: string(record[:min(len(record), 32)])}
}

// best returns the form with most puzzles: that of the lines, if they show one, or what
// another form reads.
func (d *detector) best(byLines Form, err error) (Form, error) {
	s := &d.sample
	object := d.kind == 0 && s.HasMembers()
	if d.kind == 0 {
		if err := notPuzzles(s); err != nil {
			return Form{}, err
		}
	}
	if kind, r := d.sureReading(); r.Sure {
		return d.formOf(kind, r)
	}
	most, malformed := 0, 0
	ambiguous, isAmbiguous := errors.AsType[*AmbiguousError](err)
	switch {
	case err == nil:
		most, malformed = s.Tally(byLines.file())
	case isAmbiguous:
		for _, candidate := range ambiguous.Candidates {
			puzzles, _ := s.Tally(candidate.file())
			most = max(most, puzzles)
		}
	}
	kind, best := d.bestReading(object)
	if kind == Grid && best.Err == nil && isCut(s) {
		return Form{}, &SyntaxError{Line: syntax.CountLines(s.Text), Err: ErrUnclosed}
	}
	rank := headerRank(best.Layout, kind, &s.Hints)
	_, unknown := errors.AsType[*UnknownFormError](err)
	// A title above a single column is a comment where all other lines are puzzles.
	titled := malformed == 0 && s.Puzzle == "" && best.Layout != nil && len(best.Layout.Info().AllColumns()) == 1
	behind := best.Layout != nil && best.Layout.Info().Puzzle > 0 // lines have solutions in front of them
	switch {
	case best.Puzzles > most, !titled && best.Puzzles == most && most > 0 && (rank > 0 || behind):
		return d.formOf(kind, best)
	case best.Err != nil && s.Puzzle+s.Solution != "":
		if found, ok := d.headerAlone(); ok && unknown {
			return found, nil
		}
		return Form{}, best.Err
	case unknown && d.kind == Line:
		return line9, nil
	case best.Err != nil && unknown:
		return Form{}, best.Err
	case object && (!s.All || json.IsValid(s.Text)):
		return Form{}, errNoGrids
	case unknown:
		if found, ok := d.headerAlone(); ok {
			return found, nil
		}
	}
	return byLines, err
}

// sureReading returns a reading with which no other form need be tried: of a table, or,
// in text that begins as JSON does, of JSON.
func (d *detector) sureReading() (Kind, form.Reading) {
	lines := form.IsLines(d.sample.Text)
	for _, kind := range []Kind{CSV, TSV, NDJSON} {
		if d.kind != 0 && d.kind != kind || (kind == NDJSON) == lines {
			continue
		}
		if r := d.read(kind); r.Sure {
			return kind, r
		}
	}
	return 0, form.Reading{}
}

// bestReading returns the reading with most puzzles. Text that begins as JSON or XML does
// is that, if it has puzzles as such; of an object that is all there is no other form is
// asked.
func (d *detector) bestReading(object bool) (bestKind Kind, best form.Reading) {
	lines := form.IsLines(d.sample.Text)
	for k := range forms {
		kind := Kind(k)
		if !kind.valid() || d.kind != 0 && d.kind != kind || object && kind < NDJSON {
			continue
		}
		r := d.read(kind)
		nested := (r.Puzzles > 0 || r.Err != nil) && !lines && kind >= NDJSON && bestKind < NDJSON
		named := r.Puzzles > 0 && r.Puzzles == best.Puzzles &&
			headerRank(r.Layout, kind, &d.sample.Hints) > headerRank(best.Layout, bestKind, &d.sample.Hints)
		if nested || named || r.Beats(&best) {
			bestKind, best = kind, r
		}
	}
	return bestKind, best
}

// read returns what a kind of file makes of the sample. Lists are lines with the puzzle in
// a field.
func (d *detector) read(kind Kind) form.Reading {
	f := forms[kind]
	if kind == Line {
		f = csv.List
	}
	return d.sample.Once(kind.String(), f.Detect)
}

// formOf returns the form of a reading.
func (d *detector) formOf(kind Kind, r form.Reading) (Form, error) {
	if r.Layout == nil {
		return Form{}, r.Err
	}
	return formOf(kind, r.Layout), r.Err
}

// headerAlone returns the form of a table that has the names of its columns and no row.
func (d *detector) headerAlone() (Form, bool) {
	for _, kind := range []Kind{CSV, TSV} {
		if d.kind == 0 || d.kind == kind {
			separators := map[Kind]string{CSV: ",;", TSV: "\t"}[kind]
			if r := csv.HeaderAlone(&d.sample, separators); r.Layout != nil {
				return formOf(kind, r.Layout), true
			}
		}
	}
	return Form{}, false
}

// headerRank returns how much better a reading is than lines with as many puzzles: 2 for
// a table whose first line names the columns, 1 for one that has another header, or
// columns where these are asked for.
func headerRank(l form.Layout, kind Kind, h *Hints) int {
	if l == nil {
		return 0
	}
	switch info := l.Info(); {
	case kind.IsTable() && len(info.Header) > 0 && !info.Unnamed:
		return 2
	case len(info.Header) > 0, h.Wanted() && len(info.Columns) > 1:
		return 1
	}
	return 0
}

// checkEncoding returns text without the byte order mark of UTF-8. It is an error if the
// text is UTF-16, which has NULs in turn where it has no mark, or UTF-32.
func checkEncoding(text []byte, eof bool) ([]byte, error) {
	const enough = 16
	switch {
	case !eof && len(text) < enough:
		return nil, ErrNeedMore
	case bytes.HasPrefix(text, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(text, []byte("\x00\x00\xfe\xff")):
		return nil, ErrUTF32
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return nil, ErrUTF16
	}
	head := text[:min(len(text), enough)&^1]
	var nul [2]int // at even and at odd places
	for i, b := range head {
		if b == 0 {
			nul[i&1]++
		}
	}
	if half := len(head) / 2; half > 0 && (nul == [2]int{half, 0} || nul == [2]int{0, half}) {
		return nil, ErrUTF16
	}
	return text[BOMLen(text):], nil
}

// isCut reports whether a sample that begins with a bracket lacks one at its end, or
// elsewhere: rows of a list that is cut off must not be passed over.
func isCut(s *form.Sample) bool {
	return s.All && !form.IsLines(s.Text) && bytes.Count(s.Text, []byte{'['}) != bytes.Count(s.Text, []byte{']'})
}

// hasOldLineEnds reports whether lines end with carriage returns alone.
func hasOldLineEnds(s *form.Sample) bool {
	return bytes.IndexByte(s.Text, '\n') < 0 && form.IsLines(s.Text) && bytes.IndexByte(bytes.TrimRight(s.Text, "\r"), '\r') >= 0
}

// hasPuzzle reports whether a word of a comment is a puzzle of order 9.
func hasPuzzle(comment []byte) bool {
	for word := range bytes.FieldsFuncSeq(comment, func(r rune) bool { return r <= ' ' || r == '#' }) {
		if len(word) == 81 && line.IsRecord(word, true, 9) {
			return true
		}
	}
	return false
}

// holdsHashed reports whether a sample of nothing but comments has puzzles in them, or
// "#" for blank cells.
func holdsHashed(s *form.Sample) bool {
	if bytes.IndexByte(s.Text, '#') < 0 {
		return false
	}
	var stripped []byte
	for _, line := range s.Lines() {
		stripped = append(append(stripped, bytes.TrimLeft(line, "# \t")...), '\n')
	}
	for _, text := range [][]byte{stripped, bytes.ReplaceAll(s.Text, []byte{'#'}, cells.Dot)} {
		d := &detector{lines: form.NewLines(text, true, DetectBytes)}
		if first, _, err := d.next(); first == nil || err != nil {
			continue // comments of other sorts
		}
		found, err := Detect(text, true, 0)
		if err != nil {
			continue
		}
		if puzzles, _ := (&form.Sample{Text: text, All: true}).Tally(found.file()); puzzles > 0 {
			return true
		}
	}
	return false
}

// unknownAt is the error for a first record that is of no form.
func unknownAt(at int, first []byte) *UnknownFormError {
	column := 1 + max(cells.TableOf(9).Run(first, 81), cells.TableOf(16).Run(first, 256))
	return &UnknownFormError{Line: at, Column: column, Text: string(first[:min(len(first), 32)])}
}

// HasLines reports whether the text of a file that begins so may be made of lines: it is
// neither JSON nor XML nor an array of numpy. Of those one line may be all of the file, so
// a reader must not shorten it.
func HasLines(prefix []byte) bool { return form.IsLines(prefix[BOMLen(prefix):]) }
