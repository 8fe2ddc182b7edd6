package run

// Outputs: their flags, and how they are opened, completed and published together.

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/owned"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// OutputFlags are the flags of all verbs that write puzzles or answers.
type OutputFlags struct {
	Output string `group:"Output" brief:"" short:"o" default:"${output}" placeholder:"${output_is}" help:"${output_help}"`
	Force  bool   `group:"Output" brief:"" short:"f" aliases:"overwrite" help:"Replace an existing output file."`
	Level  int    `group:"Output" default:"0" placeholder:"N" help:"Compress at this zstd level, 1 to 22. For gzip it is scaled to 1 to 9; Parquet ignores it. Default: a fast method for grids."`

	Jobs int `group:"Tuning" brief:"" short:"j" aliases:"threads,workers" default:"0" placeholder:"N" help:"Use N workers; 0 is one per core. Workers also compress and decompress. Default: 0."`
	MessageFlags
	StatsJSON string `group:"Messages" name:"stats-json" placeholder:"FILE" help:"Write statistics here as JSON. - is standard output, if --output names a file. A failed run writes them, too, but replaces no file; other runs do."`
}

// MaxJobs is the largest value of --jobs. Each job takes memory.
const MaxJobs = 4096

// Validate returns an error if the flags contradict each other; kong calls it.
func (c *OutputFlags) Validate() error {
	switch {
	case corpus.IsStdout(c.StatsJSON) && corpus.IsStdout(c.Output):
		return fmt.Errorf("--stats-json %s: standard output is for the answers: name a file for the answers with -o, or another file here", c.StatsJSON)
	case c.Jobs < 0:
		return fmt.Errorf("--jobs %d: want 0 or more", c.Jobs)
	case c.Jobs > MaxJobs:
		return fmt.Errorf("--jobs %d: want at most %d", c.Jobs, MaxJobs)
	case c.Level < 0 || c.Level > corpus.MaxLevel:
		return fmt.Errorf("--level %d: want 1 to %d, or 0 for the default", c.Level, corpus.MaxLevel)
	}
	if err := CheckJSON("--stats-json", c.StatsJSON); err != nil {
		return err
	}
	return checkTarget(c.Output)
}

// Workers returns the number of workers.
func (c *OutputFlags) Workers() int {
	if c.Jobs == 0 {
		return runtime.GOMAXPROCS(0) // respects the limits of a container
	}
	return c.Jobs
}

// outputs are the files that a run writes.
type outputs struct {
	flags   *Flags
	written *bulk.Form       // of the answers; known when something is written
	part    *parts.Part      // nil in a run without a manifest
	inputs  []os.FileInfo    // files that no output may replace
	claimed []Output         // outputs so far; no two may be the same file
	answers []*corpus.Writer // one, unless the job creates many
	more    []*corpus.Writer // of Job.More; nil for outputs without a name
	stats   *corpus.Writer   // nil without --stats-json
	lacking pipeline.Counts  // what an .npz file cannot say, known when it is finished
}

// An Output is a file that a run writes besides the answers.
type Output struct {
	Name    string // "": the file is not written
	What    string // its content, for messages: "the statistics"
	Replace bool   // it replaces an existing file even without --force
	ofPart  bool   // a manifest names it
	// Arrays, if not nil, makes the file of the arrays that rows of the kind Parquet have, see [Run.Create]. Npz makes
	// it an .npz file.
	Arrays arraysWriter
	Npz    bool
}

// create opens the outputs before anything is read.
func (c *Flags) create(j *Job, r *Run) (*outputs, error) {
	reads := slices.Concat(c.Inputs, j.OtherInputs)
	o := &outputs{flags: c, written: &r.written, part: r.Part, inputs: InputFiles(reads)}
	if j.Answers != nil {
		o.claimed = []Output{{Name: c.answers(), What: "the answers"}}
	}
	for _, m := range c.otherOutputs(j) { // check all names first: opening a FIFO may wait
		if err := o.claim(m); err != nil {
			return nil, err
		}
	}
	if j.Answers != nil {
		if err := o.createAnswers(j.Answers, r.Pool); err != nil {
			return nil, err
		}
	}
	for _, m := range c.otherOutputs(j) {
		w, err := o.createOther(m, corpus.CreateOptions{})
		if err != nil {
			return nil, errors.Join(err, o.abort())
		}
		o.more = append(o.more, w)
	}
	o.stats, o.more = o.more[0], o.more[1:]
	if j.Answers != nil {
		o.inputs = nil // it may be long, and is not needed again
	}
	return o, nil
}

