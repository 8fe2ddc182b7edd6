package formats

// This file recognises the form of a file from its beginning.

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/csv"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/hiho"
	"github.com/sudokubatch/sudokubatch/formats/internal/json"
	"github.com/sudokubatch/sudokubatch/formats/internal/line"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// DetectBytes is the number of bytes at the beginning of a file that [Detect] looks at. Of
// a line longer than 4 KiB only the first 4 KiB count.
const DetectBytes = 64 << 10

// Detect returns the form of a file. prefix is the beginning of the file; Detect looks at
// no more than [DetectBytes] of it. eof says that prefix is the whole file. Lines may be
// shortened to their first DetectBytes+1 bytes. If kind is not 0, the user chose the kind,
// and Detect finds only the rest of the form.
//
// Detect first looks at the first line that is neither blank nor a comment:
//
//   - 81 or 256 bounded cells, or "end", mean the form Line, unless the cells are a
//     solution with its puzzle after it.
//   - A number alone, followed by a line of spaced numbers or by nothing, means Hiho,
//     unless the number is the size of the grid that follows or of its boxes.
//
// If the first line does not decide, every form reads the prefix, and Detect returns the
// form with most puzzles, or the first of them in [Kinds]. It rejects a form that would
// read only the solutions of other puzzles, or one of several puzzles in a record. A file
// without a record has the form Line of order 9.
//
// If nothing decides, the error names the unclear part: the form, the digits or the order.
// If kind is Line and no line is valid, the order is 9 and there is no error. UTF-16 and
// UTF-32 text are errors, and so is a file that is not of the chosen kind. A [*ColumnError]
// reports a missing column, and an [*ArrayError] an array that does not hold puzzles.
//
// With less than DetectBytes of a longer file, Detect returns either the same as for a
// longer prefix, or [ErrNeedMore]. So a caller that reads a slow pipe can ask early and
// often.
func Detect(prefix []byte, eof bool, kind Kind) (Form, error) {
	return DetectWith(prefix, eof, kind, Hints{})
}

// DetectWith is like [Detect] and also takes the user's hints about the file.
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
	kind   Kind   // chosen by the user; 0: none
	first  []byte // the first line that is neither blank nor a comment; nil: none
	at     int    // the number of that line
	plain  Form   // decided by the first line; the zero Form: undecided
}

// detect is DetectWith for hints with columns that the file must have.
func detect(prefix []byte, eof bool, kind Kind, hints Hints) (Form, error) {
	text, err := checkEncoding(prefix, eof)
	if err != nil {
		return Form{}, err
	}
	kind = kind.read()
	d := &detector{
		sample: form.Sample{Text: text[:min(len(text), DetectBytes)], All: eof && len(text) <= DetectBytes, Hints: hints},
		kind:   kind,
	}
	s := &d.sample
	whole := eof || len(prefix) >= DetectBytes
	switch {
	case !hints.Typed && isBinary(s.Text, kind):
		if !whole {
			return Form{}, ErrNeedMore // if the text was decompressed, an error that says more may come
		}
		return Form{}, errBinary
	case whole && hasOldLineEnds(s):
		return Form{}, errCarriageReturns
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
		found, certain, err := d.byFirst(whole)
		if err != nil || certain {
			return found, err
		}
	}
	switch {
	case !whole:
		return Form{}, ErrNeedMore
	case d.kind == 0 || d.kind == Line:
		return d.checkPlausible(d.best())
	}
	return d.checkPlausible(d.asKind())
}

// byFirst decides by the first record of text that may be made of lines. The result is not
// certain if other records, or the user's hints, may change it.
func (d *detector) byFirst(whole bool) (found Form, certain bool, err error) {
	s := &d.sample
	first, rest, ended := form.NextRecord(s.Text)
	d.first, d.at = first, syntax.CountLines(s.Text[:len(s.Text)-len(rest)])
	switch {
	case !ended && !whole && len(first) <= form.MaxDetectLine:
		return Form{}, false, ErrNeedMore
	case first == nil && s.All && holdsHashed(s):
		return Form{}, false, errHashed
	case first == nil && s.All || ended && line.IsEnd(first):
		found, certain = line9, true
	case first == nil:
	default:
		if found = d.match(first, ended || whole); found.Kind != 0 {
			certain = d.kind == Line || forms[found.Kind].(form.LineForm).IsCertain(first, found.Order)
		}
	}
	if found.Kind == 0 && first != nil && d.kind == 0 && (ended || whole) {
		switch count, known := hiho.ReadCount(first, rest, whole); {
		case !known:
			return Form{}, false, ErrNeedMore
		case count == hiho.BlockCount:
			found, certain = hiho9, true
		case count == hiho.GridSize:
			d.kind = Grid
		}
	}
	bare := certain && (found.Kind != Line || len(syntax.TrimBlanks(first)) <= found.Order*found.Order)
	s.Rows = s.Rows || s.More && !bare
	if !certain || holdsSeveral(found, first) {
		return Form{}, false, nil
	}
	d.plain = found
	return found, !s.Wanted() || found.Kind == Hiho, nil // such a file has no columns
}

