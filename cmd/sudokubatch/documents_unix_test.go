//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// prelude runs in the shell before a command of a document. It makes measurements and searches short.
const prelude = `sudokubatch() {
	case "$*" in
	"bench --load "*) command sudokubatch "$@" ;; # which measures nothing
	"gen --where "*) command sudokubatch "$@" --count 20 ;;
	"bench "*) shift; command sudokubatch bench --rounds 1 --min-time 5ms "$@" ;;
	*) command sudokubatch "$@" ;;
	esac
}
`

// fixtures makes small versions of the files that the commands of the documents read.
const fixtures = `set -e
gen() { sudokubatch gen -q "$@"; }
gen -n 60 --clues 30 -o puzzles.txt
for name in a b mixed hard 17clue kaggle diabolical top1465 hardest11 multi big; do cp puzzles.txt $name.txt; done
sudokubatch convert -q puzzles.txt -o puzzles.txt.zst --to line
for name in big top1465 a; do cp puzzles.txt.zst $name.txt.zst; done
sudokubatch convert -q b.txt --to line -o b.txt.gz
gen -n 40 --clues 30 --seed 2 --solutions >pairs
{ echo puzzle,solution,source; sed 's/$/,x/' pairs; } >train.csv
{ echo quizzes,solutions; cat pairs; } >sudoku.csv
head -n 1 pairs | cut -d, -f1 >puzzle.txt
head -n 1 pairs | awk -F, '{print substr($2, 1, 30) substr($1, 31)}' >state.txt
{ echo puzzle,state; awk -F, '{print $1 "," substr($2, 1, 30) substr($1, 31)}' pairs; } >book.csv
gen -n 1200 --clues 30 --seed 4 --solutions >many
{ echo puzzle,solution,source; awk '{print $0 ",source" NR % 40}' many; } >puzzles.csv
gen -n 10 --clues 30 --seed 3 --solutions >more
{ echo puzzle,solution,source; sed 's/$/,y/' more; } >test.csv
cp test.csv more.csv
sudokubatch solve -q puzzles.txt -o answers.txt
sudokubatch convert -q train.csv -o train.parquet
sudokubatch convert -q train.csv -o a.jsonl.zst
cp a.jsonl.zst b.jsonl.zst
sudokubatch convert -q a.txt --to grid >forum.txt
printf '#!/bin/sh\nexec sudokubatch "$@"\n' >old; chmod +x old
for name in solve count; do printf '#!/bin/sh\nexec sudokubatch solve -q --limit "$1" -\n' >$name; chmod +x $name; done
`

var (
	heading    = regexp.MustCompile(`(?m)^#+ .*$`)
	outputName = regexp.MustCompile(`(?:-o|>|--save|--report) +([\w./-]+)`)
	partNames  = regexp.MustCompile(`--into +(\S+)`)
	// Programs that a machine may lack, each with the text that calls it.
	needed = map[string]string{"zstd": "zstd ", "man": "man ", "parallel": "| parallel ", "qqwing": "=qqwing ", "chromium": "-o book.pdf"}
)

// TestDocumentsRun runs every command in the README, the guide and the short help, section by section.
// Each must succeed; some may report bad records. Measurements are shortened, and commands for a
// million puzzles make only a few.
func TestDocumentsRun(t *testing.T) {
	t.Parallel()
	files := t.TempDir()
	if code, stderr := shell(t, files, fixtures); code != 0 {
		t.Fatalf("code %d: %s", code, stderr)
	}
	if err := os.CopyFS(filepath.Join(files, "bench", "results"), os.DirFS("../../bench/results")); err != nil {
		t.Fatal(err)
	}
	ran := 0
	documents := map[string]string{}
	for _, name := range []string{"README.md", ".github/GUIDE.md"} {
		documents[name] = readFile(t, "../../"+name)
	}
	for _, node := range shownNodes() {
		documents["help of "+node.Name] = strings.ReplaceAll("\n"+examplesOf(node), "\n", "\n    ")
	}
	for name, text := range documents {
		for _, section := range sections(text) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(files)); err != nil {
				t.Fatal(err)
			}
			for _, command := range shownLines(section) {
				ran++
				if !runShown(t, name, dir, command) {
					break // later commands may need its output
				}
			}
		}
	}
	if ran < 80 {
		t.Errorf("only %d commands were found", ran)
	}
}

