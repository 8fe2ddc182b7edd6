// Package help shows what the command takes: the short and the long help, man
// pages, what a shell completes, and what was meant where a name is nearly right.
// All of it comes from the model that kong parses the command line with, so a
// flag is defined once, by the tags of its field:
//
//	help      what it does; the short help shows the first sentence
//	brief     the flag is one of those in the short help
//	group     the heading that it stands under; a verb's own have none
//	complete  the list of values that a shell completes, by its name in [Values]
//
// A verb with a method Examples adds commands to show, one a line.
package help

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// A page is what there is to say of the command or of a verb.
type page struct {
	name      string // "sudokubatch solve"
	summary   string
	usage     string
	detail    []string // paragraphs
	arguments []entry
	verbs     []entry
	groups    []group
	examples  []string
}

// A group is flags under one heading.
type group struct {
	title string
	flags []entry
}

// An entry is a flag, an argument or a verb.
type entry struct {
	term  string // "-o, --output FILE"
	text  string
	brief bool // in the short help, too
}

// first is the first sentence of an entry's text, without the full stop.
func (e *entry) first() string { return firstSentence(e.text) }

func firstSentence(text string) string {
	sentence, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(sentence, ".")
}

// sharedGroups are the headings of flags that verbs share, in their order: after
// all that are a verb's own.
var sharedGroups = []string{"Input", "Output", "Tuning", "Messages", "General"}

// newPage reads the model.
func newPage(node *kong.Node) *page {
	p := &page{name: plainPath(node), summary: node.Help, examples: examples(node)}
	for paragraph := range strings.SplitSeq(strings.TrimSpace(node.Detail), "\n\n") {
		if paragraph != "" {
			p.detail = append(p.detail, strings.Join(strings.Fields(paragraph), " "))
		}
	}
	p.usage = p.name
	for _, child := range verbs(node) {
		p.verbs = append(p.verbs, entry{term: verbTerm(child), text: child.Help})
	}
	if len(p.verbs) > 0 {
		p.usage += " VERB [FLAGS] [FILE]..."
	}
	optional := false
	for _, f := range flags(node) {
		if f.Required {
			p.usage += " --" + f.Name + " " + placeholder(f)
		}
		optional = optional || len(p.verbs) == 0 && !f.Required && groupOf(f) != "General"
		p.add(groupOf(f), entry{flagTerm(f), f.Help + aliases(f), f.Tag.Has("brief")})
	}
	if optional {
		p.usage += " [FLAGS]"
	}
	for _, a := range node.Positional {
		p.arguments = append(p.arguments, entry{term: argumentTerm(a), text: a.Help})
		p.usage += " " + argumentTerm(a)
	}
	slices.SortStableFunc(p.groups, func(a, b group) int {
		return slices.Index(sharedGroups, a.title) - slices.Index(sharedGroups, b.title)
	})
	return p
}

// add adds a flag to the group with a title.
func (p *page) add(title string, e entry) {
	i := slices.IndexFunc(p.groups, func(g group) bool { return g.title == title })
	if i < 0 {
		i = len(p.groups)
		p.groups = append(p.groups, group{title: title})
	}
	p.groups[i].flags = append(p.groups[i].flags, e)
}

// plainPath is the name of the command and the verb.
func plainPath(node *kong.Node) string {
	if node.Parent == nil {
		return node.Name
	}
	return plainPath(node.Parent) + " " + node.Name
}

// verbs are the verbs that are shown.
func verbs(node *kong.Node) (shown []*kong.Node) {
	for _, child := range node.Children {
		if !child.Hidden {
			shown = append(shown, child)
		}
	}
	return shown
}

// flags are those that can be given to a verb: its own, then those of the command.
func flags(node *kong.Node) (shown []*kong.Flag) {
	for n := node; n != nil; n = n.Parent {
		for _, f := range n.Flags {
			if !f.Hidden {
				shown = append(shown, f)
			}
		}
	}
	return shown
}

// groupOf is the heading of a flag.
func groupOf(f *kong.Flag) string {
	if f.Group == nil {
		return "Flags"
	}
	return f.Group.Title
}

// verbTerm is a verb and what else it is called.
func verbTerm(node *kong.Node) string {
	return strings.Join(append([]string{node.Name}, node.Aliases...), ", ")
}

// argumentTerm is an argument as the usage has it.
func argumentTerm(a *kong.Positional) string {
	term := strings.ToUpper(a.Name)
	if !a.Required {
		term = "[" + term + "]"
	}
	if a.IsCumulative() {
		term += "..."
	}
	return term
}

// flagTerm is a flag and its value; long names are aligned.
func flagTerm(f *kong.Flag) string {
	term := "    --"
	if f.Short != 0 {
		term = "-" + string(f.Short) + ", --"
	}
	if f.Tag.Negatable != "" {
		term += "[no-]"
	}
	term += f.Name
	if !f.IsBool() {
		term += " " + placeholder(f)
	}
	return term
}

// placeholder stands for a flag's value.
func placeholder(f *kong.Flag) string {
	switch {
	case f.PlaceHolder != "":
		return f.PlaceHolder
	case f.Enum != "":
		return strings.Join(f.EnumSlice(), "|")
	}
	return strings.ToUpper(f.Name)
}

// aliases says what else a flag is called.
func aliases(f *kong.Flag) string {
	if len(f.Aliases) == 0 {
		return ""
	}
	return " Also --" + strings.Join(f.Aliases, ", --") + "."
}

// examples are those of the verb's own.
func examples(node *kong.Node) []string {
	with, ok := node.Target.Addr().Interface().(interface{ Examples() string })
	if !ok {
		return nil
	}
	return strings.Split(strings.TrimSpace(with.Examples()), "\n")
}
