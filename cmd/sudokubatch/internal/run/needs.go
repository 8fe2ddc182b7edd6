package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/paths"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// needs are the files that a job still needs when it has its outputs.
func (c *Flags) needs(j *Job, o *outputs) process.Needs {
	scratch := j.Scratch
	if o.resumed != nil {
		scratch = append(slices.Clone(scratch), paths.Dir(o.resumed.path))
	}
	if c.part != "" { // which is read again, for its manifest
		scratch = append(slices.Clone(scratch), paths.Dir(c.part))
	}
	return process.Needs{
		Read:    NamedFiles(slices.Concat(c.Inputs, j.Reads)),
		Publish: o.dirs(),
		Scratch: scratch,
		Drop:    j.Drop,
	}
}

// NamedFiles are those inputs that are files to open.
func NamedFiles(names []string) []string {
	var files []string
	for _, name := range names {
		if name != "-" && !strings.HasPrefix(name, "@") && !isPuzzle(name) {
			files = append(files, name)
		}
	}
	return files
}

// TempDir is the directory of temporary files, which a flag may name.
func TempDir(named string) string {
	if named != "" {
		return named
	}
	return os.TempDir()
}

// explained has an input say why it cannot be read if that is because another
// file took its place, or because it is no file but an address.
func explained(input pipeline.Input, name, verb string) pipeline.Input {
	open := input.Open
	input.Open = func() (pipeline.Source, error) {
		src, err := open()
		if errors.Is(err, fs.ErrPermission) && process.GaveUp(name) {
			err = fmt.Errorf("%w: it came there after the start, when all files but those that were there were given up", err)
		}
		if err != nil {
			err = addressed(err, name, verb)
		}
		return src, err
	}
	return input
}
