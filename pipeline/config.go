package pipeline

import (
	"context"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// DefaultBatchBytes is the usual size of a batch's text. The ring then costs little compared
// with the work, and a batch's text, cells and answers stay in a core's second-level cache.
const DefaultBatchBytes = 128 << 10

// An Input is opened when its turn comes, so thousands of inputs need one file descriptor.
type Input struct {
	Name string // for messages
	// Open opens the input. OnUnreadable receives its error unchanged.
	Open func() (Source, error)
	// Size is the number of raw bytes, or 0 if it is not known. With it, Divide need not open
	// the input.
	Size int64
	// Part is the part to read, see Divide; nil reads everything. A run with Parts has no Range
	// and no Start.
	Part *Part
}

// A Source is an open input and gives decoded text. One goroutine reads it.
//
// Close is called once. When the run is cancelled, another goroutine may call Stream and Close
// during a Read. If Close makes that Read return, Run can return at once instead of waiting for
// the producer.
type Source interface {
	io.ReadCloser
	// BytesIn is the number of raw bytes read so far.
	BytesIn() int64
	// Stream reports whether a read may wait for a producer. The text read so far is then
	// passed on before the next read.
	Stream() bool
	// Typed reports, after the first read, whether the text comes from a Parquet file, see
	// bulk.Parquet.
	Typed() bool
}

// A Worker processes the records of batches: it decodes Text into Records, appends answers to
// Out and counts in Counts. One goroutine at a time uses it.
//
// A worker may also have methods AddedColumns (see [ColumnAdder]) and Engines() []string, the
// engines that it used, for Stats.Engines.
type Worker interface {
	// Work accepts a batch. It may finish the batch now or later, in any order, and returns
	// each one with Batch.Done. If ctx ends it should return early; unfinished work is dropped.
	Work(ctx context.Context, b *Batch)
	// Flush finishes all batches that Work accepted. It is called when no further batch is
	// available at once. If a batch is not returned by then, the run ends with an error.
	Flush(ctx context.Context)
}

// A ColumnAdder is a worker whose answers add columns to the rows of a table. All workers of a
// run add the same columns. A worker that wraps a ColumnAdder must be a ColumnAdder itself.
type ColumnAdder interface{ AddedColumns() []model.Column }

// An engineReporter is a worker that reports which engines it used, with their kernels, after
// the run: "lanes (avx512)".
type engineReporter interface{ Engines() []string }

// Config describes a run. NewWorker is required; the zero value of every other field has a
// meaning. Without Inputs and Feed a run reads nothing.
type Config struct {
	Inputs []Input
	// Feed, if not nil, sends batches in place of inputs. Inputs, From, To, BatchBytes and
	// Range are then ignored.
	Feed *Feed
	// Output receives the answers, one batch at a time, from one goroutine. If it is nil,
	// answers are dropped.
	Output io.Writer
	// NewWorker makes one worker per job, one after the other, before anything is read. It also
	// replaces workers that panic; those calls come from the goroutines of jobs, perhaps
	// several at once.
	NewWorker func() (Worker, error)

	From  bulk.Kind   // form of all inputs; 0 = detect the form of each
	Hints model.Hints // what else is known about the inputs
	To    bulk.Kind   // form of the answers, which must be writable; 0 = the input's form, or the nearest writable one
	Style Style       // of the answers
	Use   Use         // what the workers and OnBatch use of a record
	// Candidates says that the workers take puzzles that are given as candidates, see
	// model.Records.Candidates. Otherwise such an input ends the run with bulk.ErrCandidates.
	Candidates bool
	Jobs       int // workers; 0 = GOMAXPROCS
	BatchBytes int // text in a batch, about; 0 = DefaultBatchBytes

	// Range selects the records to work on; the zero Range is all of them.
	Range Range
	// Where, if not nil, selects records of the Range by their values. Workers see the other
	// records no more than if the inputs did not have them, but positions count them.
	Where Filter
	// Pool, if not nil, is the pool of the inputs and the output. The workers do its jobs
	// before they begin another batch. It must have been made for Jobs workers. Run starts and
	// stops it.
	Pool *corpus.Pool

	Stretch
	Hooks

	// Progress, if not nil, is kept up to date.
	Progress *Progress
}

// A Style is how answers look in their form.
type Style uint8

const (
	// Plain answers look as the form says.
	Plain Style = iota
	// Rows are rows of a table in any case: CSV, if the form of the input is no table.
	Rows
	// Copied answers are records as they came, where they have the form of their input. These must
	// be UTF-8, as must records that become rows of a table.
	Copied
	// Redrawn answers keep the drawing of their records, where these are drawings in the form of
	// the answers, see bulk.Form.Redrawing.
	Redrawn
)

// A Use is what the workers and OnBatch use of a record.
type Use uint8

const (
	// UseAnswered is what the form of the answers needs: all columns for rows of a table.
	UseAnswered Use = iota
	// UsePuzzles is only the puzzle. If the answers are no rows of a table, inputs that can skip
	// columns do; Batch.Text then has empty fields in place of the other columns.
	UsePuzzles
	// UseColumns is all columns, whatever the form of the answers.
	UseColumns
	// UseText is all columns, with text that must be UTF-8 because it is compared or shown.
	UseText
)

// A Stretch says where a run begins and ends that is a part of a longer run: it goes on after another one,
// or reads a Part of inputs.
type Stretch struct {
	// Start is the Checkpoint of a stopped run at which this run goes on; nil is the beginning.
	// Output must hold everything that the stopped run wrote up to there. Earlier inputs are
	// only opened, to see their forms.
	Start *Checkpoint
	// OnCheckpoint is called as Hooks are, whenever everything up to some place was written. The
	// Checkpoint is valid only during the call. An error ends the run.
	OnCheckpoint func(*Checkpoint) error
	// OnEnd is called after all records were read and answered, if nothing failed. A run that
	// is stopped after OnEnd loses what was written since. An error ends the run.
	OnEnd func() error

	// PartPlaces counts the places for OnBatch from the beginning of an input's Part, so that
	// nobody needs to count the records before it.
	PartPlaces bool
	// End, if not nil, is set to the place after all records when Run returns. Its Input is -1
	// if no records were read.
	End *Place
}

// Hooks are the functions that a run calls. Each may be nil. They are called in input order,
// one at a time, by the goroutine that writes the output, and never after Run has returned.
// While one runs, nothing is written.
type Hooks struct {
	// OnForm is called with each input once its form is known, before any other hook. Empty
	// inputs before the first one with records are left out. If all inputs are empty, OnForm is
	// called with the first one at the end.
	OnForm func(Opened)
	// OnBatch is called with each finished batch before it is written and counted. It may
	// append to Out and change Counts. An error ends the run. ErrEnough ends it without failure
	// once the text that was used is verified. OnBatch is not called with a batch whose worker
	// failed.
	OnBatch func(*Batch, Place) error
	// OnIdle is called after the answers to an input that may wait for a producer (see
	// Source.Stream), and before such an input is read, but not at the end. An Output that
	// buffers can pass on what it has. An error ends the run.
	OnIdle func() error
	// OnFault is called with each malformed record, unless InputFaults is set, and with each fault
	// of a whole input (its Record is 0). The error is valid only during the call.
	OnFault     func(*model.SyntaxError)
	InputFaults bool
	// OnUnread is called at the end of an input that lists its solutions apart from its
	// puzzles, with the name of that list. See bulk.UnreadSolutions.
	OnUnread func(input, solutions string)
	// OnLoss is called with the first record of an input that has a value without a column
	// (model.ErrLate), if the run uses columns and does not copy records, and with the first one
	// whose solution a program rounded to a number (model.ErrRounded; Counts.Rounded counts all).
	// A resumed run reports them again. The error is valid only during the call.
	OnLoss func(*model.SyntaxError)
	// OnEmpty is called at the end of an input, or an archive member, that holds no record.
	OnEmpty func(input string)
	// OnUnreadable is called for each input that could not be opened. The run goes on with the
	// others.
	OnUnreadable func(error)
}

// Opened is an input, or an archive member, whose form is known.
type Opened struct {
	Name     string
	From, To bulk.Form
	Lost     []string // columns of the input that the answers cannot hold
	Solved   bool     // its records seem to alternate with their solutions, see bulk.Form.AlternatesSolutions
	Seen     Seen     // set with Stretch.PartPlaces
}

// Seen is the text by which the form of an input was found. It can be stored as JSON.
type Seen struct {
	Text  []byte // beginning of the input
	All   bool   // Text is the whole input
	Hints model.Hints
}

// Form detects the form again.
func (s *Seen) Form(kind bulk.Kind) (bulk.Form, error) {
	return bulk.DetectWith(s.Text, s.All, kind, s.Hints)
}

// A Place is the position of a batch in the inputs.
type Place struct {
	Input   int    // index in Config.Inputs
	Name    string // of the input, and of the archive member if there is one
	Records int    // records of that input before the batch
	Lines   int    // lines before the batch
}

// target returns the form of the answers to records of a form, see bulk.Form.Target.
func (c *Config) target(from bulk.Form, added []model.Column, first bulk.Form) (to bulk.Form, lost []string, err error) {
	to, lost, err = from.Target(c.To, added, first)
	switch {
	case err != nil:
	case c.Style == Rows && !to.Kind.IsTable():
		return from.Target(bulk.CSV, added, first)
	case c.Style == Redrawn:
		to = to.Redrawing(from)
	}
	return to, lost, err
}

// maxLines caps the lines in a batch, unless a single record has more. Lines with records are
// longer than 8 bytes, so well-formed input does not reach the cap. It bounds memory on
// malformed input, where every line may be a malformed record with an error and an answer of a
// hundred bytes.
func (c *Config) maxLines() int { return c.BatchBytes/8 + 1 }

// OnBad is the treatment of malformed records.
type OnBad uint8

const (
	// Mark answers a malformed record with a line that says so, or with its row.
	Mark OnBad = iota
	// Skip leaves malformed records out of the output.
	Skip
	// Stop ends the run at the first malformed record.
	Stop
)

// ErrMalformed ends a run at its first malformed record if OnBad is Stop.
var ErrMalformed = errors.New("malformed record")

// KeepGood is called after a batch is decoded. It returns the cells of the well-formed records
// that a worker is to process: all of them, or with Stop those before the first malformed
// record.
func (b *Batch) KeepGood(onBad OnBad) []uint8 {
	r := &b.Records
	good := r.N - len(r.Faults)
	if onBad == Stop && len(r.Faults) > 0 {
		good = r.Faults[0].Record
		r.Faults = r.Faults[:1]
	}
	return r.Cells[:good*r.Order*r.Order]
}

// AnswerFault answers and counts a malformed record of a form without columns. record is its
// text, which a form that redraws records needs.
func (b *Batch) AnswerFault(fault *model.SyntaxError, onBad OnBad, record []byte) {
	b.Counts.Malformed++
	switch onBad {
	case Mark:
		b.Out = b.To.AppendAnswer(b.Out, &bulk.Answer{Verdict: bulk.Malformed, Fault: fault, Record: record})
	case Stop:
		b.Fail(fault.Record, ErrMalformed)
	case Skip:
	}
}

// Files returns inputs for names as [corpus.Open] takes them: paths, "-" for opts.Stdin,
// "@NAME" for an embedded corpus. Each is opened when its turn comes. If opts has a pool,
// Config needs the same one.
func Files(names []string, opts corpus.Options) []Input {
	inputs := make([]Input, len(names))
	shared := &opts // shared, as there may be very many names
	for i, name := range names {
		shown := name
		if name == "-" {
			shown = "<stdin>"
		}
		inputs[i] = Input{Name: shown, Open: func() (Source, error) { return corpus.Open(name, *shared) }}
	}
	return inputs
}
