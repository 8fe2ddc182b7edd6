package checkreport

import (
	"encoding/json"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// ndjson writes one line with a JSON object for each record.
type ndjson struct {
	file   string // name of the file in quoted
	quoted []byte // the name as JSON

	rows rows // columns of the input
}

// members are names of members that no column of the input may use, in addition to the default
// columns.
var members = []formats.Column{
	{Name: "error"},
	{Name: "contradiction"},
	{Name: "wrong_solution"},
	{Name: "malformed_solution"},
	{Name: "redundant"},
	{Name: "duplicate_of"},
	{Name: "isomorphic_to"},
	{Name: "leak_of"},
	{Name: "isomorphic_leak_of"},
}

func newNDJSON(first *string) *ndjson {
	return &ndjson{rows: rows{kind: formats.NDJSON, own: usualColumns(), taken: members, came: behind, name: first}}
}

// append appends a record. It omits members that do not apply to the record.
func (n *ndjson) append(dst []byte, r *check.Record) []byte {
	dst = append(dst, `{"id":`...)
	dst = strconv.AppendInt(dst, r.Number, 10)
	dst = append(dst, ',')
	dst = n.appendPlace(dst, &r.Where)
	dst = append(dst, `,"status":"`...)
	dst = append(dst, statusNames[r.Verdict]...)
	dst = append(dst, '"')
	if r.Verdict == formats.Malformed {
		dst = append(dst, `,"error":{`...)
		dst = append(appendFault(dst, r), '}')
	} else {
		dst = append(dst, `,"clues":`...)
		dst = strconv.AppendInt(dst, int64(r.Clues), 10)
		dst = append(dst, `,"guesses":`...)
		dst = strconv.AppendUint(dst, r.Guesses, 10)
		dst = append(dst, `,"solutions":`...)
		dst = strconv.AppendInt(dst, int64(r.Solutions), 10)
		dst = append(dst, `,"complete":`...)
		dst = strconv.AppendBool(dst, r.Complete)
	}
	if r.Automorphisms > 0 {
		dst = append(dst, `,"automorphisms":`...)
		dst = strconv.AppendInt(dst, int64(r.Automorphisms), 10)
	}
	if r.Solution != nil {
		dst = append(dst, `,"solution":"`...)
		dst = appendSolution(dst, r)
		dst = append(dst, '"')
	}
	if r.Failed() {
		dst = n.appendFailure(dst, r)
	} else {
		dst = append(dst, `,"flags":[]`...)
	}
	if n.rows.first.Kind == 0 {
		*n.rows.name = r.File
	}
	row := n.rows.of(r)
	return append(n.rows.writer.AppendMembers(dst, n.rows.to, row), "}\n"...)
}

// appendFailure appends the members that tell why a record failed.
func (n *ndjson) appendFailure(dst []byte, r *check.Record) []byte {
	var flags []string
	for _, why := range reasonsOf(r, false) {
		flags = append(flags, why.flag)
	}
	dst = append(dst, `,"flags":`...)
	dst = appendJSON(dst, flags)
	if r.Verdict == formats.Contradiction {
		dst = append(dst, `,"contradiction":`...)
		dst = appendJSON(dst, []string{cellName(r.Order, r.Clash[0]), cellName(r.Order, r.Clash[1])})
	}
	switch r.Given {
	case check.GivenWrong:
		dst = append(dst, `,"wrong_solution":`...)
		dst = appendJSON(dst, r.Reason)
	case check.GivenMalformed:
		dst = append(dst, `,"malformed_solution":{`...)
		dst = append(appendFault(dst, r), '}')
	case check.GivenNotChecked, check.GivenRight, check.GivenMissing, check.AnswerRight, check.AnswerAnother:
	}
	if names := redundantFaults(r); len(names) > 0 {
		dst = append(dst, `,"redundant":`...)
		dst = appendJSON(dst, names)
	}
	for _, other := range []struct {
		name  string
		where *check.Where
	}{
		{`,"duplicate_of":{`, &r.Duplicate},
		{`,"isomorphic_to":{`, &r.Isomorph},
		{`,"leak_of":{`, &r.Leak},
		{`,"isomorphic_leak_of":{`, &r.IsomorphicLeak},
	} {
		if !other.where.None() {
			dst = append(dst, other.name...)
			dst = append(n.appendPlace(dst, other.where), '}')
		}
	}
	return dst
}

// appendFault appends the members for the line, the column and the reason of a fault.
func appendFault(dst []byte, r *check.Record) []byte {
	dst = append(dst, `"line":`...)
	dst = strconv.AppendInt(dst, r.FaultLine, 10)
	dst = append(dst, `,"column":`...)
	dst = strconv.AppendInt(dst, int64(r.Column), 10)
	dst = append(dst, `,"reason":`...)
	return appendJSON(dst, r.Reason)
}

// appendPlace appends the members for the file, the number and the line of a record.
func (n *ndjson) appendPlace(dst []byte, w *check.Where) []byte {
	if n.quoted == nil || n.file != w.File {
		n.file, n.quoted = w.File, appendJSON(n.quoted[:0], w.File)
	}
	dst = append(dst, `"file":`...)
	dst = append(dst, n.quoted...)
	dst = append(dst, `,"record":`...)
	dst = strconv.AppendInt(dst, w.Record, 10)
	dst = append(dst, `,"line":`...)
	return strconv.AppendInt(dst, w.Line, 10)
}

// appendJSON appends a string or a list of strings as JSON.
func appendJSON[T string | []string](dst []byte, v T) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings can always be marshalled
	}
	return append(dst, text...)
}
