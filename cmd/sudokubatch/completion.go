package main

// The verb completion prints the script of a shell, which asks the hidden verb complete
// what may stand where the cursor is. The tag complete of a field names its list of values.

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

// Help is the part of the help that is longer than a flag's line.
func (completionCmd) Help() string {
	return `The first lines of the script say where to put it. It completes verbs, flags, engines, forms and embedded corpora; the shell
itself completes names of files.`
}

// Examples are commands that the help shows.
func (completionCmd) Examples() string {
	return `source <(sudokubatch completion bash)
sudokubatch completion zsh > _sudokubatch
sudokubatch completion fish > sudokubatch.fish`
}

// Run writes the script.
func (c *completionCmd) Run() error {
	script, err := shells.ReadFile("shells/" + c.Shell)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(script)
	return err
}

// A completeCmd is the verb complete, by which the scripts ask.
type completeCmd struct {
	Words []string `arg:"" optional:"" help:"The words behind the command, as far as the cursor."`
}

// Run says what may stand in place of the last word: a word and its meaning a line, with a
// tab between them, and :files or :folders where such names may stand, which the shell finds.
func (c *completeCmd) Run() error {
	r := newArgumentReader(newParser(verbIn(c.Words)))
	word := ""
	if last := len(c.Words) - 1; last >= 0 {
		word = c.Words[last]
		_, _ = r.read(c.Words[:last]) // an error leaves what was read before it
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

// A candidate is a word that may stand where the cursor is.
type candidate struct{ word, meaning string }

// complete returns what may stand where a word has begun.
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

// verbs are the verbs that are shown.
func (r *argumentReader) verbs() (names []candidate) {
	for _, v := range r.root.Children {
		if !v.Hidden {
			names = append(names, candidate{v.Name, firstSentence(v.Help)})
		}
	}
	return names
}

// flagCandidates are the flags of the verb.
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

// valuesOf are the values of a flag or an argument, behind a prefix; of one that takes
// several the word may hold some already.
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

// listedValues are the values of a list: what is built in, and what the help mentions by
// the same name.
func listedValues(list string) (values []candidate) {
	switch list {
	case "engines":
		values = []candidate{{solver.Auto, "the first that solves the order"}}
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
