package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/help"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A completionCmd is the verb completion.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is the part of the help that is longer than a flag's line.
func (completionCmd) Help() string {
	return `The script asks this command what may stand where the cursor is: verbs, flags, engines, forms, embedded corpora and so
on. Names of files are the shell's own. Its first lines say where to put it.`
}

// Examples are commands that the help shows.
func (completionCmd) Examples() string {
	return `source <(sudokubatch completion bash)
sudokubatch completion zsh > _sudokubatch
sudokubatch completion fish > sudokubatch.fish`
}

// Run writes the script.
func (c *completionCmd) Run() error { return help.WriteShell(os.Stdout, c.Shell) }

// A completeCmd is the verb complete, by which the scripts ask.
type completeCmd struct {
	Words []string `arg:"" optional:"" help:"The words behind the command, as far as the cursor."`
}

// Run says what may stand where the cursor is.
func (c *completeCmd) Run(app *kong.Kong) error {
	all := help.Complete(app.Model, completeValues(), c.Words)
	return all.Write(os.Stdout)
}

// completeValues are the values of flags that lists name: what is built in, and
// what the help mentions by the same names.
func completeValues() help.Values {
	values := help.Values{}
	for name, list := range helpVars() {
		for value := range strings.SplitSeq(list, ", ") {
			values[name] = append(values[name], help.Candidate{Word: value})
		}
	}
	values["engines"] = []help.Candidate{{Word: solver.Auto, Meaning: "the first that solves the order"}}
	for _, e := range solver.Engines() {
		values["engines"] = append(values["engines"], help.Candidate{Word: e.Name, Meaning: e.Description})
	}
	for _, c := range corpus.Embedded() {
		values["inputs"] = append(values["inputs"], help.Candidate{Word: "@" + c.Name, Meaning: c.Description})
	}
	return values
}

// A manCmd is the verb man.
type manCmd struct {
	Verb string `arg:"" optional:"" complete:"verbs" help:"The verb whose page to print. Default: that of the command."`
	Into string `brief:"" placeholder:"DIR" help:"Write all pages into this folder. It is made if need be: DIR/sudokubatch.1 and so on."`
}

// Examples are commands that the help shows.
func (manCmd) Examples() string {
	return `sudokubatch man | man -l -
sudokubatch man solve | man -l -
sudokubatch man --into ~/.local/share/man/man1`
}

// Validate is kong's hook for what the flags must hold.
func (c *manCmd) Validate() error {
	if c.Into != "" && c.Verb != "" {
		return fmt.Errorf("--into writes the pages of all verbs: leave out %s", c.Verb)
	}
	return nil
}

// Run prints a page, or writes all.
func (c *manCmd) Run(app *kong.Kong) error {
	source := "sudokubatch " + program.Version()
	if c.Into != "" {
		return writePages(app, c.Into, source)
	}
	node, err := findVerb(app, c.Verb)
	if err != nil {
		return err
	}
	return help.Man(os.Stdout, node, source)
}

// writePages writes all manual pages into a folder.
func writePages(app *kong.Kong, dir, source string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, node := range append([]*kong.Node{app.Model.Node}, app.Model.Children...) {
		if node.Hidden {
			continue
		}
		var text strings.Builder
		if err := help.Man(&text, node, source); err != nil {
			return err
		}
		name := outfile.Join(dir, help.ManName(node)+".1")
		if err := os.WriteFile(name, []byte(text.String()), 0o666); err != nil {
			return fmt.Errorf("writing the page: %w", err)
		}
	}
	return nil
}