func (o *outputs) createAnswers(a *Answers, pool *corpus.Pool) error {
	c := o.flags
	opts := corpus.CreateOptions{
		Force: c.Force, Inputs: o.inputs, Stdout: os.Stdout, Level: c.Level, Pool: pool,
		Parquet: a.Kind.IsTyped(),
	}
	if a.Create != nil {
		w, err := a.Create(opts)
		if err == nil {
			o.answers = append(o.answers, w)
		}
		return err
	}
	if c.part == "" {
		opts.Enclosure = enclosure(a.Kind, c.Output)
	}
	switch isNpz := outfile.IsNpz(c.answers()); {
	case isNpz && opts.Parquet:
		o.makeArrays(&opts, nil)
	case isNpz && a.Puzzles:
		opts.Compose = func(out io.Writer, text io.ReaderAt, size int64) error {
			names, members, err := bulk.SplitArray(text, size)
			if err != nil {
				return err
			}
			return corpus.NewArchiveWriter(out).Finish(names, members)
		}
	}
	w, err := o.part.Create(c.answers(), opts, CreateOutput)
	if err != nil {
		return err
	}
	o.answers = append(o.answers, w)
	if err := checkCounted(a.Kind, w); err != nil {
		return errors.Join(err, w.Abort())
	}
	return nil
}

// enclosure returns the text around the records of a form, or nil. The form may name the output.
func enclosure(kind bulk.Kind, output string) *corpus.Enclosure {
	name := "puzzles"
	if !corpus.IsStdout(output) {
		name, _, _ = strings.Cut(filepath.Base(output), ".")
	}
	if e, ok := kind.Enclosure(name); ok {
		return (*corpus.Enclosure)(&e)
	}
	return nil
}

// createOther opens an output. It returns nil if the output has no name.
func (o *outputs) createOther(m Output, opts corpus.CreateOptions) (*corpus.Writer, error) {
	if m.Name == "" {
		return nil, nil
	}
	opts.Force, opts.Inputs, opts.Level = o.flags.Force || m.Replace, o.inputs, o.flags.Level
	opts.Stdout = os.Stdout
	if m.ofPart {
		return o.part.Create(m.Name, opts, CreateOutput)
	}
	return CreateOutput(m.Name, opts)
}

// CreateOutput opens an output. If the process ends early, the output is removed.
func CreateOutput(name string, opts corpus.CreateOptions) (*corpus.Writer, error) {
	opts.CountRecords = bulk.CountRecords // for --skip and --range
	w, err := corpus.Create(name, opts)
	if err == nil {
		owned.Add(func() { _ = w.Abort() })
	}
	return w, err
}

// finish finishes all outputs except the statistics. It returns err if the run failed with it.
func (o *outputs) finish(err error) error {
	for _, w := range o.all() {
		if w != o.stats && err == nil {
			err = w.Finish()
		}
	}
	return err
}

