package packed

import (
	"math/rand/v2"
	"runtime/debug"
	"testing"

	"golang.org/x/sys/unix"
)

// guarded returns memory that ends, or begins, at a page that faults when it is touched.
func guarded(t *testing.T, size int, atEnd bool) []byte {
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
	for _, guard := range [][]byte{data[:page], data[page+inside:]} {
		if err := unix.Mprotect(guard, unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	if atEnd {
		return data[page+inside-size:][:size:size]
	}
	return data[page:][:size:size]
}

// TestGuarded checks that nothing outside the slices is touched: the process would crash.
func TestGuarded(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	eachBackend(t, func(t *testing.T, order int) {
		size := order * order
		for _, lines := range []int{1, 2, 5} {
			for _, atEnd := range []bool{false, true} {
				text, cells := guarded(t, lines*(size+1), atEnd), guarded(t, lines*size, atEnd)
				copy(text, randomLines(rand.New(rand.NewPCG(11, 12)), lines, order))
				if n := ReadLines(cells, text, order); n != lines {
					t.Errorf("read %d of %d lines", n, lines)
				}
				if n := WriteLines(text, cells, order); n != lines {
					t.Errorf("wrote %d of %d lines", n, lines)
				}
				if lines > 1 {
					continue
				}
				one := guarded(t, size, atEnd)
				copy(one, text)
				if !ReadCells(cells, one) {
					t.Error("the line is not a puzzle")
				}
			}
		}
	})
}
