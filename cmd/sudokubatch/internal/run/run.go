// Package run takes a verb that reads or writes corpora from its files to its
// exit code: the flags that such verbs share, the outputs, which appear together
// or not at all, messages and progress on the way, the summary and the
// statistics at the end.
package run

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A Job is what one verb does with the inputs.
type Job struct {
	Verb   string
	Kind   formats.Kind // of the answers; 0 = as the inputs
	Engine string       // that was asked for
	Alone  bool         // it does without inputs
	Few    bool         // answers: a terminal shows them above the bar
	Apart  bool         // its answers go to outputs that Pipe creates, by Run.Create
	Limit  int          // solutions that are looked for
	Solved string       // what a puzzle that counts as solved is known to be
	Reads  []string     // files that are read beside the inputs
	// Puzzles says that answers are puzzles, with or without solutions, so that an .npz
	// file can hold them.
	Puzzles bool
	// Part says whether a part of the run is to be done, or all of a run that may be
	// stopped; nil: neither can be.
	Part *PartFlags
	// State are pointers to what a manifest holds of the verb, as JSON. They are filled
	// before Pipe if the run goes on. Settle, if it is not nil, hands the outputs all that
	// they are to have by then.
	State  []any
	Settle func() error
	// Logs says that the job keeps of records what State has not, in pipeline.Config.Log.
	Logs bool
	// Makes is how many puzzles are made, rather than what the inputs hold; 0 = unknown.
	// If the job is Numbered, a share makes some of them, see Run.Numbers, and reads all
	// inputs.
	Makes    uint64
	Numbered bool
	// Joined says that shares leave records, of which the verb makes answers in merge:
	// Pipe writes them, and an index to More[0].
	Joined bool
	// Parts, if it is not nil, is read in place of inputs.
	Parts Parts
	// More are the outputs beside the answers; those without a name are none.
	More []Output
	// Pipe runs the inputs through the pipeline.
	Pipe func(context.Context, *Run) (pipeline.Stats, error)
	// Finish, if it is not nil, writes what comes after all records. It is left
	// out where no input could be read.
	Finish func(*Run) error
	// Found, if it is not nil, is what the statistics hold of the verb's own. Summary, if
	// it is not nil, calls line with each count that the summary adds to those of all verbs.
	Found   func() any
	Summary func(line func(count int64, words string))
	// Bad, if it is not nil, reports whether a record failed what was asked.
	Bad func() bool
}

// A Run is what a job works with.
type Run struct {
	Answers  io.Writer        // the output, as the pipeline takes it
	More     []*corpus.Writer // the other outputs, as the job names them; nil: none
	Jobs     int              // workers
	Pool     *corpus.Pool
	Progress *pipeline.Progress

	flags     *Flags
	part      *part // nil: it has no manifest
	outputs   *outputs
	bar       *console.Bar
	written   formats.Form    // of the answers, once it is known
	lost      map[string]bool // columns that were said to be left out
	malformed int
	leftOut   int
	empty     int // inputs without puzzles
}

// Do runs a job: from the look at the outputs, before anything is read, to the
// exit code.
func (c *Flags) Do(ctx context.Context, j *Job) error {
	if len(c.Inputs) == 0 && !j.Alone {
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
	if name := c.meantAsOutput(); name != "" && !j.Alone && !j.Apart {
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
	if r.part, err = c.openPart(j); err != nil {
		return err
	}
	out, err := c.create(j, r.Pool, r.part)
	if err != nil {
		r.part.refuse()
		return err
	}
	r.Answers, r.More, r.outputs = io.Discard, out.more, out
	if !j.Apart {
		r.Answers = pipelineOutput(out.answers[0])
	}
	if j.Joined && r.part != nil {
		_, _ = io.WriteString(r.Answers, recordsHead) // where that fails, so does what follows
	}
	stats, err := r.pipe(ctx, j)
	if err == nil {
		err = r.countRows()
	}
	bad := stats.Malformed > 0 || stats.Unreadable > 0 || stats.Faults > 0 || err == nil && j.Bad != nil && j.Bad()
	err = out.complete(err, bad, func(complete bool) []member {
		return statsMembers(j, &stats, out.bytesOut(), complete)
	})
	complete := err == nil
	if complete {
		c.sayMissed(&stats)
		err = r.part.complete(r, &stats, bad)
	}
	worthIt := err == nil || !j.Apart && (stats.Puzzles() > 0 || ctx.Err() != nil)
	if worthIt && !c.Quiet && !process.IsBrokenPipe(err) {
		summarize(os.Stderr, c.Whole(), j, stats, out.bytesOut())
	}
	if !complete {
		r.part.stopped(ctx.Err() != nil && !process.IsBrokenPipe(err))
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
	process.AtExit.Add(func() { r.bar.Say("stopped at once, after %s puzzles", humanize.Comma(r.Progress.Puzzles.Load())) })
	inputs := len(r.flags.Inputs)
	if j.Parts != nil {
		inputs = j.Parts[0].Own
	}
	noneRead := func() bool { return stats.Unreadable > 0 && stats.Unreadable == inputs }
	err = guard.Do(func() (err error) {
		stats, err = j.Pipe(ctx, r)
		r.countFaults()
		if err == nil && j.Finish != nil && !noneRead() {
			err = j.Finish(r)
		}
		return err
	})
	r.bar.Stop()
	if err == nil && stats.Unverified != "" {
		console.Say("%s: what was used of it is not verified: the checksum after it was not read (it is with --require-checksum)", stats.Unverified)
	}
	if err == nil && noneRead() {
		if err = process.ExitFailed; j.Parts != nil { // otherwise the reasons were said
			err = errors.New("no input could be read")
		}
	}
	return stats, err
}

// Config is what the flags say of a run through the pipeline.
func (r *Run) Config() pipeline.Config {
	c := r.flags
	cfg := pipeline.Config{
		Inputs: r.Inputs(), Output: r.Answers,
		From: c.From.Kind, Hints: c.Hints(), Range: c.Records(),
		Jobs: r.Jobs, Pool: r.Pool,
		Progress: r.Progress, Hooks: r.hooks(),
	}
	if r.part.resumes() {
		cfg.Start, cfg.OnCheckpoint, cfg.OnEnd = r.part.Checkpoint, r.part.checkpoint, r.part.finishing
		cfg.Logged = r.part.logged
		if r.part.log != nil {
			cfg.Log = r.part.log
		}
	}
	return cfg
}

// pipelineOutput is the output as the pipeline takes it. Where nobody waits for
// the answers it has no Flush: what a compressed file holds must not depend on
// when its input came.
func pipelineOutput(out *corpus.Writer) io.Writer {
	if out.Stream() {
		return out
	}
	return struct{ io.Writer }{out}
}
