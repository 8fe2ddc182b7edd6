package bulk

// This file reads JSON tables whose columns are lists.

import (
	"bytes"
	"io"

	"github.com/sudokubatch/sudokubatch/formats/internal/json"
)

// MayBeColumns reports whether a file may be a JSON object whose members are the columns of a table:
// arrays, or objects with the same keys, as pandas writes it with DataFrame.to_json. prefix is its beginning,
// and read is how [Detect] would read it; the zero Form is not at all.
func MayBeColumns(prefix []byte, read Form) bool {
	text := prefix[BOMLen(prefix):]
	isList := read.Kind == JSON && len(bytes.TrimSpace(text[:read.HeaderLen()])) > 1 // in the object
	return (read.Kind == 0 || isList) && json.BeginsColumns(text)
}

// JoinColumns returns the rows of such a table as text of the form JSON, to be detected with
// [model.Hints].Joined. rows is nil if the file is no table. A file with puzzles and solutions, by their
// names, in lists that differ in length or keys is an error.
//
// JoinColumns reads the file once, and a Read reads all columns at once. Members with a single value are left
// out. Memory does not depend on the size.
func JoinColumns(file io.ReaderAt, size int64) (rows io.Reader, err error) {
	return json.JoinColumns(file, size)
}
