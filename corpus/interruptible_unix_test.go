//go:build unix

package corpus

import (
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// TestCloseDuringReadOfPipe closes a standard input whose producer is silent.
func TestCloseDuringReadOfPipe(t *testing.T) {
	corpustest.NoLeaks(t)
	pr, pw, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pr.Close()
	defer pw.Close()
	r := mustOpen(t, "-", Options{Stdin: pr})
	if _, err := io.WriteString(pw, corpustest.Puzzle); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, len(corpustest.Puzzle))
	if _, err := io.ReadFull(r, text); err != nil || string(text) != corpustest.Puzzle {
		t.Fatalf("%q, %v", text, err)
	}
	done := make(chan error)
	go func() {
		_, err := r.Read(text)
		done <- err
	}()
	time.Sleep(10 * time.Millisecond)
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	select {
	case err := <-done:
		if !errors.Is(err, os.ErrClosed) {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the read goes on")
	}
	// The pipe is the caller's, and still open.
	if _, err := io.WriteString(pw, corpustest.Puzzle); err != nil {
		t.Error(err)
	}
	if _, err := io.ReadFull(pr, text); err != nil {
		t.Error(err)
	}
}
