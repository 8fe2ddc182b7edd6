package formats

import (
	"bytes"
	"strconv"
)

// maxTitles is how many lines may stand before the first row of a table.
const maxTitles = 5

// dropTitles takes the lines before the first row away that are neither rows nor
// names of columns, such as a title or how many puzzles there are, and returns
// their length. What may be meant as a row is none of them.
func (t *tableSample) dropTitles(s *sample) (length int) {
	n := 0
	for n < min(maxTitles, len(t.rows)) && !hasGrid(t.rows[n]) {
		first := *t
		first.rows = t.rows[n:]
		line := bytes.TrimSpace(s.text[length:t.lengths[n]])
		if !isRemark(line) && first.hasHeader() && !first.isAlone() {
			break
		}
		if !isRemark(line) && !t.isTitle(line, n > 0, s.all) {
			return 0
		}
		length = t.lengths[n]
		n++
	}
	if n == len(t.rows) || n == maxTitles {
		return 0
	}
	t.rows, t.lengths = t.rows[n:], t.lengths[n:]
	return length
}

// isAlone reports whether the first of several rows is a title in the first column of
// a spreadsheet: the other fields are empty, and the next row is no puzzle.
func (t *tableSample) isAlone() bool {
	if len(t.rows) < 2 || len(t.rows[0]) < 2 || hasGrid(t.rows[1]) {
		return false
	}
	return len(bytes.Join(t.rows[0][1:], nil)) == 0
}

// hasGrid reports whether a field of a row is a grid or is meant as one.
func hasGrid(row [][]byte) bool {
	for _, value := range row {
		if gridSize(value) > 0 || isMeantAsGrid(value, 81, cells9) || isMeantAsGrid(value, 256, cells16) {
			return true
		}
	}
	return false
}

// isTitle reports whether a line is a title, a rule below one, or the number of the
// puzzles that follow.
func (t *tableSample) isTitle(line []byte, below, all bool) bool {
	const longest = 80
	if n, err := strconv.Atoi(string(line)); err == nil {
		grids := 0
		for _, row := range t.rows {
			if hasGrid(row) {
				grids++
			}
		}
		return n == grids || n > grids && !all
	}
	hasLetter := bytes.ContainsFunc(line, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' })
	if len(bytes.Trim(line, ",; ")) == 0 {
		return true // an empty row of a spreadsheet
	}
	return len(line) >= 3 && len(line) <= longest && (hasLetter || below && isRule(line))
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

// isRemark reports whether a line is meant for programs or for people: a comment,
// though not one that names columns, the line by which spreadsheets learn the
// separator, or a statement of SQL, whose rows follow.
func isRemark(line []byte) bool {
	line = bytes.TrimPrefix(line, []byte{'"'})
	return bytes.HasPrefix(line, []byte("sep=")) || bytes.HasPrefix(line, []byte("# ")) || bytes.HasPrefix(line, []byte("//")) ||
		len(line) > 12 && bytes.EqualFold(line[:12], []byte("insert into "))
}
