package run

// Parts of a run: what package parts must know of a job, and jobs that read parts.

import (
	"context"
	"fmt"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// ValidateParts returns an error if --shard or --resume contradict other flags. Without
// inputs the verb reads standard input, unless it reads nothing.
func (c *Flags) ValidateParts(of *parts.PartFlags) error {
	return of.Check(c.Output, c.Inputs, c.ReadsNothing, c.records.given())
}

// beginPart begins the part that the flags ask for, and names its outputs. It returns nil if they ask
// for none.
func (c *Flags) beginPart(j *Job) (*parts.Part, error) {
	if !j.Parts.Flags.Given() || c.joined != nil {
		return nil, nil
	}
	a := *j.Answers
	if j.Parts.HoldsRecords {
		a = Answers{Style: a.Style} // merge writes them, and the other outputs
		j.Answers, j.More = &a, nil
	}
	of := parts.Run{
		Work: j.Parts, Verb: j.Verb, Puzzles: a.Puzzles, Kind: a.Kind,
		Inputs: c.Inputs, Others: j.OtherInputs, Named: c.named, Output: c.Output,
		Reading: func(names []string) pipeline.Config {
			return pipeline.Config{Inputs: c.sources(names, nil, c.Repair.Of()), From: c.From.Kind, Hints: c.Hints(), To: a.Kind, Style: a.Style}
		},
	}
	p, err := parts.Begin(&of)
	if err != nil {
		return nil, err
	}
	files := p.Files()
	switch {
	case p.Resumes():
		c.Output = files[0]
		return p, nil
	case j.Parts.HoldsRecords:
		j.More = []Output{{Name: files[1], What: "the index", ofPart: true}}
	}
	c.part, c.Force = files[0], true
	return p, nil
}

// ReadOnce returns the statistics of a share that reads the same inputs as all others. It removes the
// statistics of reading in all shares but one.
func (r *Run) ReadOnce(stats pipeline.Stats) pipeline.Stats {
	if !r.Part.Repeats() {
		return stats
	}
	stats.Malformed, stats.Unreadable, stats.Faults = 0, 0, 0
	stats.BytesIn, stats.TextIn, stats.Unchecked, stats.Unverified = 0, 0, 0, ""
	return stats
}

// SetHead sets the form of the answers, the header of a share, and the header of the merged
// answers. Jobs that do not call OnForm use it.
func (r *Run) SetHead(form bulk.Form, head, whole []byte) {
	r.written = form
	r.Part.SetHead(form, head, whole)
}

// Merge writes the answers of all parts, as one run would.
func Merge(ctx context.Context, of parts.All, out OutputFlags) error {
	form := of.WithForm()
	j := &Job{
		Verb: form.Verb, Answers: &Answers{Puzzles: form.Puzzles},
		Pipe: func(ctx context.Context, r *Run) (Outcome, error) {
			stats, head := r.BeginMerged(of)
			ran, err := of.Write(ctx, pipeline.Config{Output: r.Answers, Jobs: r.Jobs, Pool: r.Pool, Progress: r.Progress}, head)
			stats.TextOut = ran.TextOut
			return Outcome{Stats: stats, Goal: form.Goal, Bad: of.Bad()}, err
		},
	}
	flags := new(Flags)
	flags.Join(of, out)
	return flags.Do(ctx, j)
}

// Join makes Do read parts instead of inputs, and write to other outputs.
func (c *Flags) Join(of parts.All, out OutputFlags) {
	c.Inputs, c.joined, c.OutputFlags = nil, of, out
}

// Joined returns the parts that are read instead of inputs, or nil.
func (c *Flags) Joined() parts.All { return c.joined }

func (c *Flags) readParts(j *Job) error {
	form := c.joined.WithForm()
	if kind := outfile.Kind(c.Output); kind != 0 && form.Kind != 0 && kind != form.Kind {
		return fmt.Errorf("--output %s: the parts hold %v, not %v; convert can change that", c.Output, form.Kind, kind)
	}
	if form.Kind != 0 {
		j.Answers.Kind = form.Kind
	}
	j.OtherInputs = c.joined.Files()
	return nil
}

// BeginMerged returns the statistics of all parts together, and the header for their answers.
func (r *Run) BeginMerged(of parts.All) (stats pipeline.Stats, head []byte) {
	stats, r.written, head = of.Begin()
	return stats, head
}
