// Package run takes a verb that reads or writes corpora from its files to its
// exit code: the flags that such verbs share, the outputs, which appear together
// or not at all, messages and progress on the way, the summary and the
// statistics at the end.
package run

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// Flags are the flags of all verbs that run inputs through the pipeline to an
// output. Their tags hold their help.
type Flags struct {
	InputFlags
	OutputFlags

	Range Range  `group:"Input" placeholder:"A:B" help:"Records A to B only, counted from 1 over all inputs; A: goes to the end, :B begins at 1."`
	Skip  int64  `group:"Input" placeholder:"N" help:"Leave out the first N records."`
	Take  *int64 `group:"Input" placeholder:"N" help:"Take N records at most, after those left out; 0 = none."`

	part string // the name of the answers of a share; "": that is Output
}

// answers is the name of the output of the answers.
func (c *Flags) answers() string {
	if c.part != "" {
		return c.part
	}
	return c.Output
}

// OutputFlags are the flags of all verbs that write puzzles or answers.
type OutputFlags struct {
	Output string `group:"Output" brief:"" short:"o" default:"${output}" placeholder:"${output_is}" help:"${output_help}"`
	Force  bool   `group:"Output" brief:"" short:"f" aliases:"overwrite" help:"Replace an existing output file."`
	Level  int    `group:"Output" default:"0" placeholder:"N" help:"Compress as zstd does at this level, 1 to 22 (of gzip 1 to 9, in proportion; it has no effect on Parquet). Default: without a search for matches, where that does not pay; smaller and faster for grids."`

	Jobs int `group:"Tuning" brief:"" short:"j" aliases:"threads,workers" default:"0" placeholder:"N" help:"Workers; 0, the default, is one for each core. That is, for each that the process may use. Workers also compress and decompress."`
	MessageFlags
	StatsJSON string `group:"Messages" name:"stats-json" placeholder:"FILE" help:"Write the statistics here as JSON. - is standard output, if --output names a file. Also when the run failed once it had begun; an existing file is replaced."`
}

// MaxJobs is more than any machine has cores; each job takes memory.
const MaxJobs = 4096

// Validate is kong's hook for what the flags must hold.
func (c *Flags) Validate() error {
	if err := c.InputFlags.Validate(); err != nil {
		return err
	}
	if err := c.validateRange(); err != nil {
		return err
	}
	return c.OutputFlags.Validate()
}

// Validate is kong's hook for what the flags must hold.
func (c *OutputFlags) Validate() error {
	switch {
	case corpus.IsStdout(c.StatsJSON) && corpus.IsStdout(c.Output):
		return fmt.Errorf("--stats-json %s: standard output is for the answers; name a file for these with -o, or /dev/stderr for the statistics", c.StatsJSON)
	case c.Jobs < 0:
		return fmt.Errorf("--jobs %d is negative", c.Jobs)
	case c.Jobs > MaxJobs:
		return fmt.Errorf("--jobs %d is more than %d", c.Jobs, MaxJobs)
	case c.Level < 0 || c.Level > corpus.MaxLevel:
		return fmt.Errorf("--level %d: want 1 to %d, or 0 for the default", c.Level, corpus.MaxLevel)
	}
	if err := CheckJSON("--stats-json", c.StatsJSON); err != nil {
		return err
	}
	return checkTarget(c.Output)
}

// Workers is the number of workers.
func (c *OutputFlags) Workers() int {
	if c.Jobs == 0 {
		return runtime.GOMAXPROCS(0) // which respects the limits of a container
	}
	return c.Jobs
}

// maxRecords is more than any input has, and twice as many are an int64.
const maxRecords = 1_000_000_000_000_000_000

// validateRange looks at the flags that choose records.
func (c *Flags) validateRange() error {
	switch {
	case c.Skip < 0 || c.Skip > maxRecords:
		return fmt.Errorf("--skip %d: want 0 to %d", c.Skip, int64(maxRecords))
	case c.Take != nil && (*c.Take < 0 || *c.Take > maxRecords):
		return fmt.Errorf("--take %d: want 0 to %d", *c.Take, int64(maxRecords))
	case c.Range.set && (c.Skip > 0 || c.Take != nil):
		return errors.New("--range cannot be combined with --skip or --take")
	}
	return nil
}

// Records is what --range, or --skip and --take, choose.
func (c *Flags) Records() pipeline.Range {
	switch {
	case c.Range.set:
		return c.Range.Range
	case c.Take != nil && *c.Take == 0:
		return pipeline.Range{Last: -1} // none
	case c.Take != nil:
		return pipeline.Range{First: c.Skip + 1, Last: c.Skip + *c.Take}
	}
	return pipeline.Range{First: c.Skip + 1}
}
