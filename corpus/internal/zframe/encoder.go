package zframe

import "github.com/klauspost/compress/zstd"

// An Encoder makes frames of texts, of each one. It codes a text's literals
// without searching for matches where a search does not pay. One goroutine uses
// it at a time.
type Encoder struct {
	search   *zstd.Encoder
	literals literalEncoder
	sample   []byte
}

// NewEncoder returns an Encoder that searches for matches with one that may be
// shared by many.
func NewEncoder(search *zstd.Encoder) *Encoder { return &Encoder{search: search} }

// Append appends a frame of the text.
func (e *Encoder) Append(dst, text []byte) []byte {
	if e.literalsPay(text) {
		return e.literals.appendFrame(dst, text)
	}
	return e.search.EncodeAll(text, dst)
}

// sampleText is how much of a text is tried, to decide whether a search for
// matches pays: enough lines for those that repeat to be among them, and little
// beside a group.
const sampleText = 4 << 10

// literalsPay tries both ways on a sample, from the middle of the text.
func (e *Encoder) literalsPay(text []byte) bool {
	if len(text) < sampleText {
		return false
	}
	at := (len(text) - sampleText) / 2
	sample := text[at : at+sampleText]
	e.sample = e.literals.appendFrame(e.sample[:0], sample)
	literals := len(e.sample)
	e.sample = e.search.EncodeAll(sample, e.sample[:0])
	return literals <= len(e.sample)+len(e.sample)/8
}
