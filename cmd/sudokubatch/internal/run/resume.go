package run

import (
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
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A saver saves how far a run is, so that it can go on there.
type saver struct {
	fresh   bool             // there was no manifest
	outputs []*corpus.Writer // that grow, as in the manifest
	log     *corpus.Writer   // the last of them, see Job.Logs; nil: none
	logged  io.Reader        // what the log had when the run was stopped

	at     pipeline.Checkpoint // everything up to there is in the outputs
	have   bool
	over   bool // what is written now comes after all records
	last   time.Time
	took   atomic.Int64 // nanoseconds, for that
	saving errgroup.Group
	idle   chan struct{} // holds a token when nothing is being saved
	kept   bool          // there is a checkpoint on disk
}

// openWhole prepares a job that may be stopped. Outputs that are symbolic links get the
// names of the files that these stand for, beside which everything is kept.
func (c *Flags) openWhole(j *Job) (*part, error) {
	m, err := newManifest(c, j, "--resume")
	if err != nil {
		return nil, err
	}
	c.Output = corpus.FollowLink(c.Output)
	m.Outputs = []output{{Name: c.Output}}
	for i := range j.More {
		if more := &j.More[i]; more.Name != "" && !more.Late {
			more.Name = corpus.FollowLink(more.Name)
			m.Outputs = append(m.Outputs, output{Name: more.Name})
		}
	}
	m.Outputs = append(m.Outputs, output{Name: c.Output + logSuffix})
	p := &part{Manifest: m, path: c.Output + corpus.PartialSuffix + ".json", job: j}
	p.idle, p.last = make(chan struct{}, 1), time.Now()
	p.idle <- struct{}{}
	return p, nil
}

// resumes reports whether the part is a run that may be stopped.
func (p *part) resumes() bool { return p != nil && p.share == nil }

// leftovers are the files that are kept of the run that was stopped.
func (p *part) leftovers() (names []string) {
	for _, o := range p.Outputs {
		if name := o.Name + corpus.PartialSuffix; exists(name) {
			names = append(names, name)
		}
	}
	if !p.fresh {
		names = append(names, p.path)
	}
	return names
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// explain has an error for an output say what to do where there is a partial file, and
// no manifest of its run.
func (p *part) explain(err error) error {
	if !p.resumes() || !p.fresh || !errors.Is(err, fs.ErrExist) || errors.Is(err, corpus.ErrExists) {
		return err
	}
	return fmt.Errorf("%w, but %s does not, which says how far the run is: to begin again remove %s, or name another output",
		err, p.path, strings.Join(p.leftovers(), " and "))
}

// continued are the options for an output: what is to be known of it, and where it goes on.
func (p *part) continued(name string, opts corpus.CreateOptions) (corpus.CreateOptions, error) {
	if !p.resumes() {
		opts.Digest = p != nil
		return opts, nil
	}
	opts.Partial = true
	i := slices.IndexFunc(p.Outputs, func(o output) bool { return o.Name == name })
	if i < 0 {
		return opts, p.refused(errors.New("it was begun without the output " + name))
	}
	o := &p.Outputs[i]
	missing := !exists(name + corpus.PartialSuffix)
	if missing && o.Whole != nil { // it was published, but not all were
		if err := o.Whole.Recover(name); err != nil {
			return opts, p.refused(err)
		}
		missing = false
	}
	if !p.fresh && (!missing || p.kept) {
		opts.Continue = &o.Checkpoint
	}
	return opts, nil
}

// anyPartial reports whether an output has not been published.
func (p *part) anyPartial() bool {
	return slices.ContainsFunc(p.Outputs, func(o output) bool { return o.Whole != nil && exists(o.Name+corpus.PartialSuffix) })
}

// logSuffix is what the name of the log has behind the name of the answers.
const logSuffix = ".log"

// CheckpointEvery is the time from one checkpoint to the next, at least; tests have
// others.
var CheckpointEvery = 3 * time.Second

// timesLonger is how much longer than a checkpoint takes the run goes on before the
// next.
const timesLonger = 100

// checkpoint is for pipeline.Config.OnCheckpoint.
func (p *part) checkpoint(c *pipeline.Checkpoint) error {
	p.at, p.have = *c, true
	if time.Since(p.last) < max(CheckpointEvery, timesLonger*time.Duration(p.took.Load())) {
		return nil
	}
	select {
	case <-p.idle:
	default:
		return nil // one is still being saved
	}
	return p.saveCheckpoint(func(write func() error) error {
		p.saving.Go(func() error {
			defer func() { p.idle <- struct{}{} }()
			return write()
		})
		return nil
	})
}

// saveCheckpoint notes where everything is, and has do write it.
func (p *part) saveCheckpoint(do func(write func() error) error) error {
	p.last = time.Now()
	m, at := *p.Manifest, p.at
	m.Checkpoint, m.Outputs, m.Complete = &at, nil, false
	if p.job.Settle != nil {
		if err := p.job.Settle(); err != nil {
			return err
		}
	}
	if err := m.save(p.job.State); err != nil {
		return err
	}
	for _, w := range p.outputs {
		c, err := w.Checkpoint()
		if err != nil {
			return err
		}
		m.Outputs = append(m.Outputs, output{Name: w.Name(), Checkpoint: c})
	}
	begun := p.last
	return do(func() error {
		defer func() { p.took.Store(int64(time.Since(begun))) }()
		for _, w := range p.outputs {
			if err := w.Sync(); err != nil {
				return err
			}
		}
		if err := m.write(p.path); err != nil {
			return err
		}
		for _, w := range p.outputs {
			w.Keep()
		}
		p.kept, p.Manifest = true, &m
		return nil
	})
}

// finishing notes that what is written from here on comes after all records: the run
// would go on before that.
func (p *part) finishing() error {
	if !p.resumes() || p.over {
		return nil
	}
	err := p.settle()
	if err == nil && p.have && time.Since(p.last) > CheckpointEvery {
		err = p.saveCheckpoint(func(write func() error) error { return write() })
	}
	p.over = true
	return err
}

// settle waits for what is being saved.
func (p *part) settle() error {
	<-p.idle
	p.idle <- struct{}{}
	return p.saving.Wait()
}

// stopped says how a run that did not end goes on, if it does. It was stopped in
// order if nothing but a signal ended it.
func (p *part) stopped(inOrder bool) {
	if !p.resumes() {
		return
	}
	err := p.settle()
	if err == nil && inOrder && p.have && !p.over {
		err = p.saveCheckpoint(func(write func() error) error { return write() })
	}
	if !p.kept {
		err = errors.Join(err, p.abandon())
	}
	if err != nil {
		console.Say("%v", err)
	}
	if p.kept {
		console.Say("%s%s is kept: the same command goes on there", p.name(), corpus.PartialSuffix)
	}
}

// refuse ends a run whose outputs could not be prepared. A manifest that was there
// before stays, as may another process that is writing it.
func (p *part) refuse() {
	if p.resumes() && p.fresh {
		_ = p.abandon() // the error that ended the run is reported
	}
}

// abandon removes all there is of a run that cannot go on. The manifest goes last, as
// without it the next run would not know the others.
func (p *part) abandon() error {
	var errs []error
	for _, w := range p.outputs {
		errs = append(errs, w.Abort())
	}
	return errors.Join(append(errs, remove(p.path))...)
}

// finished notes that all outputs are whole, so that it makes no difference if the
// process is killed between the publishing of one and the next. A run that can only
// begin again needs no such note.
func (p *part) finished(bad bool) error {
	if !p.resumes() {
		return nil
	}
	if err := p.settle(); err != nil || !p.kept {
		return err
	}
	p.Complete, p.Bad = true, bad
	for i, w := range p.outputs {
		if w != p.log {
			whole := w.Whole()
			p.Outputs[i].Whole = &whole
		}
	}
	return p.write(p.path)
}

// removeManifest removes what was kept of a run whose outputs are complete.
func (p *part) removeManifest() error {
	if p.log != nil {
		_ = p.log.Abort() // unless it is kept, there is nothing to remove
	}
	if err := remove(p.name() + logSuffix + corpus.PartialSuffix); err != nil {
		return err
	}
	return remove(p.path)
}

// remove removes a file, if it is there.
func remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
