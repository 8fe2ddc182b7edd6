package backends

import (
	"fmt"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// BenchmarkKernels measures each kernel alone on a block in the first-level cache. In an engine
// kernels take longer. First it compares one round of each kernel with plain Go.
func BenchmarkKernels(b *testing.B) {
	for _, order := range []int{9, 16} {
		for _, k := range All(order) {
			b.Run(fmt.Sprintf("%s/order=%d", k.Name, order), func(b *testing.B) { benchmark(b, k) })
		}
	}
}

func benchmark(b *testing.B, k *lane.Kernels) {
	p, q := newPair(b, k), newPuzzles(k)
	for l := range k.Lanes {
		for cell, digit := range p.solution() {
			p.row(l)[cell], q.puzzle(l)[cell] = 1<<digit, uint8(digit)+1
		}
	}
	p.loadCells(q, p.all())
	p.load(p.all())
	p.pass()
	if k.Solved(&p.block[0]) != p.all() {
		b.Fatal("grids that are not solved")
	}
	var branch [lane.MaxLanes]uint16
	block, some, few := &p.block[0], uint32(0x77ee77ee)&p.all(), uint32(0x50a051)&p.all()
	for _, kernel := range []struct {
		name string
		run  func()
	}{
		{"Pass", func() { k.Pass(block) }},
		{"Branch", func() { k.Branch(block, &branch) }},
		{"Solved", func() { k.Solved(block) }},
		{"RowsOut", func() { k.RowsOut(block, &q.rowAt, some) }},
		{"RowsOut,few", func() { k.RowsOut(block, &q.rowAt, few) }},
		{"RowsIn", func() { k.RowsIn(block, &p.rows, some) }},
		{"RowsIn,few", func() { k.RowsIn(block, &p.rows, few) }},
		{"CellsOut", func() { k.CellsOut(block, &q.at, some) }},
		{"CellsOut,few", func() { k.CellsOut(block, &q.at, few) }},
		{"CellsIn", func() { k.CellsIn(block, &q.at, some) }},
		{"CellsIn,few", func() { k.CellsIn(block, &q.at, few) }},
		{"Expand", func() { k.Expand(&q.rowAt, &q.at, some) }},
		{"Collapse", func() { k.Collapse(&q.at, &p.rows, some) }},
		{"Singles", func() { k.Singles(block, &q.at) }},
	} {
		if kernel.name == "Singles" && k.Singles == nil {
			continue
		}
		b.Run(kernel.name, func(b *testing.B) {
			for b.Loop() {
				kernel.run()
			}
		})
	}
}
