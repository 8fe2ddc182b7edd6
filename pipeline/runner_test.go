package pipeline

import (
	"context"
	"errors"
	"io"
	"strings"
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
	m := newRunner(r, decoder{})
	if err := m.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p := (*guard.Panic)(nil); (<-r.done) != b || !errors.As(b.problem.err, &p) || p.Value != "bad sector" {
		t.Errorf("%v", b.problem)
	}
}

type panickyReaderAt struct{}

func (panickyReaderAt) ReadAt([]byte, int64) (int, error) { panic("bad sector") }

// A forgetful worker does not give back batches that have a text in them.
type forgetful struct{ text string }

func (w forgetful) Work(ctx context.Context, b *Batch) {
	if !strings.Contains(string(b.Text), w.text) {
		decoder{}.Work(ctx, b)
	}
}

func (forgetful) Flush(context.Context) {}

// TestForgetful wants batches that nobody gives back to be missed, where the others go
// round as well, and where there are more of them than the ring has.
func TestForgetful(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat(strings.Repeat(".", 81)+"\n", 100)
	for _, forgotten := range []string{"1", "."} {
		for _, jobs := range []int{1, 3} {
			_, err := Run(t.Context(), Config{
				Inputs: []Input{{Name: "in", Open: func() (Source, error) { return closing{strings.NewReader(lines + "1" + lines[1:])}, nil }}},
				Jobs:   jobs, BatchBytes: 100, NewWorker: func() (Worker, error) { return forgetful{forgotten}, nil },
			})
			if err == nil || !strings.HasPrefix(err.Error(), "a worker (pipeline.forgetful) was flushed and has not called Batch.Done for ") {
				t.Errorf("%d jobs: %v", jobs, err)
			}
		}
	}
}

// An eager worker gives each batch back twice.
type eager struct{ forgetful }

func (w eager) Work(ctx context.Context, b *Batch) {
	w.forgetful.Work(ctx, b)
	b.Done()
}

// TestEager wants a second Done to fail the run.
func TestEager(t *testing.T) {
	t.Parallel()
	_, err := Run(t.Context(), Config{
		Inputs: []Input{{Name: "in", Open: func() (Source, error) { return closing{strings.NewReader(strings.Repeat(".", 81) + "\n")}, nil }}},
		Jobs:   1, NewWorker: func() (Worker, error) { return eager{forgetful{"x"}}, nil },
	})
	if err == nil || !strings.Contains(err.Error(), "pipeline.eager called Batch.Done for a batch that it does not have") {
		t.Error(err)
	}
}

// closing is a source that has nothing to close.
type closing struct{ io.Reader }

func (closing) Close() error   { return nil }
func (closing) BytesIn() int64 { return 0 }
func (closing) Stream() bool   { return false }
func (closing) Typed() bool    { return false }
