package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"sync/atomic"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// ResumeFlags are the flags of verbs whose runs can go on where they were stopped.
type ResumeFlags struct {
	Resume bool `group:"Output" help:"Keep what is done in FILE.partial, and go on from there if the run was stopped or killed: give the same command again."`

	options []string
}

// neutral are flags that what is written does not depend on, or that a record has in
// another way.
var neutral = []string{"output", "stats-json", "report", "force", "jobs", "progress", "quiet", "memory", "temp-dir", "resume", "help", "version"}

// AfterApply is kong's hook for when all flags are known.
func (c *ResumeFlags) AfterApply(k *kong.Context) error {
	if !c.Resume {
		return nil
	}
	for _, flag := range k.Flags() {
		if value := reflect.Indirect(flag.Target); !slices.Contains(neutral, flag.Name) && value.IsValid() {
			c.options = append(c.options, fmt.Sprintf("--%s=%v", flag.Name, value))
		}
	}
	return nil
}

// CheckpointEvery is the time from one checkpoint to the next, at least; tests have
// others.
var CheckpointEvery = 3 * time.Second

// timesLonger is how much longer than a checkpoint takes the run goes on before the
// next.
const timesLonger = 100

// A resumption keeps a run from being lost when it is stopped. The nil one does
// nothing.
type resumption struct {
	path   string
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
}

// resume looks for what is left of a run, and begins a record where there is
// nothing.
func (c *Flags) resume(j *Job) (*resumption, error) {
	if j.Resume == nil || !j.Resume.Resume {
		return nil, nil
	}
	if c.Output == "-" || c.Output == "" {
		return nil, errors.New("--resume needs an output to keep: name a file with -o")
	}
	p := &resumption{path: c.Output + recordSuffix, job: j, idle: make(chan struct{}, 1), last: time.Now()}
	p.idle <- struct{}{}
	now, err := newRecord(j, j.Resume.options, slices.Concat(c.Inputs, j.Reads))
	if err != nil {
		return nil, err
	}
	old, err := readRecord(p.path)
	switch {
	case err != nil:
		return nil, refused(c.Output, err)
	case old == nil:
		for _, name := range p.growing(c.Output) {
			now.Outputs = append(now.Outputs, partial{Name: name})
		}
		p.record, p.fresh = now, true
		return p, now.write(p.path)
	}
	if err := old.differs(now); err != nil {
		return nil, refused(c.Output, err)
	}
	p.record, p.start = old, old.Checkpoint
	p.kept = p.start != nil
	if old.Finished && !p.anyPartial() {
		console.Say("%s is complete already", c.Output)
		return nil, errors.Join(p.complete(), alreadyDone(old.Bad))
	}
	for i, state := range old.State {
		if err := json.Unmarshal(state, j.State[i]); err != nil {
			return nil, refused(c.Output, err)
		}
	}
	return p, nil
}

// refused is an error that keeps a run from going on.
func refused(output string, err error) error {
	return fmt.Errorf("%s: cannot go on with the run that was stopped: %w; to begin again remove %s and %s",
		output, err, output+corpus.PartialSuffix, output+recordSuffix)
}

// continued are the options for an output: that it be partial, and where it goes on.
func (p *resumption) continued(name string, opts corpus.CreateOptions) (corpus.CreateOptions, error) {
	if p == nil {
		return opts, nil
	}
	opts.Partial = true
	i := slices.IndexFunc(p.record.Outputs, func(o partial) bool { return o.Name == name })
	if i < 0 {
		return opts, refused(p.job.Verb, errors.New("it was begun without the output "+name))
	}
	output := &p.record.Outputs[i]
	missing := !exists(name + corpus.PartialSuffix)
	if missing && p.record.Finished { // it was published, but not all were
		if err := output.Whole.Recover(name); err != nil {
			return opts, refused(name, err)
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
		return o.Name != logName(p.record.Outputs[0].Name) && exists(o.Name+corpus.PartialSuffix)
	})
}

// alreadyDone is how a run ends that finds everything done: as the one that did it.
func alreadyDone(bad bool) error {
	if bad {
		return process.ExitRecords
	}
	return process.ExitOK
}

// growing are the names of the outputs that are written from the beginning on.
func (p *resumption) growing(output string) []string {
	names := []string{output}
	for _, m := range p.job.More {
		if m.Name != "" && !m.Late {
			names = append(names, m.Name)
		}
	}
	return append(names, logName(output))
}

