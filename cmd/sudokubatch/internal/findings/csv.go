package findings

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// csvHeader names the columns. Names, once published, stay; new ones follow.
var csvHeader = []string{
	"id", "file", "record", "line", "column", "status", "clues", "guesses", "automorphisms", "solution", "flags", "detail",
	"solutions", "complete",
}

// csvLines writes a line for each record (RFC 4180, but with plain newlines).
type csvLines struct {
	text   bytes.Buffer
	w      *csv.Writer
	fields []string
}

// begin appends the names of the columns, unless they were.
func (c *csvLines) begin(dst []byte) []byte {
	if c.w != nil {
		return dst
	}
	c.w = csv.NewWriter(&c.text)
	_ = c.w.Write(csvHeader) // to memory
	c.w.Flush()
	return append(dst, c.text.Bytes()...)
}

// append appends a record, the first one after the names of the columns.
func (c *csvLines) append(dst []byte, r *check.Record) []byte {
	dst = c.begin(dst)
	c.text.Reset()
	var flags, details []string
	if r.Failed() {
		for _, why := range reasonsOf(r, false) {
			flags, details = append(flags, why.flag), append(details, why.words)
		}
	}
	number := func(n int) string {
		if r.Verdict == formats.Malformed {
			return ""
		}
		return strconv.Itoa(n)
	}
	solutions, complete := "", ""
	if r.Verdict != formats.Malformed {
		solutions, complete = strconv.Itoa(r.Solutions), strconv.FormatBool(r.Complete)
	}
	optional := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	line := r.Line
	if r.Verdict == formats.Malformed {
		line = r.FaultLine
	}
	c.fields = append(
		c.fields[:0],
		strconv.FormatInt(r.Number, 10), r.File, strconv.FormatInt(r.Record, 10), strconv.FormatInt(line, 10), optional(r.Column),
		statusNames[r.Verdict], number(r.Clues), number(int(r.Guesses)), optional(r.Automorphisms), string(appendSolution(nil, r)),
		strings.Join(flags, " "), strings.Join(details, "; "),
		solutions, complete,
	)
	_ = c.w.Write(c.fields)
	c.w.Flush()
	return append(dst, c.text.Bytes()...)
}
