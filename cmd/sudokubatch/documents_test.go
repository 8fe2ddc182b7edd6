package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocuments parses every command in the documents. Its verb and flags must exist, and may be
// combined.
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

// shownCommands returns the arguments of the commands in indented lines. It knows pipes, redirections,
// comments and single quotes, but no other syntax of a shell.
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
			if !slices.Contains(words, "--help") { // it would print help
				commands = append(commands, words)
			}
		}
	}
	return commands
}
