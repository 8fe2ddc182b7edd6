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
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/cmd/internal/book"
	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/options"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/owned"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A cli holds the flags of the command itself. Its verbs are in the table verbs.
type cli struct {
	HelpFlag    helpFlag    `name:"help" short:"h" help:"Show help: -h short, --help in full."`
	VersionFlag versionFlag `name:"version" short:"V" help:"Print version, commit and CPU features."`
}

// A verb is a command of the program.
type verb struct {
	name, help string
	flags      func() any // a new value of the struct with its flags and arguments
	tag        string     // further tags for kong
	lacks      []string   // flags of the struct that the verb has no use for
}

// verbs lists the verbs in the order in which help shows them.
var verbs = []verb{
	{name: "solve", help: "Solve puzzles, in input order.", flags: func() any { return new(solveCmd) }},
	{name: "convert", help: "Write puzzles in another form.", flags: func() any { return new(convertCmd) }},
	{name: "clean", help: "Keep the valid, unique and new puzzles. For a data set: leave out malformed records, wrong solutions, duplicates and isomorphs.", flags: func() any { return new(cleanCmd) }},
	{name: "label", help: "Add columns such as clues, tier and rating to rows.", flags: func() any { return new(labelCmd) }},
	{name: "sample", help: "Choose rows at random. A number, a share, or a number of each class; or all rows in random order.", flags: func() any { return new(sampleCmd) }},
	{name: "print", help: "Print puzzles and their solutions. Makes a book of HTML or PDF, or a drawing of each puzzle.", flags: func() any { return new(printCmd) }},
	{name: "split", help: "Divide puzzles into parts without leaks. For training and testing: no puzzle of one part equals a puzzle of another part, or is an isomorph of one.", flags: func() any { return new(splitCmd) }},
	{name: "check", help: "Check that puzzles are valid and unique. Flags also check solutions, minimality, duplicates, and leaks between corpora.", flags: func() any { return new(checkCmd) }},
	{name: "explain", help: "Print the steps that solve a puzzle. With Sudoku Explainer's ratings.", flags: func() any { return new(explainCmd) }},
	{name: "hint", help: "Name a player's wrong cells and the next step.", flags: func() any { return new(hintCmd) }, lacks: []string{"solution-column"}},
	{name: "bench", help: "Measure how fast engines and programs solve.", flags: func() any { return new(benchCmd) }},
	{name: "detect", help: "Report the form and columns of files.", flags: func() any { return new(detectCmd) }},
	{name: "merge", help: "Join the parts that --shard wrote.", flags: func() any { return new(mergeCmd) }},
	{name: "gen", help: "Make new puzzles.", flags: func() any { return new(genCmd) }, tag: `aliases:"generate"`},
	{name: "augment", help: "Make isomorphs of puzzles.", flags: func() any { return new(augmentCmd) }},
	{name: "corpora", help: "List the embedded corpora.", flags: func() any { return new(corporaCmd) }},
	{name: "engines", help: "List the engines.", flags: func() any { return new(enginesCmd) }},
	{name: "help", help: "Explain the command or a verb.", flags: func() any { return new(helpCmd) }},
	{name: "version", help: "Print version, commit and CPU features.", flags: func() any { return new(versionCmd) }},
	{name: "completion", help: "Print a completion script for a shell.", flags: func() any { return new(completionCmd) }},
	{name: "man", help: "Print manual pages.", flags: func() any { return new(manCmd) }},

	{name: "complete", help: "List candidates for the word at the cursor.", flags: func() any { return new(completeCmd) }, tag: `hidden:""`},
}

func (cli) Help() string {
	return `An input is a file, - for standard input (the default of most verbs), or @NAME for an embedded corpus. The command recognises
its form and compression by content. Answers go to standard output, or to the file of -o. Messages go to standard error; a
terminal also shows a progress bar and the whole summary. -v prints the whole summary in any case. NO_COLOR turns bold
words off.

Numbers accept k, M and G: 5000, 20k, 1M. Sizes have a unit: 64MiB, 1GB.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or failed a check, or some inputs were
unreadable; 128 + signal interrupted.`
}

