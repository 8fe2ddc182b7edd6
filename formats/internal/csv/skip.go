package csv

// This file recognises lines of delimited text that are not records.

import (
	"bytes"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// isRecord reports whether a line is a record. In a Parquet file all lines are, so that
// their number is the one in the file's metadata. In other files these lines are not: blank
// lines, comments (in a table: of one field), solutions in a list, rules and row counts of a drawn table, empty
// rows of a spreadsheet, brackets around the records in a program, and repeated column
// names.
func (l *layout) isRecord(line []byte) bool {
	switch {
	case l.parquet:
		return true
	case len(line) == 0 || line[0] <= ' ' && syntax.IsBlank(line, form.TextMaxLine):
		return false
	case l.Plain:
		return !syntax.IsComment(line)
	case l.separator == Runs:
		from, _ := cells.NextRun(line, 0)
		return from < len(line) && !syntax.IsComment(line) && !isSolution(line)
	case len(l.names) > 0 && (line[0] == l.names[0] || line[0] >= 0x80) && bytes.Equal(syntax.TrimCR(line[syntax.BOMLen(line):]), l.names):
		return false
	}
	switch line[0] {
	case '#', '%', '/', '`', syntax.EndOfDOS, '+', '|', ',', ';', '[', ']', '{', '}', '(', ')':
		return l.isMarkedRecord(line)
	}
	return (!l.isList() || !isSolution(line)) && (l.separator != '|' || !isRowCount(line))
}

// isMarkedRecord is isRecord for a line that begins with a mark of comments, code or tables.
func (l *layout) isMarkedRecord(line []byte) bool {
	switch line[0] {
	case '#', '%', '/':
		remark := l.commented || len(l.Columns) > 1 && isRemark(line) && l.count(line) == 1
		return !syntax.IsComment(line) || !l.isList() && (!remark || cells.CountRuns(line, l.Order*l.Order) > 0)
	case '`', syntax.EndOfDOS:
		return !syntax.IsFence(line) || !l.isList() && bytes.IndexByte(line, byte(l.separator)) >= 0
	case '+', '|':
		return l.separator != '|' || !cells.IsRule(line)
	case ',', ';':
		return l.CellColumns != 1 || len(bytes.Trim(line, ",; \t\r")) > 0
	}
	return len(bytes.Trim(line, "[]{}();,\r\t ")) > 0 && (l.separator != '|' || !isRowCount(line)) // a bracket
}

// isRowCount reports whether a line is the count that a database prints below a table: "(6
// rows)" or "6 rows in set".
func isRowCount(line []byte) bool {
	const longest = 60
	if len(line) > longest {
		return false
	}
	count, after, found := bytes.Cut(bytes.Trim(line, "() \t\r"), []byte(" row"))
	_, err := strconv.Atoi(string(count))
	after = bytes.TrimPrefix(after, []byte{'s'})
	return found && err == nil && (len(after) == 0 || bytes.HasPrefix(after, []byte(" in set")))
}

// isSolution reports whether a line of a list says that it holds the solution of the puzzle
// before it.
func isSolution(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	for _, name := range []string{"solution", "answer"} {
		if len(line) > len(name) && bytes.EqualFold(line[:len(name)], []byte(name)) {
			rest := bytes.TrimLeft(line[len(name):], " \t")
			return len(rest) > 0 && (rest[0] == ':' || rest[0] == '=')
		}
	}
	return false
}
