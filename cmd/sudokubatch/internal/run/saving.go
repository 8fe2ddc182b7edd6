package run

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// CheckpointEvery is the time from one checkpoint to the next, at least; tests have
// others.
var CheckpointEvery = 3 * time.Second

// timesLonger is how much longer than a checkpoint takes the run goes on before the
// next.
const timesLonger = 100

// checkpoint is for pipeline.Config.OnCheckpoint.
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
		p.kept, p.saved = true, r
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
	if !p.kept {
		err = errors.Join(err, p.abandon())
	}
	if err != nil {
		console.Say("%v", err)
	}
	if p.kept {
		console.Say("%s%s is kept: the same command goes on there", p.output, corpus.PartialSuffix)
	}
}

// abandon removes all there is of a run that cannot go on. The record goes last, as
// without it the next run would not know the others.
func (p *resumption) abandon() error {
	var errs []error
	for _, w := range p.outputs {
		errs = append(errs, w.Abort())
	}
	if err := os.Remove(p.path); !errors.Is(err, fs.ErrNotExist) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
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
	r := p.saved
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
	if err := os.Remove(logName(p.output) + corpus.PartialSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Remove(p.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// refuse ends a run whose outputs could not be prepared. A record that was there
// before stays, as may another process that is writing it.
func (p *resumption) refuse() {
	if p != nil && p.fresh {
		_ = p.abandon() // the error that ended the run is reported
	}
}
