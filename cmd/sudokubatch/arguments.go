package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
)

// An argumentReader checks arguments against the model of the command line before kong
// parses them, so that messages are in this command's words.
type argumentReader struct {
	root, verb  *kong.Node // verb is root until the verb is read
	flags       []string   // with the verb
	files       []string   // the positional arguments
	given       []*kong.Flag
	flagsEnded  bool // there was a --
	onlyInforms bool // --help or --version is among the flags
}

// read returns the arguments in an order that kong takes: the verb and all flags, then the
// positional arguments. -x=VALUE becomes --name=VALUE. The error is for the first argument
// that is wrong or missing.
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
	if err := r.checkMissing(); err != nil && !r.onlyInforms {
		return nil, err
	}
	if r.flagsEnded { // for kong this takes time that grows with the square of the files
		r.flags = append(r.flags, "--")
	}
	return append(r.flags, r.files...), nil
}

// readPositional reads the verb or one of its arguments.
func (r *argumentReader) readPositional(arg string) error {
	if r.verb == r.root {
		verb, err := verbOf(r.root, arg)
		if err != nil {
			return err
		}
		r.verb, r.flags = verb, append(r.flags, arg)
		return nil
	}
	takes, at := r.verb.Positional, len(r.files)
	if len(takes) == 0 || at >= len(takes) && !takes[len(takes)-1].IsCumulative() {
		return r.tooMany(arg)
	}
	r.files = append(r.files, arg)
	return checkEnum(arg, takes[min(at, len(takes)-1)], arg)
}

// readFlag reads an argument with flags, and the value of the last from the arguments that
// follow. It returns the arguments that are left.
func (r *argumentReader) readFlag(arg string, rest []string) ([]string, error) {
	name, value, hasValue := strings.Cut(arg, "=")
	long := name
	if !strings.HasPrefix(name, "--") {
		if r.find("-"+name) != nil && len(name) > 2 {
			return nil, fmt.Errorf("%s: a long flag has two dashes: -%s", name, name)
		}
		f := r.find(name)
		if f == nil || !hasValue {
			return r.readShort(arg, rest)
		}
		long = "--" + f.Name
	}
	f := r.find(long)
	switch {
	case f == nil:
		return nil, r.unknown(name)
	case f.IsBool():
		if hasValue && !slices.Contains([]string{"true", "yes", "1", "false", "no", "0"}, strings.ToLower(value)) {
			return nil, fmt.Errorf("%s: this flag takes no value: want %s", arg, name)
		}
	case !hasValue:
		var err error
		if value, rest, err = r.takeValue(f, name, rest); err != nil {
			return nil, err
		}
		hasValue = true
	}
	if hasValue {
		long += "=" + value
	}
	r.flags = append(r.flags, long)
	return rest, r.give(f, name, value)
}

// readShort reads flags of one letter in one argument, of which the last may have a value.
func (r *argumentReader) readShort(arg string, rest []string) ([]string, error) {
	for letters := arg[1:]; letters != ""; {
		_, size := utf8.DecodeRuneInString(letters)
		name, value := "-"+letters[:size], letters[size:]
		f := r.find(name)
		if f == nil {
			return nil, r.unknown(name)
		}
		if f.IsBool() {
			r.flags, letters = append(r.flags, name), value
			if err := r.give(f, name, ""); err != nil {
				return nil, err
			}
			continue
		}
		if value == "" {
			var err error
			if value, rest, err = r.takeValue(f, name, rest); err != nil {
				return nil, err
			}
		}
		r.flags = append(r.flags, "--"+f.Name+"="+value)
		return rest, r.give(f, name, value)
	}
	return rest, nil
}

