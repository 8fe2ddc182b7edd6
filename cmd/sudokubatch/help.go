package main

// This file defines the verbs help and version, the flags --help and --version, and the message for a
// wrong command line. kong prints the help from tags of the fields:
//
//	help   text of the flag; the short help shows its first sentence
//	brief  the short help shows the flag
//	group  heading above the flag; a verb's own flags have none
//
// A verb can have these methods:
//
//	Help      the text that follows the summary in the long help
//	Examples  commands that the help shows, one per line
//	Validate  an error if the flags contradict each other; kong calls it

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
)

// A helpFlag prints help and ends the command: -h prints the short help, --help the long help.
type helpFlag bool

// BeforeReset acts as soon as the flag is read; kong calls it.
func (helpFlag) BeforeReset(parsed *kong.Context) error {
	long := slices.ContainsFunc(parsed.Args, func(arg string) bool { return strings.HasPrefix(arg, "--help") })
	if err := printHelp(parsed, long); err != nil {
		return err
	}
	parsed.Exit(int(process.ExitOK))
	return nil
}

// printHelp prints the help of the parsed verb, or of the command without one. The short help fits on
// one screen.
func printHelp(parsed *kong.Context, long bool) error {
	node := parsed.Selected()
	if node == nil {
		node = parsed.Model.Node
	}
	if !long {
		shorten(node)
	}
	for _, f := range node.Flags {
		if f.Group != nil {
			f.Group.Title += ":"
		}
		if long && len(f.Aliases) > 0 {
			f.Help += " Also --" + strings.Join(f.Aliases, ", --") + "."
		}
	}
	if examples := examplesOf(node); examples != "" {
		node.Detail = strings.TrimSpace(node.Detail + "\n\nExamples:\n\n    " + strings.ReplaceAll(examples, "\n", "\n    "))
	}
	const widest = 100
	return kong.DefaultHelpPrinter(kong.HelpOptions{
		Compact: true, WrapUpperBound: widest, ValueFormatter: kong.DefaultHelpValueFormatter,
	}, parsed)
}

// shorten removes from a verb, or from the command, everything that the short help omits.
func shorten(node *kong.Node) {
	node.Help, node.Detail = firstSentence(node.Help)+".", ""
	for _, child := range node.Children {
		child.Help = firstSentence(child.Help)
	}
	for _, a := range node.Positional {
		a.Help = firstSentence(a.Help)
	}
	for n := node; n != nil; n = n.Parent {
		for _, f := range n.Flags {
			f.Help, f.Group = firstSentence(f.Help), nil
			f.Hidden = f.Hidden || n.Parent != nil && !f.Tag.Has("brief")
		}
	}
}

// firstSentence returns the first sentence of a text, without the full stop.
func firstSentence(text string) string {
	sentence, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(sentence, ".")
}

// examplesOf returns the examples of a verb, one per line, or "".
func examplesOf(node *kong.Node) string {
	if with, ok := node.Target.Addr().Interface().(interface{ Examples() string }); ok {
		return with.Examples()
	}
	return ""
}

// A helpCmd is the verb help.
type helpCmd struct {
	Verb string `arg:"" optional:"" complete:"verbs" help:"Explain this verb. Default: the command."`
}

// Run prints the help of a verb.
func (c *helpCmd) Run() error {
	parsed, err := parsedVerb(c.Verb)
	if err != nil {
		return err
	}
	return printHelp(parsed, true)
}

// parsedVerb returns the parsed command line that consists of the verb, or is empty if name is. It
// reports an unknown verb as wrong usage.
func parsedVerb(name string) (*kong.Context, error) {
	parser := newParser(name)
	if name == "" {
		return kong.Trace(parser, nil)
	}
	if _, err := verbOf(parser.Model.Node, name); err != nil {
		sayWrongUsage(err, parser.Model.Node)
		return nil, process.ExitUsage
	}
	return kong.Trace(parser, []string{name})
}

// A versionFlag prints the version and ends the command.
type versionFlag bool

// BeforeReset acts as soon as the flag is read; kong calls it.
func (versionFlag) BeforeReset(parser *kong.Kong) error {
	if err := writeVersion(os.Stdout); err != nil {
		return err
	}
	parser.Exit(int(process.ExitOK))
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

// sayWrongUsage reports an error in the arguments of a verb, or of the command itself, and names the
// help to read.
func sayWrongUsage(err error, verb *kong.Node) {
	if verb.Parent == nil {
		console.Say("%v\nrun sudokubatch -h for the verbs", err)
		return
	}
	text := strings.TrimPrefix(err.Error(), verb.Path()+": ") // kong puts it before some errors
	console.Say("%s: %s\nrun sudokubatch %[1]s -h for its flags", verb.Name, text)
}
