package bulk_test

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// BenchmarkForms detects, frames, decodes and writes files of each form. It reports the time per puzzle.
func BenchmarkForms(b *testing.B) {
	const puzzles = 1000
	formtest.Files(puzzles, func(name string, hints model.Hints, text []byte) {
		form, err := bulk.DetectWith(text, true, 0, hints)
		if err != nil {
			b.Fatal(name, err)
		}
		var records model.Records
		framer := form.NewFramer()
		from, to := framer.Cut(&records, text, true)
		form.Decode(&records, text[from:to])
		grids, dst := records.Cells, make([]byte, 0, 2*len(text))
		for op, do := range map[string]func(){
			"detect": func() { _, _ = bulk.DetectWith(text, true, 0, hints) },
			"frame":  func() { form.NewFramer().Cut(&records, text, true) },
			"decode": func() { form.Decode(&records, text[from:to]) },
			"append": func() {
				if !form.Kind.IsTable() {
					form.AppendSolved(dst, grids)
				}
			},
		} {
			b.Run("op="+op+"/form="+strings.ReplaceAll(name, " ", "_"), func(b *testing.B) {
				b.SetBytes(int64(len(text) / puzzles))
				for n := 0; n < b.N; n += puzzles {
					do()
				}
			})
		}
	})
}

// BenchmarkCountRecords counts solved grids.
func BenchmarkCountRecords(b *testing.B) {
	text := []byte(strings.Repeat(solved9+"\n", 6000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		bulk.CountRecords(text)
	}
}
