// Package job runs the work of sudokubatch on many files as Apache Beam jobs. An element is
// a share of the inputs; a DoFn works on it with the ring of package pipeline.
//
// pipeline.Divide defines the shares, so the parts have the same bytes as the parts of the
// command. A bundle that is tried again, or done twice, writes the same bytes. Malformed
// records and puzzles that were given up are counted. A share that cannot be read fails
// the job, and the error names it.
package job

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/store"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A Plan holds the settings that all shares have in common. It goes to the workers as JSON.
type Plan struct {
	Inputs []store.File
	From   bulk.Kind // 0 = detected
	Hints  model.Hints
	Shards int

	Dir    string // of the parts
	Ending string // file extension of parts; "" = by the form of the answers
	Level  int    // of compression

	Solver solver.Options
	Jobs   int // workers of a share; 0 = one for each usable core
}

// shardBytes is the size of a share if the number of shares is not given.
const shardBytes = 32 << 20

// DefaultShards returns a number of shares that suits the size of the inputs.
func DefaultShards(inputs []store.File) int {
	return int(bytesOf(inputs)/shardBytes) + 1
}

func bytesOf(files []store.File) (total int64) {
	for _, f := range files {
		total += f.Size
	}
	return total
}

// together puts all elements into one group.
func together(s beam.Scope, elements beam.PCollection) beam.PCollection {
	return beam.GroupByKey(s, beam.AddFixedKey(s, elements))
}

// numbers emits the numbers of the shares, from 1, spread over the workers.
func (p *Plan) numbers(s beam.Scope) beam.PCollection {
	numbers := make([]int, p.Shards)
	for i := range numbers {
		numbers[i] = i + 1
	}
	return beam.Reshuffle(s, beam.CreateList(s, numbers))
}

// name returns the name of a part without its file extension.
func (p *Plan) name(shard int) string {
	return fmt.Sprintf("part-%s-of-%s", p.number(shard), p.number(p.Shards))
}

// number returns a share's number as names have it: names sort by it.
func (p *Plan) number(shard int) string {
	return fmt.Sprintf("%0*d", max(5, len(strconv.Itoa(p.Shards))), shard)
}

// partsPattern matches the names of parts of jobs with any number of shares.
const partsPattern = "part-*-of-*"

// Replaces returns an error if the job would replace a file that it reads.
func (p *Plan) Replaces(ctx context.Context, files []store.File) error {
	parts, err := store.List(ctx, p.Dir, "part-*-of-"+p.number(p.Shards)+"*")
	if err != nil {
		return err
	}
	for _, written := range append(parts, ManifestOf(p.Dir)) {
		for _, f := range files {
			if store.Same(f.Name, written) {
				return fmt.Errorf("%s is an input, and would be replaced", written)
			}
		}
	}
	return nil
}

// turns lets one share at a time use all cores of a process, however many shares the
// engine hands it at once.
var turns = make(chan struct{}, 1)

// take waits for a turn. The function that it returns ends the turn.
func take(ctx context.Context) (end func(), err error) {
	select {
	case turns <- struct{}{}:
		return func() { <-turns }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// share returns the inputs of a share, and the form of the answers of all shares.
func (p *Plan) share(ctx context.Context, shard int, to bulk.Kind, pool *corpus.Pool) ([]pipeline.Input, bulk.Form, error) {
	inputs := p.open(ctx, p.Inputs, pool)
	divided, err := pipeline.Divide(&pipeline.Config{Inputs: inputs, From: p.From, Hints: p.Hints, To: to}, shard, p.Shards)
	return cut(inputs, divided.Parts), divided.Form, err
}

func (p *Plan) open(ctx context.Context, files []store.File, pool *corpus.Pool) []pipeline.Input {
	return store.Inputs(ctx, files, corpus.Options{Pool: pool, Members: bulk.ChooseArrays, Join: bulk.JoinArrays(p.Hints.Sizes...), Rearrange: bulk.Transposed})
}

func cut(inputs []pipeline.Input, parts []*pipeline.Part) []pipeline.Input {
	inputs = slices.Clone(inputs[:len(parts)])
	for i, part := range parts {
		inputs[i].Part = part
	}
	return inputs
}

// workers returns the number of workers of a share.
func (p *Plan) workers() int {
	if p.Jobs > 0 {
		return p.Jobs
	}
	return runtime.GOMAXPROCS(0)
}

// failure names the share in its error.
func (p *Plan) failure(shard int, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", p.name(shard), err)
}

// unreadable keeps the error of an input that could not be opened: it fails the share.
type unreadable struct{ err error }

func (u *unreadable) keep(err error) { u.err = errors.Join(u.err, err) }

func init() { register.Emitter1[[]byte]() }
