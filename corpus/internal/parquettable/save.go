package parquettable

import "encoding/json"

// A state is what a Writer keeps of what it was given, and of what it wrote.
type state struct {
	Head   []byte // the header, or the beginning of it
	Rows   int64
	At     int64
	Before int64 // rows in groups that were written
	Groups int
	Meta   []byte

	Batches int // in the group at hand
	Have    int64
	Chunks  []chunkState
	Ints    []intRange
	Rest    []byte // rows that are in no batch yet
}

type chunkState struct {
	Pages        []byte
	Plain, Nulls int64
}

// Save has all batches encoded and returns what a new Writer must Restore to go on
// from there.
func (w *Writer) Save() ([]byte, error) {
	for len(w.queue) > 0 {
		if err := w.collectOldest(); err != nil {
			return nil, err
		}
	}
	g := &w.group
	s := state{
		Head: w.head, Rows: w.rows,
		At: g.at, Before: g.rows, Groups: g.groups, Meta: g.meta, Batches: g.batches, Have: g.have, Ints: g.ints,
	}
	for _, c := range g.chunks {
		s.Chunks = append(s.Chunks, chunkState{c.pages, c.plain, c.nulls})
	}
	if w.batch != nil {
		s.Rest = w.batch.text
	}
	return json.Marshal(&s)
}

// Restore makes a new Writer one that has been given what another had when it was
// saved.
func (w *Writer) Restore(saved []byte) error {
	var s state
	if err := json.Unmarshal(saved, &s); err != nil {
		return err
	}
	if _, err := w.Write(s.Head); err != nil {
		return err
	}
	g := &w.group
	g.at, g.rows, g.groups, g.meta, g.batches, g.have = s.At, s.Before, s.Groups, s.Meta, s.Batches, s.Have
	g.ints = s.Ints
	for _, c := range s.Chunks {
		g.chunks = append(g.chunks, outChunk{c.Pages, c.Plain, c.Nulls})
	}
	w.rows = s.Rows
	_, err := w.Write(s.Rest)
	return err
}
