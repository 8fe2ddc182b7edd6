package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A share is the part of a run that this process does.
type share struct {
	ShardOf
	dir    string
	ending string // of the names of parts
	parts  []*pipeline.Part
	beside []*pipeline.Part // likewise, of the files that are read beside the inputs
	bytes  int64            // of files
	again  bool             // what is wrong with inputs another share says, which reads all of them as well
	first  uint64           // of numbers, from 0, up to not with
	end    uint64
	record *manifest
}

// name is that of the part, and manifest that of its manifest.
func (s *share) name() string {
	if s == nil {
		return ""
	}
	digits := max(5, len(strconv.Itoa(s.N)))
	return outfile.Join(s.dir, fmt.Sprintf("part-%0*d-of-%0*d%s", digits, s.I, digits, s.N, s.ending))
}

func (s *share) manifest() string { return s.besideName(manifestSuffix) }

// index is the name of the part's index; "" if it has none.
func (s *share) index() string {
	if s == nil || !s.record.Joined {
		return ""
	}
	return s.besideName(indexSuffix)
}

// repeats reports whether another share says what is wrong with the inputs, too.
func (s *share) repeats() bool { return s != nil && s.again }

func (s *share) besideName(suffix string) string {
	return strings.TrimSuffix(s.name(), s.ending) + suffix
}

// How the names of parts end that are no answers, and of what is beside them.
const (
	joinedSuffix = ".records.zst"
	indexSuffix  = ".index"
)

// joinedHead is ahead of what is in a part that is no answers, so that nobody takes it
// for a file of some other kind, whatever its first bytes would be.
const joinedHead = "records of sudokubatch\n"

// share prepares a share of a job; nil: it is done as a whole. An ExitCode says that
// the part is there already.
func (c *Flags) share(j *Job) (*share, error) {
	if j.Shard == nil || !j.Shard.Shard.Set() {
		return nil, nil
	}
	if err := j.Shard.Shard.resolve(); err != nil {
		return nil, err
	}
	dir, ending := filepath.Split(c.Output)
	s := &share{ShardOf: j.Shard.Shard, dir: dir, ending: ending}
	s.first, s.end = numbers(j.Numbers, s.I-1, s.N), numbers(j.Numbers, s.I, s.N)
	to, err := s.divide(c, j)
	if err != nil {
		return nil, err
	}
	switch {
	case j.Joined:
		s.ending = joinedSuffix
	case ending == "" && j.Kind == 0:
		s.ending = outfile.ExtensionOf(to)
	case ending == "":
		s.ending = outfile.ExtensionOf(j.Kind)
	}
	if s.record, err = newManifest(c, j, s, ending); err != nil {
		return nil, err
	}
	return s, s.done()
}

// divide finds the share's parts of the inputs, and what form the answers of all have,
// as far as that shows.
func (s *share) divide(c *Flags, j *Job) (formats.Kind, error) {
	if j.Numbered {
		s.again = s.I < s.N // the last reads as far as a whole run
		s.parts, s.bytes = make([]*pipeline.Part, len(c.Inputs)), max(0, totalBytes(c.Inputs))
		return 0, nil
	}
	own, err := pipeline.Divide(&pipeline.Config{
		Inputs: c.sources(c.Inputs, nil), From: c.From.Kind, Hints: c.Hints(), To: j.Kind,
	}, s.I, s.N)
	if err != nil {
		return 0, err
	}
	beside, err := pipeline.Divide(&pipeline.Config{Inputs: c.sources(j.Reads, nil), Hints: c.Hints().Beside()}, s.I, s.N)
	s.parts, s.beside, s.bytes = own.Parts, beside.Parts, own.Bytes+beside.Bytes
	return own.To.Kind, err
}

// numbers is how many numbers the first k of n shares have, of so many.
func numbers(of uint64, k, n int) uint64 {
	hi, lo := bits.Mul64(of, uint64(k))
	q, _ := bits.Div64(hi, lo, uint64(n))
	return q
}

// done looks whether the part is there, and returns the exit code if it is.
func (s *share) done() error {
	old, err := readManifest(s.manifest())
	switch {
	case errors.Is(err, os.ErrNotExist):
		return os.MkdirAll(s.dir, 0o777)
	case err == nil:
		err = old.differs(s.record)
	}
	if err == nil {
		err = old.changed()
	}
	if system := (*os.PathError)(nil); errors.As(err, &system) {
		return err // which is not about what is in the parts
	}
	if err != nil {
		return fmt.Errorf("%w; remove the parts in %s to begin again, or take another folder", err, s.dir)
	}
	if err := old.verify(s.dir); err != nil {
		console.Say("%v: it is made again", err)
		return nil
	}
	console.Say("%s is complete already", s.name())
	return alreadyDone(old.Bad)
}

// apply has inputs be read as far as they are of a share.
func apply(parts []*pipeline.Part, inputs []pipeline.Input) []pipeline.Input {
	inputs = inputs[:len(parts)]
	for i, p := range parts {
		inputs[i].Part = p
	}
	return inputs
}

// Numbers are which of the job's to do, from first up to not with end.
func (r *Run) Numbers(of uint64) (first, end uint64) {
	if r.share == nil {
		return 0, of
	}
	return r.share.first, r.share.end
}

// ReadOnce is the statistics of a job that is Numbered, without those of reading its
// inputs but for one share.
func (r *Run) ReadOnce(stats pipeline.Stats) pipeline.Stats {
	if !r.share.repeats() {
		return stats
	}
	stats.Malformed, stats.Unreadable, stats.Faults = 0, 0, 0
	stats.BytesIn, stats.TextIn, stats.Unchecked, stats.Unverified = 0, 0, 0, ""
	return stats
}

// SetHead says what comes ahead of the answers of a share, and of all shares, where
// OnForm does not.
func (r *Run) SetHead(form formats.Form, head, whole []byte) {
	r.written = form
	if r.share != nil {
		m := r.share.record
		m.setForm(form)
		m.Head, m.Whole = head, whole
	}
}

// finish writes the manifest of a part that is complete.
func (s *share) finish(r *Run, stats *pipeline.Stats, bad bool) error {
	if s == nil {
		return nil
	}
	m := s.record
	m.Stats, m.Bad = *stats, bad
	if form := r.written; form.Kind != 0 && m.Kind == 0 {
		m.setForm(form)
		m.Whole = form.AppendHeader(nil)
		m.Head = m.Whole
	}
	if m.Stats.TextOut == 0 {
		m.Head = nil // no header was written, as no form is known
	}
	return m.complete(s)
}

// Keep notes with a part what merge needs to make answers of it; it may be kept as
// JSON.
func (r *Run) Keep(state any) (err error) {
	r.share.record.State, err = json.Marshal(state)
	return err
}
