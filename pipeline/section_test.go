package pipeline_test

import (
	"context"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// sectionTexts are texts of many batches, in which lines end or do not where a
// section would.
func sectionTexts(t *testing.T) map[string]string {
	t.Helper()
	lines := pipetest.Demo(t, "@demo", 4000)
	usual := strings.Join(lines, "\n") + "\n"
	faulty := strings.Replace(usual, lines[3210], "x"+lines[3210], 1)
	long := strings.Repeat("7", 100_000)
	cells := pipetest.In(t, bulk.Npy, 9, lines)
	cells = cells[len(cells)-81*len(lines):]
	array := string(bulk.NpyHeader(9, int64(len(lines)))) + cells
	return map[string]string{
		"array":                  array,
		"array, unknown length":  string(bulk.NpyHeader(9, -1)) + cells,
		"array, too short":       array[:len(array)-81*1000-7],
		"array with more behind": array + cells[len(cells)-81*1000-7:],
		"array, faulty":          array[:len(array)-81*2000] + "x" + array[len(array)-81*2000+1:],
		"usual":                  usual,
		"BOM":                    "\ufeff" + usual,
		"unended":                strings.TrimSuffix(usual, "\n"),
		"CRLF":                   strings.ReplaceAll(usual, "\n", "\r\n"),
		"faulty":                 faulty,
		"end":                    usual + "end\n" + usual,
		"long line":              usual + long + "\n" + usual + long,
		"long lines":             strings.Repeat(lines[0]+" "+long[:3000]+"\n", 80),
		"short":                  usual + strings.Repeat("x\n", 50_000) + usual,
		"late":                   lines[0] + "\n" + strings.Repeat("x\n", 17_000) + long + "\n" + usual,
	}
}

// TestSections compares files that workers read in sections with the same text
// from a reader.
func TestSections(t *testing.T) {
	for name, s := range sectionTexts(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && (name == "late" || name == "short") {
				t.Skip("takes long")
			}
			want := mustRun(t, pipeline.Config{Jobs: 1}, pipetest.Text("in", s), pipetest.Text("in", s))
			for _, cfg := range []pipeline.Config{{Jobs: 1}, {Jobs: 3}, {Jobs: 2, BatchBytes: pipeline.MinSection}, {Jobs: 1, BatchBytes: 128 << 10}} {
				in, _ := pipetest.File(t, s)
				got := mustRun(t, cfg, in, in)
				if got.Out != want.Out || !reflect.DeepEqual(got.Faults, want.Faults) || !reflect.DeepEqual(got.Count(), want.Count()) {
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
	for _, name := range []string{"usual", "array"} {
		sections, all := 0, 0
		cfg := pipeline.Config{Jobs: 1, BatchBytes: 32 << 10}
		cfg.OnBatch = func(b *pipeline.Batch, _ pipeline.Place) error {
			all += len(b.Text)
			if b.Section() {
				sections += len(b.Text)
			}
			return nil
		}
		in, _ := pipetest.File(t, sectionTexts(t)[name])
		mustRun(t, cfg, in)
		if sections < all*2/3 {
			t.Errorf("%s: %d of %d bytes are sections", name, sections, all)
		}
	}
}

// TestSectionsOfShortLines has lines that are so short that a section would hold
// more of them than a batch may, and others that are just long enough.
func TestSectionsOfShortLines(t *testing.T) {
	t.Parallel()
	for length, want := range map[int]bool{2: false, 7: false, 8: true} {
		text := strings.Repeat(strings.Repeat("x", length-1)+"\n", 40<<10)
		sections := 0
		cfg := pipeline.Config{Jobs: 1, From: bulk.Line, BatchBytes: pipeline.MinSection}
		most := cfg.MaxLines()
		cfg.OnBatch = func(b *pipeline.Batch, _ pipeline.Place) error {
			if b.Section() {
				sections++
			}
			if b.Records.Lines > most {
				t.Errorf("lines of %d bytes: a batch holds %d of them, more than %d", length, b.Records.Lines, most)
			}
			return nil
		}
		in, _ := pipetest.File(t, text)
		o := mustRun(t, cfg, in)
		if o.Stats.Malformed != 40<<10 || sections > 0 != want {
			t.Errorf("lines of %d bytes: %d sections, %+v", length, sections, o.Stats.Counts)
		}
	}
}

// TestSectionsChanged has a file lose its end, or get another one, while it is
// read: whoever meets that first, a worker or the source, says so.
func TestSectionsChanged(t *testing.T) {
	t.Parallel()
	s := sectionTexts(t)["usual"]
	for _, c := range []struct {
		size int64
		want string
	}{
		{int64(len(s) / 2), "the file has become shorter"},
		{int64(len(s) - 1), "the file has become shorter"},
		{int64(len(s) + 1), "the file has become longer"},
	} {
		for _, size := range []int{pipeline.MinSection, 2000} { // in sections, and without
			in, path := pipetest.File(t, s)
			changed := false
			cfg := pipeline.Config{Jobs: 1, BatchBytes: size}
			cfg.NewWorker = workers(func(ctx context.Context, b *pipeline.Batch) {
				if !changed {
					changed = true
					if err := os.Truncate(path, c.size); err != nil { // which also makes it longer
						t.Error(err)
					}
				}
				copyText(ctx, b)
			})
			o := run(t.Context(), cfg, in)
			if o.Err == nil || !strings.Contains(o.Err.Error(), c.want) {
				t.Errorf("%d of %d bytes: %v, want that %s", c.size, len(s), o.Err, c.want)
			}
			if !strings.HasPrefix(s, o.Out) || int64(len(o.Out)) > c.size {
				t.Errorf("%d bytes out, want the beginning of the first %d", len(o.Out), c.size)
			}
		}
	}
}

// TestSectionsInterrupted wants an interrupted run to report what it read: neither
// what was only given out to be read, nor what the source read alone.
func TestSectionsInterrupted(t *testing.T) {
	t.Parallel()
	s := sectionTexts(t)["usual"]
	in, _ := pipetest.File(t, s)
	for _, after := range []int{0, 3, 12} {
		ctx, cancel := context.WithCancel(t.Context())
		var progress pipeline.Progress
		cfg := pipeline.Config{Jobs: 1, BatchBytes: pipeline.MinSection, Progress: &progress}
		read := int64(0)
		cfg.NewWorker = workers(func(ctx context.Context, b *pipeline.Batch) {
			copyText(ctx, b)
			if read += int64(len(b.Text)); after == 0 {
				cancel()
			}
			after--
		})
		o := run(ctx, cfg, in)
		cancel()
		if !errors.Is(o.Err, context.Canceled) {
			t.Fatal(o.Err)
		}
		// A buffer of 128 KiB was read to begin with.
		if got := o.Stats.BytesIn; got < read || got > max(read, 128<<10)+pipeline.MinSection || got < o.Stats.TextIn {
			t.Errorf("%d bytes in, %d of text; workers had %d", got, o.Stats.TextIn, read)
		}
		if progress.BytesIn.Load() > o.Stats.BytesIn {
			t.Errorf("%d bytes in, but progress reported %d", o.Stats.BytesIn, progress.BytesIn.Load())
		}
	}
}
