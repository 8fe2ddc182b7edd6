package convert

import (
	"encoding/binary"

	"github.com/sudokubatch/sudokubatch/pipeline/internal/later"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// did says what a keeper did with an answer.
type did byte

const (
	written did = iota // written at once
	left               // left out
	kept               // kept for later
)

// An entry of the log is: what was done (a byte), the number of cells (a byte: 0 for 256, 1 for
// a malformed record), the cells, the key, and the answer if it was kept.

// note adds an entry to the log.
func (c *collector) note(d did, answer []byte, cells []uint8, k later.Key) {
	if c.log == nil {
		return
	}
	if d != kept {
		answer = nil
	}
	head := []byte{byte(d), byte(len(cells))}
	if cells == nil {
		head[1] = 1
	}
	var words [16]byte
	binary.LittleEndian.PutUint64(words[:], k[0])
	binary.LittleEndian.PutUint64(words[8:], k[1])
	c.log.Add(head, cells, words[:], answer)
}

// A logged is an entry of the log.
type logged struct {
	did    did
	cells  []uint8
	key    later.Key
	answer []byte
}

func loggedOf(text []byte) (l logged) {
	size := text[1] // the low byte of the number of cells, or 1
	l.did, text = did(text[0]), text[2:]
	for _, box := range geometry.Boxes() {
		if n := box.Cells(); byte(n) == size {
			l.cells, text = text[:n], text[n:]
		}
	}
	l.key = later.Key{binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[8:])}
	l.answer = text[16:]
	return l
}

// again reads an entry of the log.
func (c *collector) again(text []byte) error {
	l := loggedOf(text)
	if l.did == left {
		c.early++
	}
	return c.keeper.again(l.did, l.answer, l.cells, l.key)
}
