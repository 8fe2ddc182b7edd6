package parts

// A part from its beginning to its end. Package run calls the methods in the order of this file.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// Work says how the run of a verb is divided, goes on and is merged.
type Work struct {
	// Flags ask for a part. They are nil for a verb without these flags.
	Flags *PartFlags
	// HoldsRecords says that a share holds records instead of answers, because other shares may concern
	// them; merge has the verb make answers of them. The records go to the first output of the part, an
	// index to the second. State points to what else the manifest keeps for merge, as JSON.
	HoldsRecords bool
	State        any
	// Makes, if not nil, is how many puzzles the verb makes; 0 = unknown, because it depends on the
	// inputs. A share makes some of these puzzles (Part.Numbers) and reads all inputs. If Makes is
	// nil, a share reads a part of the inputs.
	Makes *uint64
}

// A Goal says what a run looked for.
type Goal struct {
	Engine string `json:"engine"` // that the flags name
	Limit  int    `json:"limit"`  // solutions to look for
	Solved string `json:"solved"` // words for puzzles that count as solved
}

// A Run is what Begin must know of a run.
type Run struct {
	Work

	Verb                  string
	Puzzles               bool
	Kind                  bulk.Kind // form of the answers; 0 = not known
	Inputs, Others, Named []string  // files that are answered, others that are read, and inputs as the user named them
	Reading               func(names []string) pipeline.Config
	Output                string
}

// A Part is the work of this process: a share of a run, or a whole run that can go on. The nil Part
// is a run without a manifest; all methods allow it.
type Part struct {
	*Manifest
	work           Work
	path           string           // file of the manifest
	inputs, others pipeline.Shard   // of a share
	fresh          bool             // there was no manifest: the run begins
	growing        []*corpus.Writer // the outputs: one, or records and their index
	saver                           // of a run that can go on
}

// Begin returns the part that the flags ask for. If an earlier process left the manifest of the part,
// it goes on from there. A process.ExitCode as error means that the part is complete already.
func Begin(run *Run) (p *Part, err error) {
	if run.Flags.Shard.Set() {
		p, err = newShare(run)
	} else {
		p, err = newWhole(run)
	}
	if err != nil {
		return nil, err
	}
	if p.Resumes() {
		if err := corpus.InUse(p.name()); err != nil {
			return nil, err
		}
	}
	old, err := readManifest(p.path)
	if p.fresh = errors.Is(err, fs.ErrNotExist); p.fresh && p.divided() {
		return p, os.MkdirAll(p.dir, 0o777)
	}
	if p.fresh {
		return p, nil
	}
	if err == nil {
		err = old.differs(p.Manifest)
	}
	done := false
	if err == nil {
		done, err = p.goOn(old)
	}
	switch {
	case err != nil:
		return nil, p.refused(err)
	case !done:
		return p, nil
	}
	console.Say("%s is complete already", p.Files()[0])
	if old.Bad {
		return nil, process.ExitRecords
	}
	return nil, process.ExitOK
}

// goOn prepares to continue a part with a manifest, and reports whether it is complete already.
func (p *Part) goOn(old *Manifest) (done bool, err error) {
	switch {
	case old.Shard != p.Shard:
		return false, fmt.Errorf("it is share %d, not %d", old.Shard, p.Shard)
	case old.From != p.From || old.To != p.To:
		return false, errors.New("its inputs were divided at other places")
	case !slices.EqualFunc(old.Outputs, p.Outputs, func(a, b output) bool { return a.Name == b.Name }):
		return false, errors.New("it was begun with other outputs")
	case p.divided():
		return p.isComplete(old)
	}
	p.Manifest, p.saved = old, old.Checkpoint != nil
	switch {
	case old.Complete && old.Outputs[0].Whole == nil:
		return false, errDamaged
	case old.Complete && !p.hasPartial():
		if err := p.verify(); err != nil {
			return false, err
		}
		return true, p.removeManifest()
	}
	return false, nil
}

