package parts

// Checkpoints: how a run with --resume saves how far it is, and finds its files again.

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A saver saves how far a run is, so that a later process can go on there.
type saver struct {
	at       pipeline.Checkpoint // the outputs hold everything up to here
	reached  bool                // at is set
	ended    bool                // all records were answered: no further checkpoint is possible
	lastSave time.Time
	saveTime time.Duration // that the last save took
	saving   chan error    // result of the save that a goroutine does; nil: nothing is being saved
	next     *Manifest     // that is being saved
	saved    bool          // the manifest has a checkpoint
}

// newWhole returns a part for a run with --resume. It follows outputs that are symbolic links,
// because partial files are in the folder of the file itself.
func newWhole(run *Run) (*Part, error) {
	m, err := newManifest(run, "--resume")
	if err != nil {
		return nil, err
	}
	for _, name := range append([]string{run.Output}, run.More...) {
		m.Outputs = append(m.Outputs, output{Name: corpus.FollowLink(name)})
	}
	path := m.name() + corpus.PartialSuffix + ".json"
	return &Part{Manifest: m, work: run.Work, path: path, saver: saver{lastSave: time.Now()}}, nil
}

// leftovers returns the names of the files that a stopped run left.
func (p *Part) leftovers() (names []string) {
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

// continued sets the options for an output of a run that can go on. If it goes on, the output
// continues at its checkpoint.
func (p *Part) continued(name string, opts *corpus.CreateOptions) error {
	opts.Partial = true
	o := &p.Outputs[slices.IndexFunc(p.Outputs, func(o output) bool { return o.Name == name })]
	missing := !exists(name + corpus.PartialSuffix)
	if missing && o.Whole != nil { // this output was published, but others were not
		if err := o.Whole.Recover(name); err != nil {
			return p.refused(err)
		}
		missing = false
	}
	if !p.fresh && (!missing || p.saved) {
		opts.Continue = &o.Checkpoint
	}
	return nil
}

// anyPartial reports whether an output was completed but not published.
func (p *Part) anyPartial() bool {
	return slices.ContainsFunc(p.Outputs, func(o output) bool { return o.Whole != nil && exists(o.Name+corpus.PartialSuffix) })
}

// CheckpointEvery is the shortest time between two checkpoints. Tests change it.
var CheckpointEvery = 3 * time.Second

// timesLonger limits the cost of checkpoints: the time between two is at least so many times
// the time that one took.
const timesLonger = 100

// checkpoint saves a checkpoint if it is time for one. It is the hook OnCheckpoint.
func (p *Part) checkpoint(c *pipeline.Checkpoint) error {
	p.at, p.reached = *c, true
	if p.saving != nil && len(p.saving) == 0 {
		return nil // the last one is still being saved
	}
	if err := p.settle(); err != nil || time.Since(p.lastSave) < max(CheckpointEvery, timesLonger*p.saveTime) {
		return err
	}
	return p.startSave()
}

// settle waits until nothing is being saved.
func (p *Part) settle() (err error) {
	if p.saving == nil {
		return nil
	}
	if err, p.saving = <-p.saving, nil; err == nil {
		p.saved, p.Manifest = true, p.next
	}
	return err
}

// startSave takes a manifest of this moment, which a goroutine writes.
func (p *Part) startSave() error {
	p.lastSave = time.Now()
	m, at := *p.Manifest, p.at
	m.Checkpoint, m.Outputs, m.Complete = &at, nil, false
	for _, w := range p.growing {
		c, err := w.Checkpoint()
		if err != nil {
			return err
		}
		m.Outputs = append(m.Outputs, output{Name: w.Name(), Checkpoint: c})
	}
	p.next, p.saving = &m, make(chan error, 1)
	go func(begun time.Time, result chan<- error) {
		err := p.writeSynced(&m)
		p.saveTime = time.Since(begun)
		result <- err
	}(p.lastSave, p.saving)
	return nil
}

// writeSynced makes a checkpoint durable: first the outputs, then the manifest.
func (p *Part) writeSynced(m *Manifest) error {
	for _, w := range p.growing {
		if err := w.Sync(); err != nil {
			return err
		}
	}
	if err := m.write(p.path); err != nil {
		return err
	}
	for _, w := range p.growing {
		w.Keep()
	}
	return nil
}

// finishing saves the last checkpoint, before anything is written that follows the records.
// It is the hook OnEnd.
func (p *Part) finishing() error {
	if p.ended {
		return nil
	}
	err := p.settle()
	if err == nil && p.reached && time.Since(p.lastSave) > CheckpointEvery {
		err = cmp.Or(p.startSave(), p.settle())
	}
	p.ended = true
	return err
}

// Stopped ends a run that failed or was stopped. It keeps the files if the run can go on, and
// says so; otherwise it removes them. inOrder says that a signal was the only reason, so the
// outputs are right up to this moment.
func (p *Part) Stopped(inOrder bool) {
	if !p.Resumes() {
		return
	}
	err := p.settle()
	if slices.ContainsFunc(p.growing, func(w *corpus.Writer) bool { return w.Owned() != nil }) {
		return // the files may belong to another run, so all stay
	}
	if err == nil && inOrder && p.reached && !p.ended {
		err = cmp.Or(p.startSave(), p.settle())
	}
	if !p.saved {
		err = errors.Join(err, p.abandon())
	}
	if err != nil {
		console.Say("%v", err)
	}
	if p.saved {
		console.Say("%s%s is kept: the same command continues the run", p.name(), corpus.PartialSuffix)
	}
}

// abandon removes the files that this process made for a run that cannot go on. The manifest goes last, because
// it names the others. If an earlier process made them, they stay, and the run can begin again.
func (p *Part) abandon() error {
	var errs []error
	for _, w := range p.growing {
		errs = append(errs, w.Abort())
	}
	if p.fresh {
		errs = append(errs, p.removeManifest())
	}
	return errors.Join(errs...)
}

// removeManifest removes the manifest if there is one, and what processes left that were killed when they wrote it.
func (p *Part) removeManifest() error {
	corpus.Sweep(p.path)
	if err := os.Remove(p.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
