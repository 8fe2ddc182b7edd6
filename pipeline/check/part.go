package check

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A Part is what is known of a share of the inputs that was checked by itself, beside
// what RunPart wrote. It may be kept as JSON. All positions and numbers count from the
// beginning of the share, so that nobody has to know what is ahead of it.
type Part struct {
	Summary Summary // what a comparison finds is not in it
	Against extent  // of Config.Against
	Own     extent  // of Config.Inputs
	// First is the first input, where there is no record of any.
	First *partFile `json:",omitempty"`

	// The index has the files that records are in, so many bytes, then keys of
	// puzzles and of canonical forms, in ascending order.
	Files, Puzzles, Forms int64
}

// An extent is which records a part is of.
type extent struct {
	Continues int   // the input that an earlier part has the beginning of; -1: none
	Last      int   // the last input; -1: none
	Records   int64 // of all its inputs
	Lines     int64 // of the last one
}

// A partWriter writes the index of a part. The nil one is of no part.
type partWriter struct {
	Part
	index        *bufio.Writer
	against, own pipeline.Place // the ends
}

// RunPart checks a share of the inputs, which [pipeline.Divide] has made of those and of
// Against, and leaves to Merge what depends on the other shares. To Config.Output it
// writes records, in place of OnRecord, and to index what these are compared by. Start
// and State are for runs that are no parts.
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
	w.Own.end(w.own, c.summary.Records)
	if c.summary.Records > 0 {
		w.First = nil
	}
	return &w.Part, err
}

// extentOf prepares to note which records of inputs there are, and returns what the
// place of their end is to be put in.
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

// A partFile is a file as the index has it.
type partFile struct {
	Own   bool `json:",omitempty"`
	Input int
	First int64 // number of its first record in the part, those of Against ahead
	Name  string
	Kind  formats.Kind
	Order int
	Seen  *pipeline.Seen `json:",omitempty"` // nil where Kind and Order say all of its form
}

// addFile writes the file that records are in from here on.
func (w *partWriter) addFile(c *collector, at pipeline.Place, own bool) {
	last := &c.places.files[len(c.places.files)-1]
	f := partFile{Own: own, Input: at.Input, First: last.first, Name: last.name, Kind: last.form.Kind, Order: last.form.Order}
	if last.form.Layout != nil && own {
		f.Seen = &c.seen
	}
	text, err := json.Marshal(f)
	if err != nil {
		panic(err) // of texts and numbers
	}
	text = spill.AppendText(nil, text)
	w.Files += int64(len(text))
	_, _ = w.index.Write(text) // Flush has the error
}

// opened notes the first input.
func (w *partWriter) opened(o pipeline.Opened) {
	if w != nil && w.First == nil {
		w.First = &partFile{Own: true, Name: o.Name, Kind: o.From.Kind, Order: o.From.Order, Seen: &o.Seen}
	}
}

// finish writes the rest of the index.
func (w *partWriter) finish(c *collector) (err error) {
	if !c.cfg.Compares() {
		return w.index.Flush()
	}
	if w.Puzzles, err = w.addKeys(c.puzzles); err == nil {
		w.Forms, err = w.addKeys(c.forms)
	}
	c.summary.Spilled = c.puzzles.Spilled() + c.forms.Spilled()
	return errors.Join(err, w.index.Flush())
}

// addKeys writes sorted keys, and returns how many bytes they are.
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
