//go:build js

package main

// This file runs a verb over a stream of any length, on the same pipeline as the command.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall/js"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
	"github.com/sudokubatch/sudokubatch/pipeline/gen"
	solving "github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// mostFaults is the number of malformed records that a summary lists.
const mostFaults = 20

// run starts a verb: run(verb, options, read, write, wait, done). It reads by calling read, which returns a
// promise of bytes, or of null at the end. It calls write with bytes and the number of records so
// far, and waits for the promise that write returns. While it makes puzzles, it calls wait with the number of
// records and of tries, and waits, too. At the end it calls done with the summary, or with the error.
func run(args []js.Value) (object, error) {
	r := &stream{streamOptions: streamOptions{Limit: 2, Seed: 1}, name: args[0].String(), input: args[2], output: args[3], wait: args[4]}
	if err := read(&r.streamOptions, args[1]); err != nil {
		return nil, err
	}
	if err := r.checkOptions(args[1]); err != nil {
		return nil, err
	}
	cfg, err := r.config()
	if err != nil {
		return nil, err
	}
	done := args[5]
	go func() {
		_, _ = await(done, ordered(answer(func() (object, error) { return r.run(cfg) }))) // done never fails
	}()
	return object{}, nil
}

// owners are the verbs of the options that not all verbs have.
var owners = []struct{ options, verbs string }{
	{"column onBad", "solve, check, label, hint, convert"},
	{"solutionColumn", "solve, check, label, convert"},
	{"stateColumn", "hint"},
	{"add", "solve, check, label, hint, generate"},
	{"replace", "solve, check, label, hint"},
	{"limit", "solve"},
	{"count seed tries solutions clues pattern symmetry tier er technique contains only per", "generate"},
}

// checkOptions returns an error if the verb is unknown, or if an option that is given belongs to other verbs.
func (r *stream) checkOptions(given js.Value) error {
	has := func(list, name, separator string) bool { return slices.Contains(strings.Split(list, separator), name) }
	if !has("solve check label hint convert generate", r.name, " ") {
		return fmt.Errorf("unknown verb %q: choose solve, check, label, hint, convert or generate", r.name)
	}
	for i := range given.Length() {
		name := given.Index(i).Index(0).String()
		for _, o := range owners {
			if has(o.options, name, " ") && !has(o.verbs, r.name, ", ") {
				return fmt.Errorf("%s is no option of %s: it belongs to %s", name, r.name, o.verbs)
			}
		}
	}
	return nil
}

// A stream is a run with its input and output.
type stream struct {
	streamOptions
	name                string
	input, output, wait js.Value // functions
	waited              time.Time
	chunk               []byte           // read, but not yet taken
	encloser            *corpus.Encloser // nil: the output has the lines as they are
	taken               int64
	progress            pipeline.Progress
	form                string
	messages            []any
	faults              []any
}

// kindOf returns a form, 0 if the option is missing.
func kindOf(name string, parse func(string) (bulk.Kind, error)) (bulk.Kind, error) {
	if name == "" {
		return 0, nil
	}
	return parse(name)
}

// config returns what all verbs share.
func (r *stream) config() (cfg pipeline.Config, err error) {
	cfg = pipeline.Config{Output: r, Jobs: 1, Progress: &r.progress, Use: pipeline.UsePuzzles}
	if cfg.From, err = kindOf(r.From, bulk.ParseKind); err != nil {
		return cfg, fmt.Errorf("from: %w", err)
	}
	if cfg.To, err = kindOf(r.To, bulk.ParseTarget); err != nil {
		return cfg, fmt.Errorf("to: %w", err)
	}
	if cfg.To != 0 && (!cfg.To.CanWrite() || cfg.To.IsBinary()) {
		return cfg, fmt.Errorf("to: a stream cannot be written as %v: choose line, grid, csv, tsv, ndjson or json", cfg.To)
	}
	if e, ok := cfg.To.Enclosure("puzzles"); ok {
		r.encloser = &corpus.Encloser{Enclosure: (*corpus.Enclosure)(&e)}
	}
	if err = r.Box.Check(r.Size); err != nil {
		return cfg, fmt.Errorf("box: %w", err)
	}
	cfg.Hints = model.Hints{Puzzle: r.Column, Solution: r.SolutionColumn, Sizes: r.Size.Sides, Box: r.Box.Box}
	if r.Where.Set() {
		cfg.Where = r.Where.Expression
	}
	cfg.Inputs = []pipeline.Input{{Name: cmp.Or(r.Name, "input"), Open: func() (pipeline.Source, error) { return r, nil }}}
	cfg.Hooks = pipeline.Hooks{
		OnForm: r.opened,
		OnFault: func(f *model.SyntaxError) {
			if len(r.faults) < mostFaults {
				r.faults = append(r.faults, errorObject(f))
			}
		},
		OnLoss: func(f *model.SyntaxError) { r.say("%v", f) },
		OnUnread: func(_, solutions string) {
			r.say("the solutions in %q are not read, because they are far from their puzzles", solutions)
		},
		OnEmpty:      func(string) { r.say("there are no puzzles in it") },
		OnUnreadable: func(err error) { r.say("%v", err) },
	}
	return cfg, nil
}

