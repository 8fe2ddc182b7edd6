package zframe

import (
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// BenchmarkGroup encodes a group of random grids, by the ways there are.
func BenchmarkGroup(b *testing.B) {
	text := []byte(corpustest.RandomGrids(1, groupText/82))
	for name, level := range map[string]int{"default": 0, "1": 1} {
		b.Run("level="+name, func(b *testing.B) {
			w, err := NewWriter(nil, WriterOptions{Level: level})
			if err != nil {
				b.Fatal(err)
			}
			g := &group{writer: w, text: text, done: make(chan struct{}, 1)}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				g.Run()
				<-g.done
			}
			b.ReportMetric(float64(len(text))/float64(len(g.frame)), "ratio")
		})
	}
	b.Run("literals", func(b *testing.B) {
		var e literalEncoder
		frame := make([]byte, 0, groupText+64)
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			frame = e.appendFrame(frame[:0], text)
		}
	})
}
