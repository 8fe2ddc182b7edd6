package run

// Parts: a share of a run (--shard), or a run that can go on after it was stopped (--resume).
// Both have a manifest, and begin, go on and end here.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// PartFlags are the flags that divide a run among machines, or let it go on after it was stopped.
type PartFlags struct {
	Resume bool    `group:"Output" help:"Continue a stopped run. Give the flag from the first run on: the run keeps its work in FILE.partial, and the same command continues it."`
	Shard  ShardOf `group:"Input" placeholder:"I/N" help:"Do share I of N, from 1. Each share writes a part into the folder of --output DIR/; merge joins the parts. --output DIR/.csv.zst also sets the form and compression of the parts. auto takes I and N from an array job of Slurm or AWS Batch. auto/N takes only I, also from Kubernetes or GNU parallel."`

	options options
}

// AfterApply is kong's hook for when all flags are known.
func (c *PartFlags) AfterApply(k *kong.Context) error {
	if c.Resume || c.Shard.Set() {
		c.options = optionsOf(k.Flags(), c.Shard.Set())
	}
	return nil
}

// ValidateParts returns an error if --shard or --resume contradict other flags. Without
// inputs the verb reads standard input, unless noInputs is set.
func (c *Flags) ValidateParts(of *PartFlags, noInputs bool) error {
	if !of.Resume && !of.Shard.Set() {
		return nil
	}
	flag, dir, ending := "--resume", "", ""
	if of.Shard.Set() {
		flag = "--shard"
		dir, ending = filepath.Split(c.Output)
	}
	switch {
	case of.Shard.Set() && of.Resume:
		return errors.New("--shard cannot be combined with --resume: a share that runs again skips complete parts by itself")
	case of.Shard.Set() && (dir == "" || ending != "" && (ending[0] != '.' || len(ending) == 1)):
		return fmt.Errorf("--shard needs a folder for the parts: want --output DIR/ or DIR/.csv.zst, not %s", c.Output)
	case of.Shard.Set() && outfile.IsNpz(c.Output):
		return errors.New("--shard cannot write .npz: use --output DIR/.parquet, merge the parts, and convert the result")
	case slices.Contains(c.Inputs, "-") || len(c.Inputs) == 0 && !noInputs:
		return fmt.Errorf("%s cannot read standard input: name files", flag)
	case of.Shard.Set() && (c.Range.set || c.Skip > 0 || c.Take != nil):
		return errors.New("--shard cannot be combined with --range, --skip or --take")
	case of.Resume && corpus.IsStdout(c.Output):
		return errors.New("--resume needs an output file: name a file with -o")
	}
	return nil
}

// A part is the work of this process in a run with a manifest: a share (--shard), or the
// whole run (--resume). It is nil in a run without a manifest.
type part struct {
	*Manifest
	path  string // file of the manifest
	job   *Job
	share *share // nil with --resume
	saver        // used with --resume
}

// openPart returns the part that the flags ask for, or nil. If an earlier process left the
// manifest of the part, it goes on from there. A process.ExitCode as error means that the
// part is complete already.
func (c *Flags) openPart(j *Job) (p *part, err error) {
	switch {
	case j.Part != nil && j.Part.Shard.Set():
		p, err = c.openShare(j)
	case j.Part != nil && j.Part.Resume:
		p, err = c.openWhole(j)
	}
	if p == nil || err != nil {
		return p, err
	}
	if p.resumes() {
		if err := corpus.InUse(p.name()); err != nil {
			return nil, err
		}
	}
	old, err := readManifest(p.path)
	if p.fresh = errors.Is(err, fs.ErrNotExist); p.fresh && p.share != nil {
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
	console.Say("%s is complete already", c.answers())
	if old.Bad {
		return nil, process.ExitRecords
	}
	return nil, process.ExitOK
}

// begin writes the manifest of a run with --resume that begins. Its outputs are open, so no other
// process writes the same.
func (p *part) begin() error {
	if !p.resumes() || !p.fresh {
		return nil
	}
	return p.write(p.path)
}

// goOn prepares to continue a part with a manifest, and reports whether it is complete already.
func (p *part) goOn(old *Manifest) (done bool, err error) {
	switch {
	case old.Shard != p.Shard || old.From != p.From || old.To != p.To:
		return false, errors.New("its inputs were divided at other places")
	case !slices.EqualFunc(old.Outputs, p.Outputs, func(a, b output) bool { return a.Name == b.Name }):
		return false, errors.New("it was begun with other outputs")
	case p.share != nil:
		return p.isComplete(old)
	}
	p.Manifest, p.saved = old, old.Checkpoint != nil
	switch {
	case old.Complete && slices.ContainsFunc(old.Outputs, func(o output) bool { return o.Whole == nil && o.Name != p.name()+logSuffix }):
		return false, errDamaged
	case old.Complete && !p.anyPartial():
		if err := p.verify(); err != nil {
			return false, err
		}
		return true, p.removeManifest()
	case p.saved:
		return false, p.Load(p.job.State...)
	}
	return false, nil
}

// refused adds to an error why the part cannot go on, and what to do next.
func (p *part) refused(err error) error {
	if p.share == nil {
		return fmt.Errorf("%s: cannot continue the stopped run: %w; to begin again remove %s",
			p.name(), err, strings.Join(p.leftovers(), " and "))
	}
	if system := (*os.PathError)(nil); errors.As(err, &system) {
		return err // about access to files, not about their content
	}
	return fmt.Errorf("%s belongs to another run: %w; remove the parts in %s to begin again, or choose another folder", p.name(), err, p.dir)
}

// complete ends a part whose outputs are published: a share keeps its manifest, a whole run removes it.
func (p *part) complete(r *Run, stats *pipeline.Stats, bad bool) error {
	switch {
	case p == nil:
		return nil
	case p.share != nil:
		return p.completeShare(r, stats, bad)
	}
	return p.removeManifest()
}