// complete publishes all outputs after finish. If the run failed, or an output could not be finished, it
// publishes only the statistics, as Publish does.
func (o *outputs) complete(err error, bad bool, statistics func(complete bool) []member) error {
	if err != nil && !o.part.Resumes() { // this makes room on a full disk for the statistics
		for _, w := range o.all() {
			if w != o.stats {
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
		err = o.part.Finished(bad)
	}
	if err == nil {
		all := o.all()
		if o.part.Resumes() {
			slices.Reverse(all) // the answers appear last
		}
		code := process.ExitOK
		if bad {
			code = process.ExitRecords
		}
		return process.Publish(code, func() error { return Publish(false, all...) })
	}
	_ = Publish(true, o.stats) // the first error is the cause
	return err
}

// Publish publishes outputs together; nil ones are skipped. After a run that failed, an output that would replace a
// file is given up: the file stays.
func Publish(failed bool, outputs ...*corpus.Writer) error {
	var errs []error
	for i, w := range outputs {
		if w == nil || !failed || w.Dir() == "" {
			continue
		}
		if _, err := os.Stat(w.Name()); err == nil {
			console.Say("%s: the older file stays, because the run failed", w.Name())
			errs = append(errs, w.Abort())
			outputs[i] = nil
		}
	}
	return errors.Join(append(errs, corpus.CommitAll(outputs...))...)
}

func (o *outputs) all() []*corpus.Writer {
	all := slices.Concat(o.answers, o.more, []*corpus.Writer{o.stats})
	return slices.DeleteFunc(all, func(w *corpus.Writer) bool { return w == nil })
}

// abort removes what was not published.
func (o *outputs) abort() error {
	var errs []error
	for _, w := range o.all() {
		errs = append(errs, w.Abort())
	}
	return errors.Join(errs...)
}

// bytesOut returns the size of the answers.
func (o *outputs) bytesOut() (total int64) {
	for _, w := range o.answers {
		total += w.BytesOut()
	}
	return total
}

// checkCounted returns an error if the output is an array and its header cannot be changed at
// the end, when the number of rows is known.
func checkCounted(kind bulk.Kind, w *corpus.Writer) error {
	if kind.IsArray() && !w.CanRewrite() && !outfile.IsNpz(w.Name()) {
		return fmt.Errorf("creating %s: an array needs a file that is not compressed, because its header gives the number of puzzles: name one with -o", w.Name())
	}
	return nil
}

// countRows writes the number of rows into the headers of arrays.
func (r *Run) countRows() error {
	if !r.written.Kind.IsArray() || r.Part != nil && r.Part.HoldsRecords {
		return nil
	}
	for _, w := range r.outputs.answers {
		if !w.CanRewrite() {
			continue
		}
		if err := w.Rewrite(r.written.ArrayHeader(w.BytesOut()), 0); err != nil {
			return err
		}
	}
	return nil
}

// otherOutputs returns all outputs besides the answers, in the order in which they are opened.
func (c *Flags) otherOutputs(j *Job) []Output {
	return append([]Output{{Name: c.StatsJSON, What: "the statistics", Replace: true}}, j.More...)
}

// oneStdout returns an error if more than one output is standard output.
func (c *Flags) oneStdout(j *Job) error {
	outputs := c.otherOutputs(j)
	if j.Answers != nil {
		outputs = slices.Insert(outputs, 0, Output{Name: c.Output, What: "the answers"})
	}
	outputs = slices.DeleteFunc(outputs, func(m Output) bool { return !corpus.IsStdout(m.Name) })
	if len(outputs) < 2 {
		return nil
	}
	return fmt.Errorf("standard output cannot hold both %s and %s: name a file for one of them", outputs[0].What, outputs[1].What)
}

// claim returns an error if another output goes to the same file.
func (o *outputs) claim(m Output) error {
	if m.Name == "" {
		return nil
	}
	for _, t := range o.claimed {
		if SameTarget(m.Name, t.Name) {
			if o.stats != nil && t.Name == o.flags.StatsJSON { // otherwise they are written although the run failed
				_ = o.stats.Abort()
				o.stats = nil
			}
			return fmt.Errorf("creating %s: %s would replace %s", m.Name, m.What, t.What)
		}
	}
	o.claimed = append(o.claimed, m)
	return nil
}

// SameTarget reports whether two outputs are the same regular file, existing or not, or the
// same pipe. "-" is standard output. Devices are never the same target: the null device and
// terminals take any number of outputs. Nor are standard output and standard error if both
// are one pipe, which captures a run.
func SameTarget(one, other string) bool {
	is, err := statTarget(one)
	was, otherErr := statTarget(other)
	if err != nil || otherErr != nil {
		return one != "-" && other != "-" && wouldBe(one) == wouldBe(other)
	}
	if is.Mode()&os.ModeNamedPipe != 0 && (strings.HasPrefix(one, "/dev/") || strings.HasPrefix(other, "/dev/")) {
		return false
	}
	return is.Mode()&(os.ModeDevice|os.ModeDir) == 0 && os.SameFile(is, was)
}

// statTarget describes an existing output.
func statTarget(name string) (os.FileInfo, error) {
	if name == "-" {
		return os.Stdout.Stat()
	}
	return os.Stat(name)
}

// wouldBe returns the absolute path, without symbolic links, of a file that does not exist.
func wouldBe(path string) string {
	dir, err := filepath.EvalSymlinks(outfile.Dir(path))
	if err != nil {
		return path
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Join(dir, filepath.Base(path))
}
