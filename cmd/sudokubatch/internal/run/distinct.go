package run

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
)

// beside are the outputs of a job beside its answers, in the order in which they are
// prepared; those without a name are none.
func (c *Flags) beside(j *Job) []Output {
	return append([]Output{{c.StatsJSON, "the statistics", true, true}}, j.More...)
}

// oneStdout reports outputs of a job of which more than one would be on standard
// output: nobody could tell them apart there.
func (c *Flags) oneStdout(j *Job) error {
	outputs := c.beside(j)
	if !j.Apart {
		outputs = slices.Insert(outputs, 0, Output{Name: c.Output, What: "the answers"})
	}
	outputs = slices.DeleteFunc(outputs, func(m Output) bool { return !corpus.IsStdout(m.Name) })
	if len(outputs) < 2 {
		return nil
	}
	return fmt.Errorf("standard output is for %s, not for %s as well: name a file for one of them", outputs[0].What, outputs[1].What)
}

// take notes an output, which must not be one of those that were taken.
func (o *outputs) take(m Output) error {
	if m.Name == "" {
		return nil
	}
	for _, t := range o.taken {
		if SameTarget(m.Name, t.Name) {
			if o.stats != nil && t.Name == o.flags.StatsJSON { // which are written although the run failed
				_ = o.stats.Abort()
				o.stats = nil
			}
			return fmt.Errorf("creating %s: %s would replace %s", m.Name, m.What, t.What)
		}
	}
	o.taken = append(o.taken, m)
	return nil
}

// SameTarget reports whether two outputs are one regular file, which may not
// exist yet, or one pipe. Devices take any number of outputs: the null device
// drops all, and a terminal shows them. So do standard output and standard error
// together where they are one pipe, as whoever captures a run has them. "-" is
// whatever standard output goes to.
func SameTarget(one, other string) bool {
	is, err := statTarget(one)
	was, otherErr := statTarget(other)
	if err != nil || otherErr != nil {
		return one != "-" && other != "-" && wouldBe(one) == wouldBe(other)
	}
	if is.Mode()&os.ModeNamedPipe != 0 && (strings.HasPrefix(one, "/dev/") || strings.HasPrefix(other, "/dev/")) {
		return false
	}
	return is.Mode()&(os.ModeDevice|os.ModeDir) == 0 && os.SameFile(is, was)
}

// statTarget looks at an output that is there.
func statTarget(name string) (os.FileInfo, error) {
	if name == "-" {
		return os.Stdout.Stat()
	}
	return os.Stat(name)
}

// wouldBe returns the absolute path, without symbolic links, of a file that
// does not exist.
func wouldBe(path string) string {
	dir, err := filepath.EvalSymlinks(outfile.Dir(path))
	if err != nil {
		return path
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Join(dir, filepath.Base(path))
}
