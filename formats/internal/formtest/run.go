// Package formtest checks what every form promises, from one table with an entry a form. A new form
// needs an entry in forms: ways to write its files, and what these cannot hold.
package formtest

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A file is a way to write files of a form.
type file struct {
	name   string
	kind   bulk.Kind
	order  int
	hints  model.Hints
	cannot limit
	own    bulk.Kind // the kind that writes it; 0: a sample
	to     bulk.Form // the form in which own writes it
	writer
}

// A promise is one that every form makes. It checks a way to write files.
type promise struct {
	name  string
	check func(t *testing.T, f *file)
}

var promises = []promise{
	{"Read", checkRead},
	{"Splits", checkFileSplits},
	{"LineEnds", checkLineEnds},
	{"Between", checkBetween},
	{"Damage", checkDamage},
	{"Ranges", checkRanges},
	{"Solutions", checkSolutions},
	{"Copies", checkCopies},
	{"Forms", checkForms},
	{"Follows", checkFollows},
	{"Sizes", checkSizes},
	{"BadRows", checkBadRows},
	{"Redrawn", checkRedrawn},
	{"Replaced", checkReplaced},
	{"Allocations", checkAllocations},
	{"Answers", checkAnswers},
}

// Run checks that a form keeps its promises, for each of its files.
func Run(t *testing.T, kind bulk.Kind) {
	e, ok := forms[kind]
	if !ok {
		t.Fatalf("package formtest has no entry for the form %v", kind)
	}
	files := e.files(kind)
	for _, p := range promises {
		t.Run(p.name, func(t *testing.T) {
			if p.name != "Allocations" && p.name != "Answers" { // these count allocations
				t.Parallel()
			}
			for _, f := range files {
				p.check(t, f)
			}
		})
	}
}

// Sample returns a file of a form, written in the way of a name, with the first puzzles.
func Sample(kind bulk.Kind, name string, n int) string {
	return forms[kind].samples[name].write(Puzzles[:n])
}

// Seeds calls add with a small file for each way to write files of each form.
func Seeds(add func(kind bulk.Kind, text string)) {
	for kind, e := range forms {
		for _, f := range e.files(kind) {
			puzzles, _ := f.puzzles(2)
			add(kind, f.write(puzzles))
		}
	}
}

// Files calls use with a file of n puzzles for each order that a form writes, and for each type of numbers in arrays.
func Files(n int, use func(name string, hints model.Hints, text []byte)) {
	for _, kind := range bulk.Kinds() {
		e := forms[kind]
		for _, f := range e.files(kind) {
			if f.own == 0 && !kind.IsArray() || f.own == bulk.OpenSudoku {
				continue
			}
			puzzles, _ := Lines(f.order, n)
			use(f.name, f.hints, []byte(f.write(puzzles)))
		}
	}
}

// files returns the ways to write files of a form: samples, and what package bulk writes itself.
func (e *entry) files(kind bulk.Kind) (files []*file) {
	for _, by := range bulk.Writable() {
		for _, order := range geometry.Sides() {
			form, err := by.Form(order)
			if err != nil || form.Kind != kind || by == bulk.Compact && order == 16 { // which is Letters16
				continue
			}
			f := &file{name: fmt.Sprintf("%v of %d", by, order), kind: kind, order: order, hints: e.hints, cannot: e.cannot, own: by, to: form}
			f.hints.Sizes, f.hints.Name = []int{order}, "a"+strings.Join(by.Endings(), "")
			f.writer = written(func(puzzles []string) string { return f.between(puzzles, "") })
			files = append(files, f)
		}
	}
	for _, order := range geometry.Sides() {
		for _, name := range []string{"packed", "spaced dots", "bars", "boxes", "box drawing", "blank lines only"} {
			if d, ok := e.samples[name].(drawing); ok && order != 9 && order != 16 {
				d.digits = digitsOf(order * order)
				f := &file{name: fmt.Sprint(name, " of ", order), kind: kind, order: order, hints: e.hints, cannot: e.cannot, writer: d}
				f.hints.Sizes = []int{order}
				files = append(files, f)
			}
		}
	}
	for order, samples := range map[int]map[string]writer{9: e.samples, 16: e.large} {
		for _, name := range slices.Sorted(maps.Keys(samples)) {
			files = append(files, &file{name: name, kind: kind, order: order, hints: e.hints, cannot: e.cannot, writer: samples[name]})
		}
	}
	return files
}

// between writes puzzles as a verb does, with text before each of them.
func (f *file) between(puzzles []string, between string) string {
	enclosure, _ := f.own.Enclosure("<name>")
	if len(puzzles) == 0 && enclosure.Empty != "" {
		return enclosure.Empty
	}
	text := string(f.to.AppendCountedHeader(nil, uint64(len(puzzles)))) + enclosure.Begin
	for i, p := range puzzles {
		if i > 0 {
			text += enclosure.Between
		}
		text += between + string(f.to.AppendPuzzle(nil, cellsOf(p)))
	}
	return text + enclosure.End
}

