package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocuments wants every command that the documents show to be one: its verb
// and flags must exist, and go together.
func TestDocuments(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"README.md", ".github/GUIDE.md", ".github/CONTRIBUTING.md", "bench/NOTES.md", "bench/results/README.md"} {
		for _, words := range shownCommands(readFile(t, "../../"+name)) {
			if _, err := newParser(words[0]).Parse(words); err != nil {
				t.Errorf("%s: sudokubatch %s: %v", name, strings.Join(words, " "), err)
			}
		}
	}
}

var (
	shownCommand = regexp.MustCompile(`sudokubatch ([^|#>)]+)`)
	shownWord    = regexp.MustCompile(`'[^']*'|\S+`)
)

// shownCommands are the arguments of the commands in indented lines. What a
// shell makes of them beside pipes, redirections, comments and single quotes is
// not looked at.
func shownCommands(text string) (commands [][]string) {
	text = strings.ReplaceAll(text, "\\\n", " ")
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "    ") {
			continue
		}
		for _, shown := range shownCommand.FindAllStringSubmatch(line, -1) {
			words := shownWord.FindAllString(shown[1], -1)
			for i, word := range words {
				words[i] = strings.Trim(word, "'")
			}
			if !slices.Contains(words, "--help") { // which would be printed
				commands = append(commands, words)
			}
		}
	}
	return commands
}
