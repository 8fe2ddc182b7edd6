//go:build !js

package zframe

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// errState is the error of a state that Save did not return.
var errState = errors.New("the state of a compressed file is damaged")

// Save writes all complete frames and returns what a new Writer must Restore to go
// on after them: numbers in little endian (1 if the file was begun, the totals but
// for the digest, the number of frames, and four for each), the state of the
// digest, and text that is in no frame yet.
func (w *Writer) Save() ([]byte, error) {
	rest, err := w.Drain()
	if err != nil {
		return nil, err
	}
	numbers := []uint64{0, w.totals.text, w.totals.lines, w.totals.records, uint64(len(w.frames))}
	if w.opened {
		numbers[0] = 1
	}
	for _, f := range w.frames {
		numbers = append(numbers, uint64(f.raw)<<32|uint64(f.text), uint64(f.lines)<<32|uint64(f.records))
	}
	var state []byte
	for _, n := range numbers {
		state = binary.LittleEndian.AppendUint64(state, n)
	}
	digest, err := w.digest.MarshalBinary()
	if err != nil {
		return nil, err
	}
	state = append(state, byte(len(digest)))
	return slices.Concat(state, digest, rest), nil
}

// Restore makes a new Writer one that has written what another had when it was
// saved.
func (w *Writer) Restore(state []byte) error {
	number := func() (n uint64) {
		if len(state) >= 8 {
			n, state = binary.LittleEndian.Uint64(state), state[8:]
		}
		return n
	}
	w.opened = number() == 1
	w.totals = totals{text: number(), lines: number(), records: number()}
	frames := number()
	if frames > uint64(len(state)/16) {
		return errState
	}
	for range frames {
		sizes, counts := number(), number()
		w.frames = append(w.frames, frameCounts{uint32(sizes >> 32), uint32(sizes), uint32(counts >> 32), uint32(counts)})
	}
	if len(state) == 0 || len(state) <= int(state[0]) {
		return errState
	}
	digest, rest := state[1:1+state[0]], state[1+state[0]:]
	w.digest = xxhash.Digest{}
	if err := w.digest.UnmarshalBinary(digest); err != nil {
		return err
	}
	_, err := w.Write(rest)
	return err
}
