package pipeline

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// file makes an Input of a file with a text.
func file(t *testing.T, text string) Input {
	t.Helper()
	path := filepath.Join(t.TempDir(), "in.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Input{Name: "in", Open: func() (Source, error) { return corpus.Open(path, corpus.Options{}) }}
}

// sectionTexts are texts of many batches, in which lines end or do not where a
// section would.
func sectionTexts(t *testing.T) map[string]string {
	t.Helper()
	lines := demo(t, "@demo", 4000)
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
			want := mustRun(t, Config{Jobs: 1}, text("in", s), text("in", s))
			for _, cfg := range []Config{{Jobs: 1}, {Jobs: 3}, {Jobs: 2, BatchBytes: minSection}} {
				in := file(t, s)
				got := mustRun(t, cfg, in, in)
				if got.out != want.out || !reflect.DeepEqual(got.faults, want.faults) || got.count() != want.count() {
					t.Errorf("%+v: got %d bytes, %d faults, %+v, want %d, %d, %+v", cfg,
						len(got.out), len(got.faults), got.count(), len(want.out), len(want.faults), want.count())
				}
			}
		})
	}
}

// TestSectionsUsed makes sure that workers do read the better part of a file.
func TestSectionsUsed(t *testing.T) {
	t.Parallel()
	sections, all := 0, 0
	cfg := Config{Jobs: 1, OnBatch: func(b *Batch, _ Place) error {
		all += len(b.Text)
		if b.section.n > 0 {
			sections += len(b.Text)
		}
		return nil
	}}
	mustRun(t, cfg, file(t, strings.Repeat(sectionTexts(t)["usual"], 2)))
	if sections < all*2/3 {
		t.Errorf("%d of %d bytes are sections", sections, all)
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
	in.Open = func() (Source, error) {
		src, err := open()
		path = src.(*corpus.Reader).Name()
		return src, err
	}
	cut := false
	cfg := Config{Jobs: 1, BatchBytes: minSection}
	cfg.NewWorker = workers(func(ctx context.Context, b *Batch) {
		if !cut {
			cut = true
			if err := os.Truncate(path, int64(len(s)/2)); err != nil {
				t.Error(err)
			}
		}
		copyText(ctx, b)
	})
	o := run(t.Context(), cfg, in)
	if o.err != nil && !strings.Contains(o.err.Error(), "the file has become shorter") {
		t.Errorf("Run: %v", o.err)
	}
	if !strings.HasPrefix(s, o.out) || len(o.out) > len(s)/2 {
		t.Errorf("%d bytes out, want the beginning of the first %d", len(o.out), len(s)/2)
	}
}

// TestSectionsCancelled leaves sections unread.
func TestSectionsCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cfg := Config{Jobs: 2, BatchBytes: minSection}
	cfg.NewWorker = workers(func(ctx context.Context, b *Batch) { cancel(); copyText(ctx, b) })
	if o := run(ctx, cfg, file(t, sectionTexts(t)["usual"])); !errors.Is(o.err, context.Canceled) {
		t.Errorf("Run: %v, want %v", o.err, context.Canceled)
	}
}
