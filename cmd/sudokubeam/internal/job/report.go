package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/sudokubatch/sudokubatch/cmd/internal/checkreport"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/store"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// A reportFn reports the records of shares.
type reportFn struct {
	Plan CheckPlan

	at placement
}

func init() {
	register.DoFn7x1[context.Context, int, func(*[]byte) bool, func(*[]byte) bool, func(*[]byte) bool, func([]byte), func(check.Summary), error](new(reportFn))
	register.Emitter1[check.Summary]()
	beam.RegisterCoder(reflect.TypeFor[check.Summary](), encodeSummary, decodeSummary)
}

func encodeSummary(s check.Summary) ([]byte, error) { return json.Marshal(s) }

func decodeSummary(text []byte) (s check.Summary, err error) { return s, json.Unmarshal(text, &s) }

// ProcessElement takes the checkedPart of a share, and the findings about its records from
// all buckets.
func (f *reportFn) ProcessElement(ctx context.Context, shard int, parts, found, side func(*[]byte) bool, emitPart func([]byte), emitSummary func(check.Summary)) error {
	whole, err := f.at.of(side)
	if err != nil {
		return err
	}
	var text []byte
	if !parts(&text) {
		return fmt.Errorf("the engine lost %s", f.Plan.name(shard))
	}
	var p checkedPart
	if err := json.Unmarshal(text, &p); err != nil {
		return err
	}
	part, summary, err := f.Plan.report(ctx, whole, &p, all(found))
	if err != nil {
		return f.Plan.failure(shard, err)
	}
	if text, err = json.Marshal(part); err != nil {
		return err
	}
	emitPart(text)
	emitSummary(*summary)
	return nil
}

// all returns the elements of a group.
func all(next func(*[]byte) bool) [][]byte {
	var elements [][]byte
	for {
		var text []byte
		if !next(&text) {
			break
		}
		elements = append(elements, text)
	}
	return elements
}

// report writes the part of a share.
func (p *CheckPlan) report(ctx context.Context, whole *check.Whole, checked *checkedPart, found [][]byte) (*Part, *check.Summary, error) {
	part, err := p.create(ctx, checked.Shard, bulk.NDJSON, nil)
	if err != nil {
		return nil, nil, err
	}
	records, err := p.findings(whole)
	if err != nil {
		_, err = part.finish(err)
		return nil, nil, err
	}
	cfg := p.config()
	cfg.OnRecord, cfg.Output = records.Write, part
	summary, err := whole.Report(ctx, cfg, checked.Shard-1, &checked.Part, func() (io.ReadCloser, error) {
		return p.openRecords(ctx, checked.Shard)
	}, found)
	part.Stats = summary.Stats
	done, err := part.finish(err)
	return done, summary, err
}

// findings returns a writer of records that writes like the command: columns have the
// names of the first input.
func (p *CheckPlan) findings(whole *check.Whole) (*checkreport.Records, error) {
	first, form, err := whole.First(p.From)
	if err != nil {
		return nil, err
	}
	columns, err := checkreport.ParseColumns(nil, p.asked())
	if err != nil {
		return nil, err
	}
	records := checkreport.NewRecords(bulk.NDJSON.String(), columns, -1, nil)
	if first != "" {
		records.GoOn(form)
	}
	return records, nil
}

// openRecords opens the file of a share's records.
func (p *CheckPlan) openRecords(ctx context.Context, shard int) (io.ReadCloser, error) {
	r, err := store.Open(ctx, p.records(shard))
	if err != nil {
		return nil, err
	}
	head := make([]byte, len(recordsHead))
	if _, err = io.ReadFull(r, head); err == nil && string(head) != recordsHead {
		err = fmt.Errorf("%s holds no records", p.records(shard))
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// A joinFn joins the summaries of shares, in any order.
type joinFn struct{}

func init() { register.Combiner1[check.Summary](new(joinFn)) }

// MergeAccumulators joins two summaries.
func (joinFn) MergeAccumulators(a, b check.Summary) check.Summary {
	a.Hardest = slices.Clone(a.Hardest)
	a.Join(&b)
	return a
}
