package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
)

// An argumentReader separates flags and their values from files, in any order, and reports errors in
// this command's words. kong does neither.
type argumentReader struct {
	root, verb *kong.Node // root: the command; verb: root until the verb is read
	flags      []string   // the verb and the flags
	files      []string   // the positional arguments
	flagsEnded bool       // -- was read
	valueless  *kong.Flag // a last flag without its value; nil if there is none
}

func newArgumentReader(parser *kong.Kong) *argumentReader {
	return &argumentReader{root: parser.Model.Node, verb: parser.Model.Node}
}

// read returns the arguments in the order that kong expects: the verb, all flags, the positional
// arguments. The error describes the first wrong argument.
func (r *argumentReader) read(args []string) ([]string, error) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		var err error
		switch {
		case r.flagsEnded || arg == "-" || !strings.HasPrefix(arg, "-"):
			err = r.readPositional(arg)
		case arg == "--":
			r.flagsEnded = true
		default:
			args, err = r.readFlag(arg, args)
		}
		if err != nil {
			return nil, err
		}
	}
	if r.flagsEnded { // only then: with -- kong's time grows with the square of the number of files
		r.flags = append(r.flags, "--")
	}
	return append(r.flags, r.files...), nil
}

// readPositional reads the verb, or a positional argument of the verb.
func (r *argumentReader) readPositional(arg string) error {
	if r.verb == r.root {
		verb, err := verbOf(r.root, arg)
		if err != nil {
			return err
		}
		r.verb, r.flags = verb, append(r.flags, verb.Name)
		return nil
	}
	takes := r.verb.Positional
	if len(takes) == 0 || len(r.files) >= len(takes) && !takes[len(takes)-1].IsCumulative() {
		return r.tooMany(arg)
	}
	r.files = append(r.files, arg)
	return nil
}

// readFlag reads an argument with one or more flags. The value of the last flag may be the next
// argument. It returns the remaining arguments.
func (r *argumentReader) readFlag(arg string, rest []string) ([]string, error) {
	name, value, hasValue := strings.Cut(arg, "=")
	f := r.find(name)
	if f == nil && !strings.HasPrefix(arg, "--") {
		if len(name) > 2 && r.find("-"+name) != nil {
			return nil, fmt.Errorf("%s: a long flag has two dashes: -%s", name, name)
		}
		_, size := utf8.DecodeRuneInString(arg[1:])
		name, value = arg[:1+size], arg[1+size:]
		hasValue = value != ""
		if f = r.find(name); f != nil && f.IsBool() && hasValue { // more short flags follow, as in -qf
			r.flags = append(r.flags, name)
			return append([]string{"-" + value}, rest...), nil
		}
	}
	switch {
	case f == nil:
		return nil, r.unknown(name)
	case f.IsBool():
		if hasValue && !slices.Contains([]string{"true", "yes", "1", "false", "no", "0"}, strings.ToLower(value)) {
			return nil, fmt.Errorf("%s: this flag takes no value: want %s", arg, name)
		}
	case !hasValue && (len(rest) == 0 || rest[0] != "-" && strings.HasPrefix(rest[0], "-")):
		r.valueless = f
		return nil, r.missingValue(f, name, rest)
	case !hasValue:
		value, rest, hasValue = rest[0], rest[1:], true
	}
	if hasValue && !strings.HasPrefix(name, "--") {
		name = "--" + f.Name
	}
	if hasValue {
		name += "=" + value
	}
	r.flags = append(r.flags, name)
	return rest, nil
}

// missingValue returns the error for a flag without its value.
func (r *argumentReader) missingValue(f *kong.Flag, name string, rest []string) error {
	want := f.PlaceHolder
	if f.Enum != "" {
		want = alternatives(f.EnumSlice())
	}
	err := fmt.Errorf("%s: a value is missing: want %s %s", name, name, want)
	if len(rest) > 0 && r.find(rest[0]) == nil {
		err = fmt.Errorf("%w, or --%s=%s", err, f.Name, rest[0])
	}
	return err
}

// find returns the flag with a name, given with its dashes, or nil.
func (r *argumentReader) find(name string) *kong.Flag {
	for node := r.verb; node != nil; node = node.Parent {
		for _, f := range node.Flags {
			if slices.Contains(flagNames(f), name) {
				return f
			}
		}
	}
	return nil
}

// flagNames returns all names of a flag, with their dashes.
func flagNames(f *kong.Flag) []string {
	names := []string{"--" + f.Name}
	for _, alias := range f.Aliases {
		names = append(names, "--"+alias)
	}
	if f.Tag.Negatable != "" {
		names = append(names, "--no-"+f.Name)
	}
	if f.Short != 0 {
		names = append(names, "-"+string(f.Short))
	}
	return names
}

// tooMany returns the error for an extra argument, with a guess at the intended flag.
func (r *argumentReader) tooMany(arg string) error {
	_, err := os.Lstat(arg)
	isThere := err == nil
	_, err = strconv.ParseUint(strings.TrimRight(arg, "kKmMgG"), 10, 64)
	isNumber := err == nil
	meant := ""
	switch {
	case r.find("--output") == nil || arg == "":
	case isNumber && r.find("--count") != nil:
		meant = "; to set the number of puzzles, use --count " + arg
	case isThere && r.verb.Name == "gen":
		meant = "; to make isomorphs of its puzzles, use sudokubatch augment " + arg
	case !isThere:
		meant = "; to write it, use -o " + arg
	}
	want := [...]string{"no arguments", "one argument"}[len(r.verb.Positional)]
	return fmt.Errorf("%q: want %s%s", arg, want, meant)
}

// verbOf returns the verb with a name or alias. The error for an unknown name suggests another.
func verbOf(root *kong.Node, name string) (*kong.Node, error) {
	var names []string
	for _, child := range root.Children {
		if child.Name == name || slices.Contains(child.Aliases, name) {
			return child, nil
		}
		if !child.Hidden {
			names = append(names, child.Name)
		}
	}
	if isInputName(name) {
		return nil, fmt.Errorf("there is no verb %q; to solve it, use sudokubatch solve %[1]s", name)
	}
	return nil, fmt.Errorf("there is no verb %q%s", name, console.Meant(name, names))
}

// isInputName reports whether an argument is more likely an input than a verb.
func isInputName(arg string) bool {
	_, err := os.Lstat(arg)
	return err == nil || arg == "-" || strings.HasPrefix(arg, "@") || strings.ContainsAny(arg, `./\`)
}
