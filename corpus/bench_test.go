package corpus

import "testing"

// BenchmarkGroup encodes a group of random grids, by the ways there are.
func BenchmarkGroup(b *testing.B) {
	text := []byte(randomGrids(1, groupText/82))
	for name, level := range map[string]int{"default": 0, "1": 1} {
		b.Run("level="+name, func(b *testing.B) {
			p, err := newPacker(nil, nil, level, true)
			if err != nil {
				b.Fatal(err)
			}
			g := &group{packer: p, text: text, done: make(chan struct{}, 1)}
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
	b.Run("count", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			countRecords(text)
		}
	})
}
