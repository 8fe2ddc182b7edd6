package run

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
)

// OutputFlags are the flags of all verbs that write puzzles or answers.
type OutputFlags struct {
	Output string `group:"Output" brief:"" short:"o" default:"${output}" placeholder:"${output_is}" help:"${output_help}"`
	Force  bool   `group:"Output" brief:"" short:"f" aliases:"overwrite" help:"Replace an existing output file."`
	Level  int    `group:"Output" default:"0" placeholder:"N" help:"Compress as zstd does at this level, 1 to 22 (of gzip 1 to 9, in proportion; it has no effect on Parquet). Default: without a search for matches, where that does not pay; smaller and faster for grids."`

	Jobs int `group:"Tuning" brief:"" short:"j" aliases:"threads,workers" default:"0" placeholder:"N" help:"Workers; 0, the default, is one for each core. That is, for each that the process may use. Workers also compress and decompress."`
	MessageFlags
	StatsJSON string `group:"Messages" name:"stats-json" placeholder:"FILE" help:"Write the statistics here as JSON. - is standard output, if --output names a file. Also when the run failed once it had begun; an existing file is replaced."`
}

// MaxJobs is more than any machine has cores; each job takes memory.
const MaxJobs = 4096

// Validate is kong's hook for what the flags must hold.
func (c *OutputFlags) Validate() error {
	switch {
	case corpus.IsStdout(c.StatsJSON) && corpus.IsStdout(c.Output):
		return fmt.Errorf("--stats-json %s: standard output is for the answers; name a file for these with -o, or /dev/stderr for the statistics", c.StatsJSON)
	case c.Jobs < 0:
		return fmt.Errorf("--jobs %d is negative", c.Jobs)
	case c.Jobs > MaxJobs:
		return fmt.Errorf("--jobs %d is more than %d", c.Jobs, MaxJobs)
	case c.Level < 0 || c.Level > corpus.MaxLevel:
		return fmt.Errorf("--level %d: want 1 to %d, or 0 for the default", c.Level, corpus.MaxLevel)
	}
	if err := CheckJSON("--stats-json", c.StatsJSON); err != nil {
		return err
	}
	return checkTarget(c.Output)
}

// Workers is the number of workers.
func (c *OutputFlags) Workers() int {
	if c.Jobs == 0 {
		return runtime.GOMAXPROCS(0) // which respects the limits of a container
	}
	return c.Jobs
}

// The outputs of a run: the answers and whatever else was asked for.
type outputs struct {
	flags   *Flags
	part    *part            // nil: none
	inputs  []os.FileInfo    // none of which is to be replaced
	taken   []Output         // which no other may be
	answers []*corpus.Writer // one, or those that the job creates
	more    []*corpus.Writer // as the job names them; nil: none
	stats   *corpus.Writer   // nil: none
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
	if j.Logs && p.resumes() {
		if err := o.createLog(); err != nil {
			return nil, errors.Join(err, o.abort())
		}
	}
	if !j.Apart {
		o.inputs = nil // all outputs are there, and of inputs there may be very many
	}
	return o, nil
}

