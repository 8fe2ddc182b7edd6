package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/help"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
)

// A helpFlag prints help and ends the command: -h the short one, --help all.
type helpFlag bool

// BeforeReset is kong's hook for flags that act at once.
func (helpFlag) BeforeReset(parsed *kong.Context) error {
	node := parsed.Selected()
	if node == nil {
		node = parsed.Model.Node
	}
	all := slices.ContainsFunc(parsed.Args, func(arg string) bool { return strings.HasPrefix(arg, "--help") })
	if err := printHelp(node, all); err != nil {
		return err
	}
	parsed.Exit(int(process.ExitOK))
	return nil
}

// printHelp prints the help of the command or of a verb.
func printHelp(node *kong.Node, all bool) error {
	bold := console.Bold(os.Stdout)
	if !all {
		return help.Short(os.Stdout, node, bold)
	}
	return help.Long(os.Stdout, node, helpColumns(), bold)
}

// helpColumns is how wide long help is: as the terminal, but easy to read.
func helpColumns() int {
	const narrowest, usual, widest = 40, 80, 100
	columns, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil || columns <= 0 {
		return usual
	}
	return min(max(columns, narrowest), widest)
}

// A helpCmd is the verb help.
type helpCmd struct {
	Verb string `arg:"" optional:"" complete:"verbs" help:"The verb to explain. Default: the command."`
}

// Run prints the help of a verb.
func (c *helpCmd) Run(app *kong.Kong) error {
	node, err := findVerb(app, c.Verb)
	if err != nil {
		return err
	}
	return printHelp(node, true)
}

// findVerb is the node of a verb, by its name or another that it has; of the
// command itself if there is none.
func findVerb(app *kong.Kong, name string) (*kong.Node, error) {
	if name == "" {
		return app.Model.Node, nil
	}
	node, err := verbOf(app.Model.Node, name)
	if err != nil {
		sayWrongUsage(err, app.Model.Node)
		return nil, process.ExitUsage
	}
	return node, nil
}

// A versionFlag prints the version and ends the command.
type versionFlag bool

// BeforeReset is kong's hook for flags that act at once.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	if err := writeVersion(os.Stdout); err != nil {
		return err
	}
	app.Exit(int(process.ExitOK))
	return nil
}

// A versionCmd is the verb version.
type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run() error { return writeVersion(os.Stdout) }

func writeVersion(w io.Writer) error {
	_, err := fmt.Fprintf(w, "sudokubatch %s\ncommit %s\n%s %s/%s\ncpu %s\n",
		program.Version(), program.Commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH, program.CPU())
	return err
}

// sayWrongUsage says what is wrong with the arguments of a verb, or of the command itself,
// and where to read on.
func sayWrongUsage(err error, verb *kong.Node) {
	if verb.Parent == nil {
		console.Say("%v\nrun sudokubatch -h for the verbs", err)
		return
	}
	text := err.Error()
	if prefix := verb.Name + ": "; !strings.HasPrefix(text, prefix) { // kong writes it before some
		text = prefix + text
	}
	console.Say("%s\nrun sudokubatch %s -h for its flags", text, verb.Name)
}
