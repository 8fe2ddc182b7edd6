package job

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/sudokubatch/sudokubatch/cmd/internal/checkreport"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/store"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/owned"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// A CheckPlan lists the checks of a job and their options.
type CheckPlan struct {
	Plan
	Against []store.File // corpora that no puzzle may be in

	Solutions, Optional, Minimal, Duplicates, Isomorphs, Fingerprint bool

	Bits   uint  // leading bits of a key that choose its bucket
	Memory int64 // for sorting
}

// Check checks the inputs of a plan. It writes a part for each share, an NDJSON object for
// each record, and at the end the manifest with the statistics.
//
// Each share is checked by itself (check.RunPart). Its keys are 128-bit hashes of puzzles
// and of canonical forms. The keys are grouped by their first bits into buckets, in sorted
// blocks, so that an element holds thousands of keys. Findings of a bucket are grouped by
// share and reported there. A side input gives the place of each share's records among
// all records.
func Check(s beam.Scope, plan CheckPlan) {
	plan.Hints.More = true // the report is written
	parts, keys := beam.ParDo2(s, wrapped(&checkFn{plan}), plan.numbers(s))
	whole := beam.ParDo(s, &placeFn{plan}, together(s, beam.DropKey(s, parts)))
	side := beam.SideInput{Input: whole}
	found := beam.ParDo(s, wrapped(&compareFn{Plan: plan}), beam.GroupByKey(s, keys), side)
	reported, summaries := beam.ParDo2(s, wrapped(&reportFn{Plan: plan}), beam.CoGroupByKey(s, parts, found), side)
	all := beam.SideInput{Input: beam.Combine(s, new(joinFn), summaries)}
	beam.ParDo0(s, wrapped(&checkedFn{plan}), together(s, reported), all)
}

// BucketBits returns how many leading bits of a key make buckets of a few MiB.
func BucketBits(inputs []store.File) (bits uint) {
	const bucketBytes = 16 << 20 // of inputs; their keys take about as much
	bits = 4
	for total := bytesOf(inputs); total>>bits > bucketBytes && bits < 16; bits++ {
	}
	return bits
}

// config returns the plan as the configuration of a check.
func (p *CheckPlan) config() check.Config {
	return check.Config{
		Config: pipeline.Config{
			Inputs: make([]pipeline.Input, len(p.Inputs)), From: p.From, Hints: p.Hints, Jobs: p.workers(),
		},
		Against:   make([]pipeline.Input, len(p.Against)),
		Solutions: p.Solutions, SolutionsOptional: p.Optional, Minimal: p.Minimal,
		Duplicates: p.Duplicates, Isomorphs: p.Isomorphs, Fingerprint: p.Fingerprint,
		Solver: p.Solver, Memory: p.Memory,
		AllRecords: true, WithText: true,
	}
}

// asked lists the checks of the plan in words.
func (p *CheckPlan) asked() checkreport.Asked {
	a := checkreport.Asked{
		Solutions: p.Solutions, Optional: p.Optional, Minimal: p.Minimal, Duplicates: p.Duplicates, Isomorphs: p.Isomorphs,
		Fingerprint: p.Fingerprint, Limit: p.Solver.Limit, Engine: p.Solver.Engine,
	}
	for _, f := range p.Against {
		a.Against = append(a.Against, f.Name)
	}
	return a
}

// A checkedPart describes a share that was checked by itself.
type checkedPart struct {
	Shard int
	Part  check.Part
	Files []byte // the first bytes of its index
}

// A checkFn checks shares.
type checkFn struct{ Plan CheckPlan }

func init() {
	register.DoFn4x1[context.Context, int, func(int, []byte), func(int, []byte), error](new(checkFn))
	register.Emitter2[int, []byte]()
}

// ProcessElement checks a share. It emits the share's checkedPart, and its keys by bucket.
func (f *checkFn) ProcessElement(ctx context.Context, shard int, emitPart, emitKeys func(int, []byte)) error {
	end, err := take(ctx)
	if err != nil {
		return err
	}
	defer end()
	return f.Plan.failure(shard, f.Plan.check(ctx, shard, emitPart, emitKeys))
}

// check writes the records of a share to a file in the folder of the parts.
func (p *CheckPlan) check(ctx context.Context, shard int, emitPart, emitKeys func(int, []byte)) error {
	pool := corpus.NewPool(p.workers())
	cfg := p.config()
	var err error
	if cfg.Inputs, _, err = p.share(ctx, shard, 0, pool); err != nil {
		return err
	}
	if cfg.Against, err = p.shareOfAgainst(ctx, shard, pool); err != nil {
		return err
	}
	index, err := owned.NewFile("")
	if err != nil {
		return err
	}
	defer index.Close() // only temporary data is lost
	records, err := store.Create(ctx, p.records(shard), corpus.CreateOptions{Pool: pool})
	if err != nil {
		return err
	}
	if _, err = io.WriteString(records, recordsHead); err != nil {
		return errors.Join(err, records.Abort())
	}
	var missed unreadable
	cfg.Pool, cfg.Output, cfg.OnUnreadable = pool, struct{ io.Writer }{records}, missed.keep
	part, err := check.RunPart(ctx, cfg, index)
	if err = errors.Join(err, missed.err); err != nil {
		return errors.Join(err, records.Abort())
	}
	if err := records.Commit(); err != nil {
		return err
	}
	checked := checkedPart{Shard: shard, Part: *part, Files: make([]byte, part.Files)}
	if _, err := io.ReadFull(io.NewSectionReader(index, 0, part.Files), checked.Files); err != nil {
		return err
	}
	text, err := json.Marshal(&checked)
	if err != nil {
		return err
	}
	emitPart(shard, text)
	return part.Buckets(index, shard-1, p.Bits, func(bucket int, keys check.Keys) error {
		emitKeys(bucket, appendKeys(nil, &keys))
		return nil
	})
}

// shareOfAgainst returns the share of the corpora that no puzzle may be in.
func (p *CheckPlan) shareOfAgainst(ctx context.Context, shard int, pool *corpus.Pool) ([]pipeline.Input, error) {
	inputs := p.open(ctx, p.Against, pool)
	if len(inputs) == 0 {
		return nil, nil
	}
	divided, err := pipeline.Divide(&pipeline.Config{Inputs: inputs, Hints: p.Hints.Loosened()}, shard, p.Shards)
	if err != nil {
		return nil, err
	}
	return cut(inputs, divided.Parts), nil
}

// recordsHead begins a file of records, so that no reader takes it for another kind of
// file.
const recordsHead = "sudokubeam records\n"

// recordsEnding is the file extension of records. No other file has it, because the job
// removes all files with it.
const recordsEnding = ".sudokubeam.zst"

// records returns the name of the file that holds a share's records until they are reported.
func (p *CheckPlan) records(shard int) string {
	return store.Join(p.Dir, p.name(shard)+recordsEnding)
}
