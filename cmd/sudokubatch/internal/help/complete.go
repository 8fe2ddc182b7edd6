package help

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// A Candidate is a word that may stand where the cursor is.
type Candidate struct{ Word, Meaning string }

// A Completion is all that may stand where the cursor is. Names of files and of
// folders are the shell's to find.
type Completion struct {
	Candidates     []Candidate
	Files, Folders bool
}

// Values are lists of values by the names that the tags complete have.
type Values map[string][]Candidate

// Complete says what may stand in place of the last of the words, which follow
// the command's name; it may be empty or have only begun.
func Complete(app *kong.Application, values Values, words []string) Completion {
	c := completer{node: app.Node, values: values}
	word := ""
	if len(words) > 0 {
		word = words[len(words)-1]
		for _, before := range words[:len(words)-1] {
			c.pass(before)
		}
	}
	all := c.complete(word)
	all.Candidates = slices.DeleteFunc(all.Candidates, func(x Candidate) bool { return !strings.HasPrefix(x.Word, word) })
	return all
}

// A completer passes over the words before the cursor.
type completer struct {
	node   *kong.Node
	values Values
	flag   *kong.Flag // whose value is next; nil: none
	ended  bool       // no flags follow: there was a --
}

// pass takes note of a word before the cursor.
func (c *completer) pass(word string) {
	switch {
	case c.flag != nil:
		c.flag = nil
	case c.ended:
	case word == "--":
		c.ended = true
	case strings.HasPrefix(word, "--"):
		if f := c.find(word[2:]); f != nil && !f.IsBool() {
			c.flag = f
		}
	case len(word) > 1 && word[0] == '-':
		c.passShort(word[1:])
	default:
		for _, child := range c.node.Children {
			if child.Name == word || slices.Contains(child.Aliases, word) {
				c.node = child
			}
		}
	}
}

// passShort takes note of short flags in one word, of which the last may have its
// value in the next.
func (c *completer) passShort(word string) {
	for i, r := range word {
		for _, f := range flags(c.node) {
			if f.Short == r && !f.IsBool() {
				if i+1 == len(word) {
					c.flag = f
				}
				return
			}
		}
	}
}

// find is the flag of a name; nil if there is none.
func (c *completer) find(name string) *kong.Flag {
	for _, f := range flags(c.node) {
		if f.Name == name || slices.Contains(f.Aliases, name) {
			return f
		}
	}
	return nil
}

// complete says what may stand where a word has begun.
func (c *completer) complete(word string) Completion {
	if c.flag != nil {
		return c.valuesOf(c.flag.Value, c.flag.PlaceHolder, word)
	}
	if strings.HasPrefix(word, "--") && !c.ended {
		if name, value, ok := strings.Cut(word, "="); ok {
			return c.valuesAfter(name, value)
		}
	}
	if strings.HasPrefix(word, "-") && !c.ended {
		return Completion{Candidates: c.flagNames()}
	}
	if shown := verbs(c.node); len(shown) > 0 {
		return Completion{Candidates: verbCandidates(shown)}
	}
	for _, a := range c.node.Positional {
		return c.valuesOf(a, "", word)
	}
	return Completion{}
}

// valuesAfter completes --name=value.
func (c *completer) valuesAfter(name, value string) Completion {
	f := c.find(name[2:])
	if f == nil || f.IsBool() {
		return Completion{}
	}
	all := c.valuesOf(f.Value, f.PlaceHolder, value)
	for i := range all.Candidates {
		all.Candidates[i].Word = name + "=" + all.Candidates[i].Word
	}
	return all
}

// flagNames are the flags of the verb.
func (c *completer) flagNames() (names []Candidate) {
	for _, f := range flags(c.node) {
		meaning := firstSentence(f.Help)
		names = append(names, Candidate{"--" + f.Name, meaning})
		if f.Tag.Negatable != "" {
			names = append(names, Candidate{"--no-" + f.Name, "Not: " + meaning})
		}
	}
	return names
}

func verbCandidates(shown []*kong.Node) (names []Candidate) {
	for _, v := range shown {
		names = append(names, Candidate{v.Name, firstSentence(v.Help)})
	}
	return names
}

// valuesOf are the values of a flag or an argument; of one that takes several the
// word may hold some already.
func (c *completer) valuesOf(v *kong.Value, placeholder, word string) (all Completion) {
	list := v.Tag.Get("complete")
	switch {
	case v.Enum != "":
		for _, value := range v.EnumSlice() {
			if value != "" {
				all.Candidates = append(all.Candidates, Candidate{Word: value})
			}
		}
	case list == "verbs":
		for n := c.node; n != nil; n = n.Parent {
			all.Candidates = append(all.Candidates, verbCandidates(verbs(n))...)
		}
	default:
		all.Candidates = slices.Clone(c.values[list])
	}
	all.Files = list == "inputs" && !strings.HasPrefix(word, "@") || placeholder == "FILE"
	all.Folders = list == "folders" || placeholder == "DIR"
	if v.Flag != nil && v.IsSlice() && v.Tag.Sep != -1 {
		if comma := strings.LastIndexByte(word, ','); comma >= 0 {
			for i := range all.Candidates {
				all.Candidates[i].Word = word[:comma+1] + all.Candidates[i].Word
			}
		}
	}
	return all
}
