package run

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// stores are what addresses begin with, and the programs that read and write there.
// The command itself has files and pipes alone: bench/NOTES.md says what more would
// weigh.
var stores = []struct{ scheme, get, save, put string }{
	{"https://", "curl -sSfL %s", "curl -sSfLO %s", "curl -sSfT FILE %s"},
	{"http://", "curl -sSfL %s", "curl -sSfLO %s", "curl -sSfT FILE %s"},
	{"s3://", "aws s3 cp %s -", "aws s3 cp %s .", "aws s3 cp FILE %s"},
	{"gs://", "gcloud storage cat %s", "gcloud storage cp %s .", "gcloud storage cp FILE %s"},
}

// indexed are the ends of names of files that have an index at their end, so that they
// are not read from a pipe.
var indexed = []string{".parquet", ".pq", ".zip", ".npz"}

// addressed says that an input that could not be opened is an address, if it is one,
// and how a verb reads it.
func addressed(err error, name, verb string) error {
	get, save, _ := programsFor(name)
	switch {
	case get == "" || isThere(name):
		return err
	case slices.Contains(indexed, addressedEnding(name)):
		return fmt.Errorf("opening %s: is an address, not a file: %s, and name the file, as its kind is not read from a pipe", name, save)
	}
	return fmt.Errorf("opening %s: is an address, not a file: %s | sudokubatch %s -", name, get, verb)
}

// addressedEnding is how the name ends of what is at an address, in lower case.
func addressedEnding(address string) string {
	if end := strings.IndexAny(address, "?#"); end >= 0 {
		address = address[:end]
	}
	return strings.ToLower(path.Ext(address))
}

// checkTarget refuses an output that is an address, before a folder is made that is
// named like it.
func checkTarget(name string) error {
	_, _, put := programsFor(name)
	if put == "" || isThere(filepath.Dir(name)) {
		return nil
	}
	if strings.HasSuffix(name, "/") {
		return fmt.Errorf("--output %s: is an address, not a folder: name a folder, and copy that", name)
	}
	return fmt.Errorf("--output %s: is an address, not a file: name a FILE, which appears only when complete, and then %s", name, put)
}

// isThere reports whether there is a file or a folder of that name: on Windows there
// cannot be.
func isThere(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// programsFor are commands that read, save and write what is at an address; "": it is none.
func programsFor(name string) (get, save, put string) {
	for _, s := range stores {
		if len(name) >= len(s.scheme) && strings.EqualFold(name[:len(s.scheme)], s.scheme) {
			quoted := "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
			return fmt.Sprintf(s.get, quoted), fmt.Sprintf(s.save, quoted), fmt.Sprintf(s.put, quoted)
		}
	}
	return "", "", ""
}
