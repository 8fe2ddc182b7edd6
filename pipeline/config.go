package pipeline

import (
	"context"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
)

// DefaultBatchBytes is how much text a batch holds, about: enough that the
// ring costs little beside the work, little enough that a batch's text, cells
// and answers stay in a core's second-level cache.
const DefaultBatchBytes = 128 << 10

// An Input is opened when its turn comes, so that thousands of inputs need one
// file descriptor.
type Input struct {
	Name string // for messages
	// Open opens the input. Its error is passed to OnUnreadable as it is.
	Open func() (Source, error)
	// Size is how many raw bytes there are, where that is known, and 0 where it is not.
	// It saves Divide a look at every input.
	Size int64
	// Part is what is read of it, see Divide; nil is all. A run with Parts has no
	// Range and no Start.
	Part *Part
}

// A Source is an open input: decoded text. One goroutine reads it.
//
// Close is called once. When the run is cancelled, another goroutine may call
// Stream and Close during a Read. A Close that makes such a Read return lets Run
// return at once, rather than when the producer sends something.
type Source interface {
	io.ReadCloser
	// BytesIn is the number of raw bytes read so far.
	BytesIn() int64
	// Stream reports whether a read may wait for a producer: what is there must
	// then go on its way before the next read.
	Stream() bool
}

// A Worker makes something of the records of batches: it decodes Text into
// Records, appends answers to Out, and counts in Counts. It is used by one
// goroutine at a time.
type Worker interface {
	// Work accepts a batch. It may finish that batch now or later, in any order
	// with others, and gives each back by Batch.Done. When ctx ends it should return
	// early; what is not done is dropped.
	Work(ctx context.Context, b *Batch)
	// Flush finishes all batches that Work accepted. It is called when no further
	// batch is available at once. A batch that is not given back then ends the run.
	Flush(ctx context.Context)
}

// A ColumnAdder is a worker whose answers add columns to the rows of a table. All
// workers of a run add the same columns. A worker that wraps a ColumnAdder must be
// one itself.
type ColumnAdder interface{ AddedColumns() []formats.Column }

// An engineReporter is a worker that reports which engines it used, with their
// kernels, once the run is over: "lanes (avx512)".
type engineReporter interface{ Engines() []string }

// Config says what to run. NewWorker is required; the zero values of all other
// fields have a meaning. Without Inputs and Feed a run reads nothing.
type Config struct {
	Inputs []Input
	// Feed, if not nil, sends batches in place of inputs: Inputs, From, To,
	// BatchBytes and Range are then ignored.
	Feed *Feed
	// Output is written by one goroutine, one batch's answers at a time. It may be
	// a flusher. If it is nil, answers are dropped.
	Output io.Writer
	// NewWorker makes one worker per job, one after the other before anything is
	// read. It also makes replacements for workers that panic, to do their batches
	// again and find the record: those calls come from the jobs' goroutines, maybe
	// several at once.
	NewWorker func() (Worker, error)

	From  formats.Kind  // the form of all inputs; 0 = detected for each
	Hints formats.Hints // what else is known of them
	To    formats.Kind  // a form that can be written, for the answers; 0 = the input's, or the nearest of these
	// PuzzlesOnly says that of records nobody looks at more than the puzzle: not the
	// workers, and not what OnBatch does. Where answers are no rows of a table either,
	// other columns are then not read from an input that can do without, and Batch.Text
	// has empty fields in their places.
	PuzzlesOnly bool
	// Columns says that of records the workers look at other columns than the puzzle,
	// whatever the form of the answers is.
	Columns    bool
	Jobs       int // workers; 0 = one for each usable core, which GOMAXPROCS knows
	BatchBytes int // text in a batch, about; 0 = DefaultBatchBytes
	Batches    int // in the ring; 0 = two per worker, and two more

	// Range is the records to work on; the zero Range is all of them.
	Range Range
	// PartPlaces has the places for OnBatch count from the beginning of the Part of an
	// input, so that nobody needs to count what is ahead.
	PartPlaces bool
	// End, if it is not nil, is set to the place after all records when Run returns;
	// its Input is -1 if there were none to read.
	End *Place
	// Start is where to go on, as a Checkpoint of a run that was stopped says; nil is the
	// beginning. Output must have what that run wrote up to the mark. Inputs ahead of
	// the mark's are only opened, to see their forms.
	Start *Checkpoint
	// Log, if not nil, is where packages that compare records write what they keep of
	// them, whenever OnCheckpoint is called. Where the run goes on, Logged is what Log had
	// then.
	Log    io.Writer
	Logged io.Reader
	// Pool, if not nil, is the one that inputs and output were given: the workers
	// do its jobs before they begin another batch. It must have been made for Jobs
	// workers. Run starts and stops it.
	Pool *corpus.Pool

	Hooks
	// InputFaults has OnFault called for what is wrong with whole inputs only, and not for
	// malformed records.
	InputFaults bool

	// Progress is kept up to date. May be nil.
	Progress *Progress

	added []formats.Column // what the workers add to the rows of a table
}

