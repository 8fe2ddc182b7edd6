package bulk

// This file recognises the form of a file from its beginning.

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/csv"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/gridreader"
	"github.com/sudokubatch/sudokubatch/formats/internal/reading"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// DetectBytes is the number of bytes at the beginning of a file that [Detect] looks at. Of
// a line longer than 4 KiB only the first 4 KiB count.
const DetectBytes = 64 << 10

// BOMLen returns the length of the UTF-8 byte order mark at the beginning of prefix: 3, or
// 0 if there is none. Columns do not count the mark.
func BOMLen(prefix []byte) int { return syntax.BOMLen(prefix) }

// Detect returns the form of a file. prefix is the beginning of the file; Detect looks at
// no more than [DetectBytes] of it. eof says that prefix is the whole file. Lines may be
// shortened to their first DetectBytes+1 bytes. If kind is not 0, the user chose the kind,
// and Detect finds only the rest of the form.
//
// If the first line that is neither blank nor a comment holds 81 or 256 bounded cells with a
// blank, or is "end" or a count of blocks, it decides. If not, every form proposes ways to
// read the prefix, and Detect chooses the way that explains most: it reads most grids, and
// has fewest malformed records and grids that belong to no record. A file without a record
// has the form Line of order 9.
//
// If nothing decides, the error names the unclear part: the form, the digits or the order.
// If kind is Line and no line is valid, the order is 9 and there is no error. UTF-16 and
// UTF-32 text are errors, and so is a file that is not of the chosen kind. A [*model.ColumnError]
// reports a missing column, and other errors say why a file, such as an array, holds no puzzles.
//
// With less than DetectBytes of a longer file, Detect returns either the same as for a
// longer prefix, or [ErrNeedMore]. So a caller that reads a slow pipe can ask early and
// often.
func Detect(prefix []byte, eof bool, kind Kind) (Form, error) {
	return DetectWith(prefix, eof, kind, model.Hints{})
}

// DetectWith is like [Detect] and also takes the user's hints about the file.
func DetectWith(prefix []byte, eof bool, kind Kind, hints model.Hints) (Form, error) {
	if hints.State {
		hints.Solution = cmp.Or(hints.Solution, "state")
	}
	found, err := detectColumns(prefix, eof, kind, hints)
	if size, ok := errors.AsType[*model.SizeError](err); ok && len(hints.Sizes) == 0 {
		found, err = detectUnnamed(prefix, eof, kind, hints, size)
	}
	if err != nil && len(hints.Sizes) > 0 && !errors.Is(err, ErrNeedMore) {
		err = sizeInstead(prefix, eof, kind, hints, err)
	}
	if err != nil {
		return found, err
	}
	found.Box = hints.Box
	return found.withSizes(prefix, eof, hints), nil
}

// detectUnnamed is detectColumns for a file of a size that nobody named, where nobody named others.
// It returns the error for it, unless all records of the sample are grids of this size, each with clues enough,
// and no two clues clash.
func detectUnnamed(prefix []byte, eof bool, kind Kind, hints model.Hints, size *model.SizeError) (Form, error) {
	hints.Sizes = []int{size.Size}
	found, err := detectColumns(prefix, eof, kind, hints)
	if _, isVariant := errors.AsType[*model.VariantError](err); isVariant {
		return Form{}, err
	}
	if err != nil {
		return found, size
	}
	var r model.Records
	good, largest := 0, uint8(0)
	framer := found.NewFramer()
	for rest := prefix[BOMLen(prefix):min(len(prefix), DetectBytes)]; ; {
		from, to := framer.Cut(&r, rest, eof && len(prefix) <= DetectBytes)
		if to == 0 {
			break
		}
		if !r.Decoded {
			found.Decode(&r, rest[from:to])
		}
		for grid := range slices.Chunk(r.Cells, size.Size*size.Size) {
			if cells.HasClash(grid, size.Size) || !gridreader.IsSound(grid, size.Size) {
				return Form{}, size
			}
			largest = max(largest, slices.Max(grid))
			good++
		}
		if rest = rest[to:]; len(r.Faults) > 0 || r.Trailing.Err != nil {
			return Form{}, size
		}
	}
	if good == 0 || int(largest) < size.Size {
		return Form{}, size
	}
	return found, nil
}

