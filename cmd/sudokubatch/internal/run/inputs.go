package run

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// OpenFiles makes inputs of names; tests have others.
var OpenFiles = pipeline.Files

// Sources are inputs as the pipeline takes them: files, or puzzles in place of
// names.
func (r *Run) Sources(names []string) []pipeline.Input { return r.flags.sources(names, r.Pool) }

// Inputs are the inputs.
func (r *Run) Inputs() []pipeline.Input {
	inputs := r.Sources(r.flags.Inputs)
	if r.part != nil && r.part.share != nil {
		inputs = apply(r.part.share.inputs, inputs)
	}
	return inputs
}

// Beside are the files that the job reads beside the inputs.
func (r *Run) Beside(names []string) []pipeline.Input {
	inputs := r.Sources(names)
	if r.part != nil && r.part.share != nil {
		inputs = apply(r.part.share.beside, inputs)
	}
	return inputs
}

// sayMissed says so where the records that were asked for begin after the last: then
// none was worked on, and all were counted.
func (c *Flags) sayMissed(stats *pipeline.Stats) {
	first := c.Records().First
	if first <= 1 || stats.Puzzles() > 0 || c.Take != nil && *c.Take == 0 {
		return
	}
	console.Say("the range begins at record %s, but there are only %s", humanize.Comma(first), humanize.Comma(stats.Counted))
}

// meantAsOutput returns the second of two inputs if it is the only one that does not exist
// and no output is named: it is probably the output. Otherwise it returns "".
func (c *Flags) meantAsOutput() string {
	missing := slices.DeleteFunc(NamedFiles(c.Inputs), isThere)
	if len(c.Inputs) != 2 || c.Output != "-" || len(missing) != 1 || missing[0] != c.Inputs[1] {
		return ""
	}
	if get, _, _ := programsFor(missing[0]); get != "" {
		return "" // it is an address, which another message explains
	}
	return missing[0]
}

// inputFiles are those inputs that are files, to see that none is overwritten.
func inputFiles(names []string) []os.FileInfo {
	var files []os.FileInfo
	for _, name := range names {
		var info os.FileInfo
		var err error
		switch {
		case name == "-":
			info, err = os.Stdin.Stat()
		case !strings.HasPrefix(name, "@"):
			info, err = os.Stat(name)
		}
		if err == nil && info != nil {
			files = append(files, info)
		}
	}
	return files
}

// totalBytes is the size of inputs, or -1 where one is unknown.
func totalBytes(names []string) int64 {
	var total int64
	for _, name := range names {
		size := inputSize(name)
		if size < 0 {
			return -1
		}
		total += size
	}
	return total
}

// inputSize is the size of an input, or -1 if that is unknown. What cannot be
// opened counts as empty: that is said when its turn comes.
func inputSize(name string) int64 {
	switch {
	case name == "-":
		info, err := os.Stdin.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return -1
		}
		at, err := os.Stdin.Seek(0, io.SeekCurrent)
		if err != nil {
			at = 0
		}
		return max(0, info.Size()-at)
	case isPuzzle(name):
		return int64(len(name))
	case strings.HasPrefix(name, "@"):
		r, err := corpus.Open(name, corpus.Options{})
		if err != nil {
			return 0
		}
		defer r.Close() // nothing was read
		return r.Size()
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return 0
	case !info.Mode().IsRegular():
		return -1
	}
	return info.Size()
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

// explained has an input that cannot be opened say if its name is an address.
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