func (cli) Examples() string {
	return `sudokubatch solve @demo -o /dev/null
sudokubatch solve puzzles.txt > solutions.txt
sudokubatch check --dataset train.csv --against test.csv`
}

// Validate returns an error for mistakes that any verb can have; kong calls it.
func (*cli) Validate(k *kong.Context) error {
	node := k.Selected()
	if node == nil {
		return errors.New("the verb is missing, as in sudokubatch solve")
	}
	for _, v := range node.Positional {
		if v.Required && !v.Set {
			return fmt.Errorf("an argument is missing: want %s", strings.ToUpper(v.Name))
		}
	}
	given := map[*kong.Flag]bool{}
	for _, p := range k.Path {
		f := p.Flag
		if f == nil {
			continue
		}
		if given[f] && !f.IsBool() && !f.IsCumulative() && !slices.Contains(overridable, f.Name) {
			return fmt.Errorf("--%s is given twice: give it once", f.Name)
		}
		given[f] = true
		if !slices.Contains(namePlaceHolders, f.PlaceHolder) {
			continue
		}
		// An empty name is probably a shell variable that is not set.
		switch name := f.Target.Interface().(type) {
		case string:
			if name == "" {
				return fmt.Errorf("--%s: the name is empty", f.Name)
			}
		case []string:
			if len(name) == 0 || slices.Contains(name, "") {
				return fmt.Errorf("--%s: the name is empty", f.Name)
			}
		}
	}
	return nil
}

// overridable lists flags that may be given twice, for example in a shell alias and after it. The
// last one counts. The outputs do not depend on them.
var overridable = []string{"jobs", "memory", "temp-dir", "progress"}

// namePlaceHolders lists the placeholders of flags whose value is a name or names.
var namePlaceHolders = []string{"FILE", "DIR", "COLUMN", "COLUMN=N", "NAME", "NAME|N", "RULE", "TIER,..."}

func main() {
	os.Exit(execute(process.WithSignals(context.Background()), os.Args[1:]))
}

// If the command line has more than manyArgs arguments, they take most of the memory. Garbage may then
// grow to manyArgsGC percent of it before a collection, instead of 100.
const manyArgs, manyArgsGC = 10_000, 25

// execute runs one command line and returns its exit code.
func execute(ctx context.Context, args []string) (code int) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case process.ExitCode: // kong.Exit below panics with it after --help and --version
			code = int(p)
		default:
			console.Say("%v", &guard.Panic{Value: p, Stack: debug.Stack()})
			owned.Clear()
			code = int(process.ExitFailed)
		}
	}()
	if len(args) == 0 {
		args = []string{"-h"}
	}
	if len(args) > manyArgs {
		debug.SetGCPercent(manyArgsGC)
	}
	parser := newParser(verbIn(args))
	reader := newArgumentReader(parser)
	args, err := reader.read(args)
	var parsed *kong.Context
	if err == nil {
		parsed, err = parser.Parse(args)
	}
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return int(exitCode(ctx, err)) // help or version could not be written
	}
	if err != nil {
		sayWrongUsage(err, reader.verb)
		return int(process.ExitUsage)
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	if err := expandInputs(parsed.Selected()); err != nil {
		return int(exitCode(ctx, err))
	}
	return int(exitCode(ctx, parsed.Run()))
}

// expandInputs replaces folders and patterns by their files, in all arguments and flags of a verb that list inputs.
func expandInputs(verb *kong.Node) (err error) {
	values := slices.Clone(verb.Positional)
	for _, f := range verb.Flags {
		values = append(values, f.Value)
	}
	for _, v := range values {
		if names, ok := v.Target.Addr().Interface().(*[]string); ok && v.Tag.Get("complete") == "inputs" {
			if *names, err = run.Expand(*names); err != nil {
				return err
			}
		}
	}
	return nil
}

// verbIn returns the verb of a command line; "" if there is none.
func verbIn(args []string) string {
	i := slices.IndexFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })
	if i < 0 {
		return ""
	}
	return args[i]
}

// allVerbs is the argument of newParser for a parser with the flags of all verbs.
const allVerbs = "*"

