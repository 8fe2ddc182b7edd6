package run

// Shares: which part of the inputs a process with --shard reads, and the names of its files.

import (
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

// A ShardOf is share I of N. With auto an array job sets I, and N unless it is given.
type ShardOf struct {
	I, N int
	auto bool
}

// Set reports whether the flag was given.
func (s *ShardOf) Set() bool { return s.N > 0 || s.auto }

// UnmarshalText sets the flag; kong calls it.
func (s *ShardOf) UnmarshalText(text []byte) error {
	i, n, ok := strings.Cut(string(text), "/")
	var errI, errN error
	if s.auto = i == "auto"; !s.auto {
		s.I, errI = strconv.Atoi(i)
	}
	if ok || !s.auto {
		s.N, errN = strconv.Atoi(n)
	}
	if errI != nil || errN != nil || !s.auto && (s.I < 1 || s.I > s.N) || ok && s.N < 1 {
		return fmt.Errorf("%q is not a share: want I/N from 1/N to N/N, for example 17/1000, or auto, or auto/N", text)
	}
	return nil
}

// arrays are the environment variables of systems with array jobs: the index of the job, the
// number of jobs, and the first and last index. The last two tell an array of Slurm from a
// few of its jobs that were submitted again.
var arrays = []struct {
	system, index, count, first, last string
	from                              int
}{
	{"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", 1},
	{"AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", "", "", 0},
	{"Kubernetes", "JOB_COMPLETION_INDEX", "", "", "", 0},
	{"GNU parallel", "PARALLEL_SEQ", "", "", "", 1},
}

// resolve sets I and N from the environment if the flag says auto.
func (s *ShardOf) resolve() error {
	if !s.auto {
		return nil
	}
	found := ""
	for _, a := range arrays {
		index := os.Getenv(a.index)
		if index == "" {
			continue
		}
		if found != "" {
			return fmt.Errorf("--shard auto: %s and %s both number this job: use --shard I/N", found, a.system)
		}
		found = a.system
		first := a.from
		if s.N == 0 {
			var err error
			if s.N, first, err = wholeArray(a.system, os.Getenv(a.count), os.Getenv(a.first), os.Getenv(a.last), first); err != nil {
				return err
			}
		}
		i, err := strconv.Atoi(index)
		if s.I = i - first + 1; err != nil || s.I < 1 || s.I > s.N {
			return fmt.Errorf("--shard auto: %s is %s, outside the %d jobs from %d on", a.index, index, s.N, first)
		}
	}
	if found == "" {
		return errors.New("--shard auto: the environment shows no array job of Slurm, Kubernetes, AWS Batch or GNU parallel: use --shard I/N")
	}
	return nil
}

// wholeArray returns the number of jobs in an array, and the index of the first. An array that
// does not begin with 0 or 1, or has gaps, is an error: it may be a few jobs of a larger array.
func wholeArray(system, count, first, last string, from int) (n, begin int, err error) {
	if count == "" {
		return 0, 0, fmt.Errorf("--shard auto: %s does not tell the number of jobs: use --shard auto/N", system)
	}
	n, err = strconv.Atoi(count)
	if begin = from; first != "" && err == nil {
		begin, err = strconv.Atoi(first)
	}
	end := begin + n - 1
	if last != "" && err == nil {
		end, err = strconv.Atoi(last)
	}
	if err != nil || begin < 0 || begin > 1 || end-begin+1 != n {
		return 0, 0, fmt.Errorf("--shard auto: %s has an array of %s jobs, %s to %s, which has gaps or does not begin with 0 or 1: submit the whole array, or use --shard auto/N",
			system, count, first, last)
	}
	return n, begin, nil
}

// A share is one of the parts into which --shard divides a run.
type share struct {
	inputs, others pipeline.Shard // others: of Job.OtherInputs
	repeats        bool           // another share reads the same inputs and reports their faults
}

// Suffixes of the files of a share.
const (
	manifestSuffix = ".manifest.json"
	recordsSuffix  = ".records.zst" // instead of answers, see Job.HoldsRecords
	indexSuffix    = ".index"
)

// recordsHead begins a file of records, so that it does not look like any other kind of file.
const recordsHead = "records of sudokubatch\n"

// openShare returns the share of a job that the flags ask for.
func (c *Flags) openShare(j *Job) (*part, error) {
	of := &j.Part.Shard
	if err := of.resolve(); err != nil {
		return nil, err
	}
	m, err := newManifest(c, j, "--shard")
	if err != nil {
		return nil, err
	}
	dir, ending := filepath.Split(c.Output)
	if ending != "" {
		m.Options["output"] = []string{ending}
	}
	m.Shard, m.Shards, m.dir = of.I, of.N, dir
	p := &part{Manifest: m, job: j, share: new(share)}
	if err := p.divide(c); err != nil {
		return nil, err
	}
	switch {
	case j.HoldsRecords:
		ending = recordsSuffix
	case ending == "" && j.Kind == 0:
		ending = outfile.ExtensionOf(p.share.inputs.Form.Kind)
	case ending == "":
		ending = outfile.ExtensionOf(j.Kind)
	}
	digits := max(5, len(strconv.Itoa(of.N)))
	name := fmt.Sprintf("part-%0*d-of-%0*d", digits, of.I, digits, of.N)
	p.path = outfile.Join(dir, name+manifestSuffix)
	m.Outputs = []output{{Name: name + ending}}
	c.part, c.Force = outfile.Join(dir, name+ending), true
	if j.HoldsRecords {
		m.Outputs = append(m.Outputs, output{Name: name + indexSuffix})
		j.More = []Output{{Name: outfile.Join(dir, name+indexSuffix), What: "the index"}}
	}
	return p, nil
}

// divide sets the borders of the share.
func (p *part) divide(c *Flags) (err error) {
	i, n, s := p.Shard, p.Shards, p.share
	if p.Numbered {
		p.From.Number, p.To.Number = numbers(p.job.Makes, i-1, n), numbers(p.job.Makes, i, n)
		s.repeats = i < n // the last reads as far as a whole run
		s.inputs = pipeline.Shard{Parts: make([]*pipeline.Part, len(c.Inputs)), Bytes: max(0, totalBytes(c.Inputs))}
		return nil
	}
	s.inputs, err = pipeline.Divide(&pipeline.Config{
		Inputs: c.sources(c.Inputs, nil), From: c.From.Kind, Hints: c.Hints(), To: p.job.Kind, Rows: p.job.Rows,
	}, i, n)
	if err != nil {
		return err
	}
	s.others, err = pipeline.Divide(&pipeline.Config{Inputs: c.sources(p.job.OtherInputs, nil), Hints: c.Hints().Loosened()}, i, n)
	p.From.Input, p.To.Input, p.From.Other, p.To.Other = s.inputs.From, s.inputs.To, s.others.From, s.others.To
	return err
}

// numbers returns how many of so many numbers belong to the first k of n shares.
func numbers(of uint64, k, n int) uint64 {
	hi, lo := bits.Mul64(of, uint64(k))
	q, _ := bits.Div64(hi, lo, uint64(n))
	return q
}

// isComplete reports whether the files of a complete share are unchanged. If its inputs have
// changed, it returns an error.
func (p *part) isComplete(old *Manifest) (bool, error) {
	now, err := old.read()
	if err != nil {
		return false, err
	}
	for i, is := range now {
		if i >= len(old.Read) || old.Read[i] != is {
			return false, fmt.Errorf("%s has changed", is.Name)
		}
	}
	old.dir = p.dir
	if err = old.done(); err == nil {
		err = old.verify()
	}
	if err != nil {
		console.Say("%v: the part is written again", err)
		return false, nil
	}
	return true, nil
}

// repeats reports whether another share reports the faults of the inputs.
func (p *part) repeats() bool { return p != nil && p.share != nil && p.share.repeats }

// apply limits inputs to a share.
func apply(of pipeline.Shard, inputs []pipeline.Input) []pipeline.Input {
	inputs = inputs[:len(of.Parts)]
	for i, p := range of.Parts {
		inputs[i].Part = p
	}
	return inputs
}

// Numbers returns which of so many puzzles to make: first, up to but not including end.
func (r *Run) Numbers(of uint64) (first, end uint64) {
	if r.part == nil || r.part.share == nil {
		return 0, of
	}
	return r.part.From.Number, r.part.To.Number
}

// ReadOnce returns the statistics of a Numbered job. All shares read the same inputs, so it
// removes the statistics of reading in all shares but one.
func (r *Run) ReadOnce(stats pipeline.Stats) pipeline.Stats {
	if !r.part.repeats() {
		return stats
	}
	stats.Malformed, stats.Unreadable, stats.Faults = 0, 0, 0
	stats.BytesIn, stats.TextIn, stats.Unchecked, stats.Unverified = 0, 0, 0, ""
	return stats
}

// SetHead sets the form of the answers, the header of a share, and the header of the merged
// answers. Jobs that do not call OnForm use it.
func (r *Run) SetHead(form formats.Form, head, whole []byte) {
	r.written = form
	if r.part != nil && r.part.share != nil {
		r.part.setForm(form)
		r.part.Head, r.part.Whole = len(head), whole
	}
}

// completeShare writes the manifest of a share whose outputs are published.
func (p *part) completeShare(r *Run, stats *pipeline.Stats, bad bool) (err error) {
	p.Stats, p.Bad, p.Complete = *stats, bad, true
	if form := r.written; form.Kind != 0 && p.Kind == 0 {
		p.setForm(form)
		p.Whole = form.AppendHeader(nil)
		p.Head = len(p.Whole)
	}
	if stats.TextOut == 0 {
		p.Head = 0 // no form is known, so no header was written
	}
	for i, w := range p.growing {
		whole := w.Whole()
		p.Outputs[i].Whole = &whole
	}
	if p.Read, err = p.read(); err != nil {
		return err
	}
	if err := p.save(p.job.State); err != nil {
		return err
	}
	return p.write(p.path)
}
