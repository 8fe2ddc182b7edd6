package help

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// Man writes the manual page of the command or of a verb, as man(7) has it;
// source is the program and its version.
func Man(w io.Writer, node *kong.Node, source string) error {
	p := newPage(node)
	m := manual{}
	m.line(".TH %s 1 \"\" %s \"User Commands\"", quoted(strings.ToUpper(ManName(node))), quoted(source))
	m.line(".nh\n.ad l") // names of flags and files stay whole
	m.line(".SH NAME\n%s \\- %s", roff(ManName(node)), roff(firstSentence(p.summary)))
	m.line(".SH SYNOPSIS\n\\fB%s\\fP%s", roff(p.name), roff(strings.TrimPrefix(p.usage, p.name)))
	m.line(".SH DESCRIPTION")
	m.text(p.summary)
	for _, paragraph := range p.detail {
		m.line(".PP")
		m.text(paragraph)
	}
	m.entries("VERBS", p.verbs)
	m.entries("ARGUMENTS", p.arguments)
	m.line(".SH OPTIONS")
	for _, g := range p.groups {
		m.line(".SS %s", quoted(g.title))
		m.entries("", g.flags)
	}
	if len(p.examples) > 0 {
		m.line(".SH EXAMPLES")
	}
	for i, command := range p.examples {
		if i > 0 {
			m.line(".PP")
		}
		m.line(".nf\n%s\n.fi", roff(command))
	}
	m.line(".SH SEE ALSO")
	m.text(strings.Join(seeAlso(node), ", "))
	_, err := io.WriteString(w, m.String())
	return err
}

// ManName is the name of a manual page, "sudokubatch-solve".
func ManName(node *kong.Node) string { return strings.ReplaceAll(plainPath(node), " ", "-") }

// seeAlso are the other pages.
func seeAlso(node *kong.Node) (names []string) {
	root := node
	for root.Parent != nil {
		root = root.Parent
	}
	for _, other := range append([]*kong.Node{root}, verbs(root)...) {
		if other != node {
			names = append(names, ManName(other)+"(1)")
		}
	}
	return names
}

// A manual is the text of a page.
type manual struct{ strings.Builder }

// line adds a line.
func (m *manual) line(format string, args ...any) { fmt.Fprintf(m, format+"\n", args...) }

// text adds a line of plain text.
func (m *manual) text(plain string) { m.line("%s", roff(plain)) }

// entries adds a list, below a heading if it has one.
func (m *manual) entries(title string, list []entry) {
	if len(list) == 0 {
		return
	}
	if title != "" {
		m.line(".SH %s", title)
	}
	for _, e := range list {
		m.line(".TP\n\\fB%s\\fP", roff(strings.TrimSpace(e.term)))
		m.text(e.text)
	}
}

// quoted is a text as the argument of a macro.
func quoted(text string) string {
	return `"` + strings.ReplaceAll(roff(text), `"`, `\(dq`) + `"`
}

// roff is plain text as roff has it, in ASCII.
func roff(text string) string {
	var b strings.Builder
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		b.WriteString(`\&`)
	}
	for _, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '\'':
			b.WriteString(`\(aq`)
		case r == '`':
			b.WriteString(`\(ga`)
		case r == '^':
			b.WriteString(`\(ha`)
		case r == '~':
			b.WriteString(`\(ti`)
		case r > '~':
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
