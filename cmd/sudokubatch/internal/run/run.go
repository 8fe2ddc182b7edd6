// Package run is the lifecycle of a verb that reads or writes corpora, from its flags to
// its exit code: inputs, outputs (which appear together or not at all), progress and
// messages, the summary and statistics. Package parts has shares of a run, and runs that go on.
package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A Job describes what a verb does with its inputs.
type Job struct {
	Verb   string
	Kind   bulk.Kind // form of the answers; 0 = the form of the inputs
	Book   *Book     // answers are printed; nil: they are not
	Engine string    // that the flags name
	Limit  int       // solutions to look for
	Solved string    // words for puzzles that count as solved
	Rows   bool      // answers are rows in any case, see pipeline.Config.Rows
	Counts bool      // the summary has the number of solutions, as with a Limit above 2

	NoInputs    bool     // the job can run without inputs
	OtherInputs []string // files that the job reads and does not answer, for example for --against
	FewAnswers  bool     // a terminal shows the answers above the progress bar
	ManyOutputs bool     // Pipe creates the outputs for the answers, by Run.Create
	Puzzles     bool     // answers are puzzles, perhaps with solutions, so an .npz file can hold them

	// Parts says how the run is divided, goes on after it was stopped, and is merged.
	Parts parts.Work

	More []Output // outputs besides the answers; an Output without a name is skipped
	// Pipe runs the inputs through the pipeline.
	Pipe func(context.Context, *Run) (pipeline.Stats, error)
	// Finish, if not nil, writes what follows the last record. It is not called if no input
	// could be read.
	Finish func(*Run) error
	// Found, if not nil, returns the verb's own statistics, for JSON. Summary, if not nil,
	// calls line with each of the verb's own counts.
	Found   func() any
	Summary func(line func(count int64, words string))
	// Bad, if not nil, reports whether a record failed a check.
	Bad func() bool
	// LeavesOut says that the job is to leave malformed records out, so they are no failure.
	LeavesOut bool
}

// A Run is what a job works with.
type Run struct {
	Answers  io.Writer        // output for the answers
	More     []*corpus.Writer // the outputs of Job.More; nil for those without a name
	Jobs     int              // workers
	Pool     *corpus.Pool
	Progress *pipeline.Progress
	Part     *parts.Part // nil for a run without a manifest

	flags   *Flags
	outputs *outputs
	bar     *console.Bar
	written bulk.Form       // form of the answers; zero until it is known
	lost    map[string]bool // columns that a message has named as left out

	malformed, leftOut, empty int // malformed records, records left out, inputs without puzzles
}

// Do runs a job and returns its exit code as an error. It checks the outputs before it
// reads anything.
func (c *Flags) Do(ctx context.Context, j *Job) error {
	if len(c.Inputs) == 0 && !j.NoInputs {
		if console.IsTerminal(os.Stdin) {
			console.Say("no input: name a file, @demo for an embedded corpus, or pipe puzzles in\nrun sudokubatch %s -h for its flags", j.Verb)
			return process.ExitUsage
		}
		c.Inputs = []string{"-"}
	}
	if err := c.oneStdout(j); err != nil {
		console.Say("%v", err)
		return process.ExitUsage
	}
	if name := c.meantAsOutput(); name != "" && !j.NoInputs && !j.ManyOutputs {
		console.Say("%s: %s does not exist; to write it, use -o %s", j.Verb, name, name)
		return process.ExitUsage
	}
	c.verb = j.Verb
	err := c.run(ctx, j)
	process.AtExit.Clear() // not where there was a panic: then main tidies up
	return err
}

