package packed

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

var orders = []int{9, 16}

// eachBackend runs a subtest for the exported functions. If these are a kernel and the test
// is not short, it runs one for plain Go, too.
func eachBackend(t *testing.T, test func(t *testing.T, order int)) {
	t.Helper()
	used := best
	defer func() { best = used }()
	for _, b := range []backend{used, plain} {
		best = b
		for _, order := range orders {
			t.Run(fmt.Sprintf("%s/%d", b.name, order), func(t *testing.T) { test(t, order) })
		}
		if used.name == plain.name || testing.Short() {
			return
		}
	}
}

// TestRequiredBackend checks that SUDOKUBATCH_BACKEND names the tested backend. The
// variable may name a backend of package lane that this package does not have; then any
// kernel will do.
func TestRequiredBackend(t *testing.T) {
	required := os.Getenv("SUDOKUBATCH_BACKEND")
	if required == "" {
		t.Logf("the backend is %s", best.name)
	} else if (best.name == plain.name) != (required == plain.name) {
		t.Errorf("the backend is %s, SUDOKUBATCH_BACKEND is %q", best.name, required)
	}
}

// cellOf defines cells: it returns the value of a byte, or false.
func cellOf(b byte, order int) (uint8, bool) {
	blanks, digits := ".0", "123456789"
	if order == 16 {
		blanks, digits = ".-", "ABCDEFGHIJKLMNOP"
		if b >= 'a' && b <= 'z' {
			b -= 'a' - 'A'
		}
	}
	if strings.IndexByte(blanks, b) >= 0 {
		return 0, true
	}
	i := strings.IndexByte(digits, b)
	return uint8(i + 1), i >= 0
}

// linesOf defines ReadLines.
func linesOf(text []byte, order int) (cells []uint8, lines int) {
	size := order * order
	for ; len(text) > size && text[size] == '\n'; text = text[size+1:] {
		for _, b := range text[:size] {
			cell, ok := cellOf(b, order)
			if !ok {
				return cells[:lines*size], lines
			}
			cells = append(cells, cell)
		}
		lines++
	}
	return cells, lines
}

// randomLines returns lines with all bytes that can be cells.
func randomLines(r *rand.Rand, lines, order int) []byte {
	glyphs := ".0123456789"
	if order == 16 {
		glyphs = "-.ABCDEFGHIJKLMNOPabcdefghijklmnop"
	}
	var text []byte
	for range lines {
		for range order * order {
			text = append(text, glyphs[r.IntN(len(glyphs))])
		}
		text = append(text, '\n')
	}
	return text
}

// checkRead compares ReadLines with linesOf, and ReadCells if there is one line.
func checkRead(t *testing.T, text []byte, order int) {
	t.Helper()
	want, lines := linesOf(text, order)
	size := order * order
	room := bytes.Repeat([]uint8{0xa5}, len(text)/(size+1)*size+9)
	n := ReadLines(room[:len(room)-9], text, order)
	if n != lines || !bytes.Equal(room[:n*size], want) {
		t.Fatalf("%q: got %d lines, %v\nwant %d, %v", text, n, room[:n*size], lines, want)
	}
	if !bytes.Equal(room[len(room)-9:], bytes.Repeat([]uint8{0xa5}, 9)) {
		t.Fatalf("%q: wrote past the cells", text)
	}
	if len(text) == size+1 && text[size] == '\n' {
		if ok := ReadCells(room[:size], text[:size]); ok != (lines == 1) || ok && !bytes.Equal(room[:size], want) {
			t.Fatalf("%q alone: %v, %v", text, ok, room[:size])
		}
	}
}

// TestReadBytes tries every byte at every place of a single line.
func TestReadBytes(t *testing.T) {
	eachBackend(t, func(t *testing.T, order int) {
		text := randomLines(rand.New(rand.NewPCG(1, 2)), 3, order)
		size := order*order + 1
		for at := size; at < 2*size; at++ {
			was := text[at]
			for c := range 256 {
				text[at] = byte(c)
				checkRead(t, text, order)
			}
			text[at] = was
		}
	})
}

// TestReadPairs tries every adjacent pair of bytes, because one could carry into the next, and lines that are cut.
func TestReadPairs(t *testing.T) {
	eachBackend(t, func(t *testing.T, order int) {
		text := randomLines(rand.New(rand.NewPCG(3, 4)), 1, order)
		for pair := 0; pair < 1<<16; pair += 3 {
			at := 8 + pair%7
			text[at], text[at+1] = byte(pair), byte(pair>>8)
			checkRead(t, text, order)
			text[at], text[at+1] = '.', '.'
		}
		for n := range text {
			checkRead(t, text[:n], order)
		}
	})
}