// detectColumns is DetectWith for files with puzzles of one size.
func detectColumns(prefix []byte, eof bool, kind Kind, hints model.Hints) (Form, error) {
	found, err := detect(prefix, eof, kind, hints)
	missing := (*model.ColumnError)(nil)
	switch {
	case !errors.As(err, &missing):
		return found, err
	case hints.Loose:
		hints.Puzzle, hints.Loose = "", false
	case hints.State && missing.Name == "state" && (len(missing.Have) < 2 || missing.Have[0] == "1"): // there is one column at most, or columns have no names
		hints.Solution = ""
	case hints.State && missing.Name == "state":
		return found, fmt.Errorf("%w: %w", err, model.ErrNoStates)
	default:
		return found, err
	}
	return detect(prefix, eof, kind, hints)
}

// A detector finds the form of one file.
type detector struct {
	sample form.Sample
	kind   Kind   // chosen by the user; 0: none
	first  []byte // the first line that is neither blank nor a comment; nil: none
	at     int    // the number of that line
}

// detect is DetectWith for hints with columns that the file must have.
func detect(prefix []byte, eof bool, kind Kind, hints model.Hints) (Form, error) {
	text, err := checkEncoding(prefix, eof)
	if err != nil {
		return Form{}, err
	}
	kind = kind.read()
	d := &detector{
		sample: form.Sample{Text: text[:min(len(text), DetectBytes)], All: eof && len(text) <= DetectBytes, Full: eof || len(prefix) >= DetectBytes, Hints: hints},
		kind:   kind,
	}
	s := &d.sample
	strict := kind != 0 && forms[kind].Spec().Strict
	if err := d.noText(strict); err != nil {
		return Form{}, err
	}
	switch {
	case strict:
		return kind.Form(s.UsualOrder(forms[kind].Spec()))
	case hints.Joined:
		d.kind = JSON
	case kind == 0 || hints.Typed:
		d.kind = d.marked()
	}
	if d.isListed() || d.kind == 0 && form.IsLines(s.Text) {
		if found, err := d.decide(); err != nil || found.Kind != 0 {
			d.sayDecided(found)
			return d.withFields(found, err)
		}
	}
	if !s.Full {
		return Form{}, ErrNeedMore
	}
	return d.withFields(d.choose())
}

// noText says why the sample is no text of lines that are read, or returns nil. strict says that the user chose
// a form that is read without a look at the sample.
func (d *detector) noText(strict bool) error {
	s := &d.sample
	switch {
	case !s.Typed && !strict && isBinary(s.Text, d.kind):
		if !s.Full {
			return ErrNeedMore // if the text was decompressed, an error that says more may come
		}
		return errBinary
	case s.Full && hasOldLineEnds(s):
		return errCarriageReturns
	case strict && !s.Full && bytes.IndexByte(s.Text, '\n') < 0:
		return ErrNeedMore // all lines may turn out to end with carriage returns
	}
	return nil
}

// marked returns the form whose mark begins the text, or whose text comes from package corpus.
func (d *detector) marked() Kind {
	for _, kind := range Kinds() {
		spec := forms[kind].Spec()
		if spec.Typed && d.sample.Typed || !d.sample.Typed && spec.Magic != "" && bytes.HasPrefix(d.sample.Text, []byte(spec.Magic)) {
			return kind
		}
	}
	return 0
}

// isListed reports whether the user chose a form of lists.
func (d *detector) isListed() bool { return d.kind != 0 && forms[d.kind].Spec().Listed }

