// Command sudokubatch solves Sudoku corpora of any size on every core, and
// writes the answers in input order. Run it with --help for its verbs.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"runtime/debug"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
)

// The exit codes. An interrupted run exits with 128 and the signal's number.
const (
	exitOK         = 0
	exitFailed     = 1
	exitUsage      = 2
	exitRecords    = 3   // finished, but some records or inputs were bad
	exitClosedPipe = 141 // whoever read the output has gone: 128 + SIGPIPE
)

// A cli is the command line: one field for each verb.
type cli struct {
	Solve   solveCmd   `cmd:"" help:"Solve puzzles, in input order."`
	Check   checkCmd   `cmd:"" help:"Check that every puzzle is valid, unique and, where flags ask for it, minimal and new."`
	Bench   benchCmd   `cmd:"" help:"Measure how fast engines and other programs solve corpora."`
	Gen     genCmd     `cmd:"" help:"Make puzzles: new ones, or random isomorphs of others."`
	Corpora corporaCmd `cmd:"" help:"List the embedded corpora."`
	Engines enginesCmd `cmd:"" help:"List the engines."`

	BenchWorker benchWorkerCmd `cmd:"" hidden:"" help:"Measure variants for bench, which starts it."`

	Version versionFlag `help:"Print version, commit and CPU features, and exit."`
}

// errExit ends a verb with a code, after everything was said.
type errExit int

func (e errExit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

func main() {
	dropClosed()
	ctx, stop := withSignals(context.Background())
	code := run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// run runs one command line and returns its exit code.
func run(ctx context.Context, args []string) (code int) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case errExit: // kong ends --help and --version by this
			code = int(p)
		default:
			say("%v", &guard.Panic{Value: p, Stack: debug.Stack()})
			atExit.run()
			code = exitFailed
		}
	}()
	parser, err := kong.New(
		new(cli),
		kong.Name("sudokubatch"),
		kong.Description("Solve Sudoku corpora of any size on every core, in input order, in bounded memory."),
		helpVars(),
		kong.KindMapper(reflect.String, kong.MapperFunc(asItIs)),
		kong.ConfigureHelp(kong.HelpOptions{WrapUpperBound: 100}),
		kong.Exit(func(code int) { panic(errExit(code)) }),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	if err != nil {
		panic(err) // a mistake in the cli's tags
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return exitCode(ctx, err) // help or version could not be written
	}
	if err != nil {
		say("%v\nrun sudokubatch --help for the verbs and flags", err)
		return exitUsage
	}
	return exitCode(ctx, parsed.Run())
}

// asItIs sets a text to what is on the command line. kong itself would take it
// through JSON, which no name of a file survives that is not UTF-8.
func asItIs(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("string")
	if err == nil {
		target.SetString(fmt.Sprint(token.Value))
	}
	return err
}

// exitCode reports a verb's error, if it is one to report, and returns the
// code to exit with.
func exitCode(ctx context.Context, err error) int {
	var exit errExit
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &exit):
		return int(exit)
	case isBrokenPipe(err):
		return exitClosedPipe
	case ctx.Err() != nil:
		say("%v", context.Cause(ctx))
		return interruptedCode(ctx)
	}
	say("%v", err)
	return exitFailed
}
