package formats

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
)

// A csvMarks finds the fields of records as nearly all files with quotes have them:
// quotes around whole fields, none within, and no newline either. What else there may
// be it leaves to csvRecord and quotedField, which look at a byte after the other.
//
// Quotes, separators and newlines of 64 bytes are bits of three words. What lies
// within quotes is then the exclusive or of all bits of quotes up to a place, for the
// 64 places at once: see Langdale and Lemire, Parsing Gigabytes of JSON per Second
// (2019), 3.1.1.
type csvMarks struct {
	text      []byte
	separator byte

	ends   [32]int // where the fields of the record end
	fields int

	at     int // where the next record begins, if the last one was found here; else -1
	ahead  [16]packed.Marks
	loaded int // of ahead
	used   int
	block  int // where the current block begins in text
	marksOfBlock
	// Of the byte before the current block:
	inside, border, closed uint64
}

// marksOfBlock is what is known of a block, a bit for each byte.
type marksOfBlock struct {
	borders  uint64 // that are still to come: separators and newlines outside of quotes
	newlines uint64
	bad      uint64 // where the record is none of these
}

// reset readies m for another text.
func (m *csvMarks) reset(text []byte, separator byte) {
	m.text, m.separator, m.at = text, separator, -1
}

// record finds the fields of the record that begins at a place, and where it ends,
// its newline not included. ok is false if it may have other quotes.
func (m *csvMarks) record(at int) (to int, ok bool) {
	if at != m.at {
		m.begin(at)
	}
	m.fields = 0
	for {
		for m.borders != 0 {
			bit := bits.TrailingZeros64(m.borders)
			if m.bad<<(63-bit) != 0 || m.fields == len(m.ends) {
				return 0, m.leave()
			}
			m.borders &= m.borders - 1
			m.ends[m.fields] = m.block + bit
			m.fields++
			if m.newlines>>bit&1 != 0 {
				m.at = m.block + bit + 1
				return m.at - 1, true
			}
		}
		if m.bad != 0 || !m.next() {
			return 0, m.leave() // the last line of a file may be anything
		}
	}
}

// begin begins anew, at a place where a record does.
func (m *csvMarks) begin(at int) {
	m.loaded, m.used, m.block = 0, 0, at-packed.Block
	m.marksOfBlock = marksOfBlock{}
	m.inside, m.border, m.closed = 0, 1, 0
}

// leave gives the record up, so that the next one is begun anew.
func (m *csvMarks) leave() (ok bool) {
	m.at = -1
	return false
}

// next goes on to the next block, if there is one.
func (m *csvMarks) next() bool {
	if m.block += packed.Block; m.block >= len(m.text) {
		return false
	}
	if m.used == m.loaded {
		m.load()
	}
	marks := &m.ahead[m.used]
	m.used++
	quotes, borders := marks[packed.Quotes], marks[packed.Separators]|marks[packed.Newlines]
	within := quotes
	for shift := 1; shift < 64; shift *= 2 {
		within ^= within << shift
	}
	within ^= m.inside
	opening, closing := quotes&within, quotes&^within
	after := closing<<1 | m.closed
	m.bad = opening&^(borders<<1|m.border) | marks[packed.Newlines]&within | m.unended(after&^borders)
	m.borders, m.newlines = borders&^within, marks[packed.Newlines]
	m.inside, m.border, m.closed = -(within >> 63), borders>>63, closing>>63
	return true
}

// unended returns those of the bytes behind closing quotes, no borders, that are no
// part of a line end.
func (m *csvMarks) unended(after uint64) (bad uint64) {
	for ; after != 0; after &= after - 1 {
		at := m.block + bits.TrailingZeros64(after)
		if at+1 >= len(m.text) || m.text[at] != '\r' || m.text[at+1] != '\n' {
			bad |= after & -after
		}
	}
	return bad
}

// load finds the marks of the blocks ahead. The last one may be only begun.
func (m *csvMarks) load() {
	rest := m.text[m.block:]
	m.used, m.loaded = 0, min(len(rest)/packed.Block, len(m.ahead))
	if m.loaded > 0 {
		packed.FindMarks(m.ahead[:m.loaded], rest, m.separator)
		return
	}
	var padded [packed.Block]byte
	copy(padded[:], rest)
	m.loaded = 1
	packed.FindMarks(m.ahead[:1], padded[:], m.separator)
}