// match returns the form to which a line certainly belongs, or the zero Form.
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

// plainReading returns the form to which some lines certainly belong, with its counts of
// puzzles and malformed records in the sample. Of several forms it returns the one with
// most puzzles. It returns the zero Form if there is none.
func (d *detector) plainReading() (best Form, puzzles, malformed int) {
	if d.plain.Kind != 0 {
		puzzles, malformed = d.sample.Tally(d.plain.file())
		return d.plain, puzzles, malformed
	}
	var met []Form
	for _, record := range d.sample.Lines() {
		if line.IsEnd(record) {
			break
		}
		if found := d.match(record, true); found.Kind != 0 && !slices.Contains(met, found) {
			met = append(met, found)
			if n, bad := d.sample.Tally(found.file()); best.Kind == 0 || n > puzzles {
				best, puzzles, malformed = found, n, bad
			}
		}
	}
	return best, puzzles, malformed
}

// asKind detects a file whose kind the user chose.
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
		return Form{}, errNotNpy
	case d.kind == Parquet && !s.Typed:
		return Form{}, errNotParquet
	}
	record, _, _ := syntax.NextLine(append(bytes.TrimLeft(s.Text, " \t\r\n"), '\n'))
	return Form{}, &unknownFormError{Line: 1, Column: 1, Text: string(record[:min(len(record), 32)])}
}

// best returns the form with most puzzles. The candidates are plain lines or rows, if some
// lines match them, and the readings of all other forms.
func (d *detector) best() (Form, error) {
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
	var plain Form
	var most, malformed int
	if d.kind == Line || form.IsLines(s.Text) {
		plain, most, malformed = d.plainReading()
	}
	kind, best := d.bestReading(object)
	if d.isFixed() && !beginsRecords(best.Layout) {
		return plain, nil
	}
	if kind == Grid && best.Err == nil && isCut(s) {
		return Form{}, &SyntaxError{Line: syntax.CountLines(s.Text), Err: ErrUnclosed}
	}
	unknown, named := plain.Kind == 0, s.Puzzle+s.Solution != ""
	// A title above a single column is a comment if all other lines are puzzles.
	titled := malformed == 0 && s.Puzzle == "" && best.Layout != nil && len(best.Layout.Info().AllColumns()) == 1
	behind := best.Layout != nil && best.Layout.Info().Puzzle > 0 // a solution precedes the puzzle in a line
	switch {
	case best.Puzzles > most, !titled && best.Puzzles == most && most > 0 && (behind || headerRank(best.Layout, kind, &s.Hints) > 0):
		return d.formOf(kind, best)
	case best.Err != nil && named && unknown:
		if found, ok := d.headerAlone(); ok {
			return found, nil
		}
		return Form{}, best.Err
	case unknown && d.kind == Line && !named:
		return line9, nil
	case best.Err != nil && (unknown || named):
		return Form{}, best.Err
	case !unknown:
		return plain, nil
	case object && (!s.All || json.IsValid(s.Text)):
		return Form{}, errNoGrids
	}
	if found, ok := d.headerAlone(); ok {
		return found, nil
	}
	if d.first != nil || form.IsLines(s.Text) {
		return Form{}, unknownAt(d.at, d.first)
	}
	return Form{}, unknownAt(1, s.Text[:min(len(s.Text), form.MaxDetectLine)])
}

// isFixed reports whether the first line decides what the puzzles are. Then fields that the
// output needs may follow the puzzle, but another output would have the same puzzles.
func (d *detector) isFixed() bool {
	s := &d.sample
	return d.plain.Kind != 0 && s.Puzzle+s.Solution+s.Digits == ""
}

// beginsRecords reports whether each record of a layout begins with its puzzle.
func beginsRecords(l form.Layout) bool {
	return l != nil && len(l.Info().Columns) > 0 && l.Info().Puzzle == 0 && l.Info().CellColumns == 1 && !csv.IsRuns(l)
}

// sureReading returns a reading that makes others needless: a table or, if the text begins
// like JSON, JSON.
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

// bestReading returns the reading with most puzzles. Text that begins like JSON or XML is
// JSON or XML if it has puzzles as such. If object is set, the text is one whole object,
// and no other form is tried.
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

// read reads the sample as a kind of file. For Line it reads lists, whose lines have the
// puzzle in a field.
func (d *detector) read(kind Kind) form.Reading {
	f := forms[kind]
	switch {
	case kind == Line:
		f = csv.List
	case d.kind == 0 && kind == CSV && d.isTabbed():
		return form.Reading{}
	}
	return d.sample.Once(kind.String(), f.Detect)
}

