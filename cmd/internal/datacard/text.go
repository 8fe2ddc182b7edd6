package datacard

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
)

// This file writes names and values, which may hold any characters, as text of a card.

// yamlText returns a text as YAML, in double quotes.
func yamlText(text string) string { return strconv.Quote(strings.ToValidUTF8(text, "\ufffd")) }

// pythonText returns a text as a literal of Python.
func pythonText(text string) string { return yamlText(text) }

// special matches characters that mean something in Markdown or HTML.
var special = regexp.MustCompile("[\\\\`*_{}\\[\\]<>|~#&!$]")

// markdown returns a text for a paragraph or a cell of a table.
func markdown(text string) string {
	return special.ReplaceAllString(console.Printable(text), `\$0`)
}

// writeCode writes a block of code. Its fence is longer than any in the text.
func writeCode(b *bytes.Buffer, language, text string) {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	b.WriteString(fence + language + "\n" + text + "\n" + fence + "\n")
}

// plainWord matches words that a shell takes as they are.
var plainWord = regexp.MustCompile(`^[\w./,:=@%+-]+$`)

// ShellLine returns words as a line for a shell.
func ShellLine(words ...string) string {
	var quoted []string
	for _, word := range words {
		switch printable := console.Printable(word); {
		case plainWord.MatchString(word):
		case printable == word:
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		default: // a shell knows the escapes of Printable
			word = strings.ReplaceAll(word, `\`, `\\`)
			word = "$'" + strings.ReplaceAll(console.Printable(word), "'", `\'`) + "'"
		}
		quoted = append(quoted, word)
	}
	return strings.Join(quoted, " ")
}

// commandsHeading is the heading above the commands that made a data set.
const commandsHeading = "\n## How it was made\n"

// Commands returns the commands of a card that WriteReadme wrote, or nothing for other text.
func Commands(readme string) []string {
	_, text, ok := strings.Cut(readme, commandsHeading)
	if !ok || !strings.HasPrefix(readme, "---\n") {
		return nil
	}
	fence, text, _ := strings.Cut(strings.TrimLeft(text, "\n"), "sh\n")
	text, _, closed := strings.Cut(text, "\n"+fence+"\n")
	if !closed || len(fence) < 3 || strings.Trim(fence, "`") != "" {
		return nil
	}
	return strings.Split(text, "\n")
}
