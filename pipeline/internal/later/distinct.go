package later

import (
	"context"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A Key identifies a puzzle or a class: 128 bits of a digest.
type Key [2]uint64

// KeyOf returns the key of a puzzle: the 128-bit XXH3 of its cells. Among ten billion puzzles, two
// have the same key with a probability of 10⁻¹⁸, unless somebody made them to have it.
func KeyOf(cells []uint8) Key {
	sum := xxh3.Hash128(cells)
	return Key{sum.Hi, sum.Lo}
}

// Distinct keeps the first row with each key. While memory holds all keys, it decides at once.
// After that it keeps each row whose key memory does not hold, and decides at the end. The rows
// stay in input order.
type Distinct struct {
	store   *Store
	seen    keySet
	dropped int64

	rows  *spill.Spool // nil: memory holds all keys
	count uint64       // of rows
	keyed int64        // of rows with keys
	keys  *spill.Sorter
}

// NewDistinct returns a Distinct, which must be closed.
func NewDistinct(store *Store) *Distinct {
	// Half of the memory is for keys in a keySet, and half of that lets it grow.
	const keyBytes = 16
	return &Distinct{store: store, seen: keySet{most: max(int(store.Memory/4/keyBytes), leastKeys)}}
}

// Dropped returns the number of rows that were dropped so far.
func (d *Distinct) Dropped() int64 { return d.dropped }

// Add takes a row and its key. If keyed is false, there is no key, and the row stays in any
// case. Add reports whether the caller is to write the row at once, and keeps no reference to it.
func (d *Distinct) Add(row []byte, k Key, keyed bool) (now bool, err error) {
	switch {
	case keyed && d.seen.has(k):
		d.dropped++
		return false, nil
	case d.rows == nil && (!keyed || d.seen.add(k)):
		return true, nil
	}
	return false, d.keep(row, k, keyed)
}

// keep keeps a row until Finish.
func (d *Distinct) keep(row []byte, k Key, keyed bool) (err error) {
	if d.rows == nil {
		if d.rows, err = spill.NewSpool(d.store.Dir); err != nil {
			return err
		}
		d.keys = d.store.keys(4)
	}
	if keyed {
		d.keyed++
		err = d.keys.Add(spill.Entry{k[0], k[1], d.count})
	}
	if err == nil {
		d.count++
		err = d.rows.Add(row)
	}
	return err
}

// Finish calls put with the kept rows whose key no earlier row has, in input order.
func (d *Distinct) Finish(ctx context.Context, put func(row []byte) error) error {
	if d.rows == nil {
		return nil
	}
	d.seen = keySet{}
	stage := d.store.Progress.Begin("comparing", d.keyed+int64(d.count)) // keys, then rows
	repeated := d.store.keys(4)
	defer func() { _ = repeated.Close() }() // the file is temporary
	if err := d.keys.Sort(); err != nil {
		return err
	}
	var last *spill.Entry
	err := Walk(ctx, stage, d.keys.Next, func(e spill.Entry) error {
		if last != nil && e[0] == last[0] && e[1] == last[1] {
			return repeated.Add(spill.Entry{e[2]})
		}
		last = &e
		return nil
	})
	if err != nil {
		return err
	}
	return replay(ctx, stage, d.rows, repeated, func(row []byte, repeated bool) error {
		if repeated {
			d.dropped++
			return nil
		}
		return put(row)
	})
}

// Close removes the temporary files.
func (d *Distinct) Close() {
	if d.rows != nil {
		_ = d.rows.Close()
		_ = d.keys.Close()
	}
}
