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
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/build"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/findings"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A cli is the command line: one field for each verb.
type cli struct {
	Solve   solveCmd   `cmd:"" help:"Solve puzzles, in input order."`
	Convert convertCmd `cmd:"" help:"Write puzzles in another form, in input order."`
	Split   splitCmd   `cmd:"" help:"Divide puzzles into parts, as for training and tests, so that none is in two of them, not even permuted."`
	Check   checkCmd   `cmd:"" help:"Check that every puzzle is valid, unique and, where flags ask for it, minimal and new."`
	Bench   benchCmd   `cmd:"" help:"Measure how fast engines and other programs solve corpora."`
	Detect  detectCmd  `cmd:"" help:"Say what form files have, and why."`
	Gen     genCmd     `cmd:"" help:"Make puzzles: new ones, or random isomorphs of others."`
	Corpora corporaCmd `cmd:"" help:"List the embedded corpora."`
	Engines enginesCmd `cmd:"" help:"List the engines."`

	BenchWorker benchWorkerCmd `cmd:"" hidden:"" help:"Measure variants for bench, which starts it."`

	Version versionFlag `help:"Print version, commit and CPU features, and exit."`
}

func main() {
	process.DropClosed()
	ctx, stop := process.WithSignals(context.Background())
	code := execute(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// execute runs one command line and returns its exit code.
func execute(ctx context.Context, args []string) (code int) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case process.ExitCode: // kong ends --help and --version by this
			code = int(p)
		default:
			console.Say("%v", &guard.Panic{Value: p, Stack: debug.Stack()})
			process.AtExit.Run()
			code = int(process.ExitFailed)
		}
	}()
	parser := newParser(ctx)
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return int(exitCode(ctx, err)) // help or version could not be written
	}
	if err != nil {
		console.Say("%v\nrun sudokubatch --help for the verbs and flags", err)
		return int(process.ExitUsage)
	}
	return int(exitCode(ctx, parsed.Run()))
}

// newParser makes the parser of command lines.
func newParser(ctx context.Context) *kong.Kong {
	parser, err := kong.New(
		new(cli),
		kong.Name("sudokubatch"),
		kong.Description("Solve Sudoku corpora of any size on every core, in input order, in bounded memory."),
		helpVars(),
		kong.KindMapper(reflect.String, kong.MapperFunc(asItIs)),
		kong.ConfigureHelp(kong.HelpOptions{WrapUpperBound: 100}),
		kong.Exit(func(code int) { panic(process.ExitCode(code)) }),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	if err != nil {
		panic(err) // a mistake in the cli's tags
	}
	return parser
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
func exitCode(ctx context.Context, err error) process.ExitCode {
	var exit process.ExitCode
	switch {
	case err == nil:
		return process.ExitOK
	case errors.As(err, &exit):
		return exit
	case process.IsBrokenPipe(err):
		return process.ExitClosedPipe
	case ctx.Err() != nil:
		console.Say("%v", context.Cause(ctx))
		return process.InterruptedCode(ctx)
	}
	console.Say("%v", err)
	return process.ExitFailed
}

// helpVars are what the help mentions by name.
func helpVars() kong.Vars {
	return kong.Vars{
		"output":      "-",
		"output_is":   "FILE",
		"output_help": "Write here; appears only when complete. A name that ends in .zst or .gz is compressed. Default: standard output.",

		"targets":        run.KindNames(formats.Writable()),
		"record_columns": strings.Join(findings.ColumnNames(), ", "),
		"columns":        strings.Join(columns.Names(columns.All()), ", "),
		"digits":         strings.Join(formats.Digits(), ","),
		"forms":          run.KindNames(formats.Kinds()),
		"auto":           solver.Auto,
		"engines":        strings.Join(solver.EngineNames(), ", "),
		"guesses":        strconv.Itoa(solver.DefaultMaxGuesses),

		"least_memory":  run.LeastMemory,
		"worker_memory": run.WorkerMemory,
	}
}

// A versionFlag prints the version and ends the command.
type versionFlag bool

// BeforeReset is kong's hook for flags that act at once.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	_, err := fmt.Fprintf(os.Stdout, "sudokubatch %s\ncommit %s\n%s %s/%s\ncpu %s\n",
		build.Version(), build.Commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH, build.CPU())
	if err != nil {
		return err
	}
	app.Exit(int(process.ExitOK))
	return nil
}
