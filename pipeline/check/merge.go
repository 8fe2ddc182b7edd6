package check

import (
	"context"
	"encoding/json"
	"io"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A Kept is a part that RunPart made, with what it wrote.
type Kept struct {
	*Part
	Records func() (io.ReadCloser, error) // is called once; the end of the text is read
	Index   io.ReaderAt
}

// Merge reports what Run does, from all parts in their order, without another look at
// the inputs. The config is that of the parts. In Inputs and Against only how many
// there are counts; Jobs, Pool, Start and what is called for inputs do not.
func Merge(ctx context.Context, cfg Config, parts []Kept) (*Summary, error) {
	if cfg.Output == nil {
		cfg.Output = io.Discard
	}
	cfg.State = new(State)
	c := newCollector(&cfg)
	defer c.close()
	m := merger{collector: c, parts: make([]mergedPart, len(parts)), input: [sides]int{-1, -1}}
	for i := range parts {
		p := &parts[i]
		m.parts[i] = mergedPart{Kept: p, extents: [...]*Extent{&p.Against, &p.Own}}
		c.own += p.Against.Records
	}
	if err := m.place(); err != nil {
		return c.summary, err
	}
	records := &keptRecords{merger: &m, left: m.parts}
	defer func() { _ = records.close() }() // the first error counts
	return c.summary, c.joinTo(ctx, records)
}

// The sides of a part.
const (
	ofAgainst = iota // records of Config.Against, which come first
	ofInputs         // and of Config.Inputs
	sides
)

// A merger makes parts the whole.
type merger struct {
	*collector
	parts []mergedPart
	files [sides][]file
	input [sides]int // of the last of them; -1: none
}

// A mergedPart is a part in its place.
type mergedPart struct {
	*Kept
	extents [sides]*Extent
	first   [sides + 1]int64 // numbers of the sides' first records, and the end
	moves   [sides]move
}

// A move takes records from where they are in a part to where they are in the whole.
// Numbers are those over all records of both sides.
type move struct {
	number int64 // is added
	upTo   int64 // the records below it are in the input that goes on there
	lines  int64 // of that input, which are ahead of the part
}

// of returns the number and the line of a record of the part.
func (p *mergedPart) of(number, line int64) (n, l int64) {
	m := &p.moves[ofAgainst]
	if number >= p.first[ofInputs] {
		m = &p.moves[ofInputs]
	}
	if line > 0 && number < m.upTo {
		line += m.lines
	}
	return number + m.number, line
}

// place finds where everything in the parts is.
func (m *merger) place() error {
	next := [sides]int64{ofInputs: m.own}
	var lines [sides]int64 // ahead of a part that goes on in an input
	for i := range m.parts {
		p := &m.parts[i]
		p.first = [...]int64{0, p.Against.Records, p.Against.Records + p.Own.Records}
		for side, extent := range p.extents {
			p.moves[side] = move{number: next[side] - p.first[side], lines: lines[side]}
			next[side] += extent.Records
			if extent.Last >= 0 && extent.Last != extent.Continues {
				lines[side] = 0
			}
			lines[side] += extent.Lines
		}
		if err := m.placeFiles(p); err != nil {
			return err
		}
		m.placeKeys(p)
	}
	m.places.files = slices.Concat(m.files[:]...)
	m.places.count = next[ofInputs]
	for i := range m.parts {
		m.placeSummary(&m.parts[i])
	}
	return nil
}

// placeFiles adds the files that the records of a part are in.
func (m *merger) placeFiles(p *mergedPart) error {
	var files [sides][]partFile
	err := spill.ReadLog(io.NewSectionReader(p.Index, 0, p.Files), func(text []byte) error {
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
	if err != nil {
		return err
	}
	for side, files := range files {
		for i := range files {
			f := &files[i]
			goesOn := i == 0 && f.Input == p.extents[side].Continues
			if goesOn {
				p.moves[side].upTo = p.first[side+1]
				if len(files) > 1 {
					p.moves[side].upTo = files[1].First
				}
			}
			if goesOn && f.Input == m.input[side] {
				continue
			}
			m.input[side] = f.Input
			form, err := f.form(m.cfg.From)
			if err != nil {
				return err
			}
			m.files[side] = append(m.files[side], file{name: f.Name, first: f.First + p.moves[side].number, form: form})
		}
	}
	return nil
}

// form is that of the records of the file.
func (f *partFile) form(kind formats.Kind) (formats.Form, error) {
	if f.Seen == nil {
		return formats.Form{Kind: f.Kind, Order: f.Order}, nil
	}
	return f.Seen.Form(kind)
}

// placeKeys adds the keys of a part.
func (m *merger) placeKeys(p *mergedPart) {
	if !m.cfg.Compares() {
		return
	}
	move := func(e *spill.Entry) {
		number, line := p.of(int64(e[2]), int64(e[3]))
		e[2], e[3] = uint64(number), uint64(line)
	}
	forms := p.Files + p.Puzzles
	m.puzzles.AddRun(p.Index, p.Files, forms, move)
	m.forms.AddRun(p.Index, forms, forms+p.Forms, move)
	m.compared += (p.Puzzles + p.Forms) / spill.EntryBytes
}

// placeSummary adds the summary of a part, when it is known where all its records
// are.
func (m *merger) placeSummary(p *mergedPart) {
	m.summary.join(&p.Summary)
	for _, hard := range p.Summary.Hardest {
		number, line := p.of(hard.Number-1+p.first[ofInputs], hard.Line)
		hard.Number = number - m.own + 1
		hard.Where, _ = m.places.where(number, line)
		m.summary.addHard(hard)
	}
}

// keptRecords has the records of all parts.
type keptRecords struct {
	*merger
	left []mergedPart
	file io.ReadCloser // of the first that is left; nil: not open
	text *spill.Reader
}

func (k *keptRecords) next() (Record, error) {
	for len(k.left) > 0 {
		p := &k.left[0]
		if k.file == nil {
			var err error
			if k.file, err = p.Records(); err != nil {
				return Record{}, err
			}
			k.text = spill.NewReader(k.file)
		}
		text, err := k.text.Next()
		if err == nil {
			return k.moved(p, decodeRecord(text)), nil
		}
		if err != io.EOF { //nolint:errorlint // the bare value is the end
			return Record{}, err
		}
		if err := k.close(); err != nil {
			return Record{}, err
		}
		k.left = k.left[1:]
	}
	return Record{}, io.EOF
}

// moved is a record of a part in its place.
func (k *keptRecords) moved(p *mergedPart, r Record) Record {
	at := r.Number - 1 + p.first[ofInputs]
	_, r.FaultLine = p.of(at, r.FaultLine)
	r.Number, r.Line = p.of(at, r.Line)
	r.Number += 1 - k.own
	return r
}

// close closes what is open.
func (k *keptRecords) close() error {
	if k.file == nil {
		return nil
	}
	err := k.file.Close()
	k.file = nil
	return err
}
