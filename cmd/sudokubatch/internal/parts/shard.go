package parts

// Shares: which part of the inputs a process with --shard reads, and the names of its files.

import (
	"fmt"
	"math/bits"
	"path/filepath"
	"strconv"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// Suffixes of the files of a share.
const (
	manifestSuffix = ".manifest.json"
	recordsSuffix  = ".records.zst" // instead of answers, see Work.HoldsRecords
	indexSuffix    = ".index"
)

// recordsHead begins a file of records, so that it does not look like any other kind of file.
const recordsHead = "records of sudokubatch\n"

// newShare returns the share that the flags ask for.
func newShare(run *Run) (*Part, error) {
	of := &run.Flags.Shard
	dir, ending := filepath.Split(run.Output)
	if err := of.resolve(dir); err != nil {
		return nil, err
	}
	m, err := newManifest(run, "--shard")
	if err != nil {
		return nil, err
	}
	if ending != "" {
		m.Options["output"] = []string{ending}
	}
	m.Shard, m.Shards, m.dir = of.I, of.N, dir
	p := &Part{Manifest: m, work: run.Work}
	if err := p.divide(run); err != nil {
		return nil, err
	}
	switch {
	case m.HoldsRecords:
		ending = recordsSuffix
	case ending == "" && run.Kind == 0:
		ending = outfile.ExtensionOf(p.inputs.Form.Kind)
	case ending == "":
		ending = outfile.ExtensionOf(run.Kind)
	}
	digits := max(5, len(strconv.Itoa(of.N)))
	name := fmt.Sprintf("part-%0*d-of-%0*d", digits, of.I, digits, of.N)
	p.path = outfile.Join(dir, name+manifestSuffix)
	m.Outputs = []output{{Name: name + ending}}
	if m.HoldsRecords {
		m.Outputs = append(m.Outputs, output{Name: name + indexSuffix})
	}
	return p, nil
}

// divide sets the borders of the share.
func (p *Part) divide(run *Run) (err error) {
	i, n := p.Shard, p.Shards
	if p.Numbered {
		p.From.Number, p.To.Number = numbers(*run.Makes, i-1, n), numbers(*run.Makes, i, n)
		return nil
	}
	cfg := run.Reading(run.Inputs)
	if p.inputs, err = pipeline.Divide(&cfg, i, n); err != nil {
		return err
	}
	others := pipeline.Config{Inputs: run.Reading(run.Others).Inputs, Hints: cfg.Hints.Loosened()}
	p.others, err = pipeline.Divide(&others, i, n)
	p.From.Input, p.To.Input, p.From.Other, p.To.Other = p.inputs.From, p.inputs.To, p.others.From, p.others.To
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
func (p *Part) isComplete(old *Manifest) (bool, error) {
	err := old.reread()
	if err != nil {
		return false, err
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

// Repeats reports whether another share reads the same inputs and reports their faults. The last one
// reads as far as a whole run.
func (p *Part) Repeats() bool { return p.divided() && p.Numbered && p.Shard < p.Shards }

// Limit limits the inputs of the run, or Run.Others, to a share.
func (p *Part) Limit(inputs []pipeline.Input, others bool) []pipeline.Input {
	if !p.divided() || p.Numbered {
		return inputs
	}
	to := p.inputs.Parts
	if others {
		to = p.others.Parts
	}
	inputs = inputs[:len(to)]
	for i, part := range to {
		inputs[i].Part = part
	}
	return inputs
}

// Numbers returns which of so many puzzles to make: first, up to but not including end.
func (p *Part) Numbers(of uint64) (first, end uint64) {
	if !p.divided() {
		return 0, of
	}
	return p.From.Number, p.To.Number
}

// Bytes returns how many bytes of inputs a share reads. ok is false if it reads all inputs, and for
// whole runs.
func (p *Part) Bytes() (n int64, ok bool) {
	if !p.divided() || p.Numbered {
		return 0, false
	}
	return p.inputs.Bytes + p.others.Bytes, true
}

// SetHead sets the form of the answers, the header of a share, and the header of the merged answers.
func (p *Part) SetHead(form bulk.Form, head, whole []byte) {
	if p.divided() {
		p.Kind, p.Order, p.Paired = form.Kind, form.Order, form.Kind != 0 && form.IsPaired()
		p.Head, p.Whole = len(head), whole
	}
}
