// Package console is what people see of the command: messages and the progress
// bar, on standard error.
package console

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
)

// Say writes a message for the user. Standard output is for results only. What
// the message speaks of may hold names of files, which may hold anything: it is
// shown without what could move the cursor or look like another message.
func Say(format string, args ...any) {
	shown := make([]any, len(args))
	for i, arg := range args {
		switch arg := arg.(type) {
		case error:
			shown[i] = printableError(arg)
		case string:
			shown[i] = Printable(arg)
		default:
			shown[i] = arg
		}
	}
	fmt.Fprintf(os.Stderr, Bold(os.Stderr)("sudokubatch:")+" "+format+"\n", shown...)
}

// printableError is an error's text. Errors that were joined are a line each,
// and the stack of a panic, which Go writes, keeps its lines.
func printableError(err error) string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return printableOne(err)
	}
	var texts, shown []string
	for _, e := range joined.Unwrap() {
		texts = append(texts, e.Error())
		shown = append(shown, printableError(e))
	}
	if err.Error() != strings.Join(texts, "\n") {
		return printableOne(err)
	}
	return strings.Join(shown, "\n")
}

// printableOne is the text of an error that is not only joined ones.
func printableOne(err error) string {
	if p, ok := errors.AsType[*guard.Panic](err); ok {
		if before, after, ok := strings.Cut(err.Error(), "\n"+string(p.Stack)); ok {
			return Printable(before) + "\n" + string(p.Stack) + Printable(after)
		}
	}
	return Printable(withHint(err))
}

// Printable returns a text with all that is not printable, newlines too, as Go
// writes it in strings.
func Printable(text string) string {
	unprintable := func(r rune) bool { return !strconv.IsPrint(r) }
	if utf8.ValidString(text) && !strings.ContainsFunc(text, unprintable) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		if !unprintable(r) && (r != utf8.RuneError || size > 1) {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.Quote(text[i : i+size])
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}
