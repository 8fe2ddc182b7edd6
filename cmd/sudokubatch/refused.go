package main

// This file explains flags that a verb does not have: the verbs that have them, and what replaces flags that
// earlier builds had.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
)

// gone maps flags that went, of one verb ("check keep") or of all verbs, to what to use instead.
var gone = map[string]string{
	"range":                "use --skip N and --take N",
	"no-progress":          "use --progress never",
	"max-window":           "windows up to 128MiB are read; decompress larger ones first, with zstd -dc --long=31 FILE",
	"require-checksum":     "test the file first, with zstd -t FILE or xz -t FILE",
	"provenance":           "the card names the commands as they were given",
	"collection":           "use --dataset --minimal",
	"check keep":           "use sudokubatch clean FILE -o KEPT",
	"merge keep":           "use sudokubatch clean FILE -o KEPT",
	"check where":          "use sudokubatch convert FILE --where EXPR | sudokubatch check",
	"solve where":          "use sudokubatch convert FILE --where EXPR | sudokubatch solve",
	"clean where":          "use sudokubatch convert FILE --where EXPR | sudokubatch clean",
	"convert add":          "use sudokubatch label FILE --add COLUMN",
	"clean add":            "use sudokubatch clean FILE | sudokubatch label --add COLUMN",
	"hint solution-column": "hint reads no solutions: name the column of states with --state-column",
	"gen min-guesses":      "use --where 'guesses >= N'",
	"gen max-guesses":      "use --where 'guesses <= N'",
	"gen rating":           "use --where 'rating >= N'",
	"gen partial":          "states on the way to a solution are not made any more",
	"gen isomorphs-of":     "use sudokubatch augment FILE",
	"gen each":             "use sudokubatch augment FILE --each N",
	"gen keep-original":    "use sudokubatch augment FILE --each N --keep-original",
	"gen hrm":              "use sudokubatch augment FILE --each N --hrm DIR",
}

func (r *argumentReader) unknown(name string) error {
	with := verbsWith(name)
	if r.verb == r.root {
		if len(with) > 0 {
			return fmt.Errorf("%s: the verb comes first, as in sudokubatch %s %[1]s", name, with[0])
		}
		return r.near(name)
	}
	flag := strings.TrimPrefix(name, "--")
	for _, key := range []string{r.verb.Name + " " + flag, flag} {
		if instead := gone[key]; instead != "" {
			return fmt.Errorf("there is no flag %s: %s", name, instead)
		}
	}
	if len(with) > 0 {
		return fmt.Errorf("there is no flag %s here: it belongs to %s", name, console.Listed(with, "and"))
	}
	return r.near(name)
}

// near returns the error for a flag that no verb has, with a flag of a like name.
func (r *argumentReader) near(name string) error {
	var names []string
	for node := r.verb; node != nil; node = node.Parent {
		for _, f := range node.Flags {
			names = append(names, flagNames(f)...)
		}
	}
	return fmt.Errorf("there is no flag %s%s", name, console.Meant(name, names))
}

// verbsWith returns the names of the verbs that have a flag.
func verbsWith(name string) (verbs []string) {
	for _, verb := range newParser(allVerbs).Model.Children {
		if slices.ContainsFunc(verb.Flags, func(f *kong.Flag) bool { return slices.Contains(flagNames(f), name) }) && !verb.Hidden {
			verbs = append(verbs, verb.Name)
		}
	}
	return verbs
}
