package main

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// A commandLine is a random command line for TestCommands, with the files of its folder.
type commandLine struct {
	*rand.Rand
	names   []string          // of the inputs
	files   map[string]string // content by name, as readTree returns it
	verb    string
	args    []string
	stdin   string   // a file; "": standard input is empty
	outputs []string // values of flags that name outputs
	stats   string   // --stats-json
	inputs  []string // named inputs
	goesOn  bool     // with --shard or --resume
	// searches says that a flag allows a long search, such as one by a textbook engine.
	searches bool
}

// newCommandLine makes a command line. The folder holds the files, and one that is damaged.
func newCommandLine(random *rand.Rand, files map[string]string) commandLine {
	c := commandLine{Rand: random, files: maps.Clone(files)}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(name, "/") {
			c.names = append(c.names, name)
		}
	}
	damaged := choose(c.Rand, c.names)
	c.files["damaged-"+filepath.Base(damaged)] = c.damage(files[damaged])
	for range 8 { // often enough to be in most command lines
		c.names = append(c.names, "damaged-"+filepath.Base(damaged))
	}
	if c.IntN(2) == 0 {
		c.stdin = choose(c.Rand, c.names)
	}
	c.write()
	return c
}

func choose[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

// damage cuts a text, or changes some of its bytes.
func (c *commandLine) damage(text string) string {
	for range 1 + c.IntN(3) {
		at := c.IntN(len(text) + 1)
		to := min(len(text), at+c.IntN(100))
		switch piece := text[at:to]; c.IntN(6) {
		case 0:
			text = text[:at]
		case 1:
			text = text[:at] + text[to:]
		case 2:
			text = text[:at] + piece + text[at:]
		case 3:
			text = text[:at] + strings.Map(func(rune) rune { return rune(c.IntN(256)) }, piece) + text[to:]
		case 4:
			text = text[:at] + c.files[choose(c.Rand, c.names)]
		default:
			text = text[:at] + choose(c.Rand, []string{"\n", "\n\n", "\r", ",", "\"", " ", "\x00", "0", ".", "9", "#", "|", "[", "}", "\t", "\ufeff", "é"}) + text[at:]
		}
	}
	return text
}

// write writes the arguments.
func (c *commandLine) write() {
	v := choose(c.Rand, verbs)
	parser := newParser(v.name)
	reader := newArgumentReader(parser)
	node := parser.Model.Children[slices.IndexFunc(verbs, func(w verb) bool { return w.name == v.name })]
	c.verb, c.args = v.name, []string{v.name}
	if c.IntN(100) == 0 {
		c.args[0] = c.odd()
	}
	if v.name == "split" {
		c.outputs = []string{"."}
	}
	given := map[string]bool{}
	for range min(c.IntN(4), c.IntN(9)) + c.IntN(4) {
		if len(node.Flags) == 0 {
			break
		}
		flag := choose(c.Rand, node.Flags)
		if given[flag.Name] && c.IntN(20) > 0 {
			continue
		}
		given[flag.Name] = true
		c.flag(reader, flag)
	}
	for _, p := range node.Positional {
		for range cmp.Or(c.IntN(4), 1) {
			if c.IntN(5) == 0 && !p.Required {
				break
			}
			c.insert(c.value(reader, p, ""))
		}
	}
	for _, flag := range []string{"--rounds=1", "--min-time=1us", "--timeout=2s"} {
		if name, _, _ := strings.Cut(flag, "="); c.verb == "bench" && !given[name[2:]] {
			c.args = append(c.args, flag)
		}
	}
}

// insert puts arguments behind the verb, before or after others.
func (c *commandLine) insert(args ...string) {
	if c.IntN(2) == 0 {
		c.args = append(c.args, args...)
	} else {
		c.args = slices.Insert(c.args, 1, args...)
	}
}

// flag writes a flag and its value.
func (c *commandLine) flag(reader *argumentReader, flag *kong.Flag) {
	name := "--" + flag.Name
	c.goesOn = c.goesOn || flag.Name == "shard" || flag.Name == "resume"
	c.searches = c.searches || slices.Contains([]string{"engine", "max-guesses", "all", "limit"}, flag.Name)
	if flag.IsBool() {
		switch c.IntN(20) {
		case 0:
			name += "=" + choose(c.Rand, []string{"true", "false", "maybe", ""})
		case 1:
			name = "--no-" + flag.Name
		}
		c.insert(name)
		return
	}
	value := c.value(reader, flag.Value, flag.Name)
	if flag.IsSlice() && c.IntN(3) == 0 {
		value += "," + c.value(reader, flag.Value, flag.Name)
	}
	if slices.Contains([]string{"output", "rejects", "report", "html", "save", "into"}, flag.Name) {
		c.outputs = append(c.outputs, value)
	}
	switch flag.Name {
	case "stats-json":
		c.stats = value
	case "hrm":
		c.outputs = append(c.outputs, value, filepath.Join(filepath.Dir(value), "identifiers.json"))
	}
	switch {
	case c.IntN(4) > 0:
		c.insert(name + "=" + value)
	case flag.Short != 0:
		c.insert("-"+string(flag.Short), value)
	default:
		c.insert(name, value)
	}
}

// oddValues are values for any flag or argument.
var oddValues = []string{
	"", "0", "-1", "1", "9223372036854775807", "9223372036854775808", "18446744073709551615", "1e9", "NaN", "Inf", "0x10",
	strings.Repeat("x", 5000), "\xff", "é", "unknown", "*", "*.txt", "nowhere", "nowhere/x", "folder", "folder/", "/dev/null", "-", "@hiho", "@nothing", ".", "1..3", "3..1", "1/0",
	"a=b", "=", ",", "%s%n", "a\nb", "--", "'", "[", "1,1", "https://a.b/c", "all", "puzzle", "tier=NaN",
}

func (c *commandLine) odd() string { return choose(c.Rand, oddValues) }

// usualValues are values for flags without a list of values.
var usualValues = map[string][]string{
	"output":          {"new.csv", "new.txt", "new.npy", "new.npz", "new.parquet", "new.jsonl", "new.json", "new.txt.zst", "new.csv.gz", "new.html", "new.opensudoku", "old.csv", "old.txt", "folder", "folder/", "folder/new.csv", "/dev/null", "/dev/stdout", "-", "new.svg", "new.md", "new.sdk", "new.tsv"},
	"rejects":         {"bad.txt", "bad.csv", "bad.jsonl", "old.txt", "-", "/dev/null", "bad.zst", "bad.npy"},
	"stats-json":      {"stats.json", "-", "old.txt", "/dev/null"},
	"report":          {"report.html", "-", "old.csv"},
	"html":            {"steps.html", "-", "old.csv"},
	"save":            {"figures.json", "-", "old.csv"},
	"load":            {"bench.json"},
	"into":            {"train=90,test=10", "a=1,b=1", "a=50,b=50", "a=100", "a=0,b=100", "folder", "new"},
	"extend":          {"divided", "folder"},
	"shard":           {"1/1", "1/2", "2/2", "3/2", "2/3"},
	"dir":             {"parts", "shares", "folder", "divided", "."},
	"temp-dir":        {"folder", "temporary", "nowhere"},
	"hrm":             {"folder", "new"},
	"box":             {"3x3", "2x3", "3x2", "2x2", "4x4"},
	"where":           {"clues>5", "guesses>0 and er<3", "not (tier == easy)", "status != unique", "note == ''", "er > 1.2 or rating >= 2", "solution == ''", "clues in 20..30", "size == 9"},
	"fraction":        {"1/3", "0.5", "0", "1", "2"},
	"per":             {"tier=1", "clues=2", "id=1", "status=1"},
	"column":          {"puzzle", "solution", "1", "2", "id", "note"},
	"solution-column": {"puzzle", "solution", "1", "2", "3", "note"},
	"state-column":    {"puzzle", "solution", "1", "2"},
	"by":              {"id", "puzzle", "note", "clues", "tier"},
	"stratify":        {"tier", "clues", "id"},
	"clues":           {"24..30", "30", "17", "81"},
	"er":              {"1..3", "..2", "9.."},
	"tier":            {"easy", "medium", "extreme"},
	"technique":       {"X-Wing", "Naked Single"},
	"contains":        {"X-Wing", "Hidden Single"},
	"symmetry":        {"rotational", "none"},
	"require":         {"valid", "unique", "solution", "new", "none"},
	"heading":         {"{number} {tier}", "{", "{id}", ""},
	"prompt":          {"{grid}", "{puzzle} {id}", "{number}"},
	"license":         {"MIT", "CC0-1.0"},
	"peer":            {"a=cat", "b=true", "c:9=false", "d=nowhere"},
	"min-time":        {"1us", "1ms"},
	"timeout":         {"1s", "1us"},
	"memory":          {"64MiB", "1GB", "1"},
	"state":           {easyPuzzle, easyAnswer, blankGrid, "line.txt"},
	"marks":           {strings.Repeat("123456789", 81), "candidates.txt", blankGrid},
	"shell":           {"bash", "zsh", "fish"},
	"words":           {"solve", "--to", "--add=", "c", ""},
	"add":             {"wrong", "cell", "technique", "tier", "er", "status", "clues", "solution", "puzzle", "rating", "guesses", "minimal"},
	"slowest":         {"1", "3"},
}

// value returns a value for a flag, or for an argument if the name of the flag is empty.
func (c *commandLine) value(reader *argumentReader, v *kong.Value, flag string) string {
	if c.IntN(8) == 0 && flag != "jobs" {
		return c.odd()
	}
	listed := slices.DeleteFunc(reader.valuesOf(v, "", ""), func(x candidate) bool { return strings.HasPrefix(x.word, ":") })
	usual := usualValues[cmp.Or(flag, v.Name)]
	switch {
	case v.Tag.Get("complete") == "inputs":
		name := choose(c.Rand, append(slices.Clone(c.names), "@hiho"))
		c.inputs = append(c.inputs, name)
		return name
	case len(usual) > 0 && (len(listed) == 0 || c.IntN(2) == 0):
		return choose(c.Rand, usual)
	case len(listed) > 0:
		return choose(c.Rand, listed).word
	case reflect.Indirect(v.Target).Kind() == reflect.String:
		return c.odd()
	}
	return choose(c.Rand, []string{"0", "1", "2", "3", "7", "20"})
}

// long reports whether the command line may make, measure or search without end, because a flag says so.
func (c *commandLine) long() bool {
	return c.searches || slices.Contains([]string{"gen", "augment", "bench"}, c.verb)
}
