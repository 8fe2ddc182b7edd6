// Package job is what sudokubatch does with many files as jobs of Apache Beam: an element
// is a share of the inputs, which a DoFn works on with the ring of package pipeline.
//
// A share is what pipeline.Divide says it is, so that the parts that the shares write are
// those of the command, whatever the engine did: a bundle that is tried again, or done
// twice, writes the same once more. Records that are malformed, or given up, are counted;
// a share that cannot be read fails the job, with its name.
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
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A Plan is what all shares have in common. It goes to the workers as JSON.
type Plan struct {
	Inputs []store.File
	From   formats.Kind // 0 = detected
	Hints  formats.Hints
	Shards int

	Dir    string // of the parts
	Ending string // of their names; "" = by the form of the answers
	Level  int    // of compression

	Solver solver.Options
	Jobs   int // workers of a share; 0 = one for each usable core
}

// shardBytes is how much a share has where nobody says how many there are.
const shardBytes = 32 << 20

// DefaultShards is a number of shares for inputs.
func DefaultShards(inputs []store.File) int {
	return int(bytesOf(inputs)/shardBytes) + 1
}

func bytesOf(files []store.File) (total int64) {
	for _, f := range files {
		total += f.Size
	}
	return total
}

// together are all elements in one group.
func together(s beam.Scope, elements beam.PCollection) beam.PCollection {
	return beam.GroupByKey(s, beam.AddFixedKey(s, elements))
}

// numbers are the shares' numbers, from 1, each on a worker of its own if there are as
// many.
func (p *Plan) numbers(s beam.Scope) beam.PCollection {
	numbers := make([]int, p.Shards)
	for i := range numbers {
		numbers[i] = i + 1
	}
	return beam.Reshuffle(s, beam.CreateList(s, numbers))
}

// name is that of a part without its ending.
func (p *Plan) name(shard int) string {
	return fmt.Sprintf("part-%s-of-%s", p.number(shard), p.number(p.Shards))
}

// number is a share's in names, which sort by it.
func (p *Plan) number(shard int) string {
	return fmt.Sprintf("%0*d", max(5, len(strconv.Itoa(p.Shards))), shard)
}

// partsPattern is of the names of parts, of jobs of any number of shares.
const partsPattern = "part-*-of-*"

// Replaces says so where the job would replace a file that it reads.
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

// turns are taken by shares: one at a time has all cores of a process, however many the
// engine hands it at once.
var turns = make(chan struct{}, 1)

// take waits for a turn, and returns what ends it.
func take(ctx context.Context) (end func(), err error) {
	select {
	case turns <- struct{}{}:
		return func() { <-turns }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// share returns the inputs of a share, and the form of the answers of all shares.
func (p *Plan) share(ctx context.Context, shard int, to formats.Kind, pool *corpus.Pool) ([]pipeline.Input, formats.Form, error) {
	inputs := p.open(ctx, p.Inputs, pool)
	divided, err := pipeline.Divide(&pipeline.Config{Inputs: inputs, From: p.From, Hints: p.Hints, To: to}, shard, p.Shards)
	return cut(inputs, divided.Parts), divided.To, err
}

func (p *Plan) open(ctx context.Context, files []store.File, pool *corpus.Pool) []pipeline.Input {
	return store.Inputs(ctx, files, corpus.Options{Pool: pool, Members: formats.ChooseArrays, Join: formats.JoinArrays})
}

func cut(inputs []pipeline.Input, parts []*pipeline.Part) []pipeline.Input {
	inputs = slices.Clone(inputs[:len(parts)])
	for i, part := range parts {
		inputs[i].Part = part
	}
	return inputs
}

// workers is how many there are for a share.
func (p *Plan) workers() int {
	if p.Jobs > 0 {
		return p.Jobs
	}
	return runtime.GOMAXPROCS(0)
}

// failure is the error of a share, with its name.
func (p *Plan) failure(shard int, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", p.name(shard), err)
}

// unreadable keeps why an input could not be opened: it fails the share.
type unreadable struct{ err error }

func (u *unreadable) keep(err error) { u.err = errors.Join(u.err, err) }

func init() { register.Emitter1[[]byte]() }
