package check

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A Part describes a share of the inputs that RunPart has checked. It can be stored as JSON.
// Positions and numbers count from the beginning of the share, so that RunPart need not
// count the records before it.
type Part struct {
	Summary Summary // without duplicates and isomorphs, which Merge finds
	Against extent  // records of Config.Against
	Own     extent  // records of Config.Inputs
	// First is the first input, if the part has no records.
	First *partFile `json:",omitempty"`

	// Sizes in bytes of the three sections of the index: files with records, then sorted keys
	// of puzzles and of canonical forms.
	Files, Puzzles, Forms int64
}

// An extent says which records of the inputs a part has.
type extent struct {
	Continues int   // input that begins in an earlier part; -1: none
	Last      int   // last input; -1: none
	Records   int64 // number of records
	Lines     int64 // number of lines of the last input
}

// Check returns an error unless the part can be from a share between these borders in Config.Inputs and
// Config.Against, and its index can have that many bytes.
func (p *Part) Check(index int64, own, against [2]pipeline.Border) error {
	s := &p.Summary
	if p.First != nil && p.First.Seen == nil {
		return errors.New("First.Seen is missing")
	}
	for _, n := range []struct {
		field              string
		value, least, most int64
	}{
		{"Files", p.Files, 0, index},
		{"Puzzles", p.Puzzles, 0, index - p.Files},
		{"Forms", p.Forms, index - p.Files - p.Puzzles, index - p.Files - p.Puzzles},
		{"Puzzles modulo the size of a key", p.Puzzles % spill.EntryBytes, 0, 0},
		{"Forms modulo the size of a key", p.Forms % spill.EntryBytes, 0, 0},
		{"Own.Records", p.Own.Records, s.Records, s.Records},
		{"Against.Records", p.Against.Records, s.Against, s.Against},
	} {
		if n.value < n.least || n.value > n.most {
			return fmt.Errorf("%s is %d, want %d to %d", n.field, n.value, n.least, n.most)
		}
	}
	if err := p.Own.check("Own", own); err != nil {
		return err
	}
	return p.Against.check("Against", against)
}

// check returns an error unless the extent can be of a share between two borders.
func (e *extent) check(name string, between [2]pipeline.Border) error {
	from, to := between[0], between[1]
	continues, last := -1, to.Input
	if from.At.Raw > 0 && from != to {
		continues = from.Input
	}
	if to.At.Raw == 0 {
		last--
	}
	switch {
	case e.Continues != continues:
		return fmt.Errorf("%s.Continues is %d, want %d", name, e.Continues, continues)
	case e.Last < -1 || e.Last > last || e.Records > 0 && e.Last < from.Input:
		return fmt.Errorf("%s.Last is %d, want %d to %d", name, e.Last, from.Input, last)
	case e.Records < 0 || e.Lines < 0 || e.Lines > maxLines:
		return fmt.Errorf("%s has %d records and %d lines", name, e.Records, e.Lines)
	}
	return nil
}

// maxLines is more than the lines of any input.
const maxLines = 1 << 60

// A partWriter writes the index of a part. It is nil in a run over all inputs.
type partWriter struct {
	Part
	index        *bufio.Writer
	against, own pipeline.Place // ends of the extents
}

// RunPart checks a share of Config.Inputs and Config.Against, divided by [pipeline.Divide].
// Merge does what depends on other shares: it compares puzzles and reports records. RunPart
// writes records to Config.Output and their keys to index. It ignores OnRecord and Start.
func RunPart(ctx context.Context, cfg Config, index io.Writer) (*Part, error) {
	w := &partWriter{index: bufio.NewWriterSize(index, outBytes)}
	w.Against.Continues, w.Own.Continues, w.against.Input, w.own.Input = -1, -1, -1, -1
	cfg.Start = nil
	c, err := newCollector(&cfg, w)
	if err == nil {
		defer c.close()
		if err = c.collect(ctx); err == nil {
			err = w.finish(c)
		}
	}
	w.Summary = *c.summary
	w.Against.end(w.against, c.summary.Against)
	w.Own.end(w.own, c.places.count-c.own)
	if c.places.count > c.own {
		w.First = nil
	}
	return &w.Part, err
}

// extentOf begins the extent of inputs. It returns where to store the place of their end.
func (w *partWriter) extentOf(inputs []pipeline.Input, own bool) *pipeline.Place {
	if w == nil {
		return nil
	}
	extent, end := &w.Against, &w.against
	if own {
		extent, end = &w.Own, &w.own
	}
	for i := range inputs {
		if inputs[i].Part.Continues() {
			extent.Continues = i
		}
	}
	return end
}

func (e *extent) end(at pipeline.Place, records int64) {
	e.Last, e.Lines, e.Records = at.Input, int64(at.Lines), records
}

// A partFile is a file in the index.
type partFile struct {
	Own   bool `json:",omitempty"`
	Input int
	First int64 // number in the part of its first record; records of Against come first
	Name  string
	Kind  bulk.Kind
	Order int
	Seen  *pipeline.Seen `json:",omitempty"` // nil if Kind and Order are the whole form
}

// addFile writes the file of the next records to the index.
func (w *partWriter) addFile(c *collector, at pipeline.Place, own bool) {
	last := &c.places.files[len(c.places.files)-1]
	f := partFile{Own: own, Input: at.Input, First: last.first, Name: last.name, Kind: last.form.Kind, Order: last.form.Order}
	if last.form.Layout != nil && own {
		f.Seen = &c.seen
	}
	text, err := json.Marshal(f)
	if err != nil {
		panic(err) // texts and numbers always marshal
	}
	text = spill.AppendText(nil, text)
	w.Files += int64(len(text))
	_, _ = w.index.Write(text) // Flush returns the error
}

// opened stores the first input.
func (w *partWriter) opened(o pipeline.Opened) {
	if w != nil && w.First == nil {
		w.First = &partFile{Own: true, Name: o.Name, Kind: o.From.Kind, Order: o.From.Order, Seen: &o.Seen}
	}
}

// finish writes the keys to the index.
func (w *partWriter) finish(c *collector) (err error) {
	if !c.cfg.compares() {
		return w.index.Flush()
	}
	if w.Puzzles, err = w.addKeys(c.puzzles); err == nil {
		w.Forms, err = w.addKeys(c.forms)
	}
	c.summary.Spilled = c.puzzles.Spilled() + c.forms.Spilled()
	return errors.Join(err, w.index.Flush())
}

// addKeys writes sorted keys and returns their size in bytes.
func (w *partWriter) addKeys(keys *spill.Sorter) (size int64, err error) {
	if err := keys.Sort(); err != nil {
		return 0, err
	}
	var text []byte
	for {
		e, err := keys.Next()
		if err == io.EOF { //nolint:errorlint // the bare value is the end
			return size, nil
		}
		if err != nil {
			return size, err
		}
		text = spill.AppendEntry(text[:0], &e)
		size += int64(len(text))
		if _, err := w.index.Write(text); err != nil {
			return size, err
		}
	}
}
