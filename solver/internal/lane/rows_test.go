package lane

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// RowsIn sets the given lanes, and RowsOut finds in each what was set last.
func TestRows(t *testing.T) {
	eachKernels(t, func(t *testing.T, k Kernels) {
		r := rand.New(rand.NewPCG(3, 4))
		n, words := k.Order()*k.Order(), k.RowWords()
		block, state := k.NewBlock(), make([]uint16, MaxLanes*words)
		in, out := NewRows(MaxLanes, words), NewRows(MaxLanes, words)
		var from, to [MaxLanes]*uint16
		for l := range MaxLanes {
			from[l], to[l] = &in[l*words], &out[l*words]
		}
		sets := []uint32{0, 1<<k.Lanes() - 1, 1, 1 << (k.Lanes() - 1)}
		for i := range 200 {
			lanes := r.Uint32() & (1<<k.Lanes() - 1)
			if i < len(sets) {
				lanes = sets[i]
			}
			for j := range in {
				in[j] = uint16(r.Uint32())
			}
			for l := range k.Lanes() {
				if lanes>>l&1 != 0 {
					copy(state[l*words:][:n], in[l*words:])
				}
			}
			before := slices.Clone(in)
			k.RowsIn(&block[0], &from, lanes)
			if !slices.Equal(in, before) {
				t.Fatal("RowsIn changed a row")
			}
			for l := range k.Lanes() {
				for cell := range n {
					if got, want := block[cell*k.Lanes()+l], state[l*words+cell]; got != want {
						t.Fatalf("RowsIn of %#x: lane %d, cell %d: got %#x, want %#x", lanes, l, cell, got, want)
					}
				}
			}
			inside := slices.Clone(block)
			k.RowsOut(&block[0], &to)
			if !slices.Equal(block, inside) {
				t.Fatal("RowsOut changed the block")
			}
			for l := range k.Lanes() {
				if !slices.Equal(out[l*words:][:n], state[l*words:][:n]) {
					t.Fatalf("RowsOut: lane %d:\ngot  %x\nwant %x", l, out[l*words:][:n], state[l*words:][:n])
				}
			}
		}
	})
}

// Many lanes may share the row that nobody reads, beside rows that somebody does.
func TestRowsOutNowhere(t *testing.T) {
	eachKernels(t, func(t *testing.T, k Kernels) {
		n, words := k.Order()*k.Order(), k.RowWords()
		rows := NewRows(3, words)
		block := k.NewBlock()
		for i := range block[:n*k.Lanes()] {
			block[i] = uint16(i % 251)
		}
		for l := range k.Lanes() {
			var to [MaxLanes]*uint16
			for m := range to {
				to[m] = &rows[words]
			}
			to[l], to[(l+1)%k.Lanes()] = &rows[0], &rows[2*words]
			k.RowsOut(&block[0], &to)
			for cell := range n {
				at := cell * k.Lanes()
				if rows[cell] != block[at+l] || rows[2*words+cell] != block[at+(l+1)%k.Lanes()] {
					t.Fatalf("lane %d, cell %d: got %#x", l, cell, rows[cell])
				}
			}
		}
	})
}

// Expand and Collapse, for every digit in every cell.
func TestDigits(t *testing.T) {
	eachKernels(t, func(t *testing.T, k Kernels) {
		order := k.Order()
		n := order * order
		cells, row := make([]uint8, n), NewRows(1, k.RowWords())
		for shift := range order + 1 {
			for i := range cells {
				cells[i] = uint8((i + i/order + shift) % (order + 1))
			}
			k.Expand(&row[0], cells)
			for i, x := range row[:n] {
				want := uint16(1<<order - 1)
				if cells[i] > 0 {
					want = 1 << (cells[i] - 1)
				}
				if x != want {
					t.Fatalf("Expand: cell %d is %d: got %#x, want %#x", i, cells[i], x, want)
				}
				if cells[i] == 0 {
					row[i], cells[i] = 1<<(i%order), uint8(i%order)+1
				}
			}
			got := make([]uint8, n)
			k.Collapse(got, &row[0])
			if !slices.Equal(got, cells) {
				t.Fatalf("Collapse: got %d, want %d", got, cells)
			}
		}
	})
}

// No kernel allocates.
func TestNoAllocations(t *testing.T) {
	eachBackend(t, func(t *testing.T, k Kernels) {
		block, row, cells := k.NewBlock(), NewRows(1, k.RowWords()), make([]uint8, k.Order()*k.Order())
		var rows [MaxLanes]*uint16
		var branch [MaxLanes]uint16
		for l := range rows {
			rows[l] = &row[0]
		}
		if allocs := testing.AllocsPerRun(10, func() {
			k.Expand(&row[0], cells)
			k.RowsIn(&block[0], &rows, 1)
			k.Pass(&block[0])
			k.Branch(&block[0], &branch)
			k.RowsOut(&block[0], &rows)
			k.Collapse(cells, &row[0])
			clear(cells)
		}); allocs != 0 {
			t.Errorf("%v allocations", allocs)
		}
	})
}