// newParser returns a parser that knows all verbs, but only the flags of the wanted one: kong takes a
// millisecond for the flags of each verb.
func newParser(wanted string) *kong.Kong {
	options := []kong.Option{
		kong.Name("sudokubatch"),
		kong.Description("Solve, check, convert, split and generate Sudoku corpora of any size. On every core, in input order, in bounded memory."),
		kong.NoDefaultHelp(),
		helpVars(),
		kong.KindMapper(reflect.String, kong.MapperFunc(asItIs)),
		kong.KindMapper(reflect.Int, run.Numbers),
		kong.KindMapper(reflect.Int64, run.Numbers),
		kong.KindMapper(reflect.Uint64, run.Numbers),
		kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(asDuration)),
		kong.Exit(func(code int) { panic(process.ExitCode(code)) }),
	}
	for _, v := range verbs {
		flags := any(new(struct{}))
		if wanted == allVerbs || wanted == v.name || wanted != "" && strings.Contains(v.tag, `"`+wanted+`"`) {
			flags = v.flags()
		}
		options = append(options, kong.DynamicCommand(v.name, v.help, "Verbs:", flags, v.tag))
	}
	parser, err := kong.New(new(cli), options...)
	if err != nil {
		panic(err) // a mistake in a tag
	}
	for i, v := range verbs {
		node := parser.Model.Children[i]
		node.Flags = slices.DeleteFunc(node.Flags, func(f *kong.Flag) bool { return slices.Contains(v.lacks, f.Name) })
	}
	return parser
}

// asItIs sets a string to the bytes on the command line. If the flag has a list of values, the string
// must be one of them. kong's own mapper uses JSON, which destroys file names that are not UTF-8.
func asItIs(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("string")
	if err != nil {
		return err
	}
	text := fmt.Sprint(token.Value)
	if v := ctx.Value; v.Enum != "" && !slices.Contains(v.EnumSlice(), text) {
		return fmt.Errorf("%q: want %s%s", text, alternatives(v.EnumSlice()), console.Meant(text, v.EnumSlice()))
	}
	target.SetString(text)
	return nil
}

// alternatives joins words: "mark, skip or stop".
func alternatives(words []string) string { return console.Listed(words, "or") }

func asDuration(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("duration")
	if err != nil {
		return err
	}
	d, err := time.ParseDuration(fmt.Sprint(token.Value))
	if err != nil {
		return fmt.Errorf("%q is not a time such as 500ms, 1s or 5m", token.Value)
	}
	target.SetInt(int64(d))
	return nil
}

// exitCode returns the exit code for the error of a verb. It reports the error, unless the verb
// already did or nobody reads the output.
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

// helpVars returns the variables in the tags of flags.
func helpVars() kong.Vars {
	return kong.Vars{
		"output":      "-",
		"output_is":   "FILE",
		"output_help": "Write to this file; .zst and .gz compress. The file appears only when complete. Default: standard output.",

		"targets":        run.KindNames(bulk.Writable()),
		"part_forms":     run.KindNames(bulk.Writable()) + ", npz, hrm",
		"record_columns": strings.Join(columns.Names(columns.All()), ", "),
		"columns":        strings.Join(columns.Names(columns.Addable()), ", "),
		"hints":          strings.Join(columns.Names(columns.Hints()), ", "),
		"digits":         strings.Join(bulk.Digits(), ", "),
		"forms":          run.KindNames(bulk.Kinds()),
		"orders":         strings.Trim(strings.ReplaceAll(fmt.Sprint(geometry.Sides()), " ", ", "), "[]"),
		"papers":         strings.Join(book.Papers(), ", "),
		"symmetries":     strings.Join(generate.Symmetries(), ", "),
		"tiers":          strings.Join(options.Tiers(), ", "),
		"auto":           solver.Auto,
		"engines":        strings.Join(solver.EngineNames(), ", "),
		"guesses":        strconv.FormatUint(solver.DefaultMaxGuesses(2), 10),
		"guesses_each":   strconv.FormatUint(solver.DefaultMaxGuesses(3)-solver.DefaultMaxGuesses(2), 10),

		"least_memory":  run.LeastMemory,
		"worker_memory": run.WorkerMemory,
	}
}