// cellsOf returns the cells of a line.
func cellsOf(line string) []uint8 {
	grid := make([]uint8, len(line))
	if fault := cells.StandardAlphabet(len(line)).Read(grid, []byte(line)); fault.Err != nil {
		panic(fault.Error())
	}
	return grid
}

// puzzles returns the first puzzles of a file, and its reading.
func (f *file) puzzles(n int) (puzzles []string, want string) {
	puzzles, _ = Lines(f.order, n)
	for _, p := range puzzles {
		want += string(cells.AppendLine(nil, cellsOf(p), f.order))
	}
	return puzzles, want
}

// detect returns the form of a text, or nil.
func (f *file) detect(t *testing.T, text string) *bulk.Form {
	t.Helper()
	form, err := bulk.DetectWith([]byte(text), true, 0, f.hints)
	if listed := f.kind == bulk.Line || f.kind == bulk.CSV; err != nil || form.Order != f.order || form.Kind != f.kind && (f.own != 0 || !listed) {
		t.Errorf("%s: read as %v, %v\n%.1000s", f.name, form, err, text)
		return nil
	}
	return &form
}

// want checks the reading of a text.
func (f *file) want(t *testing.T, text, want string) {
	t.Helper()
	if form := f.detect(t, text); form != nil {
		if got := Read(*form, []byte(text)); got != want {
			t.Errorf("%s: %v %+v reads\n%s\nwant\n%s\nof\n%.1000s", f.name, form, form.Layout, got, want, text)
		}
	}
}

// checkRead checks that many puzzles, one, and none are read, detected by the text or named by the user, and
// that a shorter beginning of the file gives the same form or asks for more text.
func checkRead(t *testing.T, f *file) {
	for _, n := range []int{6, 1} {
		if _, listed := f.writer.(text); listed && n == 1 {
			continue // one row may be anything
		}
		puzzles, want := f.puzzles(n)
		text := f.write(puzzles)
		f.want(t, text, want)
		if form, err := bulk.DetectWith([]byte(text), true, f.kind, f.hints); f.own != 0 && (err != nil || form.Kind != f.kind || Read(form, []byte(text)) != want) {
			t.Errorf("%s, named: %v, %v", f.name, form, err)
		}
		if form, err := bulk.Detect([]byte(text), true, 0); n > 1 && f.own != 0 && !f.hints.Typed && (err != nil || form.Order != f.order) {
			t.Errorf("%s without its size: %v, %v", f.name, form, err)
		}
		if f.order == 9 {
			CheckPrefixes(t, []byte(text), 0, f.hints, 0, 1+len(text)/8)
		}
		got := ""
		for grid, err := range bulk.Puzzles(iotest.OneByteReader(strings.NewReader(text)), f.hints) {
			if got += string(cells.AppendLine(nil, grid, f.order)); err != nil && !errors.Is(err, bulk.ErrCandidates) {
				t.Errorf("%s: %v", f.name, err)
			}
		}
		if got != want && f.kind != bulk.Candidates {
			t.Errorf("%s: Puzzles reads\n%s", f.name, got)
		}
	}
	if f.own != 0 && !f.hints.Typed {
		f.none(t)
	}
}

// none checks that a file without puzzles holds none.
func (f *file) none(t *testing.T) {
	text := []byte(f.write(nil))
	for _, kind := range []bulk.Kind{0, f.kind, f.own} {
		form, err := bulk.DetectWith(text, true, kind, f.hints)
		if err != nil || kind != 0 && form.Kind != f.kind || Read(form, text) != "" {
			t.Errorf("%s: %q as %v: %v, %v", f.name, text, kind, form, err)
		}
	}
}

// CheckPrefixes checks that prefixes of increasing length, beginning with first bytes and growing by step, give
// the same form as the whole text, or ask for more.
func CheckPrefixes(t *testing.T, text []byte, kind bulk.Kind, hints model.Hints, first, step int) {
	t.Helper()
	want, wantErr := bulk.DetectWith(text, true, kind, hints)
	for n := first; n <= len(text); n += step {
		got, err := bulk.DetectWith(text[:n], false, kind, hints)
		if errors.Is(err, bulk.ErrNeedMore) {
			continue
		}
		if got != want || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Fatalf("Detect(%q) = %v, %v, but of %q it is %v, %v", text[:n], got, err, text, want, wantErr)
		}
	}
}

// checkFileSplits checks that a file reads the same however it is split.
func checkFileSplits(t *testing.T, f *file) {
	puzzles, _ := f.puzzles(2)
	text := f.write(puzzles)
	if form := f.detect(t, text); form != nil {
		CheckSplits(t, *form, []byte(text))
	}
}

