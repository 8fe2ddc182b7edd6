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
	"time"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/owned"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A Job describes what a verb does with its inputs.
type Job struct {
	Verb        string
	Answers     *Answers   // nil: Pipe creates the outputs for the answers, by Run.Create
	More        []Output   // outputs besides the answers; an Output without a name is skipped
	OtherInputs []string   // files that the job reads and does not answer, for example for --against
	Parts       parts.Work // how the run is divided, goes on after it was stopped, and is merged
	// Pipe runs the inputs through the pipeline. With an error it returns what it found until then.
	Pipe func(context.Context, *Run) (Outcome, error)
}

// Answers are what a job writes to its main output.
type Answers struct {
	Kind    bulk.Kind // form; 0 = the form of the inputs
	Style   pipeline.Style
	Puzzles bool // they are puzzles, perhaps with solutions, so an .npz file can hold them
	// Create, if not nil, opens the output. The options hold what the flags say of all outputs.
	Create func(corpus.CreateOptions) (*corpus.Writer, error)
}

// An Outcome is what a job found.
type Outcome struct {
	pipeline.Stats
	parts.Goal
	Counts    bool // the summary has the number of solutions, as with a Limit above 2
	LeavesOut bool // malformed records were to be left out, so they are no failure
	Bad       bool // a record failed a check
	Found     any  // the verb's own statistics, for JSON; nil: it has none
	// Summary, if not nil, calls line with each of the verb's own counts.
	Summary func(line func(count int64, words string))
	// Finish, if not nil, writes what follows the last record. It is not called if no input
	// could be read.
	Finish func() error
}

// bad reports whether the run was done, but not all records were right.
func (o *Outcome) bad() bool {
	return o.Malformed > 0 && !o.LeavesOut || o.Unreadable > 0 || o.Faults > 0 || o.Rounded > 0 || o.Zeroed+o.Unmarked > 0 || o.Bad
}

// finish calls Finish. Its time is time of the run, in which it writes.
func (o *Outcome) finish() error {
	start := time.Now()
	err := o.Finish()
	took := time.Since(start)
	o.Elapsed += took
	o.Writing += took
	return err
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
	answers *Answers // of the job
	outputs *outputs
	shown   bool // the terminal shows the answers
	look    func(elapsed time.Duration) console.Look
	bar     *console.Bar
	renewed struct{ puzzles, solutions bool } // see Renews
	changed []string                          // columns of the inputs whose values the answers do not have as they came
	written bulk.Form                         // form of the answers; zero until it is known
	lost    map[string]bool                   // columns that a message has named as left out

	malformed, leftOut, empty int // malformed records, records left out, inputs without puzzles
}

// Do runs a job and returns its exit code as an error. It checks the outputs before it
// reads anything.
func (c *Flags) Do(ctx context.Context, j *Job) error {
	needsInputs := !c.ReadsNothing && c.joined == nil
	if c.joined != nil {
		if err := c.readParts(j); err != nil {
			return err
		}
	}
	if len(c.Inputs) == 0 && needsInputs {
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
	if name := c.meantAsOutput(); name != "" && needsInputs && j.Answers != nil {
		console.Say("%s: %s does not exist; to write it, use -o %s", j.Verb, name, name)
		return process.ExitUsage
	}
	c.verb = j.Verb
	return c.run(ctx, j)
}

// run runs a job that has its inputs.
func (c *Flags) run(ctx context.Context, j *Job) error {
	r := &Run{Jobs: c.Workers(), Progress: new(pipeline.Progress), flags: c, answers: j.Answers}
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
	if j.Answers != nil {
		r.Answers = out.answers[0]
	}
	if err := r.Part.Start(r.Answers); err != nil {
		return errors.Join(err, out.abort())
	}
	r.startBar(j)
	defer owned.Add(func() { r.bar.Say("stopped at once after %s puzzles", humanize.Comma(r.Progress.Puzzles.Load())) })()
	found, err := r.pipe(ctx, j)
	if err == nil {
		err = r.countRows()
	}
	err = out.finish(err)
	found.Add(&out.lacking)
	if err == nil {
		r.sayLacking(&found.Stats.Counts)
	}
	bad := found.bad()
	err = out.complete(err, bad, func(complete bool) []member {
		return append(statsMembers(j.Verb, &found, out.bytesOut(), complete), r.columnMembers(j)...)
	})
	complete := err == nil
	if complete {
		c.sayMissed(&found.Stats)
		err = r.Part.Published(r.written, found.Goal, &found.Stats, bad)
	}
	worthIt := err == nil || j.Answers != nil && (found.Puzzles() > 0 || ctx.Err() != nil)
	if worthIt && !c.Quiet && !process.IsBrokenPipe(err) {
		summarize(os.Stderr, c.Whole(), &found, out.bytesOut())
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
func (r *Run) pipe(ctx context.Context, j *Job) (found Outcome, err error) {
	inputs, joined := len(r.flags.Inputs), r.flags.joined
	if joined != nil {
		inputs = joined[0].Own
	}
	noneRead := func() bool { return found.Unreadable > 0 && found.Unreadable == inputs }
	err = guard.Do(func() (err error) {
		found, err = j.Pipe(ctx, r)
		if wrong := (*model.TakenError)(nil); errors.As(err, &wrong) {
			err = fmt.Errorf("%w: add --replace to compute it anew", err)
		}
		r.countFaults(&found.Stats)
		if err == nil && found.Finish != nil && !noneRead() {
			err = found.finish()
		}
		return err
	})
	r.bar.Stop()
	if err == nil && found.Unverified != "" {
		console.Say("%s: the part that was read is not verified, because the run ended before its checksum", found.Unverified)
	}
	if err == nil && noneRead() {
		if err = process.ExitFailed; joined != nil { // otherwise the reasons were said
			err = errors.New("no input could be read")
		}
	}
	return found, err
}

// Config returns the configuration of the pipeline that the flags ask for.
func (r *Run) Config() pipeline.Config {
	c := r.flags
	cfg := pipeline.Config{
		Inputs: r.Inputs(), Output: r.Answers,
		From: c.From.Kind, Hints: c.Hints(), Range: c.records.Records(),
		Jobs: r.Jobs, Pool: r.Pool,
		Progress: r.Progress, Hooks: r.hooks(),
	}
	cfg.Hints.Box = c.Box.Box
	if a := r.answers; a != nil {
		cfg.To, cfg.Style = a.Kind, a.Style
	}
	if c.where.Set() {
		cfg.Where = c.where.Where.Expression
	}
	if a := r.outputs.answers; r.answers != nil && a[0].Stream() { // the bytes of a file do not depend on when its input came
		cfg.OnIdle = a[0].Flush
	}
	r.Part.Configure(&cfg)
	return cfg
}

// HoldsCandidates reports whether the output can hold rows with puzzles that are given as candidates.
func (r *Run) HoldsCandidates() bool { return !outfile.IsNpz(r.flags.Output) }
