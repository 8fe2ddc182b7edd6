package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestJudges answers the inputs of online judges, and compares the bytes with the answers of programs
// in C++ and Java that are written as for the judges.
func TestJudges(t *testing.T) {
	t.Parallel()
	for name, program := range map[string]struct{ compiler, source, run []string }{
		"C++":  {[]string{"g++", "-O2", "-o", "DIR/solve"}, []string{"solve.cpp"}, []string{"DIR/solve"}},
		"Java": {[]string{"javac", "-d", "DIR"}, []string{"Solve.java"}, []string{"java", "-XX:+UseSerialGC", "-cp", "DIR", "Solve"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			command := func(words ...string) *exec.Cmd {
				for i := range words {
					words[i] = strings.ReplaceAll(words[i], "DIR", dir)
				}
				return exec.Command(words[0], words[1:]...)
			}
			if _, err := exec.LookPath(program.compiler[0]); err != nil {
				t.Skip(err)
			}
			if _, err := exec.LookPath(program.run[0]); err != nil && name == "Java" {
				t.Skip(err)
			}
			build := command(append(program.compiler, filepath.Join("testdata", "judges", program.source[0]))...)
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			for form, inputs := range judgesInputs(t) {
				for _, input := range inputs {
					judge := command(append(program.run, form)...)
					judge.Stdin = strings.NewReader(input)
					want, err := judge.Output()
					if err != nil || len(want) == 0 {
						t.Fatalf("%s: %v: %s", form, err, want)
					}
					if got := mustRun(t, input, "solve", "-q"); got != string(want) {
						t.Errorf("%s: answers of\n%s\nare\n%s\nwant\n%s", form, input, got, want)
					}
				}
			}
		})
	}
}

// judgesInputs returns inputs in each form of the judges.
func judgesInputs(t *testing.T) map[string][]string {
	t.Helper()
	puzzles := strings.Fields(mustRun(t, "", "gen", "-q", "--count", "3", "--seed", "5"))
	large := strings.Fields(mustRun(t, "", "gen", "-q", "--count", "2", "--order", "16", "--clues", "160"))
	rows := func(puzzle string, n int, separator string) (text string) {
		for ; puzzle != ""; puzzle = puzzle[n:] {
			text += strings.Join(strings.Split(puzzle[:n], ""), separator) + "\n"
		}
		return text
	}
	lines := strings.Join(puzzles, "\n") + "\n"
	var packed, spaced, euler, letters string
	for i, puzzle := range puzzles {
		euler += fmt.Sprintf("Grid %02d\n", i+1) + rows(puzzle, 9, "")
		packed += rows(strings.ReplaceAll(puzzle, ".", "0"), 9, "")
		spaced += rows(strings.ReplaceAll(puzzle, ".", "0"), 9, " ")
	}
	for _, puzzle := range large {
		letters += rows(strings.ReplaceAll(puzzle, ".", "-"), 16, "") + "\n"
	}
	board := `[["` + strings.ReplaceAll(strings.TrimSpace(rows(puzzles[0], 9, `","`)), "\n", `"],["`) + `"]]`
	return map[string][]string{
		"line":            {lines + "end\n", lines + "end", lines + " end \n", lines + "\tend\t", lines},
		"packed":          {"3\n" + packed},
		"spaced":          {"3\n" + spaced, "4\n" + spaced + rows("123456780000000009"+strings.Repeat("0", 63), 9, " ")},
		"euler":           {euler, strings.ReplaceAll(euler, ".", "0")},
		"letters":         {letters},
		"counted letters": {"2\n" + letters},
		"board":           {board + "\n", strings.ReplaceAll(board, "],[", "],\n [")},
	}
}
