package zframe

import (
	"bytes"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// FuzzTable looks for a table at the end of arbitrary bytes: no panic, no more
// memory than there are bytes, and nothing found that is not there.
func FuzzTable(f *testing.F) {
	for _, text := range []string{"", corpustest.Puzzle, corpustest.RandomGrids(1, 20)} {
		f.Add(compress(f, []string{text}, WriterOptions{}, false))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		frames, err := readTable(bytes.NewReader(raw), int64(len(raw)))
		if err != nil {
			return
		}
		size := 0
		for _, frame := range frames {
			size += int(frame.raw)
		}
		if size > len(raw) {
			t.Errorf("frames of %d bytes in %d", size, len(raw))
		}
	})
}