// opened notes the form of the input, and what the output leaves out.
func (r *stream) opened(o pipeline.Opened) {
	r.form = o.From.String()
	if o.Solved {
		r.say("each solution after a puzzle is a record of its own")
	}
	if len(o.Lost) > 0 {
		r.say("left out columns, as the form %v cannot hold them: %s", o.To.Kind, strings.Join(o.Lost, ", "))
	}
}

// say adds a message to the summary.
func (r *stream) say(format string, args ...any) {
	r.messages = append(r.messages, fmt.Sprintf(format, args...))
}

// onBad are the treatments of malformed records by name.
var onBad = map[string]pipeline.OnBad{"": pipeline.Mark, "mark": pipeline.Mark, "skip": pipeline.Skip, "stop": pipeline.Stop}

// run runs the verb and returns the summary.
func (r *stream) run(cfg pipeline.Config) (object, error) {
	stats, err := r.verb(cfg)
	if r.encloser != nil && err == nil {
		err = r.give(r.encloser.Rest())
	}
	c := &stats.Counts
	if c.Commented > 0 {
		r.say("grids in comments, not read: %d", c.Commented)
	}
	if c.Answers > 0 {
		r.say("left out solutions of the puzzles before: %d", c.Answers)
	}
	if err == nil && stats.Unreadable > 0 {
		err = errors.New(r.messages[len(r.messages)-1].(string)) //nolint:forcetypeassert // say adds texts alone
		r.messages = r.messages[:len(r.messages)-1]
	}
	return members("form records solved multiple noSolution contradiction gaveUp malformed unmatched guesses faultyFile faults messages bytesOut seconds",
		r.form, c.Puzzles(), c.Solved, c.Multiple, c.NoSolution, c.Contradiction, c.GaveUp, c.Malformed, c.LeftOut, float64(c.Guesses),
		stats.Faults > 0, r.faults, r.messages, stats.TextOut, stats.Elapsed.Seconds()), err
}

// checked are the columns that the verb check adds.
var checked = []string{"status", "clues", "guesses", "solution", "solutions", "complete"}

func (r *stream) verb(cfg pipeline.Config) (stats pipeline.Stats, err error) {
	bad, known := onBad[r.OnBad]
	if !known {
		return stats, fmt.Errorf("onBad: unknown treatment %q: choose mark, skip or stop", r.OnBad)
	}
	added, err := r.columns(cfg.To)
	if err != nil {
		return stats, err
	}
	if cfg.Candidates = true; r.name != "solve" && r.name != "convert" && r.name != "generate" {
		cfg.Style = pipeline.Rows
	}
	switch r.name {
	case "solve":
		cfg.NewWorker = solving.Workers(solver.Options{Limit: r.Limit}, bad, added...)
	case "label", "check":
		if len(added) == 0 {
			return stats, errors.New("add: want columns to add, for example tier")
		}
		cfg.NewWorker = solving.Labellers(solver.Options{Limit: 2}, bad, added...)
	case "hint":
		cfg.Use, cfg.Candidates = pipeline.UseColumns, false
		cfg.Hints.State, cfg.Hints.Solution = true, r.StateColumn
		cfg.NewWorker = solving.Hinters(solver.Options{Limit: 2}, explain.Sukaku, bad, added...)
	case "convert":
		cfg.NewWorker = convert.Workers(convert.Options{OnBad: bad})
	case "generate":
		return r.generate(cfg, added)
	}
	return pipeline.Run(context.Background(), cfg)
}

// columns returns the columns that the verb adds to rows of a kind (0: any).
func (r *stream) columns(to bulk.Kind) ([]columns.Column, error) {
	choose := columns.Parse
	switch r.name {
	case "check":
		r.Add = append(slices.Clone(checked), r.Add...)
	case "hint":
		choose = func(names []string) ([]columns.Column, error) { return columns.Choose(columns.Hints(), names) }
		if r.Add == nil {
			r.Add = columns.Names(columns.Hints())
		}
	}
	added, err := choose(r.Add)
	if err != nil {
		return nil, fmt.Errorf("add: %w", err)
	}
	switch {
	case len(added) == 0 && r.Replace:
		return nil, errors.New("replace needs add")
	case len(added) > 0 && (to != 0 || r.name == "generate") && !to.IsTable():
		return nil, fmt.Errorf("columns need a table such as csv, not %v", cmp.Or(to, bulk.Line))
	case r.Replace:
		added = columns.Taking(added, model.Replaced)
	}
	return added, nil
}

