package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
)

// The outputs of a run: the answers and whatever else was asked for.
type outputs struct {
	answers *corpus.Writer
	stats   *corpus.Writer   // nil: none
	more    []*corpus.Writer // as the job names them; nil: none
}

// An output is a file beside the answers.
type output struct {
	name    string // "" = none
	what    string // what it holds, for messages: "the statistics"
	replace bool   // an existing file, without being told to
}

// create prepares the outputs, before anything is read.
func (c *runFlags) create(j *job) (*outputs, error) {
	reads := slices.Concat(c.Inputs, j.reads)
	if err := checkReadable(reads); err != nil {
		return nil, err
	}
	if err := checkWritable(c.Output); err != nil {
		return nil, errors.Join(err, errors.New("to do without the answers use -o "+os.DevNull))
	}
	inputs := inputFiles(reads)
	answers, err := createOutput(c.Output, corpus.CreateOptions{
		Force: c.Force, Inputs: inputs, Stdout: os.Stdout, Level: c.Level, Pool: c.pool,
	})
	if err != nil {
		return nil, err
	}
	o := &outputs{answers: answers}
	taken := []output{{name: c.Output, what: "the answers"}}
	for _, m := range append([]output{{c.StatsJSON, "the statistics", true}}, j.more...) {
		w, err := c.createBeside(m, taken, inputs)
		if err != nil {
			return nil, errors.Join(err, o.abort())
		}
		o.more = append(o.more, w)
		taken = append(taken, m)
	}
	o.stats, o.more = o.more[0], o.more[1:]
	return o, nil
}

// createBeside prepares an output, which must not be one of those that there
// are; nil if it has no name.
func (c *runFlags) createBeside(m output, taken []output, inputs []os.FileInfo) (*corpus.Writer, error) {
	if m.name == "" {
		return nil, nil
	}
	for _, t := range taken {
		if t.name != "" && sameTarget(m.name, t.name) {
			return nil, fmt.Errorf("creating %s: %s would replace %s", m.name, m.what, t.what)
		}
	}
	return createOutput(m.name, corpus.CreateOptions{Force: c.Force || m.replace, Inputs: inputs, Level: c.Level})
}

// createOutput prepares an output, which is given up if the process ends early.
func createOutput(name string, opts corpus.CreateOptions) (*corpus.Writer, error) {
	if err := checkWritable(name); err != nil {
		return nil, err
	}
	opts.CountRecords = formats.CountRecords // for --skip and --range
	w, err := corpus.Create(name, opts)
	if err == nil {
		atExit.add(func() { _ = w.Abort() })
	}
	return w, err
}

// complete publishes all outputs, or the statistics alone if the run failed, or
// an output cannot be finished.
func (o *outputs) complete(err error, statistics func(complete bool) *statsJSON) error {
	all := append([]*corpus.Writer{o.answers}, o.more...)
	for _, w := range all {
		if w != nil && err == nil {
			err = w.Finish()
		}
	}
	if o.stats != nil {
		if statsErr := writeStats(o.stats, statistics(err == nil)); err == nil {
			err = statsErr
		}
	}
	if err == nil {
		return corpus.CommitAll(append(all, o.stats)...)
	}
	_ = corpus.CommitAll(o.stats) // the first error tells what went wrong
	return err
}

// abort gives up whatever is not committed.
func (o *outputs) abort() error {
	var errs []error
	for _, w := range append([]*corpus.Writer{o.answers, o.stats}, o.more...) {
		if w != nil {
			errs = append(errs, w.Abort())
		}
	}
	return errors.Join(errs...)
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

// sameTarget reports whether two outputs are one regular file, which may not
// exist yet. The output "-" is whatever standard output goes to.
func sameTarget(path, output string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return output != "-" && wouldBe(path) == wouldBe(output)
	}
	var other os.FileInfo
	if output == "-" {
		other, err = os.Stdout.Stat()
	} else {
		other, err = os.Stat(output)
	}
	return err == nil && info.Mode().IsRegular() && os.SameFile(info, other)
}

// wouldBe returns the absolute path, without symbolic links, of a file that
// does not exist.
func wouldBe(path string) string {
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return path
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Join(dir, filepath.Base(path))
}
