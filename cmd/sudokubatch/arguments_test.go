package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// parsed returns the files of a command line, and the text of its error, if any.
func parsed(t *testing.T, args ...string) (files []string, text string) {
	t.Helper()
	parser := newParser(verbIn(args))
	r := newArgumentReader(parser)
	args, err := r.read(args)
	if err == nil {
		_, err = parser.Parse(args)
	}
	if err != nil {
		return nil, err.Error()
	}
	return r.files, ""
}

// TestWrongArguments requires a message of this command, not of kong, for each kind of error.
func TestWrongArguments(t *testing.T) {
	t.Parallel()
	parserWords := regexp.MustCompile(`expect|unknown flag|must be one of|bool|missing value|missing flags|positional`)
	for line, want := range map[string]string{
		"":          "the verb is missing, as in sudokubatch solve",
		"demo":      `there is no verb "demo"`,
		"sovle":     `there is no verb "sovle", did you mean "solve"?`,
		"p.txt":     `there is no verb "p.txt"; to solve it, use sudokubatch solve p.txt`,
		"@demo":     `there is no verb "@demo"; to solve it, use sudokubatch solve @demo`,
		"-o x gen":  "-o: the verb comes first, as in sudokubatch solve -o",
		"--colour":  "there is no flag --colour",
		"gen p.txt": `"p.txt": want no arguments; to write it, use -o p.txt`,
		"gen 20k":   `"20k": want no arguments; to set the number of puzzles, use --count 20k`,

		"gen arguments.go": `"arguments.go": want no arguments; to make isomorphs of its puzzles, use sudokubatch augment arguments.go`,

		"merge p out.txt": `"out.txt": want one argument; to write it, use -o out.txt`,
		"engines x":       `"x": want no arguments`,
		"help a b":        `"b": want one argument`,
		"merge":           "an argument is missing: want DIR",
		"completion":      "an argument is missing: want SHELL",
		"completion zhs":  `<shell>: "zhs": want bash, zsh or fish, did you mean "zsh"?`,

		"solve --colour":      "there is no flag --colour",
		"solve --theads 2":    `there is no flag --theads, did you mean "--threads"?`,
		"solve --stats":       "there is no flag --stats",
		"solve -qZ":           "there is no flag -Z",
		"solve -limit=2":      "-limit: a long flag has two dashes: --limit",
		"solve -h=3":          "-h=3: this flag takes no value: want -h",
		"solve --force=maybe": "--force=maybe: this flag takes no value: want --force",

		"solve -o":            "-o: a value is missing: want -o FILE",
		"solve -o -q":         "-o: a value is missing: want -o FILE",
		"solve --limit -3":    "--limit: a value is missing: want --limit N, or --limit=-3",
		"check --against":     "--against: a value is missing: want --against FILE",
		"bench --min-time":    "--min-time: a value is missing: want --min-time TIME",
		"solve --from":        "--from: a value is missing: want --from FORM",
		"solve --on-bad":      "--on-bad: a value is missing: want --on-bad mark, skip or stop",
		"solve --on-bad drop": `--on-bad: "drop": want mark, skip or stop`,
		"check --format cvs":  `--format: "cvs": want table, ndjson, csv or parquet, did you mean "csv"?`,
		"bench --min-time 5":  `--min-time: "5" is not a time such as 500ms, 1s or 5m`,
		"bench --limits 1,x":  `--limits: "x" is not a number: want for example 5000, 20k or 1M`,
		"split p.txt":         "split: --into is missing: name the parts and their shares, for example --into train=90,test=10",

		"solve -o a -o a":                 "--output is given twice: give it once",
		"split p --by a --by=b":           "--by is given twice: give it once",
		"gen -n 1 -n2":                    "--count is given twice: give it once",
		"solve -j 1 --threads=2 p":        "",
		"check p --against a --against b": "",
	} {
		if _, got := parsed(t, strings.Fields(line)...); got != want || parserWords.MatchString(got) {
			t.Errorf("%s: %s\nwant %s", line, got, want)
		}
	}
}

// TestArguments requires that flags and files may come in any order, and -x=VALUE.
func TestArguments(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"solve a -q b -j=2 c":             "a b c",
		"solve -o=x -f=true a":            "a",
		"solve -qfo x -- -a --b":          "-a --b",
		"solve - --limit=2":               "-",
		"bench --no-memory --end-to-end":  "",
		"generate -n2 --seed 3":           "",
		"check --against=-x a -o x --all": "a",
	} {
		if got, text := parsed(t, strings.Fields(line)...); text != "" || !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: %q %s, want %s", line, got, text, want)
		}
	}
}
