package help

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// Short writes the help that fits one screen of 80 columns; bold is what becomes of
// headings.
func Short(w io.Writer, node *kong.Node, bold func(string) string) error {
	p := newPage(node)
	var text strings.Builder
	fmt.Fprintf(&text, "%s.\n\n%s %s\n", firstSentence(p.summary), bold("Usage:"), p.usage)
	list := p.verbs
	for _, g := range p.groups {
		for _, e := range g.flags {
			if e.brief {
				list = append(list, e)
			}
		}
	}
	width := 0
	for _, e := range list {
		width = max(width, utf8.RuneCountInString(e.term))
	}
	if len(list) > 0 {
		text.WriteString("\n")
	}
	for _, e := range list {
		fmt.Fprintf(&text, "  %-*s  %s\n", width, e.term, e.first())
	}
	if len(p.examples) > 0 {
		fmt.Fprintf(&text, "\n%s\n  %s\n", bold("Examples:"), strings.Join(p.examples, "\n  "))
	}
	if len(p.verbs) > 0 {
		fmt.Fprintf(&text, "\nA verb on one screen: %[1]s VERB -h    in full: %[1]s VERB --help\n", p.name)
	} else {
		fmt.Fprintf(&text, "\nAll flags, and what they mean: %s --help\n", p.name)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// Long writes all that there is to say, in lines of so many columns.
func Long(w io.Writer, node *kong.Node, columns int, bold func(string) string) error {
	p := newPage(node)
	var text strings.Builder
	wrap(&text, "", p.summary, columns)
	fmt.Fprintf(&text, "\n%s %s\n", bold("Usage:"), p.usage)
	list := func(title string, entries []entry) {
		if len(entries) == 0 {
			return
		}
		fmt.Fprintf(&text, "\n%s\n", bold(title+":"))
		for _, e := range entries {
			fmt.Fprintf(&text, "  %s\n", e.term)
			wrap(&text, "          ", e.text, columns)
		}
	}
	list("Arguments", p.arguments)
	list("Verbs", p.verbs)
	for _, g := range p.groups {
		list(g.title, g.flags)
	}
	for _, paragraph := range p.detail {
		text.WriteString("\n")
		wrap(&text, "", paragraph, columns)
	}
	if len(p.examples) > 0 {
		fmt.Fprintf(&text, "\n%s\n  %s\n", bold("Examples:"), strings.Join(p.examples, "\n  "))
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// wrap writes a paragraph in lines of so many columns, if its words allow it.
func wrap(text *strings.Builder, indent, paragraph string, columns int) {
	at := 0
	for word := range strings.FieldsSeq(paragraph) {
		width := utf8.RuneCountInString(word)
		switch {
		case at == 0:
			text.WriteString(indent)
			at = len(indent)
		case at+1+width > columns:
			text.WriteString("\n" + indent)
			at = len(indent)
		default:
			text.WriteString(" ")
			at++
		}
		text.WriteString(word)
		at += width
	}
	if at > 0 {
		text.WriteString("\n")
	}
}
