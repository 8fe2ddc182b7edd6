package check

import (
	"encoding/binary"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
)

// appendRecord appends a record as the spool keeps it: numbers of variable
// length, texts with their length before them. The file's name and form are
// not part of it; they follow from the number.
func appendRecord(dst []byte, r *Record) []byte {
	for _, n := range [...]uint64{
		uint64(r.Number), uint64(r.Line), uint64(r.Order), uint64(r.Verdict), uint64(r.Clues), r.Guesses,
		uint64(r.Clash[0]), uint64(r.Clash[1]), uint64(r.FaultLine), uint64(r.Column), uint64(r.Given),
		uint64(r.Automorphisms), uint64(r.Solutions), bitOf(r.Complete), bitOf(r.NeedNotBeMinimal),
		uint64(r.Tier), uint64(r.Rating), uint64(len(r.Redundant)),
	} {
		dst = binary.AppendUvarint(dst, n)
	}
	for _, cell := range r.Redundant {
		dst = binary.AppendUvarint(dst, uint64(cell))
	}
	dst = appendText(dst, []byte(r.Reason))
	dst = appendText(dst, r.Solution)
	dst = appendText(dst, r.Canonical)
	return appendText(dst, r.Text)
}

// bitOf is 1 for true.
func bitOf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func appendText(dst, text []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(text)))
	return append(dst, text...)
}

// decodeRecord reads what appendRecord appended. The record shares the memory
// of text.
func decodeRecord(text []byte) Record {
	d := decoder{text}
	r := Record{Number: int64(d.number())}
	r.Line = int64(d.number())
	r.Order = int(d.number())
	r.Verdict = formats.Verdict(d.number())
	r.Clues = int(d.number())
	r.Guesses = d.number()
	r.Clash = [2]int{int(d.number()), int(d.number())}
	r.FaultLine = int64(d.number())
	r.Column = int(d.number())
	r.Given = Given(d.number())
	r.Automorphisms = int(d.number())
	r.Solutions = int(d.number())
	r.Complete = d.number() == 1
	r.NeedNotBeMinimal = d.number() == 1
	r.Tier = solver.Tier(d.number())
	r.Rating = solver.Rating(d.number())
	if n := d.number(); n > 0 {
		r.Redundant = make([]uint16, n)
		for i := range r.Redundant {
			r.Redundant[i] = uint16(d.number())
		}
	}
	r.Reason = string(d.bytes())
	r.Solution = d.bytes()
	r.Canonical = d.bytes()
	r.Text = d.bytes()
	return r
}

// A decoder takes a text apart from its beginning. Texts that appendRecord did
// not write make it panic.
type decoder struct{ rest []byte }

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.rest)
	d.rest = d.rest[size:]
	return n
}

// bytes returns nil for an empty text.
func (d *decoder) bytes() []byte {
	n := d.number()
	if n == 0 {
		return nil
	}
	text := d.rest[:n:n]
	d.rest = d.rest[n:]
	return text
}
