//go:build js

package main

// This file runs a verb over a stream of any length, on the same pipeline as the command.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall/js"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
	"github.com/sudokubatch/sudokubatch/pipeline/gen"
	solving "github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/pipeline/where"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// mostFaults is the number of malformed records that a summary lists.
const mostFaults = 20

// run starts a verb: run(options, read, write, done). It reads by calling read, which returns a
// promise of bytes, or of null at the end. It calls write with bytes and the number of records so
// far, and waits for the promise that write returns. At the end it calls done with the summary, or with
// the error.
func run(args []js.Value) (object, error) {
	r := &stream{options: args[0], input: args[1], output: args[2]}
	cfg, err := r.config()
	if err != nil {
		return nil, err
	}
	done := args[3]
	go func() {
		_, _ = await(done, answer(func() (object, error) { return r.run(cfg) })) // done never fails
	}()
	return object{}, nil
}

// A stream is a run with its input and output.
type stream struct {
	options       js.Value
	input, output js.Value // functions
	chunk         []byte   // read, but not yet taken
	taken         int64
	progress      pipeline.Progress
	form          string
	messages      []any
	faults        []any
}

// text returns an option, "" if it is missing.
func (r *stream) text(name string) string {
	if v := r.options.Get(name); v.Type() == js.TypeString {
		return v.String()
	}
	return ""
}

// number returns an option, 0 if it is missing. Options are whole numbers; engine.js checks them.
func (r *stream) number(name string) int {
	if v := r.options.Get(name); v.Type() == js.TypeNumber {
		return v.Int()
	}
	return 0
}

// texts returns an option that is a list.
func (r *stream) texts(name string) (all []string) {
	if v := r.options.Get(name); v.Type() == js.TypeObject {
		for i := range v.Length() {
			all = append(all, v.Index(i).String())
		}
	}
	return all
}

// kind returns a form, 0 if the option is missing.
func (r *stream) kind(name string, parse func(string) (bulk.Kind, error)) (bulk.Kind, error) {
	if r.text(name) == "" {
		return 0, nil
	}
	return parse(r.text(name))
}

// config returns what all verbs share.
func (r *stream) config() (cfg pipeline.Config, err error) {
	cfg = pipeline.Config{Output: r, Jobs: 1, Progress: &r.progress, Use: pipeline.UsePuzzles}
	if cfg.From, err = r.kind("from", bulk.ParseKind); err != nil {
		return cfg, fmt.Errorf("from: %w", err)
	}
	if cfg.To, err = r.kind("to", bulk.ParseTarget); err != nil {
		return cfg, fmt.Errorf("to: %w", err)
	}
	_, enclosed := cfg.To.Enclosure("")
	if cfg.To != 0 && (!cfg.To.CanWrite() || cfg.To.IsBinary() || enclosed && !cfg.To.IsJSON()) {
		return cfg, fmt.Errorf("to: a stream cannot be written as %v: choose line, grid, csv, tsv, ndjson or json", cfg.To)
	}
	cfg.Hints = model.Hints{Puzzle: r.text("column"), Solution: r.text("solutionColumn"), Sizes: sizesOf(r.options.Get("size"))}
	if cfg.Hints.Box, err = boxOf(r.options.Get("box")); err != nil {
		return cfg, fmt.Errorf("box: %w", err)
	}
	if expression := r.text("where"); expression != "" {
		if cfg.Where, err = where.Parse(expression); err != nil {
			return cfg, err
		}
	}
	cfg.Inputs = []pipeline.Input{{Name: r.text("name"), Open: func() (pipeline.Source, error) { return r, nil }}}
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

// verb runs the verb.
func (r *stream) verb(cfg pipeline.Config) (stats pipeline.Stats, err error) {
	bad, known := onBad[r.text("onBad")]
	if !known {
		return stats, fmt.Errorf("onBad: unknown treatment %q: choose mark, skip or stop", r.text("onBad"))
	}
	added, err := columns.Parse(r.texts("add"))
	if err != nil {
		return stats, fmt.Errorf("add: %w", err)
	}
	if r.options.Get("replace").Truthy() {
		added = columns.Taking(added, model.Replaced)
	}
	ctx := context.Background()
	switch r.text("verb") {
	case "solve":
		cfg.NewWorker = solving.Workers(solver.Options{Limit: r.number("limit")}, bad, added...)
	case "label":
		if len(added) == 0 {
			return stats, errors.New("add: want columns to add, for example tier")
		}
		cfg.Style = pipeline.Rows
		cfg.NewWorker = solving.Labellers(solver.Options{Limit: 2}, bad, added...)
	case "convert":
		cfg.NewWorker = convert.Workers(convert.Options{OnBad: bad})
	case "generate":
		return r.generate(ctx, cfg, added)
	default:
		return stats, fmt.Errorf("unknown verb %q: choose solve, label, convert or generate", r.text("verb"))
	}
	return pipeline.Run(ctx, cfg)
}

// generate makes puzzles.
func (r *stream) generate(ctx context.Context, cfg pipeline.Config, added []columns.Column) (stats pipeline.Stats, err error) {
	cfg.Inputs, cfg.Hooks, cfg.Where = nil, pipeline.Hooks{}, nil
	made := gen.Config{
		Config: cfg, Count: uint64(r.number("count")), Added: added, Solutions: r.options.Get("solutions").Truthy(),
		Options: generate.Options{Order: cmp.Or(r.number("size"), r.number("order"), 9), Box: cfg.Hints.Box, Seed: uint64(r.number("seed")), Clues: r.number("clues"), MaxClues: r.number("maxClues")},
	}
	if symmetry := r.text("symmetry"); symmetry != "" {
		if made.Options.Symmetry, err = generate.ParseSymmetry(symmetry); err != nil {
			return stats, err
		}
	}
	if tiers := r.texts("tier"); len(tiers) > 0 {
		made.Wishes = []gen.Wish{{Column: "tier", Values: tiers}}
	}
	if er := r.options.Get("er"); er.Truthy() {
		from, to := er.Index(0), er.Index(1)
		if from.Type() != js.TypeNumber || to.Type() != js.TypeNumber {
			return stats, errors.New("er: want the least and the greatest rating, for example [3, 4.5]")
		}
		made.Wishes = append(made.Wishes, gen.Wish{Column: "er", From: from.Float(), To: to.Float()})
	}
	if expression := r.text("where"); expression != "" {
		if made.Where, err = where.Parse(expression); err != nil {
			return stats, err
		}
	}
	return gen.Run(ctx, made)
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
func (r *stream) Stream() bool { return r.options.Get("live").Truthy() }

// Typed returns false: the page reads no Parquet files.
func (r *stream) Typed() bool { return false }

// Close does nothing: JavaScript closes the input.
func (r *stream) Close() error { return nil }

// Write gives bytes to JavaScript, and waits until it takes more.
func (r *stream) Write(p []byte) (int, error) {
	chunk := js.Global().Get("Uint8Array").New(len(p))
	js.CopyBytesToJS(chunk, p)
	if _, err := await(r.output, chunk, r.progress.Puzzles.Load()); err != nil {
		return 0, err
	}
	return len(p), nil
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
