package pipeline

import (
	"errors"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
)

// TestPanicOfSection has a worker panic while it reads.
func TestPanicOfSection(t *testing.T) {
	t.Parallel()
	r := &ring{done: make(chan *Batch, 1), newWorker: func() (Worker, error) { return decoder{}, nil }, work: make(chan *Batch, 1)}
	b := &Batch{section: section{text: panickyReaderAt{}, n: 1}, input: &inputState{}}
	r.work <- b
	close(r.work)
	r.cancelled = func() bool { return false }
	m := newMember(r, decoder{})
	if err := m.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p := (*guard.Panic)(nil); (<-r.done) != b || !errors.As(b.problem.err, &p) || p.Value != "bad sector" {
		t.Errorf("%v", b.problem)
	}
}

type panickyReaderAt struct{}

func (panickyReaderAt) ReadAt([]byte, int64) (int, error) { panic("bad sector") }
