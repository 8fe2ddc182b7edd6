package corpus

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// isPanic reports whether an error is a panic, with such words.
func isPanic(err error, words string) bool {
	p, ok := errors.AsType[*guard.Panic](err)
	return ok && strings.Contains(p.Error(), words)
}

// A panicky reader panics where its bytes end.
type panicky struct{ io.Reader }

func (r panicky) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err == io.EOF {
		panic("bug in read")
	}
	return n, err
}

// TestPanicOfFeeder has the goroutine panic that reads frames ahead: the
// reader of the text gets all up to there, and then an error.
func TestPanicOfFeeder(t *testing.T) {
	t.Parallel()
	raw := corpustest.Join(corpustest.Frame(t, "first\n"), corpustest.Frame(t, "second\n"))
	for _, n := range []int{len(raw), len(raw) - 1} {
		r := mustOpen(t, "-", Options{Stdin: panicky{bytes.NewReader(raw[:n])}, Pool: NewPool(2)})
		text, err := io.ReadAll(r)
		if !strings.HasPrefix(string(text), "first\n") || !isPanic(err, "bug in read") {
			t.Errorf("%d of %d bytes: %q, %v", n, len(raw), text, err)
		}
		_ = r.Close()
	}
}