// Hooks are the functions that a run calls with what it meets. Each may be nil. They are
// called in input order, one at a time, by the goroutine that writes the output, and none
// of them after Run has returned. While one runs, nothing is written.
type Hooks struct {
	// OnForm is called with each input whose form is known, before anything else of
	// it. If nothing is in the first ones, it is not called with these, unless nothing is in
	// any: then with the first of all, at the end.
	OnForm func(Opened)
	// OnBatch is called with each batch that a worker has done, before it is
	// written and counted; it may append to Out and change Counts. An error ends
	// the run; ErrEnough, like the end of a Range, once what was used is verified.
	// It is not called with a batch that a worker failed.
	OnBatch func(*Batch, Place) error
	// OnCheckpoint is called whenever everything up to some place was written. The Checkpoint is
	// only valid during the call. An error ends the run.
	OnCheckpoint func(*Checkpoint) error
	// OnEnd is called when all records were read and answered, if nothing failed. What is
	// written after it is lost if the run is stopped and goes on. An error ends the run.
	OnEnd func() error
	// OnFault is called with each malformed record, unless Config.InputFaults is set, and with
	// what is wrong with an input as a whole (Record is then 0). The error is only
	// valid during the call.
	OnFault func(*formats.SyntaxError)
	// OnUnread is called at the end of an input with solutions apart from the puzzles,
	// and with what they are called there: see formats.UnreadSolutions.
	OnUnread func(input, solutions string)
	// OnLate is called with the first record of an input that has what no column is for, if
	// columns are looked at and it is not copied: see formats.ErrLate. A run that goes on
	// begins anew. The error is only valid during the call.
	OnLate func(*formats.SyntaxError)
	// OnEmpty is called at the end of an input, or a member of one, that holds no record.
	OnEmpty func(input string)
	// OnUnreadable is called for inputs that could not be opened. The run goes on
	// with the others.
	OnUnreadable func(error)
}

// Opened is an input, or a member of one, whose form is known.
type Opened struct {
	Name     string
	From, To formats.Form
	Lost     []string // columns of the input that the answers cannot hold
	Solved   bool     // it seems to have solutions for records, see formats.Form.AlternatesSolutions
	Seen     Seen     // with Config.PartPlaces
}

// Seen is what the form of an input was found by. It may be kept as JSON.
type Seen struct {
	Text  []byte // its beginning
	All   bool   // that is all of it
	Hints formats.Hints
}

// Form finds the form again.
func (s *Seen) Form(kind formats.Kind) (formats.Form, error) {
	return formats.DetectWith(s.Text, s.All, kind, s.Hints)
}

// A Place is where a batch lies in the inputs.
type Place struct {
	Input   int    // index in Config.Inputs
	Name    string // of the input, and of its member if it has some
	Records int    // of that input that lie before the batch
	Lines   int    // likewise; the batch's text begins on the line after them
}

// maxLines caps the lines in a batch, unless a single record has more. Lines of
// records are longer than 8 bytes, so well-formed input does not reach it; it
// bounds memory on malformed input, where every line may be a malformed record,
// whose error and answer take a hundred bytes.
func (c *Config) maxLines() int { return c.BatchBytes/8 + 1 }

// OnBad says what a worker does with malformed records.
type OnBad uint8

const (
	// Mark answers a malformed record with a line that says so, or with its row.
	Mark OnBad = iota
	// Skip leaves malformed records out of the output.
	Skip
	// Stop ends the run at the first malformed record.
	Stop
)

// ErrMalformed ends a run at its first malformed record, with OnBad Stop.
var ErrMalformed = errors.New("malformed record")

// KeepGood is called once a batch is decoded, with what is to be done with
// malformed records: with Stop only what comes before the first is left. It
// returns the cells of the records that are left.
func (b *Batch) KeepGood(onBad OnBad) []uint8 {
	r := &b.Records
	good := r.N - len(r.Faults)
	if onBad == Stop && len(r.Faults) > 0 {
		good = r.Faults[0].Record
		r.Faults = r.Faults[:1]
	}
	return r.Cells[:good*r.Order*r.Order]
}

// AnswerFault answers a malformed record of a form that is no table, and counts
// it.
func (b *Batch) AnswerFault(fault *formats.SyntaxError, onBad OnBad) {
	b.Counts.Malformed++
	switch onBad {
	case Mark:
		b.Out = b.To.AppendAnswer(b.Out, &formats.Answer{Verdict: formats.Malformed, Fault: fault})
	case Stop:
		b.Fail(fault.Record, ErrMalformed)
	case Skip:
	}
}

// Files returns the inputs of these names, as [corpus.Open] takes them: paths,
// "-" for opts.Stdin, "@NAME" for an embedded corpus. None is opened before its
// turn. If opts has a pool, Config needs the same one.
func Files(names []string, opts corpus.Options) []Input {
	inputs := make([]Input, len(names))
	shared := &opts // there may be very many names
	for i, name := range names {
		shown := name
		if name == "-" {
			shown = "<stdin>"
		}
		inputs[i] = Input{Name: shown, Open: func() (Source, error) { return corpus.Open(name, *shared) }}
	}
	return inputs
}
