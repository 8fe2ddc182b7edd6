package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/help"
)

// shownNodes are the command and its verbs, as help shows them.
func shownNodes(t *testing.T) (nodes []*kong.Node) {
	t.Helper()
	model := newParser(t.Context()).Model
	nodes = append(nodes, model.Node)
	for _, child := range model.Children {
		if !child.Hidden {
			nodes = append(nodes, child)
		}
	}
	return nodes
}

func plain(text string) string { return text }

// TestShortHelp wants it to fit a screen, with three examples where files are
// read or written.
func TestShortHelp(t *testing.T) {
	t.Parallel()
	const lines, columns = 28, 80
	for _, node := range shownNodes(t) {
		var text bytes.Buffer
		if err := help.Short(&text, node, plain); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(text.String(), "\n"); n > lines {
			t.Errorf("%s: %d lines", node.Name, n)
		}
		for line := range strings.Lines(text.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > columns {
				t.Errorf("%s: a line of %d columns: %s", node.Name, n, line)
			}
		}
		if len(node.Flags) > 0 && strings.Count(text.String(), "\n  ")-strings.Count(text.String(), "\n   ") < 3 {
			t.Errorf("%s: no three examples\n%s", node.Name, text.String())
		}
	}
}

// TestLongHelp wants all flags in it, each under a heading, and no line that is
// longer than asked for without need.
func TestLongHelp(t *testing.T) {
	t.Parallel()
	for _, node := range shownNodes(t) {
		for _, columns := range []int{40, 80, 100} {
			var text bytes.Buffer
			if err := help.Long(&text, node, columns, plain); err != nil {
				t.Fatal(err)
			}
			for _, f := range node.Flags {
				if !strings.Contains(text.String(), f.Name) || f.Help == "" {
					t.Errorf("%s: no --%s", node.Name, f.Name)
				}
			}
			for line := range strings.Lines(text.String()) {
				if strings.HasPrefix(line, "          ") && utf8.RuneCountInString(line) > columns+1 && strings.Count(strings.TrimSpace(line), " ") > 0 {
					t.Errorf("%s: more than %d columns: %s", node.Name, columns, line)
				}
			}
		}
	}
}
