package bulk

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestNpyWrite checks that written arrays read back, and that answers without a grid are
// zeros.
func TestNpyWrite(t *testing.T) {
	t.Parallel()
	for _, order := range []int{9, 16} {
		form, err := Npy.Form(order)
		if err != nil {
			t.Fatal(err)
		}
		cells := samplePuzzles(order, 2)
		grid := cells[:order*order]
		text := form.AppendHeader(nil)
		if len(text) != len(NpyHeader(order, math.MaxInt64)) || len(text) != 128 || text[127] != '\n' {
			t.Errorf("header %q", text)
		}
		zeros := make([]uint8, order*order)
		var want []uint8
		for _, tt := range []struct {
			answer Answer
			want   []uint8
		}{
			{Answer{Verdict: Solved, Cells: grid}, grid},
			{Answer{Verdict: Multiple, Cells: grid, Count: 2}, grid},
			{Answer{Verdict: NoSolution}, zeros},
			{Answer{Verdict: Contradiction}, zeros},
			{Answer{Verdict: GaveUp}, zeros},
			{Answer{Verdict: Malformed, Fault: &model.SyntaxError{Err: model.ErrNumber}}, zeros},
		} {
			text = form.AppendAnswer(text, &tt.answer)
			want = append(want, tt.want...)
		}
		text = form.AppendSolved(text, cells)
		want = append(want, cells...)
		if got := readWhole(detectAll(t, text), text); got != wantLines(want, order) {
			t.Errorf("got %s", got)
		}
		copy(text, NpyHeader(order, 8))
		if got := readWhole(detectAll(t, text), text); got != wantLines(want, order) {
			t.Errorf("with the number of puzzles: got %s", got)
		}
		checkIdentity(t, form, cells)
	}
}

// FuzzNpy reads any numpy files, and checks headers, cuts and spans.
func FuzzNpy(f *testing.F) {
	cells := samplePuzzles(9, 2)
	f.Add(append(NpyHeader(9, 2), cells...), uint16(100), uint16(40))
	f.Add(append(NpyHeader(16, -1), samplePuzzles(16, 1)...), uint16(3), uint16(1))
	for _, descr := range []string{"'<i2'", "'<f4'", "'|S81'", "'<U1'", "[('a', 'b')]"} {
		for _, shape := range []string{"(2, 81)", "(9, 9)", "(2,)", "(1, 9)"} {
			f.Add(npyFile(2, descr, "False", shape, bytes.Repeat(cells, 4)), uint16(130), uint16(9))
		}
	}
	f.Add(npyFile(1, "'|u1'", "True", "(9, 9)", cells), uint16(0), uint16(7))
	f.Add(append(npyHead(0, "2\n'|u1' (81,) 'p'\n'<i4' () 'id'"), bytes.Repeat(cells, 2)[:2*85]...), uint16(0), uint16(7))
	f.Fuzz(func(t *testing.T, file []byte, a, b uint16) {
		if len(file) > fuzzMost {
			return
		}
		form, err := Detect(file, true, Npy)
		if err != nil {
			return
		}
		checkForm(t, form, file, a, b)
		checkIdentity(t, Form{Kind: Npy, Order: form.Order}, file)
	})
}

// BenchmarkNpy decodes a batch of puzzles. It reports the time per puzzle.
func BenchmarkNpy(b *testing.B) {
	const puzzles = 1000
	for _, tt := range []struct {
		descr       string
		base        float64
		order, size int
	}{{"|u1", 0, 9, 1}, {"|u1", 1, 9, 1}, {"|u1", 0, 16, 1}, {"<i2", 0, 9, 2}, {"<i4", 0, 9, 4}, {"<i8", 1, 9, 8}, {"<f4", 0, 9, 4}, {"|i1", -1, 9, 1}} {
		var numbers []float64
		for _, cell := range samplePuzzles(tt.order, puzzles) {
			numbers = append(numbers, float64(cell)+tt.base)
		}
		text := arrayOf(tt.descr[1], tt.size, numbers)
		shape := fmt.Sprintf("(%d, %d)", puzzles, tt.order*tt.order)
		form, err := Detect(npyFile(1, "'"+tt.descr+"'", "False", shape, text), false, 0)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("type=%s/blank=%v/order=%d", tt.descr, tt.base, tt.order), func(b *testing.B) {
			var recs model.Records
			for n := 0; n < b.N; n += puzzles {
				form.Decode(&recs, text)
			}
			if recs.N != puzzles || len(recs.Faults) > 0 {
				b.Fatal(recs.N, recs.Faults)
			}
		})
	}
}
