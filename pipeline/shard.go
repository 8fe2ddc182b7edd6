package pipeline

import (
	"errors"
	"fmt"
	"io"
	"math/bits"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
)

// A Border is a place between two records of all inputs, or ahead of or behind them.
// Where two shards meet they have the same border.
type Border struct {
	Input int           // index in Config.Inputs; behind the last record how many there are
	At    corpus.Border // in that input
}

// A Shard is the share of one of several runs in the inputs of a Config.
type Shard struct {
	From, To Border
	// Parts are the share, by index in Config.Inputs; inputs after the last are no
	// part of it, nil is a whole input.
	Parts []*Part
	// Form is the form of the answers of all shards, without the columns that workers
	// add, as far as the first inputs show it.
	Form formats.Form
	// Bytes are those of files, and Total those of all shards.
	Bytes, Total int64
}

// Divide returns shard i of n, from 1: records that are next to each other, so that
// the answers of all shards, one after the other, are those of one run.
//
// All shards have about the same number of bytes of files, as far as inputs can be
// divided: those with a record on each line at lines if they are plain, and at frames
// if [corpus.Create] compressed them; Parquet files at row groups; plain arrays at any
// puzzle. All others go to one shard as a whole. So a shard may have as much more or
// less than its share as its grain has bytes: the longest line, frame or row group, or
// input that is not divided. The index at the end of a file, of frames or row groups,
// counts as bytes and holds no records: where it is larger than a share, the last
// shards have nothing to do.
//
// It depends on the inputs, From, Hints and To alone, and reads little of them: each
// shard finds its own borders, and its neighbours find the same ones.
func Divide(cfg *Config, i, n int) (Shard, error) {
	if i < 1 || i > n {
		return Shard{}, fmt.Errorf("there is no shard %d of %d", i, n)
	}
	d := divider{cfg: cfg, seen: map[int]seen{}}
	if err := d.look(); err != nil {
		return Shard{}, err
	}
	if n == 1 {
		return d.between(Border{}, Border{Input: len(d.sizes)}), nil
	}
	from, err := d.border(i-1, n)
	if err != nil {
		return Shard{}, err
	}
	to, err := d.border(i, n)
	if err != nil {
		return Shard{}, err
	}
	return d.between(from, to), nil
}

// A divider divides inputs.
type divider struct {
	cfg   *Config
	sizes []int64
	total int64
	first int          // the input that to is of
	to    formats.Form // of the answers to the first input that holds anything
	blank formats.Form // and to the first that does not
	seen  map[int]seen // inputs, by index
}

// seen is what the beginning of an input shows.
type seen struct {
	form  formats.Form
	head  int64 // text ahead of the first record
	blank bool  // there is nothing in it
	err   error
}

// look finds how large the inputs are.
func (d *divider) look() error {
	d.sizes = make([]int64, len(d.cfg.Inputs))
	for i, input := range d.cfg.Inputs {
		if input.Size > 0 && d.to.Kind != 0 {
			d.sizes[i] = input.Size
			d.total += input.Size
			continue
		}
		src, err := input.Open()
		if err != nil {
			continue // as the run of the shard that has it will say
		}
		size := int64(-1)
		if s, ok := src.(Sizer); ok {
			size = s.Size()
		}
		if d.to.Kind == 0 && size >= 0 {
			d.findAnswers(i, src)
		}
		if err := src.Close(); err != nil {
			return err
		}
		if size < 0 {
			return fmt.Errorf("%s: %w: it is no regular file", input.Name, ErrUncut)
		}
		d.sizes[i] = size
		d.total += size
	}
	if d.to.Kind == 0 {
		d.to = d.blank
	}
	return nil
}

// findAnswers finds the form of the answers to an input, if that can be read.
func (d *divider) findAnswers(i int, src Source) {
	at := d.beginning(i, src)
	if at.err != nil {
		return
	}
	to, _, err := at.form.Target(d.cfg.To, nil, formats.Form{})
	switch {
	case err != nil:
	case !at.blank:
		d.to, d.first = to, i
	case d.blank.Kind == 0:
		d.blank = to
	}
}

// beginning looks at the beginning of an input, once.
func (d *divider) beginning(i int, src Source) seen {
	at, ok := d.seen[i]
	if !ok {
		at = d.detect(d.cfg.Inputs[i].Name, src)
		d.seen[i] = at
	}
	return at
}

