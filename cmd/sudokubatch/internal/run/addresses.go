package run

// Addresses: messages about names of inputs and outputs that are URLs.

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/pipeline"
)

// explained returns an input with a better error if its name is a URL.
func explained(input pipeline.Input, name, verb string) pipeline.Input {
	open := input.Open
	input.Open = func() (pipeline.Source, error) {
		src, err := open()
		if err != nil {
			err = addressed(err, name, verb)
		}
		return src, err
	}
	return input
}

// stores are the schemes of URLs, with programs that read and write there. The command itself
// reads and writes only files and pipes; bench/NOTES.md gives the reason.
var stores = []struct{ scheme, get, save, put string }{
	{"https://", "curl -sSfL %s", "curl -sSfLO %s", "curl -sSfT FILE %s"},
	{"http://", "curl -sSfL %s", "curl -sSfLO %s", "curl -sSfT FILE %s"},
	{"s3://", "aws s3 cp %s -", "aws s3 cp %s .", "aws s3 cp FILE %s"},
	{"gs://", "gcloud storage cat %s", "gcloud storage cp %s .", "gcloud storage cp FILE %s"},
}

// indexed are file extensions of forms that cannot be read from a pipe: their index is at the
// end.
var indexed = []string{".parquet", ".pq", ".zip", ".npz"}

// addressed returns an error with the program that reads an input, if its name is a URL.
// Otherwise it returns err.
func addressed(err error, name, verb string) error {
	get, save, _ := programsFor(name)
	switch {
	case get == "" || isThere(name):
		return err
	case slices.Contains(indexed, addressedEnding(name)):
		return fmt.Errorf("opening %s: is a URL, not a file: download it with %s, and name the file (this form cannot be read from a pipe)", name, save)
	}
	return fmt.Errorf("opening %s: is a URL, not a file: use %s | sudokubatch %s -", name, get, verb)
}

// addressedEnding returns the file extension in a URL, in lower case.
func addressedEnding(address string) string {
	if end := strings.IndexAny(address, "?#"); end >= 0 {
		address = address[:end]
	}
	return strings.ToLower(path.Ext(address))
}

// checkTarget returns an error if an output is a URL. Otherwise a folder with such a
// name could be made.
func checkTarget(name string) error {
	_, _, put := programsFor(name)
	if put == "" || isThere(filepath.Dir(name)) {
		return nil
	}
	if strings.HasSuffix(name, "/") {
		return fmt.Errorf("--output %s: is a URL, not a folder: write to a folder, then copy it", name)
	}
	return fmt.Errorf("--output %s: is a URL, not a file: write to a FILE, then copy it with %s", name, put)
}

// programsFor returns commands that read, save and write at a URL; "" for other names.
func programsFor(name string) (get, save, put string) {
	for _, s := range stores {
		if len(name) >= len(s.scheme) && strings.EqualFold(name[:len(s.scheme)], s.scheme) {
			quoted := "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
			return fmt.Sprintf(s.get, quoted), fmt.Sprintf(s.save, quoted), fmt.Sprintf(s.put, quoted)
		}
	}
	return "", "", ""
}
