package bench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A Corpus is puzzles of one order, in memory.
type Corpus struct {
	Name  string  // short, for people: "17clue", "@demo"
	Order int     // digits in a house
	N     int     // puzzles, at least one
	Cells []uint8 // the puzzles, one after the other, order² cells each, 0 = blank
	// Text is the puzzles as programs are given them: one a line, "." for a
	// blank, whatever form the corpus has.
	Text []byte

	path string
	open func() (pipeline.Source, error) // as it lies on disk
}

// Load reads a corpus of any form into memory: a file or an embedded corpus,
// compressed or not, but no standard input, since it is read again. A malformed
// record is an error with its position: speed is measured on puzzles, and not
// on what they might have been.
func Load(ctx context.Context, path string, opts corpus.Options) (*Corpus, error) {
	if path == "-" {
		return nil, errors.New("opening <stdin>: a corpus to measure is read several times, so it must be a file")
	}
	c := &Corpus{Name: shortName(path), path: path, open: func() (pipeline.Source, error) { return corpus.Open(path, opts) }}
	var bad error
	_, err := pipeline.Each(ctx, pipeline.Config{
		Inputs: []pipeline.Input{{Name: path, Open: c.open}},
		Hooks: pipeline.Hooks{
			OnFault: func(fault *formats.SyntaxError) {
				if bad == nil {
					bad = errors.New(fault.Error())
				}
			},
			OnUnreadable: func(err error) { bad = err },
		},
	}, c.add)
	if err = errors.Join(bad, err); err != nil {
		return nil, err
	}
	if c.N == 0 {
		return nil, fmt.Errorf("%s: no puzzles", path)
	}
	form, err := formats.Line.Form(c.Order)
	if err != nil {
		return nil, err
	}
	size := c.Order * c.Order
	c.Text = make([]byte, 0, c.N*(size+1))
	for i := range c.N {
		c.Text = form.AppendPuzzle(c.Text, c.puzzle(i))
	}
	return c, nil
}

// puzzle returns the cells of the i-th puzzle.
func (c *Corpus) puzzle(i int) []uint8 {
	size := c.Order * c.Order
	return c.Cells[i*size : (i+1)*size : (i+1)*size]
}

// line returns the i-th puzzle as text.
func (c *Corpus) line(i int) string {
	size := c.Order*c.Order + 1
	return string(c.Text[i*size : (i+1)*size-1])
}

// NameApart gives corpora whose names are equal the paths that they were loaded from as
// names.
func NameApart(corpora []*Corpus) {
	for again := true; again; { // a path may be the name of another
		again = false
		count := map[string]int{}
		for _, c := range corpora {
			count[c.Name]++
		}
		for _, c := range corpora {
			if path := readable(c.path); count[c.Name] > 1 && c.Name != path {
				c.Name, again = path, true
			}
		}
	}
}

// shortName is a file's name without what its kind adds to it, fit to print.
func shortName(path string) string {
	name := filepath.Base(path)
	for _, suffix := range []string{".zst", ".gz", ".txt"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return readable(name)
}

// readable is a name, quoted if it is not fit to print.
func readable(name string) string {
	if quoted := strconv.Quote(name); strings.Contains(quoted, `\`) {
		return quoted
	}
	return name
}

// add adds the puzzles of a batch.
func (c *Corpus) add(b *pipeline.Batch, _ pipeline.Place) error {
	c.Order = b.Records.Order
	c.Cells = append(c.Cells, b.Records.Cells...)
	c.N += b.Records.N - len(b.Records.Faults)
	return nil
}
