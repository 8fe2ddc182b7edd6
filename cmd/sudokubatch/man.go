package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
)

// A manCmd is the verb man.
type manCmd struct {
	Verb string `arg:"" optional:"" complete:"verbs" help:"Print the page of this verb. Default: the page of the whole command."`
	Into string `brief:"" placeholder:"DIR" help:"Write all pages into this folder. The pages are DIR/sudokubatch.1 and so on."`
}

func (manCmd) Examples() string {
	return `sudokubatch man | man -l -
sudokubatch man solve | man -l -
sudokubatch man --into ~/.local/share/man/man1`
}

func (c *manCmd) Validate() error {
	if c.Into != "" && c.Verb != "" {
		return fmt.Errorf("--into writes the pages of all verbs: leave out %s", c.Verb)
	}
	return nil
}

// Run prints one page, or writes all pages.
func (c *manCmd) Run() error {
	if c.Into == "" {
		parsed, err := parsedVerb(c.Verb)
		if err != nil {
			return err
		}
		node := parsed.Selected()
		if node == nil {
			node = parsed.Model.Node
		}
		_, err = os.Stdout.WriteString(manPage(node))
		return err
	}
	if err := os.MkdirAll(c.Into, 0o777); err != nil {
		return err
	}
	root := newParser(allVerbs).Model.Node
	for _, node := range append([]*kong.Node{root}, root.Children...) {
		if node.Hidden {
			continue
		}
		if err := os.WriteFile(outfile.Join(c.Into, manName(node)+".1"), []byte(manPage(node)), 0o666); err != nil {
			return fmt.Errorf("writing the page: %w", err)
		}
	}
	return nil
}

// manPage returns the manual page of the command or of a verb, in the format of man(7).
func manPage(node *kong.Node) string {
	m := new(strings.Builder)
	name, root := manName(node), node
	if node.Parent != nil {
		root = node.Parent
	}
	fmt.Fprintf(m, ".TH \"%s\" 1 \"\" \"%s\" \"User Commands\"\n", roff(strings.ToUpper(name)), roff("sudokubatch "+program.Version()))
	fmt.Fprint(m, ".nh\n.ad l\n") // do not hyphenate flags and file names
	fmt.Fprintf(m, ".SH NAME\n%s \\- %s\n", roff(name), roff(firstSentence(node.Help)))
	usage := " VERB [flags] [file] ..."
	if node != root {
		usage = strings.TrimPrefix(node.Summary(), node.Name)
	}
	fmt.Fprintf(m, ".SH SYNOPSIS\n\\fB%s\\fP%s\n", roff(strings.ReplaceAll(name, "-", " ")), roff(usage))
	fmt.Fprintf(m, ".SH DESCRIPTION\n%s\n", roff(node.Help))
	for paragraph := range strings.SplitSeq(strings.TrimSpace(node.Detail), "\n\n") {
		if paragraph != "" {
			fmt.Fprintf(m, ".PP\n%s\n", roff(strings.Join(strings.Fields(paragraph), " ")))
		}
	}
	entry := func(term, text string) { fmt.Fprintf(m, ".TP\n\\fB%s\\fP\n%s\n", roff(term), roff(text)) }
	if node == root {
		fmt.Fprint(m, ".SH VERBS\n")
		for _, child := range node.Children {
			if !child.Hidden {
				entry(child.Name, child.Help)
			}
		}
	}
	if len(node.Positional) > 0 {
		fmt.Fprint(m, ".SH ARGUMENTS\n")
		for _, a := range node.Positional {
			entry(a.Summary(), a.Help)
		}
	}
	fmt.Fprint(m, ".SH OPTIONS\n")
	manFlags(m, slices.Concat(node.AllFlags(true)...), entry)
	for i, command := range strings.Split(examplesOf(node), "\n") {
		switch {
		case command == "":
			continue
		case i == 0:
			fmt.Fprint(m, ".SH EXAMPLES\n")
		default:
			fmt.Fprint(m, ".PP\n")
		}
		fmt.Fprintf(m, ".nf\n%s\n.fi\n", roff(command))
	}
	var others []string
	for _, other := range append([]*kong.Node{root}, root.Children...) {
		if other != node && !other.Hidden {
			others = append(others, manName(other)+"(1)")
		}
	}
	fmt.Fprintf(m, ".SH SEE ALSO\n%s\n", roff(strings.Join(others, ", ")))
	return m.String()
}

// manFlags writes the entries of flags below the headings of their groups.
func manFlags(m *strings.Builder, flags []*kong.Flag, entry func(term, text string)) {
	groups := []string{""}
	for _, f := range flags {
		if title := groupOf(f); !slices.Contains(groups, title) {
			groups = append(groups, title)
		}
	}
	for _, title := range groups {
		if title != "" {
			fmt.Fprintf(m, ".SS \"%s\"\n", roff(title))
		}
		for _, f := range flags {
			if groupOf(f) == title {
				entry(f.String(), f.Help)
			}
		}
	}
}

// groupOf returns the heading above a flag, or "".
func groupOf(f *kong.Flag) string {
	if f.Group == nil {
		return ""
	}
	return f.Group.Title
}

// manName returns the name of a manual page: "sudokubatch-solve".
func manName(node *kong.Node) string {
	if node.Parent == nil {
		return node.Name
	}
	return node.Parent.Name + "-" + node.Name
}

// roff escapes plain text for roff. The result is ASCII.
func roff(text string) string {
	var b strings.Builder
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		b.WriteString(`\&`)
	}
	for _, r := range text {
		switch {
		case r > '~':
			fmt.Fprintf(&b, `\[u%04X]`, r)
		case roffEscapes[r] != "":
			b.WriteString(roffEscapes[r])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// roffEscapes maps characters that roff would interpret, or print as others, to their escapes.
var roffEscapes = map[rune]string{'\\': `\e`, '-': `\-`, '"': `\(dq`, '\'': `\(aq`, '`': `\(ga`, '^': `\(ha`, '~': `\(ti`}
