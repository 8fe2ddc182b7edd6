package bulk

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// BenchmarkText decodes and appends a batch of puzzles. It reports the time per puzzle.
func BenchmarkText(b *testing.B) {
	const puzzles = 1000
	for _, form := range allForms() {
		cells := make([]uint8, form.Order*form.Order)
		for i := range cells {
			cells[i] = uint8(i * 7 % (form.Order + 1))
		}
		var text []byte
		for range puzzles {
			text = form.AppendPuzzle(text, cells)
		}
		name := fmt.Sprintf("form=%v/order=%d", form.Kind, form.Order)
		b.Run("op=decode/"+name, func(b *testing.B) {
			var recs model.Records
			b.SetBytes(int64(len(text) / puzzles))
			for n := 0; n < b.N; n += puzzles {
				form.Decode(&recs, text)
			}
		})
		b.Run("op=append/"+name, func(b *testing.B) {
			var dst []byte
			answer := Answer{Verdict: Solved, Cells: cells}
			b.SetBytes(int64(len(text) / puzzles))
			for n := range b.N {
				if n%puzzles == 0 {
					dst = dst[:0]
				}
				dst = form.AppendAnswer(dst, &answer)
			}
		})
	}
}

// BenchmarkCountRecords counts solved grids.
func BenchmarkCountRecords(b *testing.B) {
	text := bytes.Repeat([]byte(strings.Repeat("123456789", 9)+"\n"), 6000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		CountRecords(text)
	}
}

// BenchmarkGrid detects and reads drawn grids. It reports the time per puzzle.
func BenchmarkGrid(b *testing.B) {
	const puzzles = 1000
	cells := make([]uint8, 81)
	for i := range cells {
		cells[i] = uint8(i * 7 % 10)
	}
	text := bytes.Repeat(Form{Kind: Grid, Order: 9}.AppendPuzzle(nil, cells), puzzles)
	form, err := Detect(text, true, 0)
	if err != nil {
		b.Fatal(err)
	}
	var records model.Records
	for op, do := range map[string]func(){
		"frame":  func() { form.NewFramer().Cut(new(model.Records), text, true) },
		"decode": func() { form.Decode(&records, text) },
	} {
		b.Run("op="+op, func(b *testing.B) {
			b.SetBytes(int64(len(text) / puzzles))
			for n := 0; n < b.N; n += puzzles {
				do()
			}
		})
	}
	b.Run("op=detect", func(b *testing.B) {
		for b.Loop() {
			if _, err := Detect(text, true, 0); err != nil {
				b.Fatal(err)
			}
		}
	})
}
