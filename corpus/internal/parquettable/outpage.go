package parquettable

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/bits"
	"strconv"
)

// An outPage is a page to write: the values of a column in a batch.
type outPage struct {
	kind   Type
	plain  []byte // values, after levelRoom
	nulls  []int  // the rows without a value
	values int
	size   int // with the levels, before compression

	negative, large rareInt // the first ones

	header thriftWriter
	packed []byte
}

// levelRoom is kept free ahead of the values, for the levels of a page without
// nulls.
const levelRoom = 16

func (p *outPage) reset() {
	p.plain = append(p.plain[:0], make([]byte, levelRoom)...)
	p.nulls, p.values = p.nulls[:0], 0
	p.negative, p.large = rareInt{}, rareInt{}
}

// add adds the field of a row. It reports false where that is none of the
// column's type.
func (p *outPage) add(row int, field []byte, quoted bool) bool {
	if len(field) == 0 && !quoted {
		p.nulls = append(p.nulls, row)
		return true
	}
	p.values++
	switch p.kind {
	case Int:
		v, ok := parseInt(field)
		p.plain = little.AppendUint64(p.plain, uint64(v))
		return ok && (v >= 0 || p.addRare(row, field))
	case Float:
		v, ok := parseFloat(field)
		p.plain = little.AppendUint64(p.plain, math.Float64bits(v))
		return ok
	case Bool:
		return p.addBool(string(field))
	}
	p.plain = little.AppendUint32(p.plain, uint32(len(field)))
	p.plain = append(p.plain, field...)
	return true
}

// addBool adds a bit: a byte has eight, the first one lowest.
func (p *outPage) addBool(field string) bool {
	bit := (p.values - 1) % 8
	if bit == 0 {
		p.plain = append(p.plain, 0)
	}
	if field == "true" {
		p.plain[len(p.plain)-1] |= 1 << bit
	}
	return field == "true" || field == "false"
}

// parseInt reads a decimal integer that is written as it would be again: 007 and +7 are
// texts, such as codes. The bits of one that takes 64 of them are those of a negative one.
func parseInt(field []byte) (v int64, ok bool) {
	if len(field) == 0 || len(field) > 18 || len(field) > 1 && field[0] <= '0' { // signs, too
		return parseAnyInt(field)
	}
	for _, b := range field {
		if b -= '0'; b > 9 {
			return 0, false
		}
		v = 10*v + int64(b)
	}
	return v, true
}

// parseFloat reads a decimal number, or infinity and what is no number as Go or Python
// write them. A number of a few digits is an integer divided by a power of ten, both of
// which a float64 holds, so that the quotient is the nearest there is.
func parseFloat(field []byte) (float64, bool) {
	if len(field) > 1 && field[0] <= '0' && !isPlain(field) {
		return parseOther(field)
	}
	digits, seen, point := uint64(0), 0, 0 // point: where it is, if it is anywhere
	for i, b := range field {
		switch d := b - '0'; {
		case d <= 9 && seen < exactDigits:
			digits = 10*digits + uint64(d)
			seen++
		case b == '.' && point == 0 && i > 0:
			point = i
		default:
			return parseOther(field)
		}
	}
	if point == 0 {
		return float64(digits), seen > 0
	}
	return float64(digits) / powersOfTen[len(field)-1-point], true
}

// isPlain reports whether a number has neither a plus nor a zero ahead of its other
// digits.
func isPlain(field []byte) bool {
	field = bytes.TrimPrefix(field, []byte{'-'})
	return len(field) < 2 || field[0] != '+' && (field[0] != '0' || field[1]-'0' > 9)
}

// parseOther is parseFloat for any number.
func parseOther(field []byte) (float64, bool) {
	switch string(field) {
	case "nan", "NaN", "inf", "-inf", "+Inf", "-Inf":
	default:
		if !isPlain(field) || len(bytes.Trim(field, "0123456789.eE+-")) > 0 { // hexadecimal, or spelt in another way
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(string(field), 64)
	return v, err == nil
}

var powersOfTen = [exactDigits + 1]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// encode makes the page of a batch.
func (p *outPage) encode(b *batch) {
	body, levels := p.withLevels(b.rows)
	if repeats(body[levels:]) {
		p.packed = b.writer.search.EncodeAll(body, p.packed[:0])
	} else {
		p.packed = b.literals.Append(p.packed[:0], body, levels)
	}
	p.size = len(body)
	w := &p.header
	w.b = w.b[:0]
	w.element()
	w.i32(1, dataPage)
	w.i32(2, len(body))
	w.i32(3, len(p.packed))
	w.i32(4, int(int32(crc32.ChecksumIEEE(p.packed))))
	w.begin(5)
	w.i32(1, b.rows)
	w.i32(2, plainEncoding)
	w.i32(3, runLengths)
	w.i32(4, runLengths)
	w.end()
	w.end()
}

// withLevels puts the definition levels ahead of the values: one bit for each
// row, in runs. It says how many bytes they take.
func (p *outPage) withLevels(rows int) (body []byte, levels int) {
	if len(p.nulls) == 0 {
		run := append(binary.AppendUvarint(nil, uint64(rows)<<1), 1)
		body = p.plain[levelRoom-4-len(run):]
		little.PutUint32(body, uint32(len(run)))
		copy(body[4:], run)
		return body, 4 + len(run)
	}
	bytes := (rows + 7) / 8
	head := binary.AppendUvarint(nil, uint64(bytes)<<1|1)
	body = little.AppendUint32(make([]byte, 0, len(p.plain)+bytes), uint32(len(head)+bytes))
	body = append(body, head...)
	at := len(body)
	for range bytes {
		body = append(body, 0xff)
	}
	for _, row := range p.nulls {
		body[at+row/8] &^= 1 << (row % 8)
	}
	return append(body, p.plain[levelRoom:]...), len(body)
}

// repeats reports whether a search for matches pays: by a sample from the middle,
// of which a good part would have to lie in long matches. Blank cells make many
// short ones, which do not pay.
func repeats(values []byte) bool {
	const sample, least = 4 << 10, 16
	if len(values) < sample {
		return true
	}
	text := values[(len(values)-sample)/2:][:sample]
	var seen [1 << 10][2]uint64
	matched := 0
	for at := 0; at+least <= len(text); {
		words := [2]uint64{little.Uint64(text[at:]), little.Uint64(text[at+8:])}
		slot := &seen[(words[0]^bits.RotateLeft64(words[1], 29))*0x9e3779b97f4a7c15>>54]
		if *slot == words {
			matched += least
			at += least
			continue
		}
		*slot = words
		at++
	}
	return matched > sample/4
}