// refused adds to an error why the part cannot go on, and what to do next.
func (p *Part) refused(err error) error {
	if p.Resumes() {
		return fmt.Errorf("%s: cannot continue the stopped run: %w; to begin again remove %s",
			p.name(), err, strings.Join(p.leftovers(), " and "))
	}
	if system := (*os.PathError)(nil); errors.As(err, &system) {
		return err // about access to files, not about their content
	}
	return fmt.Errorf("%s belongs to another run: %w; remove the parts in %s to begin again, or choose another folder", p.name(), err, p.dir)
}

// An opener opens an output.
type opener = func(name string, opts corpus.CreateOptions) (*corpus.Writer, error)

// Create opens an output of the part. If the run goes on, so does the output.
func (p *Part) Create(name string, opts corpus.CreateOptions, open opener) (*corpus.Writer, error) {
	if p == nil {
		return open(name, opts)
	}
	opts.Digest, opts.Regular = p.divided(), p.divided()
	opts.Partial = p.Resumes()
	if opts.Partial && !p.fresh && (p.saved || p.hasPartial()) {
		opts.Continue = &p.Outputs[0].Checkpoint
	}
	w, err := open(name, opts)
	switch {
	case err == nil:
		p.growing = append(p.growing, w)
	case errors.Is(err, corpus.ErrInUse) || errors.Is(err, corpus.ErrExists):
	case opts.Continue != nil:
		return w, p.refused(err)
	case p.Resumes() && p.fresh && errors.Is(err, fs.ErrExist):
		return w, fmt.Errorf("%w, but its manifest %s is missing: to begin again remove %s, or name another output",
			err, p.path, strings.Join(p.leftovers(), " and "))
	}
	return w, err
}

// Start begins the part when all outputs are open, so no other process writes the same. It writes the
// manifest of a run that begins.
func (p *Part) Start(answers io.Writer) error {
	switch {
	case p == nil:
		return nil
	case p.divided():
		if err := corpus.CheckRegular(p.path); err != nil { // otherwise it fails at the end
			return fmt.Errorf("creating %s: %w", p.path, err)
		}
		if p.HoldsRecords {
			_, _ = io.WriteString(answers, recordsHead) // later writes report the error
		}
		return nil
	case p.fresh:
		return p.write(p.path)
	}
	return nil
}

// Configure has a run go on where an earlier process was stopped, and save how far it is.
func (p *Part) Configure(cfg *pipeline.Config) {
	if !p.Resumes() {
		return
	}
	cfg.Start, cfg.OnCheckpoint, cfg.OnEnd = p.Checkpoint, p.checkpoint, p.finishing
}

// Resumes reports whether the run can go on after it was stopped.
func (p *Part) Resumes() bool { return p != nil && p.Shards == 0 }

// divided reports whether the part is a share.
func (p *Part) divided() bool { return p != nil && p.Shards > 0 }

// Finished is called when all outputs are complete, before they are published. If the process is
// killed between two renames, the next one knows which files are outputs. Without a checkpoint the run
// begins again, and needs no such manifest.
func (p *Part) Finished(bad bool) error {
	if !p.Resumes() {
		return nil
	}
	if err := p.settle(); err != nil || !p.saved {
		return err
	}
	return p.writeComplete(bad)
}

// Published ends a part whose outputs are published: a share keeps its manifest, a whole run removes
// it. form is the form of the answers, if it is known.
func (p *Part) Published(form bulk.Form, goal Goal, stats *pipeline.Stats, bad bool) (err error) {
	switch {
	case p == nil:
		return nil
	case p.Resumes():
		return p.removeManifest()
	}
	if form.Kind != 0 && p.Kind == 0 {
		head := form.AppendHeader(nil)
		p.SetHead(form, head, head)
	}
	p.Stats, p.Goal = *stats, goal
	if stats.TextOut == 0 {
		p.Head = 0 // no form is known, so no header was written
	}
	if p.Read, err = p.pieces(); err == nil {
		err = p.unchanged()
	}
	if err != nil {
		return err
	}
	if p.State, err = json.Marshal(p.work.State); err != nil {
		return err
	}
	return p.writeComplete(bad)
}

// writeComplete writes the manifest of a part whose outputs are complete.
func (p *Part) writeComplete(bad bool) error {
	p.Complete, p.Bad = true, bad
	for i, w := range p.growing {
		whole := w.Whole()
		p.Outputs[i].Whole = &whole
	}
	return p.write(p.path)
}
