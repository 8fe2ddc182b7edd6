package main

import (
	"io/fs"
	"path/filepath"
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
			if slices.Contains(words, "--extend") && !slices.Contains(words, "--into") { // whose folder, which is not here, gives the parts
				words = append(words, "--into", "train=90,test=10")
			}
			if _, err := newParser(words[0]).Parse(words); err != nil {
				t.Errorf("%s: sudokubatch %s: %v", name, strings.Join(words, " "), err)
			}
		}
	}
}

// TestTechniquesInGuide wants the guide to list the techniques and their aliases.
func TestTechniquesInGuide(t *testing.T) {
	t.Parallel()
	words := strings.Join(strings.Fields(strings.ReplaceAll(readFile(t, "../../.github/GUIDE.md"), "`", "")), " ")
	if !strings.Contains(words, techniqueHelp()) {
		t.Errorf("the guide does not say\n%s", techniqueHelp())
	}
}

var (
	shownCommand = regexp.MustCompile(`sudokubatch ([^|#>)\s][^|#>)]*)`)
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

// TestNamedPaths wants every file and folder that the documents for contributors name to exist, as a
// path from the project's root or as the end of one. Words in capitals stand for a name.
func TestNamedPaths(t *testing.T) {
	t.Parallel()
	ends := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() && entry.Name() == ".git" { // a file in a further work tree
			return fs.SkipDir
		}
		for end := strings.TrimPrefix(filepath.ToSlash(path), "../../"); end != ""; _, end, _ = strings.Cut(end, "/") {
			ends[end] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, name := range []string{".github/ARCHITECTURE.md", ".github/CONTRIBUTING.md", ".github/GUIDE.md", "solver/internal/lane/SIMD.md"} {
		for _, word := range namedPath.FindAllStringSubmatch(readFile(t, "../../"+name), -1) {
			path := strings.TrimPrefix(word[1], "../") // SIMD.md names a folder next to its own
			top, _, inFolder := strings.Cut(path, "/")
			switch {
			case strings.HasPrefix(path, "shared/"), !ends[top] && !strings.HasSuffix(path, ".go"), !inFolder && !strings.HasSuffix(path, ".go"):
				continue
			case !ends[path]:
				t.Errorf("%s names %s, which does not exist", name, word[1])
			}
			named++
		}
	}
	if named < 50 {
		t.Errorf("%d paths", named)
	}
}

var namedPath = regexp.MustCompile("`([a-z_.][a-z0-9_./-]*[a-z0-9_])`")