// detect finds the form of an input as a run does, and how much text comes ahead of
// its first record.
func (d *divider) detect(name string, src Source) (at seen) {
	if c, ok := src.(Container); ok {
		member, _, err := c.Next()
		if err != nil {
			return seen{err: err}
		}
		if member != "" {
			name = member
		}
	}
	var text []byte
	piece := make([]byte, DefaultBatchBytes)
	for {
		n, err := readSome(src, piece)
		text = append(text, piece[:n]...)
		eof := errors.Is(err, io.EOF)
		if err != nil && !eof {
			at.err = err
			return at
		}
		at.form, at.err = detectForm(name, text, eof, d.cfg.From, hintsOf(d.cfg, d.to, src))
		if errors.Is(at.err, formats.ErrNeedMore) && !eof {
			continue
		}
		if at.head = int64(formats.BOMLen(text)); at.err == nil && at.form.Layout != nil {
			at.head += int64(at.form.HeaderLen())
		}
		at.blank = isBlank(text, eof)
		return at
	}
}

// border returns where shard k of n ends.
func (d *divider) border(k, n int) (Border, error) {
	if k == 0 {
		return Border{}, nil
	}
	hi, lo := bits.Mul64(uint64(d.total), uint64(k))
	at, _ := bits.Div64(hi, lo, uint64(n))
	off := int64(at)
	for i, size := range d.sizes {
		if off < size && k < n {
			return d.within(i, off)
		}
		off -= size
	}
	return Border{Input: len(d.sizes)}, nil
}

// within returns the border next to a byte of an input: of one that cannot be
// divided, the nearer end.
func (d *divider) within(i int, off int64) (Border, error) {
	if off == 0 {
		return Border{Input: i}, nil
	}
	at, ok, err := d.find(i, off)
	switch {
	case err != nil:
		return Border{}, err
	case !ok && off <= d.sizes[i]/2:
		return Border{Input: i}, nil
	case !ok || at.Raw >= d.sizes[i]:
		return Border{Input: i + 1}, nil
	}
	return Border{i, at}, nil
}

// find returns the first border of an input after a byte of its file, if it has
// borders.
func (d *divider) find(i int, off int64) (at corpus.Border, ok bool, err error) {
	src, err := d.cfg.Inputs[i].Open()
	if err != nil {
		return at, false, err
	}
	defer src.Close() // nothing was written
	div, ok := src.(Divisible)
	if !ok {
		return at, false, nil
	}
	begins := d.beginning(i, src)
	if begins.err != nil || !begins.form.Divisible() {
		return at, false, nil // what is wrong with it the run will say
	}
	at, ok, err = div.Border(off, corpus.Grain{Head: begins.head, Size: int64(begins.form.RecordSize())})
	if !countsRecords(begins.form) {
		at.Records, at.Lines = -1, -1
	}
	return at, ok, err
}

// countsRecords reports whether records of a form are what a corpus counts.
func countsRecords(f formats.Form) bool {
	return f.Kind == formats.Line && f.Layout == nil || f.Kind == formats.Npy || f.Kind == formats.Parquet
}

// between is what lies between two borders. The input that the header of the answers is
// of is among its parts, though nothing of it may be.
func (d *divider) between(from, to Border) Shard {
	sh := Shard{From: from, To: to, Form: d.to, Total: d.total}
	upto := to.Input
	if to.At.Raw > 0 {
		upto++
	}
	for i := range max(upto, min(d.first+1, len(d.sizes))) {
		p := new(Part)
		switch begins, ends := i == from.Input, i == to.Input; {
		case i < from.Input, i >= upto: // only its form is looked at
		case begins && from.At.Raw > 0 && ends:
			p.From, p.To = from.At, to.At
		case begins && from.At.Raw > 0:
			p.From, p.To, p.End = from.At, corpus.Border{Raw: d.sizes[i]}, true
		case ends:
			p.To = to.At
		default:
			p = nil
			sh.Bytes += d.sizes[i]
		}
		if p != nil {
			sh.Bytes += p.To.Raw - p.From.Raw
		}
		sh.Parts = append(sh.Parts, p)
	}
	return sh
}