// TestRows16 reads rows of order 16 with newlines between them, and writes them in upper
// case. Any other byte at any place must make them invalid.
func TestRows16(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	line := randomLines(r, 1, 16)
	want, _ := linesOf(line, 16)
	var text, again [16 * 17]byte
	for row := range 16 {
		copy(text[17*row:], line[16*row:16*row+16])
		text[17*row+16] = '\n'
	}
	var cells [256]uint8
	if !ReadRows16(&cells, &text) || !bytes.Equal(cells[:], want) {
		t.Fatalf("%q: got %v, want %v", text, cells, want)
	}
	if upper := strings.ToUpper(strings.ReplaceAll(string(text[:]), ".", "-")); !WriteRows16(&again, &cells) || string(again[:]) != upper {
		t.Errorf("got %q, want %q", again, upper)
	}
	for at, was := range text {
		for c := range 256 {
			_, isCell := cellOf(byte(c), 16)
			if at%17 == 16 {
				isCell = c == '\n'
			}
			if text[at] = byte(c); ReadRows16(&cells, &text) != isCell {
				t.Fatalf("byte %#x at %d: read is %v", c, at, !isCell)
			}
		}
		text[at] = was
	}
	for at := range want {
		cells := [256]uint8(want)
		if cells[at] = 17; WriteRows16(&again, &cells) {
			t.Errorf("cell %d holds 17, and was written", at)
		}
	}
}

// TestReadDamaged reads damaged texts of several lines, cut at any place.
func TestReadDamaged(t *testing.T) {
	eachBackend(t, func(t *testing.T, order int) {
		r := rand.New(rand.NewPCG(5, 6))
		for range 500 {
			text := randomLines(r, r.IntN(12), order)
			for range r.IntN(3) {
				if len(text) == 0 {
					break
				}
				at := r.IntN(len(text))
				switch r.IntN(3) {
				case 0:
					text[at] = byte(r.Uint32())
				case 1:
					text = append(text[:at], text[at+1:]...)
				case 2:
					text = append(text[:at], append([]byte{"\n\r .,9"[r.IntN(6)]}, text[at:]...)...)
				}
			}
			checkRead(t, text[:len(text)-min(r.IntN(4), len(text))], order)
		}
	})
}

// checkWrite writes cells and compares them with the cells that are read back.
func checkWrite(t *testing.T, cells []uint8, order int) {
	t.Helper()
	size := order * order
	want := 0
	for want < len(cells)/size && int(slices.Max(cells[want*size:(want+1)*size])) <= order {
		want++
	}
	text := bytes.Repeat([]byte{0xa5}, len(cells)/size*(size+1)+9)
	n := WriteLines(text[:len(text)-9], cells, order)
	if n != want {
		t.Fatalf("%v: %d lines, want %d", cells, n, want)
	}
	if !bytes.Equal(text[len(text)-9:], bytes.Repeat([]byte{0xa5}, 9)) {
		t.Fatalf("%v: wrote past the text", cells)
	}
	text = text[:n*(size+1)]
	got, lines := linesOf(text, order)
	if lines != n || !bytes.Equal(got, cells[:n*size]) || bytes.ContainsAny(text, "0-abcdefghijklmnop") {
		t.Fatalf("%v: wrote %q", cells, text)
	}
}

// TestWriteValues tries every value at every place, and less than a line of cells.
func TestWriteValues(t *testing.T) {
	eachBackend(t, func(t *testing.T, order int) {
		size := order * order
		for n := range size {
			checkWrite(t, make([]uint8, n), order)
		}
		cells := make([]uint8, 3*size)
		for i := range cells {
			cells[i] = uint8(i % (order + 1))
		}
		for at := size; at < 2*size; at++ {
			was := cells[at]
			for value := range 256 {
				cells[at] = uint8(value)
				checkWrite(t, cells, order)
			}
			cells[at] = was
		}
	})
}

// TestWritePairs tries every adjacent pair of values.
func TestWritePairs(t *testing.T) {
	eachBackend(t, func(t *testing.T, order int) {
		cells := make([]uint8, order*order)
		for pair := 0; pair < 1<<16; pair += 3 {
			at := 8 + pair%7
			cells[at], cells[at+1] = uint8(pair), uint8(pair>>8)
			checkWrite(t, cells, order)
			cells[at], cells[at+1] = 0, 0
		}
	})
}