// checkLineEnds checks line ends of DOS, a byte order mark, and a last line without an end. UTF-16 is refused.
func checkLineEnds(t *testing.T, f *file) {
	puzzles, want := f.puzzles(3)
	text := f.write(puzzles)
	if f.kind.IsBinary() {
		return
	}
	dos := strings.ReplaceAll(text, "\n", "\r\n")
	for _, text := range []string{dos, strings.TrimSuffix(text, "\n"), strings.TrimSuffix(dos, "\r\n"), "\ufeff" + text} {
		f.want(t, text, want)
	}
	var wide [2]string
	for _, u := range utf16.Encode([]rune(text)) {
		wide[0] += string([]byte{byte(u), byte(u >> 8)})
		wide[1] += string([]byte{byte(u >> 8), byte(u)})
	}
	marked := []string{"\xff\xfe" + wide[0], "\xfe\xff" + wide[1]}
	if !strings.ContainsFunc(text, func(r rune) bool { return r > '~' }) {
		marked = append(marked, wide[:]...) // without a mark it is told by its zeros
	}
	for _, text := range marked {
		if form, err := bulk.DetectWith([]byte(text), true, 0, f.hints); err == nil || !strings.Contains(err.Error(), "UTF-16") {
			t.Errorf("%s as UTF-16: %v, %v", f.name, form, err)
		}
	}
}

// checkBetween puts text that is no record before and between the records of a file.
func checkBetween(t *testing.T, f *file) {
	puzzles, want := f.puzzles(3)
	for between, limit := range map[string]limit{"\n": gaps, " \t\n\n": gaps, "# c\n": comments, "// made, by hand\n": comments, "Puzzle\n": titles, "The hardest of 2026:\n\n": titles} {
		if f.own == 0 || f.cannot&limit != 0 {
			continue
		}
		f.want(t, f.between(puzzles, between), want)
	}
}

// checkDamage damages a cell of each of three records: one that is none, and one that is left out. The record is malformed,
// with its place, and the others are read.
func checkDamage(t *testing.T, f *file) {
	puzzles, want := f.puzzles(3)
	whole := f.write(puzzles)
	for record, p := range puzzles {
		for damage, limit := range map[byte]limit{'~': 0, lostCell: lost} {
			if f.cannot&limit != 0 || f.own != 0 || unsaid[f.name] {
				continue
			}
			at := f.order + (len(f.name)*7+record*29)%(len(p)-f.order) // a first row may be a title
			damaged := slices.Clone(puzzles)
			damaged[record] = p[:at] + string(damage) + p[at+1:]
			first := 1
			if record > 0 {
				first += strings.Count(f.write(puzzles[:record]), "\n")
			}
			if d, ok := f.writer.(drawing); ok && damage == lostCell && record == 0 {
				d.to = ""
				form, err := bulk.DetectWith([]byte(d.write(damaged[:1])), true, 0, f.hints)
				if fault, ok := errors.AsType[*model.SyntaxError](err); !ok || fault.Line < 1 {
					t.Errorf("%s alone: %v, %v", f.name, form, err)
				}
			}
			f.wantFault(t, whole, f.write(damaged), strings.Split(want, "\n"), record, first)
		}
	}
}

// wantFault checks that one record of a text, which begins in line first if it is drawn, is malformed where it differs from a whole one.
func (f *file) wantFault(t *testing.T, whole, text string, want []string, record, first int) {
	t.Helper()
	at := 0
	for at < len(text) && text[at] == whole[at] {
		at++
	}
	line, column := 1+strings.Count(text[:at], "\n"), at-strings.LastIndexByte(text[:at], '\n')
	form, err := bulk.DetectWith([]byte(text), true, 0, f.hints)
	if err != nil {
		t.Errorf("%s, record %d: %v", f.name, record+1, err)
		return
	}
	place := fmt.Sprintf(`\(row %s\): %d:%s: `, `\d+`, line, `\d+`)
	if text[at] == '~' && form.Order < 16 {
		place = fmt.Sprintf(`\(row \d+\): (%d:%d: |%[1]d:\d+: (in "[^"]*": )?(\d+ of |no grid in the text))`, line, column)
	}
	if form.Kind == bulk.Grid && text[at] == '~' { // it is no row, so the rows before it are too few
		place = fmt.Sprintf(`\(row %s\): (%d`, `\d+`, line)
		for ; line >= first; line-- {
			place += fmt.Sprint("|", line)
		}
		place += "):"
	}
	if form.MaxLine() == 0 || form.Kind.IsTyped() { // or the text is no JSON from there on
		place = fmt.Sprintf(`^%d \(row 0\): |^%d:%d: unexpected '~' in JSON`, record+1, line, column)
	}
	var good []string
	found := false
	for line := range strings.Lines(Read(form, []byte(text))) {
		if !strings.Contains(line, ": ") {
			good = append(good, strings.TrimSpace(line))
		} else if ok, _ := regexp.MatchString(place, line); ok {
			found = true
		}
	}
	if !found || !slices.Equal(good, slices.Delete(slices.Clone(want[:3]), record, record+1)) {
		t.Errorf("%s, record %d: %v reads\n%s\nwant %s in\n%s", f.name, record+1, form, Read(form, []byte(text)), place, text)
	}
}
