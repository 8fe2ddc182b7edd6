package later

import (
	"bytes"
	"context"

	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// Ordered keeps all rows, and sorts them by their keys. Rows with equal keys keep their order.
type Ordered struct {
	// First drops all rows with a key but the first. Rows with an empty key stay.
	First bool

	store   *Store
	rows    *spill.Texts
	count   int64
	dropped int64
}

// NewOrdered returns an Ordered, which must be closed.
func NewOrdered(store *Store) *Ordered {
	return &Ordered{store: store, rows: spill.NewTexts(store.Dir, store.Memory)}
}

// Dropped returns the number of rows that First dropped so far.
func (o *Ordered) Dropped() int64 { return o.dropped }

// Add keeps a row. Rows without a key come last. Add keeps no reference to its arguments.
func (o *Ordered) Add(key, row []byte) error {
	o.count++
	if len(key) == 0 {
		key = none
	}
	return o.rows.Add(key, row)
}

// none is the key of rows without one. It is greater than all others.
var none = bytes.Repeat([]byte{0xff}, 9)

// Finish calls put with the rows in their order. The words name the stage.
func (o *Ordered) Finish(ctx context.Context, words string, put func(row []byte) error) error {
	stage := o.store.Progress.Begin(words, o.count)
	if err := o.rows.Sort(); err != nil {
		return err
	}
	var last []byte
	type pair struct{ key, row []byte }
	next := func() (p pair, err error) {
		p.key, p.row, err = o.rows.Next()
		return p, err
	}
	return Walk(ctx, stage, next, func(p pair) error {
		if o.First {
			if bytes.Equal(p.key, last) && !bytes.Equal(p.key, none) {
				o.dropped++
				return nil
			}
			last = append(last[:0], p.key...)
		}
		return put(p.row)
	})
}

// Close removes the temporary file.
func (o *Ordered) Close() { _ = o.rows.Close() }
