package pipeline_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// file makes an Input of a file with a text.
func file(t *testing.T, text string) pipeline.Input {
	t.Helper()
	path := filepath.Join(t.TempDir(), "in.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) { return corpus.Open(path, corpus.Options{}) }}
}

// sectionTexts are texts of many batches, in which lines end or do not where a
// section would.
func sectionTexts(t *testing.T) map[string]string {
	t.Helper()
	lines := pipetest.Demo(t, "@demo", 4000)
	usual := strings.Join(lines, "\n") + "\n"
	faulty := strings.Replace(usual, lines[3210], "x"+lines[3210], 1)
	long := strings.Repeat("7", 100_000)
	return map[string]string{
		"usual":      usual,
		"BOM":        "\ufeff" + usual,
		"unended":    strings.TrimSuffix(usual, "\n"),
		"CRLF":       strings.ReplaceAll(usual, "\n", "\r\n"),
		"faulty":     faulty,
		"end":        usual + "end\n" + usual,
		"long line":  usual + long + "\n" + usual + long,
		"long lines": strings.Repeat(lines[0]+" "+long[:3000]+"\n", 80),
		"short":      usual + strings.Repeat("x\n", 50_000) + usual,
	}
}

// TestSections compares files that workers read in sections with the same text
// from a reader.
func TestSections(t *testing.T) {
	for name, s := range sectionTexts(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := mustRun(t, pipeline.Config{Jobs: 1}, pipetest.Text("in", s), pipetest.Text("in", s))
			for _, cfg := range []pipeline.Config{{Jobs: 1}, {Jobs: 3}, {Jobs: 2, BatchBytes: pipeline.MinSection}} {
				in := file(t, s)
				got := mustRun(t, cfg, in, in)
				if got.Out != want.Out || !reflect.DeepEqual(got.Faults, want.Faults) || got.Count() != want.Count() {
					t.Errorf("%+v: got %d bytes, %d faults, %+v, want %d, %d, %+v", cfg,
						len(got.Out), len(got.Faults), got.Count(), len(want.Out), len(want.Faults), want.Count())
				}
			}
		})
	}
}

// TestSectionsUsed makes sure that workers do read the better part of a file.
func TestSectionsUsed(t *testing.T) {
	t.Parallel()
	sections, batches := 0, 0
	cfg := pipeline.Config{Jobs: 1, OnBatch: func(b *pipeline.Batch, _ pipeline.Place) error {
		batches++
		if b.Section() {
			sections++
		}
		return nil
	}}
	mustRun(t, cfg, file(t, sectionTexts(t)["usual"]))
	if sections < batches/2 || batches < 5 {
		t.Errorf("%d of %d batches are sections", sections, batches)
	}
}

// TestSectionsShrunk has a file lose its end while it is read. Who meets it first
// decides whether that is an error or the end: a worker, or the source.
func TestSectionsShrunk(t *testing.T) {
	t.Parallel()
	s := sectionTexts(t)["usual"]
	in := file(t, s)
	open := in.Open
	var path string
	in.Open = func() (pipeline.Source, error) {
		src, err := open()
		path = src.(*corpus.Reader).Name()
		return src, err
	}
	cut := false
	cfg := pipeline.Config{Jobs: 1, BatchBytes: pipeline.MinSection}
	cfg.NewWorker = workers(func(ctx context.Context, b *pipeline.Batch) {
		if !cut {
			cut = true
			if err := os.Truncate(path, int64(len(s)/2)); err != nil {
				t.Error(err)
			}
		}
		copyText(ctx, b)
	})
	o := run(t.Context(), cfg, in)
	if o.Err != nil && !strings.Contains(o.Err.Error(), "the file has become shorter") {
		t.Errorf("Run: %v", o.Err)
	}
	if !strings.HasPrefix(s, o.Out) || len(o.Out) > len(s)/2 {
		t.Errorf("%d bytes out, want the beginning of the first %d", len(o.Out), len(s)/2)
	}
}

// TestSectionsCancelled leaves sections unread.
func TestSectionsCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cfg := pipeline.Config{Jobs: 2, BatchBytes: pipeline.MinSection}
	cfg.NewWorker = workers(func(ctx context.Context, b *pipeline.Batch) { cancel(); copyText(ctx, b) })
	if o := run(ctx, cfg, file(t, sectionTexts(t)["usual"])); !errors.Is(o.Err, context.Canceled) {
		t.Errorf("Run: %v, want %v", o.Err, context.Canceled)
	}
}
