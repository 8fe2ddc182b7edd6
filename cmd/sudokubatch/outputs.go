package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// The outputs of a run: the answers and, if asked for, the statistics.
type outputs struct {
	answers *corpus.Writer
	stats   *corpus.Writer // nil: none
}

// create prepares the outputs, before anything is read.
func (c *solveCmd) create() (*outputs, error) {
	if c.Output == "-" && stdoutClosed() {
		return nil, errors.New("writing <stdout>: it is closed\nto do without the answers use -o " + os.DevNull)
	}
	inputs := c.inputFiles()
	answers, err := corpus.Create(c.Output, corpus.CreateOptions{Force: c.Force, Inputs: inputs, Stdout: os.Stdout})
	if err != nil {
		return nil, err
	}
	o := &outputs{answers: answers}
	if c.StatsJSON == "" {
		return o, nil
	}
	if sameTarget(c.StatsJSON, c.Output) {
		err = fmt.Errorf("creating %s: the statistics would replace the answers", c.StatsJSON)
	} else {
		o.stats, err = corpus.Create(c.StatsJSON, corpus.CreateOptions{Force: true, Inputs: inputs})
	}
	if err != nil {
		return nil, errors.Join(err, o.abort())
	}
	return o, nil
}

// abort gives up whatever is not committed. An output that nobody reads may
// hang in that, so it comes last.
func (o *outputs) abort() error {
	var err error
	if o.stats != nil {
		err = o.stats.Abort()
	}
	return errors.Join(err, o.answers.Abort())
}

// inputFiles are those inputs that are files, to see that none is overwritten.
func (c *solveCmd) inputFiles() []os.FileInfo {
	var files []os.FileInfo
	for _, name := range c.Inputs {
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
