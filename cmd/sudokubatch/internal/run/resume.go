package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A resumption keeps a run from being lost when it is stopped. The nil one does
// nothing.
type resumption struct {
	output string // the name of the answers
	path   string // of the record
	job    *Job
	record *record
	fresh  bool                 // there was nothing to go on with
	start  *pipeline.Checkpoint // nil: at the beginning

	outputs []*corpus.Writer // that grow, as in the record
	log     *corpus.Writer   // the last of them; nil: none

	at     pipeline.Checkpoint // everything up to there is in the outputs
	have   bool
	over   bool // what is written now comes after all records
	last   time.Time
	took   atomic.Int64 // nanoseconds, for that
	saving errgroup.Group
	idle   chan struct{} // holds a token when nothing is being saved
	kept   bool          // there is a checkpoint on disk
	saved  record        // with that
}

// resume looks for what is left of a run, and begins a record where there is
// nothing.
func (c *Flags) resume(j *Job) (*resumption, error) {
	if j.Resume == nil || !j.Resume.Resume {
		return nil, nil
	}
	c.followLinks(j)
	p := &resumption{output: c.Output, path: c.Output + recordSuffix, job: j, idle: make(chan struct{}, 1), last: time.Now()}
	p.idle <- struct{}{}
	now, err := newPlan("--resume", j.Verb, j.Resume.options, slices.Concat(c.Inputs, j.Reads))
	if err != nil {
		return nil, err
	}
	old, err := readRecord(p.path)
	switch {
	case err != nil:
		return nil, p.refused(err)
	case old == nil:
		p.record, p.fresh = &record{plan: now}, true
		for _, name := range p.growing() {
			p.record.Outputs = append(p.record.Outputs, partial{Name: name})
		}
		return p, p.record.write(p.path)
	}
	p.record, p.start = old, old.Checkpoint
	if err := old.differs(&now); err != nil {
		return nil, p.refused(err)
	}
	p.kept, p.saved = p.start != nil, *old
	if old.Finished && !p.anyPartial() {
		if err := p.checkPublished(); err != nil {
			return nil, p.refused(err)
		}
		console.Say("%s is complete already", c.Output)
		return nil, errors.Join(p.complete(), alreadyDone(old.Bad))
	}
	for i, state := range old.State {
		if err := json.Unmarshal(state, j.State[i]); err != nil {
			return nil, p.refused(err)
		}
	}
	return p, nil
}

// followLinks gives outputs that are symbolic links the names of the files that these
// stand for, beside which everything is kept.
func (c *Flags) followLinks(j *Job) {
	c.Output = corpus.FollowLink(c.Output)
	for i := range j.More {
		if m := &j.More[i]; m.Name != "" && !m.Late {
			m.Name = corpus.FollowLink(m.Name)
		}
	}
}

// refused is an error that keeps a run from going on, with the files to remove.
func (p *resumption) refused(err error) error {
	return fmt.Errorf("%s: cannot go on with the run that was stopped: %w; to begin again remove %s",
		p.output, err, strings.Join(p.leftovers(), " and "))
}

// leftovers are the files that are kept of the run that was stopped.
func (p *resumption) leftovers() (names []string) {
	outputs := p.growing()
	if p.record != nil {
		outputs = nil
		for _, o := range p.record.Outputs {
			outputs = append(outputs, o.Name)
		}
	}
	for _, name := range outputs {
		if name += corpus.PartialSuffix; exists(name) {
			names = append(names, name)
		}
	}
	if !p.fresh {
		names = append(names, p.path)
	}
	return names
}

// explain has an error for an output say what to do where there is a partial file, and
// no record of its run.
func (p *resumption) explain(err error) error {
	if p == nil || !p.fresh || !errors.Is(err, fs.ErrExist) || errors.Is(err, corpus.ErrExists) {
		return err
	}
	return fmt.Errorf("%w, but %s does not, which says how far the run is: to begin again remove %s, or name another output",
		err, p.path, strings.Join(p.leftovers(), " and "))
}

// continued are the options for an output: that it be partial, and where it goes on.
func (p *resumption) continued(name string, opts corpus.CreateOptions) (corpus.CreateOptions, error) {
	if p == nil {
		return opts, nil
	}
	opts.Partial = true
	i := slices.IndexFunc(p.record.Outputs, func(o partial) bool { return o.Name == name })
	if i < 0 {
		return opts, p.refused(errors.New("it was begun without the output " + name))
	}
	output := &p.record.Outputs[i]
	missing := !exists(name + corpus.PartialSuffix)
	if missing && p.record.Finished { // it was published, but not all were
		if err := output.Whole.Recover(name); err != nil {
			return opts, p.refused(err)
		}
		missing = false
	}
	if !p.fresh && (!missing || p.kept) {
		opts.Continue = &output.Checkpoint
	}
	return opts, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// anyPartial reports whether an output has not been published.
func (p *resumption) anyPartial() bool {
	return slices.ContainsFunc(p.record.Outputs, func(o partial) bool {
		return o.Name != logName(p.output) && exists(o.Name+corpus.PartialSuffix)
	})
}

// checkPublished reports an output that is not the file that was finished.
func (p *resumption) checkPublished() error {
	for _, o := range p.record.Outputs {
		if o.Name == logName(p.output) {
			continue
		}
		if err := o.Whole.Verify(o.Name); err != nil {
			return err
		}
	}
	return nil
}

// alreadyDone is how a run ends that finds everything done: as the one that did it.
func alreadyDone(bad bool) error {
	if bad {
		return process.ExitRecords
	}
	return process.ExitOK
}

// growing are the names of the outputs that are written from the beginning on.
func (p *resumption) growing() []string {
	names := []string{p.output}
	for _, m := range p.job.More {
		if m.Name != "" && !m.Late {
			names = append(names, m.Name)
		}
	}
	return append(names, logName(p.output))
}

// logName is the name of what a job writes by Run.Log.
func logName(output string) string { return output + ".log" }

// Log is where the job writes what it keeps beside its state, and what it wrote
// there before the run was stopped: nil if the run cannot be.
func (r *Run) Log() (to io.Writer, logged io.Reader, err error) {
	p := r.resumption
	if p == nil {
		return nil, nil, nil
	}
	name := logName(r.flags.Output)
	opts, err := p.continued(name, corpus.CreateOptions{})
	if err != nil {
		return nil, nil, err
	}
	if p.log, err = corpus.Create(name, opts); err != nil {
		return nil, nil, err
	}
	log := p.log
	process.AtExit.Add(func() { _ = log.Abort() })
	p.outputs = append(p.outputs, log)
	if p.start == nil {
		return log, nil, nil
	}
	f, err := os.Open(log.Name() + corpus.PartialSuffix)
	if err != nil {
		return nil, nil, err
	}
	return log, io.NewSectionReader(f, 0, opts.Continue.Size), nil
}
