package csv

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// commented reports whether a table without names begins with a comment. Then there may be
// more of them.
func (l *layout) commented() bool { return l.info.Unnamed && syntax.IsComment(l.info.Header) }

// isNone reports whether a line is no record: a comment or a solution in a list, a
// rule or the count of a table that is drawn, an empty row of a spreadsheet, a
// bracket around the records in a program, or the names of the columns once more.
func (r *records) isNone(line []byte) bool {
	layout := r.layout
	if layout.info.Separator == gridRuns {
		from, _ := cells.NextRun(line, 0)
		return from == len(line) || syntax.IsComment(line) || isSolutionOf(line)
	}
	if len(r.names) > 0 && (line[0] == r.names[0] || line[0] >= 0x80) && isNames(line, r.names) {
		return true
	}
	switch line[0] {
	case '#', '%', '/':
		return (layout.isList() || layout.commented()) && syntax.IsComment(line)
	case '`', syntax.EndOfDOS:
		return syntax.IsFence(line) && (layout.isList() || bytes.IndexByte(line, layout.info.Separator) < 0)
	case '+', '|':
		return layout.info.Separator == '|' && cells.IsRule(line)
	case ',', ';':
		return layout.info.CellColumns == 1 && len(bytes.Trim(line, ",; \t\r")) == 0
	case '[', ']', '{', '}', '(', ')':
		return len(bytes.Trim(line, "[]{}();,\r\t ")) == 0 || layout.info.Separator == '|' && isRowCount(line)
	}
	return layout.isList() && isSolutionOf(line) || layout.info.Separator == '|' && isRowCount(line)
}

// namesIn returns the line of a header that names the columns: the last one but for a
// rule below it.
func namesIn(header []byte) (names []byte) {
	for line := range bytes.Lines(header) {
		if line = syntax.TrimCR(bytes.TrimSuffix(line, []byte{'\n'})); !cells.IsRule(line) {
			names = line
		}
	}
	return names
}

// isNames reports whether a line names the columns, as where the file goes on with the
// text of another one: that may begin with a byte order mark.
func isNames(line, names []byte) bool {
	return bytes.Equal(syntax.TrimCR(line[syntax.BOMLen(line):]), names)
}

// isNames reports whether a row names the columns, as the first one does.
func (t *tableSample) isNames(row [][]byte) bool {
	return slices.EqualFunc(row, t.rows[0], func(value, name []byte) bool {
		return bytes.Equal(bytes.Trim(value[syntax.BOMLen(value):], `"`), name) // quotes behind a mark stay
	})
}

// isRowCount reports whether a line is what databases write below a table: "(6 rows)"
// or "6 rows in set".
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

// isSolutionOf reports whether a line of a list says that it holds the solution of the
// puzzle before it.
func isSolutionOf(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	for _, name := range []string{"solution", "answer"} {
		if len(line) > len(name) && bytes.EqualFold(line[:len(name)], []byte(name)) {
			rest := bytes.TrimLeft(line[len(name):], " \t")
			return len(rest) > 0 && (rest[0] == ':' || rest[0] == '=')
		}
	}
	return false
}