// decide returns the form that the first line decides, or the zero Form.
func (d *detector) decide() (Form, error) {
	s := &d.sample
	first, rest, ended := form.NextRecord(s.Text)
	d.first, d.at = first, syntax.CountLines(s.Text[:len(s.Text)-len(rest)])
	switch {
	case !ended && !s.Full && len(first) <= form.MaxDetectLine:
		return Form{}, ErrNeedMore
	case first == nil && s.All && holdsHashed(s):
		return Form{}, errHashed
	case (first != nil || !s.All) && (s.Puzzle+s.Solution+s.Digits != "" || s.PadZeros):
		return Form{}, nil
	}
	for _, kind := range Kinds() {
		if decide := forms[kind].Spec().Decide; decide != nil && (d.kind == 0 || d.kind == kind) {
			switch order, known := decide(s, d.kind != 0); {
			case !known:
				return Form{}, ErrNeedMore
			case order > 0 && (d.kind != 0 || slices.Contains(s.Orders(), order)):
				return Form{Kind: kind, Order: order}, nil
			}
		}
	}
	return Form{}, nil
}

// withFields returns a form of plain lines with the fields of the lines, if the caller wants
// these. The records stay the same.
func (d *detector) withFields(found Form, err error) (Form, error) {
	s := &d.sample
	bare := len(syntax.TrimBlanks(d.first)) <= found.Order*found.Order
	if err != nil || found.Kind == 0 || !found.PlainLines() || !s.Rows && (!s.More || bare) {
		return found, err
	}
	if !s.Full {
		return Form{}, ErrNeedMore
	}
	separators := []form.Form{csv.CSV, csv.TSV, csv.List}
	if d.kind != 0 {
		separators = separators[2:]
	}
	fields, name := csv.LinesWithFields(s, found.file(), separators)
	if fields == nil {
		return found, nil
	}
	kind, err := ParseKind(name)
	return formOf(kind, fields), err
}

// choose returns the form of the reading that explains most.
func (d *detector) choose() (Form, error) {
	s := &d.sample
	if d.kind == 0 {
		if err := notPuzzles(s); err != nil {
			return Form{}, err
		}
	}
	all := d.readings()
	c := reading.Choose(all)
	if d.needsRuns(all, c) {
		runs := reading.Explain(s, csv.ProposeRuns(s), int(Line), csv.List.Spec())
		if runs.Score.Grids > 0 && form.HasControl(s.Text) {
			return Form{}, errBinary
		}
		if runs.Score.Grids > 0 && (runs.Err == nil || errors.Is(runs.Err, form.ErrSeveral)) {
			all, c = append(all, runs), reading.Choice{Best: len(all), Rival: -1, Order: append([]int{len(all)}, c.Order...), Reason: "no form has them as records, but lines hold them"}
		}
	}
	if c.Best < 0 {
		return d.nothing(all)
	}
	d.say(c.Reason, all, c.Order)
	best := &all[c.Best]
	if err := d.refusal(best, damaged(all)); err != nil {
		return Form{}, err
	}
	if c.Rival >= 0 {
		return Form{}, &closeError{best, &all[c.Rival]}
	}
	found := formOf(Kind(best.Kind), best.Layout)
	if found.file() == found.form().Plain(found.Order) {
		found.Layout = nil
	}
	d.leaveOutSolutions(&found, best)
	return found, nil
}

// refusal says why a file is not read although a reading was chosen, or returns nil. damaged is the fault
// of the only grids, if they are damaged.
func (d *detector) refusal(best *reading.Reading, damaged error) error {
	s, spec := &d.sample, forms[best.Kind].Spec()
	switch {
	case errors.Is(best.Err, form.ErrSeveral) && bytes.Contains(s.Text, []byte("INSERT INTO")):
		return fmt.Errorf("an SQL dump: %w", best.Err)
	case best.Err != nil:
		return best.Err
	case damaged != nil && best.IsJoined() && (best.Counts[reading.Fault] == 0 || !Kind(best.Kind).IsCounted() && (s.All || !spec.Strict)):
		return damaged
	case spec.Titled && gridreader.HasRegions(s):
		return reading.ErrRegions
	case spec.Titled && isCut(s):
		return &model.SyntaxError{Line: syntax.CountLines(s.Text), Err: model.ErrUnclosed}
	}
	return nil
}