// logName is the name of what a job writes by Run.Log.
func logName(output string) string { return output + ".log" }

// Checkpoint is for pipeline.Config.OnCheckpoint.
func (p *resumption) checkpoint(c *pipeline.Checkpoint) error {
	p.at, p.have = *c, true
	if time.Since(p.last) < max(CheckpointEvery, timesLonger*time.Duration(p.took.Load())) {
		return nil
	}
	select {
	case <-p.idle:
	default:
		return nil // one is still being saved
	}
	return p.save(func(write func() error) error {
		p.saving.Go(func() error {
			defer func() { p.idle <- struct{}{} }()
			return write()
		})
		return nil
	})
}

// save notes where everything is, and has do write it.
func (p *resumption) save(do func(write func() error) error) error {
	p.last = time.Now()
	r := *p.record
	r.State, r.Outputs, r.Finished = nil, nil, false
	at := p.at
	r.Checkpoint = &at
	if p.job.Settle != nil {
		if err := p.job.Settle(); err != nil {
			return err
		}
	}
	for _, state := range p.job.State {
		text, err := json.Marshal(state)
		if err != nil {
			return err
		}
		r.State = append(r.State, text)
	}
	for _, w := range p.outputs {
		c, err := w.Checkpoint()
		if err != nil {
			return err
		}
		r.Outputs = append(r.Outputs, partial{Name: w.Name(), Checkpoint: c})
	}
	begun := p.last
	return do(func() error {
		defer func() { p.took.Store(int64(time.Since(begun))) }()
		for _, w := range p.outputs {
			if err := w.Sync(); err != nil {
				return err
			}
		}
		if err := r.write(p.path); err != nil {
			return err
		}
		for _, w := range p.outputs {
			w.Keep()
		}
		p.kept = true
		return nil
	})
}

// finishing notes that what is written from here on comes after all records: the run
// would go on before that.
func (p *resumption) finishing() error {
	if p == nil || p.over {
		return nil
	}
	err := p.settle()
	if err == nil && p.have && time.Since(p.last) > CheckpointEvery {
		err = p.save(func(write func() error) error { return write() })
	}
	p.over = true
	return err
}

// settle waits for what is being saved.
func (p *resumption) settle() error {
	<-p.idle
	p.idle <- struct{}{}
	return p.saving.Wait()
}

// stopped says how a run that did not end goes on, if it does. It was stopped in
// order if nothing but a signal ended it.
func (p *resumption) stopped(inOrder bool) {
	if p == nil {
		return
	}
	err := p.settle()
	if err == nil && inOrder && p.have && !p.over {
		err = p.save(func(write func() error) error { return write() })
	}
	if err != nil {
		console.Say("%v", err)
	}
	if !p.kept {
		_ = os.Remove(p.path) // nothing is left to go on with
		return
	}
	console.Say("%s%s is kept: the same command goes on there", p.record.Outputs[0].Name, corpus.PartialSuffix)
}

// finished notes that all outputs are whole, so that it makes no difference if the
// process is killed between the publishing of one and the next. A run that can only
// begin again needs no such note.
func (p *resumption) finished(bad bool) error {
	if p == nil {
		return nil
	}
	if err := p.settle(); err != nil || !p.kept {
		return err
	}
	r, err := readRecord(p.path)
	if err != nil {
		return err
	}
	r.Finished, r.Bad = true, bad
	for i, w := range p.outputs {
		r.Outputs[i].Whole = w.Whole()
	}
	return r.write(p.path)
}

// inOrder are outputs in the order in which they are to be published: first those
// that can be made again, and the answers last.
func (p *resumption) inOrder(outputs []*corpus.Writer) []*corpus.Writer {
	if p == nil {
		return outputs
	}
	growing := slices.Clone(p.outputs)
	slices.Reverse(growing)
	growing = slices.DeleteFunc(growing, func(w *corpus.Writer) bool { return w == p.log })
	late := slices.DeleteFunc(slices.Clone(outputs), func(w *corpus.Writer) bool { return slices.Contains(growing, w) })
	return append(late, growing...)
}

// complete removes what was kept of a run whose outputs are complete.
func (p *resumption) complete() error {
	if p == nil {
		return nil
	}
	if p.log != nil {
		_ = p.log.Abort() // unless it is kept, there is nothing to remove
	}
	if err := os.Remove(logName(p.record.Outputs[0].Name) + corpus.PartialSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Remove(p.path)
}

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
