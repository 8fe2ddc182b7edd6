package augment

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A Dataset writes pairs (Config.Pairs) in the layout that the loaders of HRM (the
// Hierarchical Reasoning Model) and TRM (Tiny Recursive Models) read: a folder for training and
// a folder for tests, each with these files. An example is a puzzle and its solution. A group
// is a puzzle with its isomorphs; an epoch draws one example of each group.
//
//	all__inputs.npy              uint8 (examples, 81): a token for each cell of the puzzle
//	all__labels.npy              uint8 (examples, 81): a token for each cell of the solution
//	all__puzzle_identifiers.npy  int32 (examples): 0, as all puzzles follow the same rules
//	all__puzzle_indices.npy      int32 (examples + 1): 0, 1, 2, ...
//	all__group_indices.npy       int32 (groups + 1): the example that each group begins with
//	dataset.json                 the sizes, and what tokens mean
//
// The parent folder has identifiers.json, see DatasetIdentifiers.
//
// Token 0 is padding, token 1 a blank cell; the digits follow from token 2.
type Dataset struct {
	// Inputs and Labels are the arrays with these names. Their headers must be rewritten with
	// Header at the end.
	Inputs, Labels io.Writer
	// Order is the order of the puzzles, 9 or 16. It must be set first.
	Order int

	values int64 // in each array
	begun  bool
}

// DatasetIdentifiers is the content of identifiers.json, as the models' own programs write it:
// the names of the puzzle identifiers, only one.
const DatasetIdentifiers = `["<blank>"]`

// firstToken is the token of a blank cell; the digits follow.
const firstToken = 1

// Write takes whole pairs, as Config.Output.
func (d *Dataset) Write(p []byte) (n int, err error) {
	if err := d.begin(); err != nil {
		return 0, err
	}
	if len(p)%(2*d.Order*d.Order) != 0 {
		return 0, fmt.Errorf("%d bytes: want whole pairs of order %d", len(p), d.Order)
	}
	half := len(p) / 2
	if n, err = d.Inputs.Write(p[:half]); err == nil {
		var m int
		m, err = d.Labels.Write(p[half:])
		n += m
	}
	d.values += int64(half)
	return n, err
}

// Copy takes all pairs at once: the arrays puzzles and solutions of a [bulk.ArrayWriter], none of them missing. It
// keeps their headers.
func (d *Dataset) Copy(puzzles, solutions io.Reader) (err error) {
	d.begun = true
	for i, from := range []io.Reader{puzzles, solutions} {
		to := []io.Writer{d.Inputs, d.Labels}[i]
		if _, err = io.CopyN(to, from, int64(len(d.Header()))); err == nil {
			d.values, err = io.Copy(to, tokens{from})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tokens reads cells as tokens.
type tokens struct{ cells io.Reader }

func (t tokens) Read(p []byte) (n int, err error) {
	n, err = t.cells.Read(p)
	for i := range p[:n] {
		p[i] += firstToken
	}
	return n, err
}

// begin writes the headers, once.
func (d *Dataset) begin() error {
	if d.begun {
		return nil
	}
	if !slices.Contains(solver.Orders(), d.Order) {
		return fmt.Errorf("no dataset of puzzles of order %d: orders are %v", d.Order, solver.Orders())
	}
	d.begun = true
	for _, w := range []io.Writer{d.Inputs, d.Labels} {
		if _, err := w.Write(bulk.NpyHeader(d.Order, -1)); err != nil {
			return err
		}
	}
	return nil
}

// Examples returns the number of pairs written.
func (d *Dataset) Examples() int64 { return d.values / int64(d.Order*d.Order) }

// Header returns the final header of the two large arrays.
func (d *Dataset) Header() []byte { return bulk.NpyHeader(d.Order, d.Examples()) }

// metadata is the content of dataset.json.
type metadata struct {
	PadID              int      `json:"pad_id"`
	IgnoreLabelID      int      `json:"ignore_label_id"`
	BlankIdentifierID  int      `json:"blank_identifier_id"`
	VocabSize          int      `json:"vocab_size"`
	SeqLen             int      `json:"seq_len"`
	Identifiers        int      `json:"num_puzzle_identifiers"`
	TotalGroups        int64    `json:"total_groups"`
	MeanPuzzleExamples float64  `json:"mean_puzzle_examples"`
	TotalPuzzles       int64    `json:"total_puzzles"` // groups, as TRM's own program counts them
	Sets               []string `json:"sets"`
}

// DatasetFiles are the small files of a dataset.
type DatasetFiles struct{ Identifiers, Puzzles, Groups, Metadata io.Writer }

// Finish writes the small files after all pairs; perGroup is the number of examples in a group.
// The loader counts examples in 32 bits.
func (d *Dataset) Finish(perGroup int64, to DatasetFiles) error {
	if err := d.begin(); err != nil {
		return err
	}
	n := d.Examples()
	switch {
	case n > math.MaxInt32:
		return fmt.Errorf("%d examples are more than a dataset can have, %d", n, math.MaxInt32)
	case perGroup < 1:
		return fmt.Errorf("groups of %d examples: want at least 1", perGroup)
	}
	groups := n / perGroup
	for _, array := range []struct {
		to      io.Writer
		n, step int64
	}{{to.Identifiers, n, 0}, {to.Puzzles, n + 1, 1}, {to.Groups, groups + 1, perGroup}} {
		if err := writeNumbers(array.to, array.n, array.step); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(metadata{
		SeqLen: d.Order * d.Order, VocabSize: firstToken + 1 + d.Order,
		Identifiers: 1, TotalGroups: groups, MeanPuzzleExamples: 1, TotalPuzzles: groups, Sets: []string{"all"},
	}, "", "  ")
	if err == nil {
		_, err = to.Metadata.Write(append(text, '\n'))
	}
	return err
}

// writeNumbers writes an array of n numbers: 0, step, 2·step and so on.
func writeNumbers(w io.Writer, n, step int64) error {
	buffer := bulk.NpyNumbersHeader(n)
	for i := range n {
		buffer = binary.LittleEndian.AppendUint32(buffer, uint32(i*step))
		if len(buffer) < 64<<10 && i < n-1 {
			continue
		}
		if _, err := w.Write(buffer); err != nil {
			return err
		}
		buffer = buffer[:0]
	}
	if len(buffer) == 0 {
		return nil
	}
	_, err := w.Write(buffer) // the array may be empty
	return err
}
