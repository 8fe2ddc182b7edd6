package checkreport

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
)

// answerNames maps the states of answers to the values of the column answer.
var answerNames = map[check.Given]string{
	check.AnswerRight: "right", check.AnswerAnother: "another", check.GivenWrong: "wrong", check.GivenMissing: "missing",
}

// A reason is why a record failed.
type reason struct {
	flag  string // name in the column flags
	words string // text for people
}

// fewNames is how many redundant clues a brief reason names.
const fewNames = 6

// reasonsOf returns the reasons why a record failed, or none if it passed. Brief reasons name
// only the first redundant clues.
func reasonsOf(r *check.Record, brief bool) []reason {
	var all []reason
	add := func(flag, format string, args ...any) {
		all = append(all, reason{flag, fmt.Sprintf(format, args...)})
	}
	status := columns.StatusName(r.Verdict)
	switch r.Verdict {
	case bulk.Solved:
	case bulk.Multiple:
		add(status, "%s", multipleWords(r))
	case bulk.NoSolution:
		add(status, "no solution")
	case bulk.Contradiction:
		add(status, "contradiction %s %s", columns.AppendName(nil, r.Order, uint16(r.Clash[0])), columns.AppendName(nil, r.Order, uint16(r.Clash[1])))
	case bulk.GaveUp:
		add(status, "gave up after %d guesses", r.Guesses)
	case bulk.Malformed:
		add(status, "malformed: %s", r.Reason)
	}
	switch r.Given {
	case check.GivenMissing:
		add("missing_solution", "no solution given")
	case check.GivenWrong:
		add("wrong_solution", "wrong solution: %s", r.Reason)
	case check.GivenSwapped:
		add("wrong_solution", "puzzle and solution are swapped")
	case check.GivenMalformed:
		add("malformed_solution", "no solution given: %s", r.Reason)
	case check.GivenNotChecked, check.GivenRight, check.AnswerRight, check.AnswerAnother:
	}
	if names := redundantNames(r); len(names) > 0 {
		if more := len(names) - fewNames; brief && more > 0 {
			names = append(names[:fewNames], fmt.Sprintf("and %d more", more))
		}
		add("redundant", "not minimal, redundant: %s", strings.Join(names, " "))
	}
	for _, other := range []struct {
		where       *check.Where
		flag, words string
	}{
		{&r.Duplicate, "duplicate", "duplicate of"},
		{&r.Isomorph, "isomorph", "isomorphic to"},
		{&r.Leak, "leak", "leak: equal to"},
		{&r.IsomorphicLeak, "isomorphic_leak", "leak: isomorphic to"},
	} {
		if w := other.where; !w.None() {
			add(other.flag, "%s %s", other.words, placeOf(w, true))
		}
	}
	return all
}

// Reasons returns why a record failed, for people, without its place.
func Reasons(r *check.Record) string { return words(reasonsOf(r, false)) }

// words joins the texts of reasons.
func words(reasons []reason) string {
	var texts []string
	for _, why := range reasons {
		texts = append(texts, why.words)
	}
	return strings.Join(texts, "; ")
}

// multipleWords describes a puzzle with multiple solutions. It gives their number if the check
// counted beyond the second.
func multipleWords(r *check.Record) string {
	switch {
	case r.Complete:
		return fmt.Sprintf("%d solutions", r.Solutions)
	case r.Solutions > 2:
		return fmt.Sprintf("%d solutions or more", r.Solutions)
	}
	return "multiple solutions"
}

// appendFailure appends a line about a failed record: FILE:LINE:COLUMN, as compilers write it,
// then the reasons.
func appendFailure(dst []byte, r *check.Record) []byte {
	dst = append(dst, console.Printable(r.File)...)
	line := lineOf(r)
	before := ":"
	if line == 0 { // the form has no lines
		dst = append(dst, ": record "...)
		dst, before = strconv.AppendInt(dst, r.Record, 10), ", column "
	} else {
		dst = strconv.AppendInt(append(dst, ':'), line, 10)
	}
	if r.Column > 0 {
		dst = strconv.AppendInt(append(dst, before...), int64(r.Column), 10)
	}
	dst = append(append(dst, ": "...), console.Printable(words(reasonsOf(r, true)))...)
	return append(dst, '\n')
}

// placeOf returns the file and line of a record. It adds the number of the record if number is
// set, or if the form has no lines.
func placeOf(w *check.Where, number bool) string {
	switch {
	case w.Line == 0:
		return fmt.Sprintf("%s (record %d)", w.File, w.Record)
	case number:
		return fmt.Sprintf("%s:%d (record %d)", w.File, w.Line, w.Record)
	}
	return fmt.Sprintf("%s:%d", w.File, w.Line)
}

// redundantNames returns the names of the redundant clues or candidates.
func redundantNames(r *check.Record) []string {
	var names []string
	for _, cell := range r.Redundant {
		names = append(names, string(columns.AppendName(nil, r.Order, cell)))
	}
	return names
}