// createAnswers prepares the output of the answers.
func (o *outputs) createAnswers(j *Job, pool *corpus.Pool) error {
	c := o.flags
	opts := corpus.CreateOptions{
		Force: c.Force, Inputs: o.inputs, Stdout: os.Stdout, Level: c.Level, Pool: pool,
		Parquet: j.Kind == formats.Parquet,
	}
	if j.Puzzles {
		opts.Split = formats.SplitArray
	}
	w, err := o.createGrowing(c.answers(), opts)
	if err != nil {
		return err
	}
	o.answers = append(o.answers, w)
	if err := checkCounted(j.Kind, w); err != nil {
		return errors.Join(err, w.Abort())
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

// createLog prepares the log of the job.
func (o *outputs) createLog() (err error) {
	p, name := o.part, o.part.name()+logSuffix
	if p.log, err = o.createGrowing(name, corpus.CreateOptions{Force: true}); err != nil {
		return err
	}
	for _, was := range p.Outputs {
		if was.Name == name && p.Checkpoint != nil {
			p.logged = io.NewSectionReader(closedFile(name+corpus.PartialSuffix), 0, was.Checkpoint.Size)
		}
	}
	return nil
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
func (o *outputs) complete(err error, bad bool, statistics func(complete bool) []member) error {
	for _, w := range o.all() {
		if w != o.stats && err == nil {
			err = w.Finish()
		}
	}
	if err != nil && !o.part.resumes() { // a full disk has room for the statistics then
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
		err = o.part.finished(bad)
	}
	if err == nil {
		all := o.all()
		if o.part.resumes() {
			slices.Reverse(all) // the answers appear last
		}
		return corpus.CommitAll(all...)
	}
	_ = corpus.CommitAll(o.stats) // the first error says what went wrong
	return err
}

// all are the outputs.
func (o *outputs) all() []*corpus.Writer {
	all := slices.Concat(o.answers, o.more, []*corpus.Writer{o.stats})
	return slices.DeleteFunc(all, func(w *corpus.Writer) bool { return w == nil })
}

// abort gives up whatever is not committed.
func (o *outputs) abort() error {
	var errs []error
	for _, w := range o.all() {
		errs = append(errs, w.Abort())
	}
	return errors.Join(errs...)
}

// bytesOut is how much was written of the answers.
func (o *outputs) bytesOut() (total int64) {
	for _, w := range o.answers {
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
	r.outputs.answers = append(r.outputs.answers, w)
	return w, checkCounted(to.Kind, w)
}

// checkCounted reports an array whose header could not say in the end how many rows
// it has.
func checkCounted(kind formats.Kind, w *corpus.Writer) error {
	if kind == formats.Npy && !w.CanRewrite() && !outfile.IsNpz(w.Name()) {
		return fmt.Errorf("creating %s: an array says at its beginning how many puzzles it holds, so it needs a file that is not compressed: name one with -o", w.Name())
	}
	return nil
}

// countRows writes into the headers of arrays how many rows they have.
func (r *Run) countRows() error {
	if r.written.Kind != formats.Npy || r.part != nil && r.part.Joined {
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

// beside are the outputs of a job beside its answers, in the order in which they are
// prepared; those without a name are none.
func (c *Flags) beside(j *Job) []Output {
	return append([]Output{{c.StatsJSON, "the statistics", true, true}}, j.More...)
}

// oneStdout reports outputs of a job of which more than one would be on standard
// output: nobody could tell them apart there.
func (c *Flags) oneStdout(j *Job) error {
	outputs := c.beside(j)
	if !j.Apart {
		outputs = slices.Insert(outputs, 0, Output{Name: c.Output, What: "the answers"})
	}
	outputs = slices.DeleteFunc(outputs, func(m Output) bool { return !corpus.IsStdout(m.Name) })
	if len(outputs) < 2 {
		return nil
	}
	return fmt.Errorf("standard output is for %s, not for %s as well: name a file for one of them", outputs[0].What, outputs[1].What)
}

// take notes an output, which must not be one of those that were taken.
func (o *outputs) take(m Output) error {
	if m.Name == "" {
		return nil
	}
	for _, t := range o.taken {
		if SameTarget(m.Name, t.Name) {
			if o.stats != nil && t.Name == o.flags.StatsJSON { // which are written although the run failed
				_ = o.stats.Abort()
				o.stats = nil
			}
			return fmt.Errorf("creating %s: %s would replace %s", m.Name, m.What, t.What)
		}
	}
	o.taken = append(o.taken, m)
	return nil
}

// SameTarget reports whether two outputs are one regular file, which may not
// exist yet, or one pipe. Devices take any number of outputs: the null device
// drops all, and a terminal shows them. So do standard output and standard error
// together where they are one pipe, as whoever captures a run has them. "-" is
// whatever standard output goes to.
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

// statTarget looks at an output that is there.
func statTarget(name string) (os.FileInfo, error) {
	if name == "-" {
		return os.Stdout.Stat()
	}
	return os.Stat(name)
}

// wouldBe returns the absolute path, without symbolic links, of a file that
// does not exist.
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
