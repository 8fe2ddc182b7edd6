// Package console writes messages and the progress bar to standard error.
package console

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/clean"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
	"github.com/sudokubatch/sudokubatch/pipeline/sample"
	"github.com/sudokubatch/sudokubatch/pipeline/split"
)

// Say writes a message to standard error. It escapes unprintable characters in strings and errors:
// the name of a file could otherwise move the cursor, or look like another message.
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

// printableError returns the escaped text of an error. Joined errors get one line each, and the
// stack of a panic keeps its lines.
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

// printableOne returns the escaped text of one error, with a hint.
func printableOne(err error) string {
	if p, ok := errors.AsType[*guard.Panic](err); ok {
		if before, after, ok := strings.Cut(err.Error(), "\n"+string(p.Stack)); ok {
			return Printable(before) + "\n" + string(p.Stack) + Printable(after)
		}
	}
	return Printable(withHint(err))
}

// Printable escapes unprintable characters in a text, as Go string literals do. Newlines become
// \n.
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

// Bold returns a function that makes text bold. It returns text unchanged if the file is not a
// terminal that can show it, or if NO_COLOR is set.
func Bold(f *os.File) func(string) string {
	kind := os.Getenv("TERM")
	if os.Getenv("NO_COLOR") != "" || kind == "" || kind == "dumb" || !IsTerminal(f) {
		return func(text string) string { return text }
	}
	return func(text string) string { return "\x1b[1m" + text + "\x1b[0m" }
}

// hints name the flags that help with errors of the libraries. The libraries know no flags.
var hints = []struct {
	err  error
	hint string
}{
	{corpus.ErrExists, "use --force to overwrite"},
	{corpus.ErrWindow, "decompress the file first: zstd -dc --long=31 FILE, or xz -dc FILE"},
	{model.ErrNoPuzzles, "name the column of the puzzles with --column"},
	{model.ErrAnswers, "name the solutions with --solution-column"},
	{model.ErrNoStates, "name their column with --state-column, or convert the puzzles --to line: lists are answered from the clues"},
	{model.ErrZeros, "convert it with --pad-zeros"},
	{model.ErrCandidates, "write it with --to candidates"},
	{model.ErrEncoding, "name the encoding, as in convert --encoding latin1 or windows-1252"},
	{bulk.ErrCandidates, "convert --to line writes them as clues if these say the same; solve, label, check, convert and explain take candidates"},
	{bulk.ErrSizes, "to mix sizes, write a table and name all of them with --size"},
	{convert.ErrNoForm, "convert them --to line first"},
	{bulk.ErrClose, "say which with --from"},
	{pipeline.ErrNotList, "or name their form with --from"},
	{pipeline.ErrUnlike, "choose a form for all of them with --to"},
	{outfile.ErrMixed, "give --rejects a name that ends in .jsonl: it holds records of all forms"},
	{clean.ErrEmbedded, "write flat rows with --to csv, or drop --fix"},
	{clean.ErrNoSolutionColumn, "drop --fix; label --add solution writes the right solutions into a table"},
	{outfile.ErrUnlike, "--rejects is a file of one form: check these inputs one at a time"},
	{sample.ErrShort, "take what there is with --at-most"},
	{sample.ErrDrawn, "choose another --seed"},
	{split.ErrCounted, "choose another form with --to"},
	{split.ErrJoint, "split all rows anew, or leave such rows out with --against"},
	{split.ErrUneven, "choose another --seed, or --exact, which divides in an order of its own"},
}

// withHint returns the text of an error, with a hint in parentheses if there is one.
func withHint(err error) string {
	if hint := hintFor(err); hint != "" {
		return err.Error() + " (" + hint + ")"
	}
	return err.Error()
}

// hintFor returns the hint for an error, or "".
func hintFor(err error) string {
	if e, ok := errors.AsType[*pipeline.UnlikeError](err); ok && e.Form.Order != e.FirstForm.Order {
		return "their sizes differ: take them one at a time" // no form can hold both sizes
	}
	if e, ok := errors.AsType[*model.SyntaxError](err); ok {
		if less, more := e.Sizes(); less > 0 {
			return fmt.Sprintf("read both with --size %d,%d", less, more)
		}
	}
	if e, ok := errors.AsType[*model.SizeError](err); ok {
		return fmt.Sprintf("add --size %d", e.Size)
	}
	if _, ok := errors.AsType[*model.DigitsError](err); ok {
		return "say which with --digits"
	}
	if e, ok := errors.AsType[*model.VariantError](err); ok {
		return fmt.Sprintf("--column %s reads the grids alone", e.Puzzle)
	}
	for _, h := range hints {
		if errors.Is(err, h.err) {
			return h.hint
		}
	}
	return ""
}