// waitEvery is how often a run that makes puzzles lets JavaScript work.
const waitEvery = 50 * time.Millisecond

// generate makes puzzles.
func (r *stream) generate(cfg pipeline.Config, added []columns.Column) (stats pipeline.Stats, err error) {
	ctx, end := context.WithCancelCause(context.Background())
	defer end(nil)
	cfg.Inputs, cfg.Hooks, cfg.Where = nil, pipeline.Hooks{}, nil
	made := gen.Config{
		Config: cfg, Count: 1, Added: added, Solutions: r.Solutions,
		Options: generate.Options{Order: 9, Box: r.Box.Box, Seed: r.Seed, MaxTries: r.Tries},
		OnWork: func() {
			if now := time.Now(); now.Sub(r.waited) > waitEvery {
				if _, err := await(r.wait, r.progress.Puzzles.Load(), r.progress.Tried.Load()); err != nil {
					end(err)
				}
				r.waited = time.Now()
			}
		},
	}
	switch {
	case len(r.Size.Sides) > 1:
		return stats, errors.New("size: new puzzles have one size")
	case r.Per != "" && r.Count != nil:
		return stats, errors.New("per cannot be combined with count: it says how many puzzles to make")
	case r.Count != nil:
		made.Count = *r.Count
	}
	for _, side := range r.Size.Sides {
		made.Options.Order = side
	}
	if err = r.Apply(&made, explain.Sukaku); err != nil {
		return stats, err
	}
	stats, err = gen.Run(ctx, made)
	return stats, cmp.Or(context.Cause(ctx), err)
}

// Read waits for bytes of the input.
func (r *stream) Read(p []byte) (int, error) {
	for len(r.chunk) == 0 {
		v, err := await(r.input)
		if err != nil {
			return 0, err
		}
		if v.IsNull() {
			return 0, io.EOF
		}
		r.chunk = make([]byte, v.Length())
		js.CopyBytesToGo(r.chunk, v)
	}
	n := copy(p, r.chunk)
	r.chunk = r.chunk[n:]
	r.taken += int64(n)
	return n, nil
}

// BytesIn returns the number of bytes that Read returned.
func (r *stream) BytesIn() int64 { return r.taken }

// Stream reports whether puzzles must not wait for the next ones.
func (r *stream) Stream() bool { return r.Live }

// Typed returns false: the page reads no Parquet files.
func (r *stream) Typed() bool { return false }

// Close does nothing: JavaScript closes the input.
func (r *stream) Close() error { return nil }

// Write gives bytes to JavaScript, and waits until it takes more.
func (r *stream) Write(p []byte) (int, error) {
	if r.encloser == nil {
		return len(p), r.give(p)
	}
	return len(p), r.give(r.encloser.Enclose(p))
}

func (r *stream) give(text []byte) error {
	chunk := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(chunk, text)
	_, err := await(r.output, chunk, r.progress.Puzzles.Load())
	return err
}

// await calls a function of JavaScript, and waits for the promise that it returns. If the function throws, or
// the promise is rejected, err is a *rejection.
func await(f js.Value, args ...any) (value js.Value, err error) {
	settled := make(chan struct{})
	settle := func(rejected bool) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			if value = args[0]; rejected {
				err = &rejection{value}
			}
			close(settled)
			return nil
		})
	}
	fulfilled, failed := settle(false), settle(true)
	defer fulfilled.Release()
	defer failed.Release()
	defer func() {
		switch p := recover().(type) {
		case nil:
		case js.Error:
			err = &rejection{p.Value}
		default:
			panic(p)
		}
	}()
	f.Invoke(args...).Call("then", fulfilled, failed)
	<-settled
	return value, err
}

// A rejection is what a function of JavaScript threw, or a promise was rejected with. Most often that is an
// error, but it may be any value.
type rejection struct{ reason js.Value }

// Error returns the message of an error, and other values as text.
func (r *rejection) Error() (words string) {
	defer func() {
		if recover() != nil {
			words = "something that is no text was thrown"
		}
	}()
	// Value.Get would end the program if a getter throws.
	message := js.Global().Get("Reflect").Call("get", js.Global().Get("Object").Invoke(r.reason), "message")
	if message.Type() == js.TypeString {
		return message.String()
	}
	return js.Global().Get("String").Invoke(r.reason).String()
}
