package main

import (
	"cmp"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// dividedCommands are commands of each verb that has parts. Each flag of the verb is added to the first
// command that allows it.
var dividedCommands = map[string][]string{
	"solve":   {"in.csv", "in.csv --add=status"},
	"clean":   {"in.csv"},
	"label":   {"in.csv --add=status"},
	"hint":    {"in.csv --state-column=2"},
	"check":   {"in.csv", "in.csv --format=csv"},
	"gen":     {"--count=3", "--count=3 --to=csv", "--tier=easy"},
	"augment": {"in.csv --each=1", "in.csv --count=3"},
}

// flagValues are values for flags that do not take just any text or number.
var flagValues = map[string]string{
	"add": "clues", "contains": "X-Wing", "technique": "X-Wing", "only": "X-Wing", "pattern": "....xx..x...x.x....xx.xx.x.x.xx...xxx.xx.xx.xxx...xx.x.x.xx.xx....x.x...x..xx....", "against": "other.csv", "clues": "30..40", "column": "1", "columns": "clues", "count": "4", "digits": "A-P",
	"engine": "band", "er": "1..3", "from": "csv",
	"size": "9", "box": "3x2", "gen box": "3x3", "gen size": "16", "per": "tier=1", "rejects": "out.rejects",
	"report": "out.html", "require": "valid", "solution-column": "2", "symmetry": "rotational", "tier": "medium", "to": "ndjson",
	"where": "clues>5", "hint add": "wrong", "state-column": "solution",
}

// undivided are flags that cannot be combined with --resume or --shard; "" stands for all verbs and --shard.
var undivided = map[string][]string{
	"": {"skip", "take"}, "check": {"answers"}, "augment": {"hrm"}, "hint": {"full", "marks", "record", "state"},
}

// An optionTest runs commands in the current folder and in this process, which starts them faster.
type optionTest struct {
	*testing.T
	manifests map[string]string // by command
}

// TestOptionsDiffer takes every flag of every verb that has parts. What was begun without the flag must
// not go on with it, nor the reverse: with --resume, as a share that runs again, and in merge. Only the
// flags in parts.Neutral may differ.
func TestOptionsDiffer(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"in.csv", "other.csv"} {
		writeFile(t, name, "puzzle,solution\n"+strings.Repeat(easyPuzzle+","+easyAnswer+"\n", 3))
	}
	o := optionTest{t, map[string]string{}}
	for _, v := range verbs {
		node, err := verbOf(newParser(v.name).Model.Node, v.name)
		if err != nil {
			t.Fatal(err)
		}
		has := func(name string) bool {
			return slices.ContainsFunc(node.Flags, func(f *kong.Flag) bool { return f.Name == name })
		}
		for _, flag := range node.Flags {
			if slices.Contains(parts.Neutral, flag.Name) {
				continue
			}
			if has("resume") {
				o.flag(v.name, flag, "--resume -o out")
			}
			if has("shard") {
				o.flag(v.name, flag, "--shard=1/1 -o parts/")
			}
		}
	}
}

// flag requires that commands with and without a flag are refused by what the other has begun, and that
// the message names the flag.
func (o *optionTest) flag(verb string, flag *kong.Flag, mode string) {
	without, with := commandsWith(verb, flag, mode)
	never := slices.Contains(undivided[verb], flag.Name) || mode[:3] != "--r" && slices.Contains(undivided[""], flag.Name)
	if never != (with == "") {
		o.Errorf("%s %s --%s: allowed: %q: see dividedCommands and flagValues", verb, mode, flag.Name, with)
	}
	if with == "" {
		return
	}
	for _, c := range [][]string{{without, with}, {with, without}} {
		for _, said := range o.refusals(c[0], c[1]) {
			if !strings.Contains(said, "it was begun with") || !strings.Contains(said, "--"+flag.Name) {
				o.Errorf("%q, then %q: %q", c[0], c[1], said)
			}
		}
	}
}

// commandsWith returns a command without and with a flag, or with two values of it; "" if the flag
// cannot be combined with the mode.
func commandsWith(verb string, flag *kong.Flag, mode string) (without, with string) {
	name, value := "--"+flag.Name, cmp.Or(flagValues[verb+" "+flag.Name], flagValues[flag.Name])
	switch {
	case flag.IsBool():
		value = "true"
	case flag.Enum != "":
		value = flag.EnumSlice()[len(flag.EnumSlice())-1]
	case value == "" && reflect.Indirect(flag.Target).Kind() == reflect.String:
		value = "x"
	case value == "":
		value = "3"
	}
	for _, command := range dividedCommands[verb] {
		args := strings.Fields(strings.Join([]string{verb, "-q -f -j1", mode, command}, " "))
		without = strings.Join(args, " ")
		args = append(slices.DeleteFunc(args, func(arg string) bool { return strings.HasPrefix(arg, name+"=") }), name+"="+value)
		if _, err := newParser(verb).Parse(args); err == nil {
			return without, strings.Join(args, " ")
		}
	}
	return "", ""
}

// refusals returns the messages of a command that goes on with what another one has begun.
func (o *optionTest) refusals(begun, on string) (said []string) {
	if strings.Contains(begun, "--resume") {
		writeFile(o.T, "out.partial", "")
		writeFile(o.T, "out.partial.json", o.manifest(begun, "out.partial.json"))
		said = []string{o.run(process.ExitFailed, on)}
		_ = errors.Join(os.Remove("out.partial"), os.Remove("out.partial.json")) // the next run begins
		return said
	}
	const share = "parts/part-00001-of-00001.manifest.json"
	first, other := o.manifest(begun, share), o.manifest(on, share)
	if err := errors.Join(os.RemoveAll("parts"), os.Mkdir("parts", 0o777)); err != nil {
		o.Fatal(err)
	}
	writeFile(o.T, share, first)
	said = []string{o.run(process.ExitFailed, on)}
	writeFile(o.T, "parts/other.manifest.json", other)
	return append(said, o.run(process.ExitFailed, "merge -q parts -o merged"))
}

// manifest returns the manifest that a command writes. A run with --resume is stopped before it reads.
func (o *optionTest) manifest(command, name string) string {
	if text := o.manifests[command]; text != "" {
		return text
	}
	_ = os.RemoveAll("parts") // the run begins
	defer func(open func([]string, corpus.Options) []pipeline.Input) { run.OpenFiles = open }(run.OpenFiles)
	code := process.ExitOK
	if strings.Contains(command, "--resume") {
		code = process.ExitFailed
		run.OpenFiles = func([]string, corpus.Options) []pipeline.Input {
			o.manifests[command] = readFile(o.T, name)
			panic("stopped")
		}
	}
	o.run(code, command)
	if code == process.ExitOK {
		o.manifests[command] = readFile(o.T, name)
	}
	return o.manifests[command]
}

// run runs a command and returns its messages.
func (o *optionTest) run(want process.ExitCode, command string) string {
	file, err := os.Create("said")
	if err != nil {
		o.Fatal(err)
	}
	defer func(old *os.File) { os.Stderr, _ = old, file.Close() }(os.Stderr)
	os.Stderr = file
	code := process.ExitCode(execute(o.Context(), strings.Fields(command)))
	text := readFile(o.T, "said")
	if code != want && (want != process.ExitOK || code != process.ExitRecords) {
		o.Errorf("%q: code %d, want %d: %s", command, code, want, text)
	}
	return text
}
