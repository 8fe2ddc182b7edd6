package check

import (
	"encoding/json"
	"io"
	"slices"
	"sort"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// places finds the file of a record by the record's number over all files, from 0.
type places struct {
	files []file
	count int64 // records so far
	named []pipeline.Input
	input int                  // index in named of the last file; -1 = none
	forms map[string]bulk.Form // forms of files by name; nil for other corpora
}

// A file is an input or archive member with the number of its first record.
type file struct {
	name  string
	first int64
	form  bulk.Form // form of its records
}

func newPlaces(named []pipeline.Input) places { return places{named: named, input: -1} }

// enter says that the next records belong to a batch. It reports whether the batch begins a
// file.
func (p *places) enter(b *pipeline.Batch, at pipeline.Place) (entered bool) {
	if at.Input == p.input && p.files[len(p.files)-1].name == at.Name {
		return false
	}
	form, ok := p.forms[at.Name]
	if !ok {
		form = b.From
	}
	p.input = at.Input
	p.files = append(p.files, file{name: at.Name, first: p.count, form: form})
	return true
}

// where returns the place of a record, whose line is given, and its form.
func (p *places) where(number, line int64) (Where, bulk.Form) {
	i := sort.Search(len(p.files), func(i int) bool { return p.files[i].first > number }) - 1
	f := &p.files[i]
	if f.form.Kind == 0 {
		f.form = p.forms[f.name]
	}
	return Where{File: f.name, Record: number - f.first + 1, Line: line}, f.form
}

// here returns the place of the next record.
func (p *places) here(line int64) Where {
	f := &p.files[len(p.files)-1]
	return Where{File: f.name, Record: p.count - f.first + 1, Line: line}
}

// A Whole places the records of all parts among the records of all inputs. It can be stored as
// JSON, for joining parts on many machines.
type Whole struct{ placement }

// A placement is the JSON of a Whole.
type placement struct {
	Against int64      // records of Config.Against, which come first
	Records int64      // of Config.Against and Config.Inputs
	Files   []partFile // with the numbers of their first records in the whole
	Parts   []placed
}

// The sides of a part:
const (
	ofAgainst = iota // records of Config.Against, which come first
	ofInputs         // records of Config.Inputs
	sides
)

// placed describes the position of a part in the whole.
type placed struct {
	First [sides + 1]int64 // numbers in the part of the first record of each side, and the end
	Moves [sides]move
}

// A move turns positions in a part into positions in the whole. Numbers count the records of
// both sides.
type move struct {
	Number int64 // added to numbers
	UpTo   int64 // records below this number continue an input that an earlier part began
	Lines  int64 // added to lines of that input
}

// of returns the number and the line, in the whole, of a record of the part.
func (p *placed) of(number, line int64) (n, l int64) {
	m := &p.Moves[ofAgainst]
	if number >= p.First[ofInputs] {
		m = &p.Moves[ofInputs]
	}
	if line > 0 && number < m.UpTo {
		line += m.Lines
	}
	return number + m.Number, line
}

// Place finds the positions of all parts, which must be complete and in order. It reads only
// the first bytes of each index, as many as Part.Files says.
func Place(parts []Kept) (*Whole, error) {
	w := &Whole{placement{Parts: make([]placed, len(parts))}}
	for i := range parts {
		w.Against += parts[i].Against.Records
	}
	next := [sides]int64{ofInputs: w.Against}
	var lines [sides]int64 // before a part that continues an input
	input := [sides]int{-1, -1}
	var files [sides][]partFile
	for i := range parts {
		part, p := &parts[i], &w.Parts[i]
		p.First = [...]int64{0, part.Against.Records, part.Against.Records + part.Own.Records}
		extents := [...]*extent{&part.Against, &part.Own}
		for side, extent := range extents {
			p.Moves[side] = move{Number: next[side] - p.First[side], Lines: lines[side]}
			next[side] += extent.Records
			if extent.Last >= 0 && extent.Last != extent.Continues {
				lines[side] = 0
			}
			lines[side] += extent.Lines
		}
		found, err := part.files()
		if err != nil {
			return nil, err
		}
		for side, found := range found {
			files[side] = append(files[side], p.place(side, found, extents[side].Continues, &input[side])...)
		}
	}
	w.Files = slices.Concat(files[:]...)
	w.Records = next[ofInputs]
	return w, nil
}

// files returns the files of a part's records.
func (k *Kept) files() (files [sides][]partFile, err error) {
	err = spill.EachText(io.NewSectionReader(k.Index, 0, k.Files), func(text []byte) error {
		var f partFile
		if err := json.Unmarshal(text, &f); err != nil {
			return err
		}
		side := ofAgainst
		if f.Own {
			side = ofInputs
		}
		files[side] = append(files[side], f)
		return nil
	})
	return files, err
}

// place returns the files of a part that no earlier part had records of, with their positions
// in the whole. It keeps the last input with records in input.
func (p *placed) place(side int, files []partFile, continues int, input *int) (more []partFile) {
	for i, f := range files {
		goesOn := i == 0 && f.Input == continues
		if goesOn {
			p.Moves[side].UpTo = p.First[side+1]
			if len(files) > 1 {
				p.Moves[side].UpTo = files[1].First
			}
		}
		if goesOn && f.Input == *input {
			continue
		}
		*input = f.Input
		f.First += p.Moves[side].Number
		more = append(more, f)
	}
	return more
}

// places returns the files of the whole, for a collector.
func (w *Whole) places(from bulk.Kind, named []pipeline.Input) (places, error) {
	p := newPlaces(named)
	p.count = w.Records
	for i := range w.Files {
		f := &w.Files[i]
		form, err := f.form(from)
		if err != nil {
			return p, err
		}
		p.files = append(p.files, file{name: f.Name, first: f.First, form: form})
	}
	return p, nil
}

// First returns the file of the first record of Config.Inputs and its form, or "" if there is
// no record.
func (w *Whole) First(from bulk.Kind) (name string, form bulk.Form, err error) {
	for i := range w.Files {
		end := w.Records
		if i+1 < len(w.Files) {
			end = w.Files[i+1].First
		}
		if f := &w.Files[i]; f.Own && f.First < end {
			form, err := f.form(from)
			return f.Name, form, err
		}
	}
	return "", form, nil
}

// form returns the form of the file's records.
func (f *partFile) form(kind bulk.Kind) (bulk.Form, error) {
	if f.Seen == nil {
		return bulk.Form{Kind: f.Kind, Order: f.Order}, nil
	}
	return f.Seen.Form(kind)
}

// moved changes an entry of a part to its position in the whole.
func (p *placed) moved(e *spill.Entry) {
	number, line := p.of(int64(e[2]), int64(e[3]))
	e[2], e[3] = uint64(number), uint64(line)
}

// partOf returns the index of the part that holds a record of Config.Inputs.
func (w *Whole) partOf(number int64) int {
	return sort.Search(len(w.Parts), func(i int) bool {
		p := &w.Parts[i]
		return number < p.First[sides]+p.Moves[ofInputs].Number
	})
}
