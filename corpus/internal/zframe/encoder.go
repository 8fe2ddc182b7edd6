package zframe

import "bytes"

// An encoder makes frames of groups.
type encoder struct {
	writer         *Writer
	lines, records uint32 // of the last one
	literals       literalEncoder
	sample         []byte
}

// Pack appends the frame of a group.
func (e *encoder) Pack(dst, text []byte) ([]byte, error) {
	e.lines, e.records = e.count(text)
	if e.writer.opts.Level == 0 && e.literalsPay(text) {
		return e.literals.appendFrame(dst, text), nil
	}
	return e.writer.search.EncodeAll(text, dst), nil
}

// count counts lines, and records where that can be done.
func (e *encoder) count(text []byte) (lines, records uint32) {
	if e.writer.opts.CountRecords == nil {
		return uint32(bytes.Count(text, []byte{'\n'})), uncountedFrame
	}
	lines, records, known := e.writer.opts.CountRecords(text)
	if !known {
		records = uncountedFrame
	}
	return lines, records
}

// sampleText is how much of a group is tried, to decide whether a search for
// matches pays: enough lines for those that repeat to be among them, and little
// beside a group.
const sampleText = 4 << 10

// literalsPay tries both ways on a sample, from the middle of the group.
func (e *encoder) literalsPay(text []byte) bool {
	if len(text) < sampleText {
		return false
	}
	at := (len(text) - sampleText) / 2
	sample := text[at : at+sampleText]
	e.sample = e.literals.appendFrame(e.sample[:0], sample)
	literals := len(e.sample)
	e.sample = e.writer.search.EncodeAll(sample, e.sample[:0])
	return literals <= len(e.sample)+len(e.sample)/8
}
