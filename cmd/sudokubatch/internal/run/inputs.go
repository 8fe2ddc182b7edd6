package run

// Inputs: their flags, how a name becomes an input of the pipeline, and their sizes.

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/options"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Flags are the flags of all verbs that run inputs through the pipeline to an output. The
// tags hold their help.
type Flags struct {
	InputFlags
	OutputFlags

	Box Box `group:"Input" placeholder:"RxC" help:"Boxes of 6×6, 8×8 and 12×12 have R rows and C columns, such as 3x2. Boxes of the other sizes then lie the same way. Default: 2x3, 2x4 and 3x4."`

	// ReadsNothing says that the verb has no inputs.
	ReadsNothing bool `kong:"-"`

	records RangeFlags // zero in a verb that has no such flags
	where   WhereFlag  // zero in a verb that has no such flag
	part    string     // name of the answers of a share; "" without --shard
	joined  parts.All  // parts that are read instead of inputs
}

// answers returns the name of the output for the answers.
func (c *Flags) answers() string {
	if c.part != "" {
		return c.part
	}
	return c.Output
}

// Validate returns an error if the flags contradict each other; kong calls it.
func (c *Flags) Validate() error {
	if err := c.InputFlags.Validate(); err != nil {
		return err
	}
	if err := c.Box.Check(c.Size); err != nil {
		return fmt.Errorf("--box: %w", err)
	}
	if err := c.records.validate(); err != nil {
		return err
	}
	if c.where.Set() {
		// A column that is not computed is one of the input, perhaps of a list without a header.
		_, err := columns.Parse(c.where.Where.Names())
		c.More = c.More || err != nil
	}
	return c.OutputFlags.Validate()
}

// Choose sets the records that the run uses. A verb with these flags calls it before Validate; a verb
// without them uses all records.
func (c *Flags) Choose(records RangeFlags, where WhereFlag) { c.records, c.where = records, where }

// A WhereFlag chooses records by their columns, for verbs with --where.
type WhereFlag struct {
	Where options.Where `group:"Input" brief:"" placeholder:"EXPR" help:"Use only the records that match. For example 'clues <= 24 and source != \"x\"'. An expression compares columns of the input, or columns that label --add knows, with numbers and texts: == != < <= > >=, in (a, b), and, or, not. Malformed records are still reported."`
}

// Set reports whether the flag was given.
func (c *WhereFlag) Set() bool { return c.Where.Set() }

// A ScaleFlag chooses the scale of difficulty, for verbs that compute columns.
type ScaleFlag struct {
	Scale string `default:"sukaku" enum:"sukaku,se121" placeholder:"sukaku|se121" help:"Rate steps (er, ep, ed, tier, technique, path) as SukakuExplainer, or as Sudoku Explainer 1.2.1, which has fewer techniques. Default: ${default}."`
}

// Of returns the scale.
func (c *ScaleFlag) Of() explain.Scale {
	scale, _ := explain.ParseScale(c.Scale) // kong checked it
	return scale
}

// OnScale returns columns that are computed on the scale. It also sets the scale of --where.
func (c *ScaleFlag) OnScale(flags *Flags, added []columns.Column) []columns.Column {
	if flags.where.Set() {
		flags.where.Where.Scale = c.Of()
	}
	return columns.OnScale(added, c.Of())
}

// RangeFlags choose records by their numbers, for verbs that may read a part of a file.
type RangeFlags struct {
	Skip int64  `group:"Input" placeholder:"N" help:"Skip the first N records. Records are counted over all inputs."`
	Take *int64 `group:"Input" placeholder:"N" help:"Read at most N records."`
}

// maxRecords is the largest number of records in a flag. The sum of two fits an int64.
const maxRecords = 1_000_000_000_000_000_000

// validate checks the numbers.
func (c *RangeFlags) validate() error {
	switch {
	case c.Skip < 0 || c.Skip > maxRecords:
		return fmt.Errorf("--skip %d: want 0 to %d", c.Skip, int64(maxRecords))
	case c.Take != nil && (*c.Take < 0 || *c.Take > maxRecords):
		return fmt.Errorf("--take %d: want 0 to %d", *c.Take, int64(maxRecords))
	}
	return nil
}

func (c *RangeFlags) given() bool { return c.Skip > 0 || c.Take != nil }