// run runs a job that has its inputs.
func (c *Flags) run(ctx context.Context, j *Job) error {
	r := &Run{Jobs: c.Workers(), Progress: new(pipeline.Progress), flags: c}
	r.Pool = corpus.NewPool(r.Jobs)
	var err error
	if r.Part, err = c.beginPart(j); err != nil {
		return err
	}
	out, err := c.create(j, r)
	if err != nil {
		return err
	}
	r.Answers, r.More, r.outputs = io.Discard, out.more, out
	if !j.ManyOutputs {
		r.Answers = pipelineOutput(out.answers[0])
		if j.Book != nil {
			r.Answers = &bookOutput{r.Answers, r, j.Book}
		}
	}
	if err := r.Part.Start(r.Answers, CreateOutput); err != nil {
		return errors.Join(err, out.abort())
	}
	stats, err := r.pipe(ctx, j)
	if err == nil {
		err = r.countRows(j)
	}
	bad := stats.Malformed > 0 && !j.LeavesOut || stats.Unreadable > 0 || stats.Faults > 0 || stats.Rounded > 0 || err == nil && j.Bad != nil && j.Bad()
	err = out.complete(err, bad, func(complete bool) []member {
		return statsMembers(j, &stats, out.bytesOut(), complete)
	})
	complete := err == nil
	if complete {
		c.sayMissed(&stats)
		err = r.Part.Published(r.written, &stats, bad)
	}
	worthIt := err == nil || !j.ManyOutputs && (stats.Puzzles() > 0 || ctx.Err() != nil)
	if worthIt && !c.Quiet && !process.IsBrokenPipe(err) {
		summarize(os.Stderr, c.Whole(), j, stats, out.bytesOut())
	}
	if !complete {
		r.Part.Stopped(ctx.Err() != nil && !process.IsBrokenPipe(err))
	}
	if abortErr := out.abort(); err == nil {
		err = abortErr
	}
	if err == nil && bad {
		err = process.ExitRecords
	}
	return err
}

// pipe runs the inputs through the pipeline, with progress and messages.
func (r *Run) pipe(ctx context.Context, j *Job) (stats pipeline.Stats, err error) {
	r.bar = r.startBar(j)
	process.AtExit.Add(func() { r.bar.Say("stopped at once after %s puzzles", humanize.Comma(r.Progress.Puzzles.Load())) })
	inputs := len(r.flags.Inputs)
	if joined := j.Parts.Joined; joined != nil {
		inputs = joined[0].Own
	}
	noneRead := func() bool { return stats.Unreadable > 0 && stats.Unreadable == inputs }
	err = guard.Do(func() (err error) {
		stats, err = j.Pipe(ctx, r)
		if wrong := (*model.TakenError)(nil); errors.As(err, &wrong) {
			err = fmt.Errorf("%w: add --replace to compute it anew", err)
		}
		r.countFaults(&stats)
		if err == nil && j.Finish != nil && !noneRead() {
			err = j.Finish(r)
		}
		return err
	})
	r.bar.Stop()
	if err == nil && stats.Unverified != "" {
		console.Say("%s: the part that was read is not verified, because the run ended before its checksum (use --require-checksum to read on)", stats.Unverified)
	}
	if err == nil && noneRead() {
		if err = process.ExitFailed; j.Parts.Joined != nil { // otherwise the reasons were said
			err = errors.New("no input could be read")
		}
	}
	return stats, err
}

// Config returns the configuration of the pipeline that the flags ask for.
func (r *Run) Config() pipeline.Config {
	c := r.flags
	cfg := pipeline.Config{
		Inputs: r.Inputs(), Output: r.Answers,
		From: c.From.Kind, Hints: c.Hints(), Range: c.Records(),
		Jobs: r.Jobs, Pool: r.Pool,
		Progress: r.Progress, Hooks: r.hooks(),
	}
	if c.Where.Set() {
		cfg.Where = c.Where.Expression
	}
	r.Part.Configure(&cfg)
	return cfg
}

// pipelineOutput returns the output for the pipeline. It hides Flush unless somebody waits
// for the answers: the bytes of a compressed file must not depend on when its input came.
func pipelineOutput(out *corpus.Writer) io.Writer {
	if out.Stream() {
		return out
	}
	return struct{ io.Writer }{out}
}
