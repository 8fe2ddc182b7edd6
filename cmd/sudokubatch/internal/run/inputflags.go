package run

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// InputFlags are the flags of all verbs that read corpora. Their tags hold their
// help.
type InputFlags struct {
	Inputs []string `arg:"" optional:"" name:"file" complete:"inputs" help:"Files, @NAME for an embedded corpus, - for standard input (the default). Several are one stream, in this order. zstd, gzip, bzip2, xz and zip are recognised. A whole puzzle may stand in place of a file."`

	From           Form   `group:"Input" complete:"forms" placeholder:"FORM" help:"Form of the inputs: ${forms}. Default: detected from the content of each (see detect)."`
	Column         string `group:"Input" placeholder:"NAME|N" help:"Column of the puzzles in a table, by name or number. Default: by its usual names, or the first that holds grids."`
	SolutionColumn string `group:"Input" placeholder:"NAME|N" help:"Column of the solutions, likewise."`
	Digits         Digits `group:"Input" complete:"digits" placeholder:"DIGITS" help:"How digits of 16×16 are written: A-P, 1-G (1 to 9, A to G) or 0-F. Default: detected."`
	// More is set where all that records hold is reported.
	More            bool `kong:"-"`
	MaxWindow       Size `group:"Input" default:"64MiB" placeholder:"SIZE" help:"Largest zstd window, or xz dictionary, to accept, which is memory to use. Default: ${default}."`
	RequireChecksum bool `group:"Input" help:"Refuse zstd and xz inputs that have a frame without a checksum; where a run needs no more of an input, read on to the checksum of what it used, however far."`

	verb string // that they are for
}

// minWindow is the smallest window that the zstd format knows.
const minWindow = 1 << 10

// Validate is kong's hook for what the flags must hold.
func (c *InputFlags) Validate() error {
	switch {
	case slices.Contains(c.Inputs, ""):
		return errors.New("an input has an empty name")
	case c.MaxWindow < minWindow:
		return fmt.Errorf("--max-window %d is less than %d bytes", c.MaxWindow, minWindow)
	}
	for i, name := range c.Inputs {
		if n := len(name); cellsPattern.MatchString(name) && n != 81 && n != 256 && !isThere(name) {
			return fmt.Errorf("argument %d: there is no such file, and it has %d characters where a puzzle has 81 or 256", i+1, n)
		}
	}
	return nil
}

// cellsPattern matches what may be a puzzle, or a piece of one.
var cellsPattern = regexp.MustCompile(`^([0-9.*_-]{20,}|[A-P.-]{20,})$`)

// Hints are what the flags say of the inputs beside their form.
func (c *InputFlags) Hints() formats.Hints {
	return formats.Hints{Puzzle: c.Column, Solution: c.SolutionColumn, Digits: string(c.Digits), More: c.More}
}

// Sources are the inputs of a verb as the pipeline takes them.
func (c *InputFlags) Sources(verb string) []pipeline.Input {
	c.verb = verb
	return c.sources(c.Inputs, nil)
}

func (c *InputFlags) sources(names []string, pool *corpus.Pool) []pipeline.Input {
	opts := corpus.Options{
		Stdin: os.Stdin, MaxWindow: uint64(c.MaxWindow), RequireChecksum: c.RequireChecksum, Pool: pool,
		Members: formats.ChooseArrays, Join: formats.JoinArrays,
	}
	inputs := OpenFiles(names, opts)
	for i, name := range names {
		inputs[i] = explained(inputs[i], name, c.verb)
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

// isPuzzle reports whether an argument is a puzzle rather than the name of a
// file.
func isPuzzle(name string) bool {
	if len(name) < 81 || len(name) > 4<<10 {
		return false
	}
	if _, err := os.Lstat(name); err == nil {
		return false
	}
	_, err := formats.Parse(name)
	return err == nil
}