// Records returns the records that --skip and --take choose.
func (c *RangeFlags) Records() pipeline.Range {
	switch {
	case c.Take != nil && *c.Take == 0:
		return pipeline.Range{Last: -1} // none
	case c.Take != nil:
		return pipeline.Range{First: c.Skip + 1, Last: c.Skip + *c.Take}
	}
	return pipeline.Range{First: c.Skip + 1}
}

// RepairFlags read damaged tables, for verbs that write them anew.
type RepairFlags struct {
	PadZeros bool   `group:"Input" help:"Read 60 to 80 digits as a 9×9 puzzle whose first zeros are lost, for example because a spreadsheet took it for a number."`
	Encoding string `group:"Input" default:"utf-8" enum:"utf-8,latin1,windows-1252" placeholder:"ENCODING" help:"Read text in this encoding: utf-8, latin1 or windows-1252. The output is UTF-8. UTF-16 is recognised. Default: ${default}."`
}

// Of returns the encoding for package corpus.
func (c *RepairFlags) Of() corpus.Encoding {
	if c.Encoding == "utf-8" {
		return corpus.UTF8
	}
	return corpus.Encoding(c.Encoding)
}

// InputFlags are the flags of all verbs that read corpora. The tags hold their help.
type InputFlags struct {
	Inputs []string `arg:"" optional:"" name:"file" complete:"inputs" help:"Read these files; - is standard input. A folder stands for all files in it, and a pattern such as 'data/**/*.csv' for the files it matches. @NAME is an embedded corpus. An argument may also be a whole puzzle. Several inputs are read one after the other. Files may be compressed with zstd, gzip, bzip2, xz or zip. Default: standard input."`

	From           Form   `group:"Input" complete:"forms" placeholder:"FORM" help:"Read inputs in this form. Any of ${forms}. Default: detected for each input (see detect)."`
	Column         string `group:"Input" placeholder:"NAME|N" help:"Take puzzles from this column. Give its name or number. Default: a column with a usual name such as puzzle, or the first column that holds grids."`
	SolutionColumn string `group:"Input" placeholder:"NAME|N" help:"Take solutions from this column. Give its name or number."`
	Digits         Digits `group:"Input" complete:"digits" placeholder:"DIGITS" help:"Read 16×16 digits as A-P, 1-G or 0-F. Default: detected."`
	Size           Sizes  `group:"Input" aliases:"order" complete:"orders" placeholder:"N,N" help:"Read puzzles of these sizes. Any of ${orders}. A file may mix them. Default: 9 and 16, detected."`
	// Repair says how damaged tables are read; it is zero in a verb that does not repair.
	Repair RepairFlags `kong:"-"`
	// More asks for all columns of the records.
	More bool `kong:"-"`
	// States, if not nil, asks for players' grids in place of solutions, in the column that it names, or by
	// default in the column state.
	States *string `kong:"-"`

	verb  string   // verb that has the flags
	named []string // the inputs as the user named them
}

// Validate returns an error if the flags contradict each other; kong calls it.
func (c *InputFlags) Validate() error {
	c.named = c.Inputs
	if slices.Contains(c.Inputs, "") {
		return errors.New("an input has an empty name: name a file, or - for standard input")
	}
	for i, name := range c.Inputs {
		if n := len(name); cellsPattern.MatchString(name) && geometry.OfCells(n) == (geometry.Box{}) && !isThere(name) {
			return fmt.Errorf("argument %d: no such file, and not a puzzle: %d characters, want 81 or 256", i+1, n)
		}
	}
	return nil
}

// cellsPattern matches arguments that look like a puzzle or a piece of one.
var cellsPattern = regexp.MustCompile(`^([0-9.*_-]{20,}|[A-P.-]{20,})$`)

// Hints returns what the flags say of the inputs, except their form.
func (c *InputFlags) Hints() model.Hints {
	h := model.Hints{Puzzle: c.Column, Solution: c.SolutionColumn, Digits: string(c.Digits), Sizes: c.Size.Sides, PadZeros: c.Repair.PadZeros, More: c.More}
	if c.States != nil {
		h.Solution, h.State = *c.States, true
	}
	return h
}

// Named returns the inputs as the user named them.
func (c *InputFlags) Named() []string { return c.named }

