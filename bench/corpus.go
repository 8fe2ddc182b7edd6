package bench

// This file reads corpora into memory.

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A Corpus is puzzles of one order, in memory.
type Corpus struct {
	Name  string  // for people: "17clue", "@demo"
	Order int     // digits in a house
	N     int     // puzzles, at least one
	Cells []uint8 // order² cells for each puzzle, 0 = blank
	// Text is what programs are given: a puzzle a line, "." for a blank.
	Text []byte

	open  func() (pipeline.Source, error) // the file
	hints model.Hints
}

// ErrSizes reports a corpus with puzzles of several sizes.
var ErrSizes = errors.New("puzzles of several sizes are measured apart")

// LoadSizes reads files and embedded corpora with puzzles of these sizes (see model.Hints), in any
// form, compressed or not. It does not read standard input, since a corpus is read several times. A
// malformed record is an error with its position. A corpus has the short name of its file, or the
// path if two would have the same name.
func LoadSizes(ctx context.Context, sizes []int, paths ...string) ([]*Corpus, error) {
	count := map[string]int{}
	for _, path := range paths {
		count[shortName(path)]++
	}
	var corpora []*Corpus
	for _, path := range paths {
		c, err := load(ctx, path, sizes)
		if err != nil {
			return nil, err
		}
		if count[c.Name] > 1 {
			c.Name = escaped(path)
		}
		corpora = append(corpora, c)
	}
	return corpora, nil
}

func load(ctx context.Context, path string, sizes []int) (*Corpus, error) {
	if path == "-" {
		return nil, errors.New("opening <stdin>: a corpus to measure is read several times, so it must be a file")
	}
	c := &Corpus{Name: shortName(path), hints: model.Hints{Sizes: sizes}, open: func() (pipeline.Source, error) { return corpus.Open(path, corpus.Options{}) }}
	var bad error
	_, err := pipeline.Each(ctx, pipeline.Config{
		Inputs: []pipeline.Input{{Name: path, Open: c.open}},
		Hints:  c.hints,
		Hooks: pipeline.Hooks{
			OnFault: func(fault *model.SyntaxError) {
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
	return c, c.format()
}

// format makes the text of the cells.
func (c *Corpus) format() error {
	form, err := bulk.Line.Form(c.Order)
	if err != nil {
		return err
	}
	for i := range c.N {
		c.Text = form.AppendPuzzle(c.Text, c.puzzle(i))
	}
	return nil
}

// add adds the puzzles of a batch.
func (c *Corpus) add(b *pipeline.Batch, _ pipeline.Place) error {
	if c.N > 0 && b.Records.Order != c.Order {
		return ErrSizes
	}
	c.Order = b.Records.Order
	c.Cells = append(c.Cells, b.Records.Cells...)
	c.N += b.Records.N - len(b.Records.Faults)
	return nil
}

// puzzle returns the cells of a puzzle, numbered from 0.
func (c *Corpus) puzzle(i int) []uint8 {
	size := c.Order * c.Order
	return c.Cells[i*size : (i+1)*size : (i+1)*size]
}

// shortName returns a file's name without folders and usual extensions.
func shortName(path string) string {
	name := filepath.Base(path)
	for _, suffix := range []string{".zst", ".gz", ".txt"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return escaped(name)
}

// escaped returns a text with escapes for unprintable characters, as Go string literals have them.
func escaped(text string) string {
	quoted := strconv.Quote(text)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(quoted[1 : len(quoted)-1])
}