// isTabbed reports whether a table that can be read as CSV is better read as TSV, with as
// many puzzles: it has more columns so, or its name says TSV.
func (d *detector) isTabbed() bool {
	if bytes.IndexByte(d.sample.Text, '\t') < 0 {
		return false
	}
	commas, tabs := d.sample.Once("csv", csv.CSV.Detect), d.sample.Once("tsv", csv.TSV.Detect)
	if commas.Layout == nil || tabs.Layout == nil || tabs.Puzzles < commas.Puzzles || tabs.Err != nil {
		return false
	}
	columns := len(tabs.Layout.Info().Columns) - len(commas.Layout.Info().Columns)
	return columns > 0 || columns == 0 && strings.EqualFold(filepath.Ext(d.sample.Name), ".tsv")
}

// formOf returns the form of a reading.
func (d *detector) formOf(kind Kind, r form.Reading) (Form, error) {
	if r.Layout == nil {
		return Form{}, r.Err
	}
	return formOf(kind, r.Layout), r.Err
}

// headerAlone returns the form of a table that has column names but no rows.
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

// headerRank returns how far to prefer a reading to lines with as many puzzles. It is 2 for
// a table whose first line names the columns. It is 1 for a table with another header, or
// with columns if the user asks for them.
func headerRank(l form.Layout, kind Kind, h *Hints) int {
	if l == nil {
		return 0
	}
	switch info := l.Info(); {
	case kind.IsTable() && len(info.Header) > 0 && !info.Unnamed:
		return 2
	case len(info.Header) > 0 && !(info.Unnamed && len(info.Columns) == 1 && syntax.IsComment(info.Header)), h.Wanted() && len(info.Columns) > 1:
		return 1
	}
	return 0
}

// checkEncoding returns text without its UTF-8 byte order mark. It fails for UTF-32, and
// for UTF-16, which without a mark shows as NULs in every other byte.
func checkEncoding(text []byte, eof bool) ([]byte, error) {
	const enough = 16
	switch {
	case !eof && len(text) < enough:
		return nil, ErrNeedMore
	case bytes.HasPrefix(text, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(text, []byte("\x00\x00\xfe\xff")):
		return nil, errUTF32
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return nil, errUTF16
	}
	head := text[:min(len(text), enough)&^1]
	var nul [2]int // at even and at odd offsets
	for i, b := range head {
		if b == 0 {
			nul[i&1]++
		}
	}
	if half := len(head) / 2; half > 0 && (nul == [2]int{half, 0} || nul == [2]int{0, half}) {
		return nil, errUTF16
	}
	return text[BOMLen(text):], nil
}

// isCut reports whether a sample that begins with a bracket lacks a closing one. Lists of
// rows that are cut off must not be skipped.
func isCut(s *form.Sample) bool {
	return s.All && !form.IsLines(s.Text) && bytes.Count(s.Text, []byte{'['}) != bytes.Count(s.Text, []byte{']'})
}

// hasOldLineEnds reports whether lines end with a carriage return alone.
func hasOldLineEnds(s *form.Sample) bool {
	return bytes.IndexByte(s.Text, '\n') < 0 && form.IsLines(s.Text) && bytes.IndexByte(bytes.TrimRight(s.Text, "\r"), '\r') >= 0
}

// isBinary reports whether text begins with control characters: in its comments if it has
// no records, or in its first record, unless the user chose the kind or it is a numpy array.
func isBinary(text []byte, kind Kind) bool {
	first, _, _ := form.NextRecord(text)
	switch {
	case first == nil:
		return form.HasControl(text)
	case kind != 0 || bytes.HasPrefix(text, []byte(form.NpyMagic)):
		return false
	}
	return form.HasControl(first[:min(len(first), form.MaxDetectLine)])
}

// holdsHashed reports whether a sample that is all comments has puzzles in them, or uses
// "#" for blanks.
func holdsHashed(s *form.Sample) bool {
	if bytes.IndexByte(s.Text, '#') < 0 {
		return false
	}
	var stripped []byte
	for _, line := range s.Lines() {
		stripped = append(append(stripped, bytes.TrimLeft(line, "# \t")...), '\n')
	}
	for _, text := range [][]byte{stripped, bytes.ReplaceAll(s.Text, []byte{'#'}, cells.Dot)} {
		if first, _, _ := form.NextRecord(text); first == nil {
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

// unknownAt returns the error for a first record that matches no form.
func unknownAt(at int, first []byte) *unknownFormError {
	if first == nil {
		return &unknownFormError{}
	}
	column := 1 + max(cells.TableOf(9).Run(first, 81), cells.TableOf(16).Run(first, 256))
	return &unknownFormError{Line: at, Column: column, Text: string(first[:min(len(first), 32)])}
}

// HasLines reports whether a file that begins with prefix may be made of lines: it is not
// JSON, XML or a numpy array. A single line of these may be the whole file, so a reader
// must not shorten it.
func HasLines(prefix []byte) bool { return form.IsLines(prefix[BOMLen(prefix):]) }