// takeValue takes the value of a flag from the arguments that follow it.
func (r *argumentReader) takeValue(f *kong.Flag, name string, rest []string) (value string, left []string, err error) {
	if len(rest) > 0 && (rest[0] == "-" || !strings.HasPrefix(rest[0], "-")) {
		return rest[0], rest[1:], nil
	}
	want := f.PlaceHolder
	if f.Enum != "" {
		want = alternatives(f.EnumSlice())
	}
	err = fmt.Errorf("%s: a value is missing: want %s %s", name, name, want)
	if len(rest) > 0 && r.find(rest[0]) == nil {
		err = fmt.Errorf("%w, or --%s=%s", err, f.Name, rest[0])
	}
	return "", nil, err
}

// overridable are the flags of which the last counts, as an alias of the shell may hold the
// first: what is written does not depend on them.
var overridable = []string{"jobs", "memory", "temp-dir", "progress"}

// give notes that a flag is given, with a value.
func (r *argumentReader) give(f *kong.Flag, name, value string) error {
	r.onlyInforms = r.onlyInforms || f.Name == "help" || f.Name == "version"
	if f.IsBool() {
		return nil
	}
	if slices.Contains(r.given, f) && !f.IsCumulative() && !slices.Contains(overridable, f.Name) {
		return fmt.Errorf("--%s is given twice: give it once", f.Name)
	}
	r.given = append(r.given, f)
	return checkEnum(name+" "+value, f.Value, value)
}

// find returns the flag of a name, with its dashes; nil: there is none.
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

// flagNames are all names of a flag, with their dashes.
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

// unknown is the error for a flag that there is not.
func (r *argumentReader) unknown(name string) error {
	if r.verb == r.root {
		for _, verb := range r.root.Children {
			if (&argumentReader{verb: verb}).find(name) != nil {
				return fmt.Errorf("%s: the verb comes first, as in sudokubatch %s %s", name, verb.Name, name)
			}
		}
	}
	var names []string
	for node := r.verb; node != nil; node = node.Parent {
		for _, f := range node.Flags {
			names = append(names, flagNames(f)...)
		}
	}
	return fmt.Errorf("there is no flag %s%s", name, console.Meant(name, names))
}

// tooMany is the error for an argument that the verb does not take, with what was probably
// meant.
func (r *argumentReader) tooMany(arg string) error {
	_, err := os.Lstat(arg)
	isThere := err == nil
	_, err = strconv.ParseUint(strings.TrimRight(arg, "kKmMgG"), 10, 64)
	isNumber := err == nil
	meant := ""
	switch {
	case r.find("--output") == nil || arg == "":
	case isNumber && r.find("--count") != nil:
		meant = "; to make so many puzzles, use --count " + arg
	case isThere && r.find("--isomorphs-of") != nil:
		meant = "; to make isomorphs of its puzzles, use --isomorphs-of " + arg
	case !isThere:
		meant = "; to write it, use -o " + arg
	}
	want := [...]string{"no arguments", "one argument"}[len(r.verb.Positional)]
	return fmt.Errorf("%q: want %s%s", arg, want, meant)
}

// checkMissing reports that the verb, or an argument that it needs, is missing.
func (r *argumentReader) checkMissing() error {
	if r.verb == r.root {
		return errors.New("the verb is missing, as in sudokubatch solve")
	}
	for _, value := range r.verb.Positional[min(len(r.files), len(r.verb.Positional)):] {
		if value.Required {
			want := strings.ToUpper(value.Name)
			if value.Enum != "" {
				want = alternatives(value.EnumSlice())
			}
			return fmt.Errorf("an argument is missing: want %s", want)
		}
	}
	return nil
}

// checkEnum reports a value that is not among those of a flag or an argument.
func checkEnum(where string, v *kong.Value, value string) error {
	if v.Enum == "" || slices.Contains(v.EnumSlice(), value) {
		return nil
	}
	return fmt.Errorf("%s: want %s%s", where, alternatives(v.EnumSlice()), console.Meant(value, v.EnumSlice()))
}

// alternatives joins words: "mark, skip or stop".
func alternatives(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// verbOf returns the verb of a name. The error for any other says what was meant.
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