// Expand returns names of inputs with folders and patterns replaced by their files. Of a dataset for HRM only
// the arrays of puzzles are left, which are read with their solutions.
func Expand(names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		if get, _, _ := programsFor(name); get != "" || name == "-" || strings.HasPrefix(name, "@") || isPuzzle(name) {
			files = append(files, name)
			continue
		}
		listed, err := corpus.List(name)
		if err != nil {
			return nil, err
		}
		files = append(files, listed...)
	}
	return bulk.DatasetInputs(files), nil
}

// Sources returns the inputs of a verb for the pipeline.
func (c *InputFlags) Sources(verb string) []pipeline.Input {
	c.verb = verb
	return c.sources(c.Inputs, nil, c.Repair.Of())
}

func (c *InputFlags) sources(names []string, pool *corpus.Pool, encoding corpus.Encoding) []pipeline.Input {
	opts := corpus.Options{
		Stdin: os.Stdin, Pool: pool, Encoding: encoding,
		Members: bulk.ChooseArrays, Join: bulk.JoinArrays(c.Size.Sides...), Rearrange: bulk.Transposed,
	}
	inputs := OpenFiles(names, opts)
	for i, name := range names {
		inputs[i] = explained(withSolutions(inputs[i], opts), name, c.verb)
		if isPuzzle(name) {
			inputs[i] = pipeline.Input{Name: fmt.Sprintf("<argument %d>", i+1), Open: func() (pipeline.Source, error) {
				opts := opts
				opts.Stdin = strings.NewReader(name)
				return corpus.Open("-", opts)
			}}
		}
	}
	return inputs
}

// isPuzzle reports whether an argument is a puzzle, not the name of a file.
func isPuzzle(name string) bool {
	if len(name) < 16 || len(name) > 4<<10 {
		return false
	}
	if _, err := os.Lstat(name); err == nil {
		return false
	}
	_, err := formats.Parse(name, geometry.Sides()...)
	return err == nil
}

// OpenFiles makes inputs of names. Tests replace it.
var OpenFiles = pipeline.Files

// Sources returns inputs for the pipeline, in UTF-8. A name is a file or a whole puzzle.
func (r *Run) Sources(names []string) []pipeline.Input {
	return r.flags.sources(names, r.Pool, corpus.UTF8)
}

// Inputs returns the inputs, limited to the share.
func (r *Run) Inputs() []pipeline.Input {
	return r.Part.Limit(r.flags.sources(r.flags.Inputs, r.Pool, r.flags.Repair.Of()), false)
}

// OtherInputs returns Job.OtherInputs for the pipeline, limited to the share.
func (r *Run) OtherInputs(names []string) []pipeline.Input {
	return r.Part.Limit(r.Sources(names), true)
}

// sayMissed warns if no record matches, or if the range begins after the last record.
func (c *Flags) sayMissed(stats *pipeline.Stats) {
	first := c.records.Records().First
	if stats.LeftOut > 0 && stats.Puzzles() == stats.Malformed {
		console.Say("no record matches --where %s", c.where.Where)
		return
	}
	if first <= 1 || stats.Puzzles() > 0 || c.records.Take != nil && *c.records.Take == 0 {
		return
	}
	console.Say("the range begins at record %s, but the input has only %s", humanize.Comma(first), humanize.Comma(stats.Counted))
}

// meantAsOutput returns the second of two inputs if it was probably meant as the output:
// only this file does not exist, and no output is named. Otherwise it returns "".
func (c *Flags) meantAsOutput() string {
	if len(c.named) != 2 || c.Output != "-" {
		return ""
	}
	missing := slices.DeleteFunc(NamedFiles(c.named), isThere)
	if len(missing) != 1 || missing[0] != c.named[1] {
		return ""
	}
	if get, _, _ := programsFor(missing[0]); get != "" {
		return "" // another message explains URLs
	}
	return missing[0]
}

// InputFiles describes the input files, so that no output replaces one.
func InputFiles(names []string) []os.FileInfo {
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

// totalBytes returns the size of all inputs, or -1 if the size of one is unknown.
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

// inputSize returns the size of an input, or -1 if it is unknown. A file that cannot be opened
// counts as empty; the run reports it later.
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

// NamedFiles returns the inputs that are names of files.
func NamedFiles(names []string) []string {
	var files []string
	for _, name := range names {
		if name != "-" && !strings.HasPrefix(name, "@") && !isPuzzle(name) {
			files = append(files, name)
		}
	}
	return files
}

// isThere reports whether a file or folder exists.
func isThere(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
