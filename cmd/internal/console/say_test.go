package console

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
)

// TestPrintable requires that only unprintable characters are escaped.
func TestPrintable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                         "",
		"a b.txt: 9×9 … “grün”":    "a b.txt: 9×9 … “grün”",
		`C:\new "one"`:             `C:\new "one"`,
		"a\x1b[2Jb\r\nc\x00\x7f":   `a\x1b[2Jb\r\nc\x00\x7f`,
		"\xff\xc3(\ufffd":          `\xff\xc3(` + "\ufffd",
		"\u202egnp\u2028\u0085.\t": `\u202egnp\u2028\u0085.\t`,
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q is shown as %s, want %s", text, got, want)
		}
	}
}

// TestPrintableError requires one line for each joined error, and one for any other error.
func TestPrintableError(t *testing.T) {
	t.Parallel()
	a, b := errors.New("a\nA"), errors.New("b")
	for want, err := range map[string]error{
		`a\nA`:            a,
		"a\\nA\nb":        errors.Join(a, b),
		"a\\nA\nb\na\\nA": errors.Join(errors.Join(a, b), a),
		`x: a\nA`:         fmt.Errorf("x: %w", a),
		`a\nA, b`:         fmt.Errorf("%w, %w", a, b),
		`x: a\nA\nb`:      fmt.Errorf("x: %w", errors.Join(a, b)),

		"x\\n: panic: a\\nA\ngoroutine 1\n\tf()\n": fmt.Errorf("x\n: %w", &guard.Panic{Value: a, Stack: []byte("goroutine 1\n\tf()\n")}),
	} {
		if got := printableError(err); got != want {
			t.Errorf("%q is shown as %q, want %q", err, got, want)
		}
	}
}

// TestHints requires one hint for each error that has one, however deeply it is wrapped, and no other
// hint.
func TestHints(t *testing.T) {
	t.Parallel()
	window := fmt.Errorf("reading a: %w", corpus.ErrWindow)
	exists := fmt.Errorf("creating b: %w", corpus.ErrExists)
	for want, err := range map[string]error{
		"reading a: window size exceeded (decompress the file first: zstd -dc --long=31 FILE, or xz -dc FILE)":                                                                     window,
		"creating b: file already exists (use --force to overwrite)":                                                                                                               exists,
		"reading a: window size exceeded (decompress the file first: zstd -dc --long=31 FILE, or xz -dc FILE)\nclosed\ncreating b: file already exists (use --force to overwrite)": errors.Join(window, errors.New("closed"), exists),
		"file already exists": fs.ErrExist,
	} {
		if got := printableError(err); got != want {
			t.Errorf("%q is shown as %q, want %q", err, got, want)
		}
	}
}
