package check

import (
	"context"
	"io"
	"slices"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A Kept is a part that RunPart made, with what RunPart wrote.
type Kept struct {
	*Part
	Records func() (io.ReadCloser, error) // called once; read to the end of the text
	Index   io.ReaderAt
}

// Merge reports what Run would report, from all parts in their order, without reading the
// inputs. The config must be the config of the parts. Of Inputs and Against only the number
// matters. Merge ignores Jobs, Pool, Start and the hooks except OnForm, which it calls with the
// first input that holds anything.
func Merge(ctx context.Context, cfg Config, parts []Kept) (*Summary, error) {
	whole, err := Place(parts)
	if err != nil {
		return &Summary{}, err
	}
	c, err := whole.collector(&cfg)
	if err != nil {
		return c.summary, err
	}
	defer c.close()
	if err := whole.open(&cfg, parts); err != nil {
		return c.summary, err
	}
	for i := range parts {
		p := &parts[i]
		c.addKeys(&whole.Parts[i], p)
		c.summary.Join(whole.summary(i, p.Part, &c.places))
	}
	records := &keptRecords{whole: whole, parts: parts}
	defer func() { _ = records.close() }() // the first error counts
	return c.summary, guard.Do(func() error { return c.joinTo(ctx, records) })
}

// open calls OnForm with the form of the first input.
func (w *Whole) open(cfg *Config, parts []Kept) error {
	name, form, err := w.First(cfg.From)
	if i := slices.IndexFunc(parts, func(p Kept) bool { return p.First != nil }); name == "" && i >= 0 && err == nil {
		name = parts[i].First.Name
		form, err = parts[i].First.form(cfg.From)
	}
	if name != "" && err == nil && cfg.OnForm != nil {
		cfg.OnForm(pipeline.Opened{Name: name, From: form})
	}
	return err
}

// collector makes a collector that joins the parts.
func (w *Whole) collector(cfg *Config) (*collector, error) {
	c, err := newCollector(cfg, new(partWriter)) // which keeps no records itself
	if err != nil {
		return c, err
	}
	c.own = w.Against
	c.places, err = w.places(cfg.From, cfg.Inputs)
	return c, err
}

func (c *collector) addKeys(at *placed, p *Kept) {
	if !c.cfg.compares() {
		return
	}
	forms := p.Files + p.Puzzles
	c.puzzles.AddRun(p.Index, p.Files, forms, at.moved)
	c.forms.AddRun(p.Index, forms, forms+p.Forms, at.moved)
	c.compared += (p.Puzzles + p.Forms) / spill.EntryBytes
}

// summary returns the summary of a part with places in the whole.
func (w *Whole) summary(i int, p *Part, all *places) *Summary {
	s := p.Summary
	s.Failed, s.TextOut = 0, 0 // the report counts them
	s.Hardest = nil
	for _, hard := range p.Summary.Hardest {
		at := &w.Parts[i]
		number, line := at.of(hard.Number-1+at.First[ofInputs], hard.Line)
		hard.Number = number - w.Against + 1
		hard.Where, _ = all.where(number, line)
		s.Hardest = append(s.Hardest, hard)
	}
	return &s
}

// keptRecords reads the records of parts.
type keptRecords struct {
	whole *Whole
	parts []Kept
	at    int           // the part that is being read
	file  io.ReadCloser // its records; nil: not open
	text  *spill.Reader
}

func (k *keptRecords) next() (Record, error) {
	for ; k.at < len(k.parts); k.at++ {
		if k.file == nil {
			var err error
			if k.file, err = k.parts[k.at].Records(); err != nil {
				return Record{}, err
			}
			k.text = spill.NewReader(k.file)
		}
		text, err := k.text.Next()
		if err == nil {
			return k.moved(decodeRecord(text)), nil
		}
		if err != io.EOF { //nolint:errorlint // the bare value is the end
			return Record{}, err
		}
		if err := k.close(); err != nil {
			return Record{}, err
		}
	}
	return Record{}, io.EOF
}

// moved returns a record of a part with its place in the whole.
func (k *keptRecords) moved(r Record) Record {
	p := &k.whole.Parts[k.at]
	at := r.Number - 1 + p.First[ofInputs]
	_, r.FaultLine = p.of(at, r.FaultLine)
	r.Number, r.Line = p.of(at, r.Line)
	r.Number += 1 - k.whole.Against
	return r
}

// close closes the open part.
func (k *keptRecords) close() error {
	if k.file == nil {
		return nil
	}
	err := k.file.Close()
	k.file = nil
	return err
}
