package check

import (
	"encoding/binary"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A State is what a check must know to go on at a checkpoint, besides Config.Log. It can be
// stored as JSON.
type State struct {
	Summary Summary
	Records int64 // number of records so far, with Config.Against

	// The input, or member of an input, with the last record. Input is -1 before the first.
	Input int
	Name  string
	First int64 // number of its first record
}

// Kinds of entries in the log: the first byte of an entry, and what follows it.
const (
	loggedFile   = iota // index of an input, number of its first record, name
	loggedPuzzle        // a key
	loggedForm          // a key
	loggedRecord        // a record as in the spool
)

// begin prepares for the records of the inputs. If the run goes on, it reads the log.
func (c *collector) begin() error {
	c.log = spill.NewLog(c.cfg.Log)
	if c.cfg.Start == nil {
		return nil
	}
	s := c.cfg.State
	c.places.count, c.places.input = s.Records, s.Input
	if c.cfg.Logged == nil {
		if s.Input >= 0 {
			c.places.files = append(c.places.files, file{name: s.Name, first: s.First})
		}
		return nil
	}
	return spill.ReadLog(c.cfg.Logged, c.again)
}

// again reads an entry of the log.
func (c *collector) again(text []byte) error {
	kind, text := text[0], text[1:]
	switch kind {
	case loggedFile:
		_, n := binary.Uvarint(text)
		first, m := binary.Uvarint(text[n:])
		c.places.files = append(c.places.files, file{name: string(text[n+m:]), first: int64(first)})
	case loggedPuzzle:
		c.compared++
		return c.puzzles.Add(spill.EntryOf(text))
	case loggedForm:
		c.compared++
		return c.forms.Add(spill.EntryOf(text))
	case loggedRecord:
		return c.spool.Add(text)
	}
	return nil
}

// keep updates the state and the log after a batch.
func (c *collector) keep() error {
	s, p := c.cfg.State, &c.places
	s.Records, s.Input = p.count, p.input
	if p.input >= 0 {
		last := &p.files[len(p.files)-1]
		s.Name, s.First = last.name, last.first
	}
	return c.log.Flush()
}

// enter stores which file the records of a batch are in.
func (c *collector) enter(b *pipeline.Batch, at pipeline.Place) {
	if !c.places.enter(b, at) {
		return
	}
	if c.part != nil {
		c.part.addFile(c, at, true)
	}
	if c.log != nil {
		c.encoded = binary.AppendUvarint(append(c.encoded[:0], loggedFile), uint64(at.Input))
		c.encoded = binary.AppendUvarint(c.encoded, uint64(c.places.count))
		c.log.Add(c.encoded, []byte(at.Name))
	}
}

// add adds a key to a sorter and to the log.
func (c *collector) add(to *spill.Sorter, kind byte, e spill.Entry) error {
	if c.log != nil {
		c.encoded = spill.AppendEntry(append(c.encoded[:0], kind), &e)
		c.log.Add(c.encoded)
	}
	c.compared++
	return to.Add(e)
}

// opened stores the form of an input. An earlier run may have checked its records.
func (c *collector) opened(o pipeline.Opened) {
	if c.places.forms == nil {
		c.places.forms = map[string]bulk.Form{}
	}
	c.places.forms[o.Name] = o.From
	c.seen = o.Seen
	c.part.opened(o)
	if c.cfg.OnForm != nil {
		c.cfg.OnForm(o)
	}
}
