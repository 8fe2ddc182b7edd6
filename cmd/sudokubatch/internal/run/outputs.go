package run

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/sudokubatch/sudokubatch/cmd/internal/endings"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
)

// The outputs of a run: the answers and whatever else was asked for.
type outputs struct {
	flags   *Flags
	part    *part            // nil: none
	inputs  []os.FileInfo    // none of which is to be replaced
	taken   []Output         // which no other may be
	answers *corpus.Writer   // nil: in outputs that the job creates
	stats   *corpus.Writer   // nil: none
	more    []*corpus.Writer // as the job names them; nil: none
	parts   []*corpus.Writer // that the job creates in place of answers
}

// An Output is a file beside the answers.
type Output struct {
	Name    string // "" = none
	What    string // what it holds, for messages: "the statistics"
	Replace bool   // an existing file, without being asked to
	Late    bool   // it is written when all records were
}

// create prepares the outputs, before anything is read.
func (c *Flags) create(j *Job, pool *corpus.Pool, p *part) (*outputs, error) {
	reads := slices.Concat(c.Inputs, j.Reads)
	o := &outputs{flags: c, part: p, inputs: inputFiles(reads)}
	if !j.Apart {
		o.taken = []Output{{Name: c.answers(), What: "the answers"}}
	}
	for _, m := range c.beside(j) { // before one is opened, which for a FIFO may take time
		if err := o.take(m); err != nil {
			return nil, err
		}
	}
	if !j.Apart {
		if err := o.createAnswers(j, pool); err != nil {
			return nil, err
		}
	}
	for _, m := range c.beside(j) {
		w, err := o.createBeside(m, corpus.CreateOptions{})
		if err != nil {
			return nil, errors.Join(err, o.abort())
		}
		o.more = append(o.more, w)
	}
	o.stats, o.more = o.more[0], o.more[1:]
	if !j.Apart {
		o.inputs = nil // all outputs are there, and of inputs there may be very many
	}
	return o, nil
}

// createAnswers prepares the output of the answers.
func (o *outputs) createAnswers(j *Job, pool *corpus.Pool) (err error) {
	c := o.flags
	opts := corpus.CreateOptions{
		Force: c.Force, Inputs: o.inputs, Stdout: os.Stdout, Level: c.Level, Pool: pool,
		Parquet: j.Kind == formats.Parquet,
	}
	if j.Puzzles {
		opts.Split = formats.SplitArray
	}
	if o.answers, err = o.createGrowing(c.answers(), opts); err != nil {
		return err
	}
	if err := checkCounted(j.Kind, o.answers); err != nil {
		return errors.Join(err, o.answers.Abort())
	}
	return nil
}

// createBeside prepares an output that was taken; nil if it has no name.
func (o *outputs) createBeside(m Output, opts corpus.CreateOptions) (*corpus.Writer, error) {
	if m.Name == "" {
		return nil, nil
	}
	opts.Force, opts.Inputs, opts.Level = o.flags.Force || m.Replace, o.inputs, o.flags.Level
	opts.Stdout = os.Stdout
	if m.Late {
		return CreateOutput(m.Name, opts)
	}
	return o.createGrowing(m.Name, opts)
}

// createGrowing prepares an output that is written from the beginning on, or goes on
// with it.
func (o *outputs) createGrowing(name string, opts corpus.CreateOptions) (*corpus.Writer, error) {
	opts, err := o.part.continued(name, opts)
	if err != nil {
		return nil, err
	}
	w, err := CreateOutput(name, opts)
	if opts.Continue != nil && err != nil && !errors.Is(err, corpus.ErrInUse) && !errors.Is(err, corpus.ErrExists) {
		err = o.part.refused(err)
	}
	if err == nil && o.part != nil {
		o.part.outputs = append(o.part.outputs, w)
	}
	return w, o.part.explain(err)
}

// CreateOutput prepares an output, which is given up if the process ends early.
func CreateOutput(name string, opts corpus.CreateOptions) (*corpus.Writer, error) {
	opts.CountRecords = formats.CountRecords // for --skip and --range
	w, err := corpus.Create(name, opts)
	if err == nil {
		process.AtExit.Add(func() { _ = w.Abort() })
	}
	return w, err
}

// complete publishes all outputs, or the statistics alone if the run failed, or
// an output cannot be finished.
func (o *outputs) complete(err error, bad bool, statistics func(complete bool) *statsJSON) error {
	for _, w := range o.all() {
		if w != nil && w != o.stats && err == nil {
			err = w.Finish()
		}
	}
	if err != nil && !o.part.resumes() { // a full disk has room for the statistics then
		for _, w := range o.all() {
			if w != nil && w != o.stats {
				_ = w.Abort()
			}
		}
	}
	if o.stats != nil {
		if statsErr := writeStats(o.stats, statistics(err == nil)); err == nil {
			err = statsErr
		}
	}
	if err == nil {
		err = o.part.finished(bad)
	}
	if err == nil {
		return corpus.CommitAll(o.part.inOrder(o.all())...)
	}
	_ = corpus.CommitAll(o.stats) // the first error says what went wrong
	return err
}

// all are the outputs, some of them nil.
func (o *outputs) all() []*corpus.Writer {
	return slices.Concat([]*corpus.Writer{o.answers}, o.parts, o.more, []*corpus.Writer{o.stats})
}

// abort gives up whatever is not committed.
func (o *outputs) abort() error {
	var errs []error
	for _, w := range o.all() {
		if w != nil {
			errs = append(errs, w.Abort())
		}
	}
	return errors.Join(errs...)
}

// bytesOut is how much was written of the answers.
func (o *outputs) bytesOut() int64 {
	if o.answers != nil {
		return o.answers.BytesOut()
	}
	total := int64(0)
	for _, w := range o.parts {
		total += w.BytesOut()
	}
	return total
}

// Create prepares an output of a job whose answers are apart, for answers of a
// form. It appears together with the others.
func (r *Run) Create(m Output, to formats.Form) (*corpus.Writer, error) {
	if err := r.outputs.take(m); err != nil {
		return nil, err
	}
	w, err := r.outputs.createBeside(m, corpus.CreateOptions{Pool: r.Pool, Parquet: to.Kind == formats.Parquet})
	if err != nil {
		return nil, err
	}
	r.written = to
	r.outputs.parts = append(r.outputs.parts, w)
	return w, checkCounted(to.Kind, w)
}

// checkCounted reports an array whose header could not say in the end how many rows
// it has.
func checkCounted(kind formats.Kind, w *corpus.Writer) error {
	if kind == formats.Npy && !w.CanRewrite() && !endings.IsNpz(w.Name()) {
		return fmt.Errorf("creating %s: an array says at its beginning how many puzzles it holds, so it needs a file that is not compressed: name one with -o", w.Name())
	}
	return nil
}

// countRows writes into the headers of arrays how many rows they have.
func (r *Run) countRows() error {
	if r.written.Kind != formats.Npy || r.part != nil && r.part.Joined {
		return nil
	}
	errs := []error{r.countRowsOf(r.outputs.answers)}
	for _, w := range r.outputs.parts {
		errs = append(errs, r.countRowsOf(w))
	}
	return errors.Join(errs...)
}

func (r *Run) countRowsOf(w *corpus.Writer) error {
	if w == nil || !w.CanRewrite() {
		return nil
	}
	return w.Rewrite(r.written.ArrayHeader(w.BytesOut()), 0)
}
