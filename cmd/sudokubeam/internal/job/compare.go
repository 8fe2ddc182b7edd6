package job

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// A placeFn finds the place of every share's records among all records.
type placeFn struct{ Plan CheckPlan }

func init() {
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func([]byte), error](new(placeFn))
}

// ProcessElement takes the checkedPart of every share.
func (f *placeFn) ProcessElement(_ context.Context, _ int, next func(*[]byte) bool, emit func([]byte)) error {
	parts := make([]check.Kept, f.Plan.Shards)
	var text []byte
	for next(&text) {
		p := new(checkedPart)
		if err := json.Unmarshal(text, p); err != nil {
			return err
		}
		parts[p.Shard-1] = check.Kept{Part: &p.Part, Index: bytes.NewReader(p.Files)}
	}
	for i := range parts {
		if parts[i].Part == nil {
			return fmt.Errorf("the engine lost %s", f.Plan.name(i+1))
		}
	}
	whole, err := check.Place(parts)
	if err != nil {
		return err
	}
	placed, err := json.Marshal(whole)
	if err == nil {
		emit(placed)
	}
	return err
}

// placement is the side input with the places of all shares.
type placement struct{ whole *check.Whole }

// of returns the placement. The first call reads the side input.
func (p *placement) of(side func(*[]byte) bool) (*check.Whole, error) {
	if p.whole != nil {
		return p.whole, nil
	}
	var text []byte
	for side(&text) {
		p.whole = new(check.Whole)
		if err := json.Unmarshal(text, p.whole); err != nil {
			return nil, err
		}
	}
	if p.whole == nil {
		return nil, errors.New("the engine lost where the parts are")
	}
	return p.whole, nil
}

// A compareFn compares the keys of buckets.
type compareFn struct {
	Plan CheckPlan

	at placement
}

func init() {
	register.DoFn5x1[context.Context, int, func(*[]byte) bool, func(*[]byte) bool, func(int, []byte), error](new(compareFn))
}

// ProcessElement compares the keys of a bucket, and emits its findings by share.
func (f *compareFn) ProcessElement(ctx context.Context, bucket int, next, side func(*[]byte) bool, emit func(int, []byte)) error {
	whole, err := f.at.of(side)
	if err != nil {
		return err
	}
	var blocks []check.Keys
	for _, text := range all(next) {
		keys, err := keysOf(text)
		if err != nil {
			return err
		}
		blocks = append(blocks, keys)
	}
	err = whole.Compare(ctx, f.Plan.config(), blocks, func(part int, found []byte) error {
		emit(part+1, found)
		return nil
	})
	if err != nil {
		return fmt.Errorf("bucket %d: %w", bucket, err)
	}
	return nil
}
