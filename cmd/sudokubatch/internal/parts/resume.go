package parts

// Checkpoints: how a run with --resume saves how far it is, and finds its files again.

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A saver saves how far a run is, so that a later process can go on there.
type saver struct {
	at       pipeline.Checkpoint // the output holds everything up to here
	reached  bool                // at is set
	ended    bool                // all records were answered: no further checkpoint is possible
	lastSave time.Time
	saveTime time.Duration // that the last save took
	saving   chan error    // result of the save that a goroutine does; nil: nothing is being saved
	next     *Manifest     // that is being saved
	saved    bool          // the manifest has a checkpoint
}

// newWhole returns a part for a run with --resume. It follows an output that is a symbolic
// link, because the partial file is in the folder of the file itself.
func newWhole(run *Run) (*Part, error) {
	m, err := newManifest(run, "--resume")
	if err != nil {
		return nil, err
	}
	m.Outputs = []output{{Name: corpus.FollowLink(run.Output)}}
	p := &Part{Manifest: m, work: run.Work, saver: saver{lastSave: time.Now()}}
	p.path = p.partial() + ".json"
	return p, nil
}

// partial returns the name of the partial file.
func (p *Part) partial() string { return p.name() + corpus.PartialSuffix }

// hasPartial reports whether the partial file exists.
func (p *Part) hasPartial() bool {
	_, err := os.Lstat(p.partial())
	return !errors.Is(err, fs.ErrNotExist)
}

// leftovers returns the names of the files that a stopped run left.
func (p *Part) leftovers() (names []string) {
	if p.hasPartial() {
		names = append(names, p.partial())
	}
	if !p.fresh {
		names = append(names, p.path)
	}
	return names
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
	w := p.growing[0]
	c, err := w.Checkpoint()
	if err != nil {
		return err
	}
	m.Checkpoint, m.Outputs, m.Complete = &at, []output{{Name: w.Name(), Checkpoint: c}}, false
	p.next, p.saving = &m, make(chan error, 1)
	go func(begun time.Time, result chan<- error) {
		err := p.writeSynced(&m)
		p.saveTime = time.Since(begun)
		result <- err
	}(p.lastSave, p.saving)
	return nil
}

// writeSynced makes a checkpoint durable: first the output, then the manifest.
func (p *Part) writeSynced(m *Manifest) error {
	if err := p.growing[0].Sync(); err != nil {
		return err
	}
	if err := m.write(p.path); err != nil {
		return err
	}
	p.growing[0].Keep()
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
	if p.growing[0].Owned() != nil {
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
		console.Say("%s is kept: the same command continues the run", p.partial())
	}
}

// abandon removes the files that this process made for a run that cannot go on. The manifest goes last, because
// it names the other. If an earlier process made them, they stay, and the run can begin again.
func (p *Part) abandon() error {
	err := p.growing[0].Abort()
	if p.fresh {
		err = errors.Join(err, p.removeManifest())
	}
	return err
}

// removeManifest removes the manifest if there is one, and what processes left that were killed when they wrote it.
func (p *Part) removeManifest() error {
	corpus.Sweep(p.path)
	if err := os.Remove(p.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
