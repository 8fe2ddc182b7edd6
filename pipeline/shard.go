package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/bits"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// A Border is where one shard ends and the next begins. The zero Border is the beginning.
type Border struct {
	Input int           // index in Config.Inputs; at the end the number of inputs
	At    corpus.Border // place in the input
}

// A Shard is a share of the inputs of a Config.
type Shard struct {
	From, To Border
	// Parts are the parts of Config.Inputs, by index. Nil is a whole input. Inputs after the
	// last part do not belong to the shard.
	Parts []*Part
	// Form is the form of the answers of all shards, as far as the first inputs show it,
	// without the columns that workers add.
	Form bulk.Form
	// Bytes are the raw bytes of the shard, Total the raw bytes of all shards.
	Bytes, Total int64
}

// Divide returns shard i of n, from 1. The answers of all shards, one after the other, are the
// answers of one run.
//
// Shards have about the same number of raw bytes. Inputs are divided as follows:
//
//   - plain files with a record on each line: at any line;
//   - such files that [corpus.Create] compressed: at frames;
//   - Parquet files: at row groups;
//   - plain arrays: at any puzzle;
//   - all others: not at all, they go to one shard.
//
// So shards differ by a line, frame, row group or undivided input at most. The index at the
// end of a file counts as bytes and holds no records. If it is larger than a share, the last
// shards are empty.
//
// The result depends only on the inputs, From, Hints and To. Divide reads little of the inputs,
// and neighbours find the same border.
func Divide(cfg *Config, i, n int) (Shard, error) {
	if i < 1 || i > n {
		return Shard{}, fmt.Errorf("there is no shard %d of %d", i, n)
	}
	reading := *cfg
	reading.Jobs = 1
	d := divider{source: source{cfg: withDefaults(&reading)}, inputs: cfg.Inputs, seen: map[int]seen{}}
	if err := d.measure(); err != nil {
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
	source source // of a run that only detects forms; after measure it knows the form of the answers
	inputs []Input
	sizes  []int64
	total  int64
	first  int          // index of the input that decides the form of the answers
	seen   map[int]seen // beginnings of inputs, by index
}

// seen describes the beginning of an input.
type seen struct {
	form bulk.Form
	head int64 // bytes of text before the first record
	err  error
}

// measure finds the sizes of the inputs.
func (d *divider) measure() error {
	d.sizes = make([]int64, len(d.inputs))
	to := &d.source.first
	for i, input := range d.inputs {
		if input.Size > 0 && to.Kind != 0 {
			d.sizes[i] = input.Size
			d.total += input.Size
			continue
		}
		src, err := input.Open()
		if mayPass(err) {
			return err
		}
		if err != nil {
			continue // the run of its shard reports it
		}
		size, why := int64(-1), "no single file: convert it to one first"
		if f, ok := src.(file); ok {
			size, why = f.Size(), "no regular file"
		}
		if to.Kind == 0 && size >= 0 {
			err = d.beginning(i, src).err
			d.first = i
		}
		if closeErr := src.Close(); closeErr != nil || mayPass(err) {
			return errors.Join(err, closeErr)
		}
		if size < 0 {
			return fmt.Errorf("%s: %w: it is %s", input.Name, errUncut, why)
		}
		d.sizes[i] = size
		d.total += size
	}
	if to.Kind != 0 {
		return nil
	}
	if d.first = 0; d.source.blank != nil {
		*to = d.source.blank.To
	}
	return nil
}

// mayPass reports whether an error is the system's, about an input that is there. Another process may find the
// input readable and divide at other places, so no shard may go on.
func mayPass(err error) bool {
	var system interface{ Timeout() bool } // as all errors of package syscall
	return errors.As(err, &system) && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission)
}

// beginning returns what the beginning of an input shows, and reads it only once.
func (d *divider) beginning(i int, src Source) seen {
	at, ok := d.seen[i]
	if !ok {
		at = d.detect(d.inputs[i].Name, src)
		d.seen[i] = at
	}
	return at
}

// detect finds the form of an input as a run does, and the length of its header.
func (d *divider) detect(name string, src Source) (at seen) {
	s := &d.source
	s.begin(&inputState{name: name, passed: true}, src)
	if s.file != nil {
		member, _, err := s.file.Next()
		if err != nil {
			return seen{err: err}
		}
		if member != "" {
			s.enter(s.in, member)
		}
	}
	for s.text = s.text[:0]; s.framer == nil && at.err == nil; {
		s.fill(context.Background())
		at.head = int64(bulk.BOMLen(s.text))
		if at.err = s.err; at.err == nil {
			at.err = s.detect().err
		}
	}
	if at.form = s.from; at.err == nil && at.form.Layout != nil {
		at.head += int64(at.form.HeaderLen())
	}
	return at
}

// border returns the end of shard k of n.
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

// within returns a border near a byte of an input. If the input cannot be divided, it is the
// beginning or the end, whichever is nearer.
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

// find returns the first border at or after a byte of an input. ok is false if the input cannot
// be divided.
func (d *divider) find(i int, off int64) (at corpus.Border, ok bool, err error) {
	src, err := d.inputs[i].Open()
	if err != nil {
		return at, false, err
	}
	defer src.Close() // nothing was written
	f, ok := src.(file)
	if !ok {
		return at, false, nil
	}
	begins := d.beginning(i, src)
	if mayPass(begins.err) {
		return at, false, begins.err
	}
	if begins.err != nil || !begins.form.Divisible() {
		return at, false, nil // the run reports the error
	}
	at, ok, err = f.Border(off, corpus.Grain{Head: begins.head, Size: int64(begins.form.RecordSize())})
	if !begins.form.PlainLines() && !begins.form.Kind.IsBinary() { // a corpus does not count the records
		at.Records, at.Lines = -1, -1
	}
	return at, ok, err
}

// between returns the shard between two borders. Its parts include the input that decides the
// form of the answers, even if no record of that input is in the shard.
func (d *divider) between(from, to Border) Shard {
	sh := Shard{From: from, To: to, Form: d.source.first, Total: d.total}
	upto := to.Input
	if to.At.Raw > 0 {
		upto++
	}
	for i := range max(upto, min(d.first+1, len(d.sizes))) {
		p := new(Part)
		switch begins, ends := i == from.Input, i == to.Input; {
		case i < from.Input, i >= upto: // only its form is needed
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