// sections splits a document at its headings.
func sections(text string) (all []string) {
	from := 0
	for _, at := range heading.FindAllStringIndex(text, -1) {
		all = append(all, text[from:at[0]])
		from = at[0]
	}
	return append(all, text[from:])
}

// tableCommand matches a row of a table that ends with a command.
var tableCommand = regexp.MustCompile("^\\| .* \\| `(sudokubatch [^`]+)` \\|$")

// fewer makes commands write fewer puzzles.
var fewer = strings.NewReplacer("--count 1M", "--count 500", "--count 100 ", "--count 10 ", "tier=1000", "tier=10")

// shownLines returns the commands in indented lines and in the last column of tables.
func shownLines(text string) (commands []string) {
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		line = strings.TrimRight(line, "\n")
		command, ok := strings.CutPrefix(line, "    ")
		if row := tableCommand.FindStringSubmatch(line); row != nil {
			command, ok = row[1], true
		}
		if !ok || !strings.Contains(command, "sudokubatch ") || strings.Contains(command, "go install") {
			continue
		}
		command = strings.TrimPrefix(command, "$ ")
		command = strings.ReplaceAll(command, "go run ./cmd/sudokubatch", "sudokubatch")
		commands = append(commands, fewer.Replace(command))
	}
	return commands
}

// runShown runs a command of a document, unless it needs a program that the machine lacks.
func runShown(t *testing.T, name, dir, command string) bool {
	t.Helper()
	for program, call := range needed {
		if _, err := exec.LookPath(program); err != nil && strings.Contains(command, call) {
			t.Logf("skipped with the rest of its section, as there is no %s: %s", program, command)
			return false
		}
	}
	// An earlier command may have written a file with the name of this output.
	for _, match := range outputName.FindAllStringSubmatch(command, -1) {
		if info, err := os.Stat(filepath.Join(dir, match[1])); err == nil && info.Mode().IsRegular() {
			_ = os.Remove(filepath.Join(dir, match[1]))
		}
	}
	if match := partNames.FindStringSubmatch(command); match != nil && !strings.Contains(command, " -o ") {
		for part := range strings.SplitSeq(match[1], ",") {
			part, _, _ = strings.Cut(part, "=")
			made, _ := filepath.Glob(filepath.Join(dir, part+".*")) // the pattern is good
			for _, path := range made {
				_ = os.Remove(path)
			}
		}
	}
	cmd := exec.Command("bash", "-c", prelude+command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir)
	var said strings.Builder
	cmd.Stderr = &said
	err := cmd.Run()
	exit := (*exec.ExitError)(nil)
	if errors.As(err, &exit) && exit.ExitCode() == 3 {
		err = nil // records failed a check, or a figure became slower
	}
	if err != nil {
		t.Errorf("%s: %s: %v\n%s", name, command, err, said.String())
	}
	return true
}

// dirty adds bad rows to the fixture sudoku.csv, as in a download: a row with the solution of another
// puzzle, one with two equal clues in a row, a repeated row, and a row that is cut short.
const dirty = `
mv sudoku.csv pairs.csv
awk -F, '{print}
	NR == 2 {puzzle = $1}
	NR == 3 {print puzzle "," $2; print "11" substr($1, 3) "," $2}
	NR == 4 {print}
	END {print substr($0, 3)}' pairs.csv >sudoku.csv
`

// TestTrainingSet runs the guide's commands from a download with every kind of bad row to a training
// set. The last check must find no failed record.
func TestTrainingSet(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if code, stderr := shell(t, dir, fixtures+dirty); code != 0 {
		t.Fatalf("code %d: %s", code, stderr)
	}
	_, section, _ := strings.Cut(readFile(t, "../../.github/GUIDE.md"), "\n## From a Kaggle download")
	section, _, _ = strings.Cut(section, "\n## ")
	var code int
	var stderr string
	for _, command := range shownLines(section)[:4] {
		if code, stderr = shell(t, dir, command); code != 0 {
			t.Fatalf("%s: code %d: %s", command, code, stderr)
		}
	}
	if rejected := readFile(t, filepath.Join(dir, "rejected.csv")); strings.Count(rejected, "\n") != 5 {
		t.Errorf("rejected, want a header and four rows:\n%s", rejected)
	}
}
