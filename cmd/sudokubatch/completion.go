package main

// The verb completion prints a completion script for a shell. The script runs the hidden verb
// complete, which prints candidates for the word at the cursor. The tag complete of a flag names its
// list of values.

import (
	"embed"
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/solver"
)

//go:embed shells
var shells embed.FS

// A completionCmd is the verb completion.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Name the shell: bash, zsh or fish."`
}

func (completionCmd) Help() string {
	return `The first lines of the script say where to put it. It completes verbs, flags, engines, forms and embedded corpora. The shell
itself completes file names.`
}

func (completionCmd) Examples() string {
	return `source <(sudokubatch completion bash)
sudokubatch completion zsh > _sudokubatch
sudokubatch completion fish > sudokubatch.fish`
}

// Run prints the script.
func (c *completionCmd) Run() error {
	script, err := shells.ReadFile("shells/" + c.Shell)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(script)
	return err
}

// A completeCmd is the hidden verb complete, which the scripts run.
type completeCmd struct {
	Words []string `arg:"" optional:"" help:"Words after the command, up to the cursor."`
}

// Run prints candidates for the last word, one per line: a word, a tab, and its meaning. The lines
// :files and :folders ask the shell to add names of files or folders.
func (c *completeCmd) Run() error {
	r := newArgumentReader(newParser(verbIn(c.Words)))
	word := ""
	if last := len(c.Words) - 1; last >= 0 {
		word = c.Words[last]
		_, _ = r.read(c.Words[:last]) // ignores errors: the arguments before the wrong one are read
	}
	var text strings.Builder
	for _, x := range r.complete(word) {
		switch {
		case strings.HasPrefix(x.word, ":"):
			fmt.Fprintln(&text, x.word)
		case strings.HasPrefix(x.word, word):
			fmt.Fprintf(&text, "%s\t%s\n", x.word, x.meaning)
		}
	}
	_, err := os.Stdout.WriteString(text.String())
	return err
}

// A candidate is a word that can complete the word at the cursor.
type candidate struct{ word, meaning string }

// complete returns the candidates for a word, including words that do not match its beginning.
func (r *argumentReader) complete(word string) []candidate {
	name, value, hasValue := strings.Cut(word, "=")
	switch {
	case r.valueless != nil:
		return r.valuesOf(r.valueless.Value, "", word)
	case r.flagsEnded || !strings.HasPrefix(word, "-"):
		if r.verb == r.root {
			return r.verbs()
		}
		for _, a := range r.verb.Positional {
			return r.valuesOf(a, "", word)
		}
	case !hasValue:
		return r.flagCandidates()
	default:
		if f := r.find(name); f != nil && !f.IsBool() {
			return r.valuesOf(f.Value, name+"=", value)
		}
	}
	return nil
}

// verbs returns the verbs that are not hidden.
func (r *argumentReader) verbs() (names []candidate) {
	for _, v := range r.root.Children {
		if !v.Hidden {
			names = append(names, candidate{v.Name, firstSentence(v.Help)})
		}
	}
	return names
}

// flagCandidates returns the flags of the verb.
func (r *argumentReader) flagCandidates() (names []candidate) {
	for node := r.verb; node != nil; node = node.Parent {
		for _, f := range node.Flags {
			meaning := firstSentence(f.Help)
			names = append(names, candidate{"--" + f.Name, meaning})
			if f.Tag.Negatable != "" {
				names = append(names, candidate{"--no-" + f.Name, "Not: " + meaning})
			}
		}
	}
	return names
}

// valuesOf returns the values of a flag or an argument, each with a prefix. If the flag takes a list,
// the prefix grows by the values that the word already holds.
func (r *argumentReader) valuesOf(v *kong.Value, prefix, word string) []candidate {
	list, placeHolder := v.Tag.Get("complete"), ""
	if v.Flag != nil {
		placeHolder = v.Flag.PlaceHolder
	}
	var all []candidate
	switch {
	case v.Enum != "":
		for _, value := range v.EnumSlice() {
			all = append(all, candidate{word: value})
		}
	case list == "verbs":
		all = r.verbs()
	default:
		all = listedValues(list)
	}
	if list == "targets" && r.verb.Name == "convert" {
		all = append(all, candidate{word: "chat"})
	}
	if comma := strings.LastIndexByte(word, ','); comma >= 0 && v.Flag != nil && v.IsSlice() && v.Tag.Sep != -1 {
		prefix += word[:comma+1]
	}
	for i := range all {
		all[i].word = prefix + all[i].word
	}
	if list == "inputs" && !strings.HasPrefix(word, "@") || placeHolder == "FILE" {
		all = append(all, candidate{word: ":files"})
	}
	if list == "folders" || placeHolder == "DIR" {
		all = append(all, candidate{word: ":folders"})
	}
	return all
}

// listedValues returns the values of a list: the engines, the embedded corpora, or the variable of
// the help with that name.
func listedValues(list string) (values []candidate) {
	switch list {
	case "engines":
		values = []candidate{{solver.Auto, "the first engine that solves this size"}}
		for _, e := range solver.Engines() {
			values = append(values, candidate{e.Name, e.Description})
		}
	case "inputs":
		for _, c := range corpus.Embedded() {
			values = append(values, candidate{"@" + c.Name, c.Description})
		}
	default:
		for value := range strings.SplitSeq(helpVars()[list], ", ") {
			if value != "" {
				values = append(values, candidate{word: value})
			}
		}
	}
	return values
}
