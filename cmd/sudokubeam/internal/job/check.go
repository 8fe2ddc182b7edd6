package job

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/sudokubatch/sudokubatch/cmd/internal/checkreport"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/store"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// A CheckPlan says what is to be checked, and what for.
type CheckPlan struct {
	Plan
	Against []store.File // corpora that no puzzle may be in

	Solutions, Optional, Minimal, Duplicates, Isomorphs, Fingerprint bool

	Bits   uint  // of keys, which say in which bucket they are compared
	Memory int64 // for what is sorted
}

// Check checks the inputs of a plan: a part for each share, with what is found of each
// record in NDJSON, and the manifest with the statistics when all parts are there.
//
// Each share is checked by itself (check.RunPart). Its keys, of puzzles and of canonical
// forms, are hashes of 128 bits. They are grouped by their first bits, in sorted blocks,
// so that an element is thousands of them; what is found in a bucket is grouped by the
// share that it is about, and reported there. Where the records of a share are among all,
// a side input says.
func Check(s beam.Scope, plan CheckPlan) {
	plan.Hints.More = true // which is written
	parts, keys := beam.ParDo2(s, wrapped(&checkFn{plan}), plan.numbers(s))
	whole := beam.ParDo(s, &placeFn{plan}, together(s, beam.DropKey(s, parts)))
	side := beam.SideInput{Input: whole}
	found := beam.ParDo(s, wrapped(&compareFn{Plan: plan}), beam.GroupByKey(s, keys), side)
	reported, summaries := beam.ParDo2(s, wrapped(&reportFn{Plan: plan}), beam.CoGroupByKey(s, parts, found), side)
	all := beam.SideInput{Input: beam.Combine(s, new(joinFn), summaries)}
	beam.ParDo0(s, wrapped(&checkedFn{plan}), together(s, reported), all)
}

// BucketBits is how many first bits of keys make buckets of some MiB.
func BucketBits(inputs []store.File) (bits uint) {
	const bucketBytes = 16 << 20 // of inputs, which the keys of puzzles and forms take about
	bits = 4
	for total := bytesOf(inputs); total>>bits > bucketBytes && bits < 16; bits++ {
	}
	return bits
}

// config is what the plan says of a check.
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

// asked is what the plan asks for, in words.
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

// A checkedPart is what is known of a share that was checked by itself.
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

// ProcessElement checks a share, and emits what is known of it, and its keys by bucket.
func (f *checkFn) ProcessElement(ctx context.Context, shard int, emitPart, emitKeys func(int, []byte)) error {
	end, err := take(ctx)
	if err != nil {
		return err
	}
	defer end()
	return f.Plan.failure(shard, f.Plan.check(ctx, shard, emitPart, emitKeys))
}

// check keeps the records of a share in a file beside the parts.
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
	index, err := os.CreateTemp("", "sudokubeam-index-*")
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(index.Close(), os.Remove(index.Name())) }() // what is lost is temporary
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

// shareOfAgainst is the share of the corpora that no puzzle may be in.
func (p *CheckPlan) shareOfAgainst(ctx context.Context, shard int, pool *corpus.Pool) ([]pipeline.Input, error) {
	inputs := p.open(ctx, p.Against, pool)
	if len(inputs) == 0 {
		return nil, nil
	}
	divided, err := pipeline.Divide(&pipeline.Config{Inputs: inputs, Hints: p.Hints.Beside()}, shard, p.Shards)
	if err != nil {
		return nil, err
	}
	return cut(inputs, divided.Parts), nil
}

// recordsHead stands ahead of records, so that nobody takes them for a file of another
// kind.
const recordsHead = "sudokubeam records\n"

// recordsEnding is how names of files of records end: as no others do, as the job
// removes what ends so.
const recordsEnding = ".sudokubeam.zst"

// records is the name of the file of a share's records, until they are reported.
func (p *CheckPlan) records(shard int) string {
	return store.Join(p.Dir, p.name(shard)+recordsEnding)
}
