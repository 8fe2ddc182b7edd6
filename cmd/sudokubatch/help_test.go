package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// shownNodes returns the command and all verbs that are not hidden.
func shownNodes() (nodes []*kong.Node) {
	root := newParser(allVerbs).Model.Node
	nodes = append(nodes, root)
	for _, child := range root.Children {
		if !child.Hidden {
			nodes = append(nodes, child)
		}
	}
	return nodes
}

// helpOf returns the help of a verb, or of the command for "".
func helpOf(t *testing.T, verb string, long bool) string {
	t.Helper()
	parsed, err := parsedVerb(verb)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	parsed.Stdout = &text
	if err := printHelp(parsed, long); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// TestHelp compares all help texts with testdata/help.golden. The flag -update writes the file: read it
// after a change. Short help must fit on a screen and have three examples.
func TestHelp(t *testing.T) {
	t.Parallel()
	const lines, columns = 36, 80
	var pages strings.Builder
	for i, node := range shownNodes() {
		verb := node.Name
		if i == 0 {
			verb = ""
		}
		short, long := helpOf(t, verb, false), helpOf(t, verb, true)
		fmt.Fprintf(&pages, "$ sudokubatch %s -h\n%s\n$ sudokubatch %s --help\n%s\n", verb, short, verb, long)
		if n := strings.Count(short, "\n"); n > lines {
			t.Errorf("%s: %d lines", node.Name, n)
		}
		for line := range strings.Lines(short) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > columns {
				t.Errorf("%s: a line of %d columns: %s", node.Name, n, line)
			}
		}
		if len(node.Flags) > 0 && strings.Count(examplesOf(node), "\n") < 2 {
			t.Errorf("%s: no three examples", node.Name)
		}
		for _, f := range node.Flags {
			if !strings.Contains(long, "--"+f.Name) && !strings.Contains(long, "--[no-]"+f.Name) || f.Help == "" {
				t.Errorf("%s: no --%s", node.Name, f.Name)
			}
			if !f.IsBool() && f.PlaceHolder == "" {
				t.Errorf("%s --%s: no word stands for its value", node.Name, f.Name)
			}
		}
	}
	wantGolden(t, "help", pages.String())
}

var update = flag.Bool("update", false, "write the golden files anew")

// wantGolden compares a text with testdata/NAME.golden. With -update it writes the file first.
func wantGolden(t *testing.T, name, text string) {
	t.Helper()
	name = "testdata/" + name + ".golden"
	if *update {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := readFile(t, name)
	if text == want {
		return
	}
	got, wanted := strings.Split(text, "\n"), strings.Split(want, "\n")
	for i := range got {
		if i >= len(wanted) || got[i] != wanted[i] {
			t.Errorf("%s:%d differs; -update writes it anew: %s", name, i+1, got[i])
			return
		}
	}
	t.Errorf("%s has more lines; -update writes it anew", name)
}