// leaveOutSolutions lets a form leave out records that are solutions, if the caller wants that and there
// may be some.
func (d *detector) leaveOutSolutions(found *Form, best *reading.Reading) {
	met := best.Counts[reading.Solution] > 0
	if d.sample.KeepSolutions || found.Layout == nil || found.Layout.Solution >= 0 || !met && !found.form().Spec().Titled {
		return
	}
	if found.Layout.solutions = form.DropSolutions; d.sample.NoSolutions {
		found.Layout.solutions = form.FailSolutions
	}
	if met {
		found.Layout.Notes = append(slices.Clip(found.Layout.Notes), "a record that is the solution of the one before it is left out")
	}
}

// readings reads the sample in each way that forms propose. Text that begins like JSON or
// XML belongs to their forms if these find puzzles, and to no other form if it has members.
func (d *detector) readings() (all []reading.Reading) {
	lines := form.IsLines(d.sample.Text)
	if !lines {
		for _, kind := range Kinds() {
			if f := forms[kind]; f.Spec().Structured {
				all = d.explain(all, kind, f)
			}
		}
		if slices.ContainsFunc(all, func(r reading.Reading) bool { return r.Score.Grids > 0 || r.Matches || r.Err != nil }) || d.kind == 0 && d.sample.HasMembers() {
			return all
		}
	}
	for _, single := range []bool{true, false} { // forms with a record a line are quick to try
		for _, kind := range Kinds() {
			if f := forms[kind]; f.Spec().Divisible == single {
				all = d.explain(all, kind, f)
			}
		}
		for kind, f := range forms {
			if single && f != nil && f.Spec().Listed {
				all = d.explain(all, Kind(kind), csv.List)
			}
		}
	}
	return all
}

// explain appends the readings of a form. If there is one that explains everything, it tries
// no other form, unless the file has a name for it.
func (d *detector) explain(all []reading.Reading, kind Kind, f form.Form) []reading.Reading {
	spec := f.Spec()
	known := len(all) > 0 && all[len(all)-1].Whole() && !spec.IsNamed(d.sample.Name)
	if d.kind != 0 && d.kind != kind || known {
		return all
	}
	for p := range f.Propose(&d.sample) {
		other := p.Err == nil && p.Layout != nil && !slices.Contains(d.sample.Orders(), p.Layout.Info().Order)
		if d.kind == 0 && (p.Unlikely || other) {
			continue
		}
		p.Matches = p.Matches || d.kind != 0 && !d.isListed() && !spec.Titled && p.Layout != nil
		all = append(all, reading.Explain(&d.sample, p, int(kind), spec))
		if all[len(all)-1].Clean() {
			break
		}
	}
	return all
}

// needsRuns reports whether to look for grids inside lines of other text, because nothing
// else reads the text, or only its solutions, or no better than half of its records.
func (d *detector) needsRuns(all []reading.Reading, c reading.Choice) bool {
	s := &d.sample
	switch {
	case d.kind != 0 && !d.isListed() || s.Puzzle != "" || !form.IsLines(s.Text) && !form.IsXML(s.Text):
		return false
	case c.Best < 0:
		return true
	case !form.IsLines(s.Text):
		return false
	}
	best := &all[c.Best]
	return errors.Is(best.Err, reading.ErrInverse) || best.Doubtful()
}

// HasLines reports whether a file that begins with prefix may be made of lines: it is not
// JSON, XML or a numpy array. A single line of these may be the whole file, so a reader
// must not shorten it.
func HasLines(prefix []byte) bool { return form.IsLines(prefix[BOMLen(prefix):]) }
