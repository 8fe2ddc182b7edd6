package backends

import (
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// poison fills memory that kernels must not change.
const poison = 0xa5

// guarded is memory between two guard pages, which fault when they are accessed.
type guarded struct {
	data []byte
	back int // the bytes start at this offset after the first guard, or end at the second
	size int
}

// newGuarded returns size bytes at the start or at the end of their pages. The rest of these pages
// is filled with poison.
func newGuarded(t *testing.T, size int, atEnd bool) *guarded {
	t.Helper()
	page := unix.Getpagesize()
	inside := (size + page - 1) / page * page
	data, err := unix.Mmap(-1, 0, inside+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Munmap(data); err != nil {
			t.Error(err)
		}
	})
	for i := range data {
		data[i] = poison
	}
	for _, guard := range [][]byte{data[:page], data[page+inside:]} {
		if err := unix.Mprotect(guard, unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	g := &guarded{data: data[page : page+inside], size: size}
	if atEnd {
		g.back = inside - size
	}
	return g
}

func (g *guarded) bytes() []byte { return g.data[g.back:][:g.size:g.size] }

func (g *guarded) words() []uint16 {
	return unsafe.Slice((*uint16)(unsafe.Pointer(&g.data[g.back])), g.size/2)
}

// intact reports whether the poison is unchanged.
func (g *guarded) intact() bool {
	for i, b := range g.data {
		if (i < g.back || i >= g.back+g.size) && b != poison {
			return false
		}
	}
	return true
}

// faults calls f, and reports whether it accessed a guard page.
func faults(f func()) (fault bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(interface{ Addr() uintptr }); !ok {
				panic(r)
			}
			fault = true
		}
	}()
	f()
	return false
}

// TestGuards checks that guard pages work, because other tests rely on them.
func TestGuards(t *testing.T) {
	for _, atEnd := range []bool{false, true} {
		g := newGuarded(t, 100, atEnd)
		at := -1
		if atEnd {
			at = g.size
		}
		outside := (*byte)(unsafe.Add(unsafe.Pointer(&g.bytes()[0]), at))
		if !faults(func() { *outside = 1 }) || !faults(func() { _ = *outside }) {
			t.Error("no fault beyond the guard")
		}
		if faults(func() { clear(g.bytes()) }) || !g.intact() {
			t.Error("a fault within the memory")
		}
		if g.data[(g.back+g.size)%len(g.data)] = 1; g.intact() {
			t.Error("did not see a write outside")
		}
	}
}

// A place is all memory that kernels access, with guards around each piece.
type place struct {
	block, branch, from, to, puzzles *guarded
	in, out, cells                   [lane.MaxLanes]*guarded
}

func newPlace(t *testing.T, k *lane.Kernels, atEnd bool) *place {
	n, row := k.Order*k.Order, 2*k.RowWords
	pointers := int(unsafe.Sizeof([lane.MaxLanes]*uint16{}))
	p := &place{
		block:   newGuarded(t, 2*len(k.NewBlock()), atEnd),
		branch:  newGuarded(t, 2*lane.MaxLanes, atEnd),
		from:    newGuarded(t, pointers, atEnd),
		to:      newGuarded(t, pointers, atEnd),
		puzzles: newGuarded(t, pointers, atEnd),
	}
	clear(p.block.bytes())
	for l := range lane.MaxLanes {
		p.in[l], p.out[l], p.cells[l] = newGuarded(t, row, atEnd), newGuarded(t, row, atEnd), newGuarded(t, n, atEnd)
		p.pointers(p.from)[l], p.pointers(p.to)[l] = &p.in[l].words()[0], &p.out[l].words()[0]
		p.cellsAt()[l] = &p.cells[l].bytes()[0]
		if l >= k.Lanes { // the kernel must not access these
			p.pointers(p.from)[l], p.pointers(p.to)[l], p.cellsAt()[l] = nil, nil, nil
		}
	}
	return p
}

func (p *place) pointers(g *guarded) *[lane.MaxLanes]*uint16 {
	return (*[lane.MaxLanes]*uint16)(unsafe.Pointer(&g.bytes()[0]))
}

func (p *place) cellsAt() *[lane.MaxLanes]*uint8 {
	return (*[lane.MaxLanes]*uint8)(unsafe.Pointer(&p.puzzles.bytes()[0]))
}

// TestGuarded checks that kernels access only the memory they are given.
func TestGuarded(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *lane.Kernels) {
		for _, atEnd := range []bool{false, true} {
			p := newPlace(t, k, atEnd)
			if faults(func() { p.run(t, k) }) {
				t.Fatalf("at the end %v: a fault", atEnd)
			}
			rest := []*guarded{p.block, p.branch, p.from, p.to, p.puzzles}
			for _, g := range slices.Concat(p.in[:], p.out[:], p.cells[:], rest) {
				if !g.intact() {
					t.Fatalf("at the end %v: a write outside", atEnd)
				}
			}
		}
	})
}

// run calls each kernel, and checks that its inputs stay unchanged.
func (p *place) run(t *testing.T, k *lane.Kernels) {
	r := rand.New(rand.NewPCG(5, 6))
	block, all := &p.block.words()[0], uint32(uint64(1)<<k.Lanes-1)
	branch := (*[lane.MaxLanes]uint16)(unsafe.Pointer(&p.branch.words()[0]))
	for range 20 {
		var before [lane.MaxLanes][]byte
		for l := range k.Lanes {
			cells := p.cells[l].bytes()
			for i := range cells {
				cells[i] = uint8(max(0, r.IntN(6*k.Order)-5*k.Order+1))
			}
			before[l] = slices.Clone(cells)
		}
		k.Expand(p.pointers(p.from), p.cellsAt(), all)
		k.RowsIn(block, p.pointers(p.from), r.Uint32()&all)
		k.CellsIn(block, p.cellsAt(), r.Uint32()&all)
		k.CellsIn(block, p.cellsAt(), 1<<r.IntN(k.Lanes))
		if k.Singles != nil {
			k.Singles(block, p.cellsAt())
		}
		for range 3 {
			k.Pass(block)
			k.Branch(block, branch)
			k.Solved(block)
		}
		k.RowsOut(block, p.pointers(p.to), all)
		for l := range k.Lanes {
			if !slices.Equal(p.cells[l].bytes(), before[l]) {
				t.Fatalf("lane %d: cells changed", l)
			}
			for i := range p.in[l].words()[:len(before[l])] {
				p.in[l].words()[i] = 1 << (i % k.Order)
			}
		}
		p.digitsOut(t, k, "Collapse", func() { k.Collapse(p.cellsAt(), p.pointers(p.from), all) })
		k.RowsIn(block, p.pointers(p.from), all)
		p.digitsOut(t, k, "CellsOut", func() { k.CellsOut(block, p.cellsAt(), all) })
		p.digitsOut(t, k, "CellsOut, one by one", func() {
			for l := range k.Lanes {
				k.CellsOut(block, p.cellsAt(), 1<<l)
			}
		})
	}
}

// digitsOut checks the cells that a kernel writes.
func (p *place) digitsOut(t *testing.T, k *lane.Kernels, name string, write func()) {
	t.Helper()
	write()
	for l := range k.Lanes {
		for i, digit := range p.cells[l].bytes() {
			if int(digit) != i%k.Order+1 {
				t.Fatalf("%s: lane %d, cell %d: got %d", name, l, i, digit)
			}
			p.cells[l].bytes()[i] = 0
		}
	}
}
