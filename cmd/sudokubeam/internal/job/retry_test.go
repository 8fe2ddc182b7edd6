package job

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// Prism does not try bundles again, so these DoFns do what engines do: each element is a
// bundle. Every third one fails at first: half-way, where it writes to the fake store,
// and then once more when all its work is done, so that what it emitted is dropped. The
// one after each of these is done twice at once, as a backup, and of what both emit the
// engine takes one.
type (
	solveAgain   struct{ Fn solveFn }
	checkAgain   struct{ Fn checkFn }
	compareAgain struct{ Fn compareFn }
	reportAgain  struct{ Fn reportFn }
)

func init() {
	register.DoFn3x1[context.Context, int, func([]byte), error](new(solveAgain))
	register.DoFn4x1[context.Context, int, func(int, []byte), func(int, []byte), error](new(checkAgain))
	register.DoFn5x1[context.Context, int, func(*[]byte) bool, func(*[]byte) bool, func(int, []byte), error](new(compareAgain))
	register.DoFn7x1[context.Context, int, func(*[]byte) bool, func(*[]byte) bool, func(*[]byte) bool, func([]byte), func(check.Summary), error](new(reportAgain))
}

// unreliable has the DoFns of jobs be tried again until the test ends.
func unreliable(t *testing.T) {
	was := wrapped
	wrapped = func(fn any) any {
		switch fn := fn.(type) {
		case *solveFn:
			return &solveAgain{*fn}
		case *checkFn:
			return &checkAgain{*fn}
		case *compareFn:
			return &compareAgain{*fn}
		case *reportFn:
			return &reportAgain{*fn}
		}
		return fn
	}
	bundles.Store(0)
	failed.Store(0)
	t.Cleanup(func() { wrapped = was })
}

// bundles are those so far, and failed the attempts that failed.
var bundles, failed atomic.Int64

// oneBundle is held by the bundle that is tried: which of them fail is not to depend on
// how many the engine has under way.
var oneBundle sync.Mutex

// attempts does a bundle, by a function that returns what it is to emit.
func attempts(try func() (emit func(), err error)) error {
	oneBundle.Lock()
	defer oneBundle.Unlock()
	var backup sync.WaitGroup
	switch bundles.Add(1) % 3 {
	case 0:
		fake.tear(1)
		if _, err := try(); err != nil {
			failed.Add(1)
		}
		fake.tear(0)
		if _, err := try(); err != nil {
			return err
		}
		failed.Add(1)
	case 1:
		backup.Go(func() { _, _ = try() })
	}
	emit, err := try()
	backup.Wait()
	if err == nil {
		emit()
	}
	return err
}

// emitted keeps emitted elements.
type emitted struct{ emits []func() }

func (e *emitted) all() {
	for _, emit := range e.emits {
		emit()
	}
}

func keep1[T any](e *emitted, emit func(T)) func(T) {
	return func(v T) { e.emits = append(e.emits, func() { emit(v) }) }
}

func keep2[K, V any](e *emitted, emit func(K, V)) func(K, V) {
	return func(k K, v V) { e.emits = append(e.emits, func() { emit(k, v) }) }
}

// again are the elements of a group, as often as they are asked for.
func again(next func(*[]byte) bool) func() func(*[]byte) bool {
	elements := all(next)
	return func() func(*[]byte) bool {
		i := 0
		return func(text *[]byte) bool {
			if i == len(elements) {
				return false
			}
			*text = elements[i]
			i++
			return true
		}
	}
}

func (a *solveAgain) ProcessElement(ctx context.Context, shard int, emit func([]byte)) error {
	return attempts(func() (func(), error) {
		fn, e := a.Fn, new(emitted)
		return e.all, fn.ProcessElement(ctx, shard, keep1(e, emit))
	})
}

func (a *checkAgain) ProcessElement(ctx context.Context, shard int, emitPart, emitKeys func(int, []byte)) error {
	return attempts(func() (func(), error) {
		fn, e := a.Fn, new(emitted)
		return e.all, fn.ProcessElement(ctx, shard, keep2(e, emitPart), keep2(e, emitKeys))
	})
}

func (a *compareAgain) ProcessElement(ctx context.Context, bucket int, next, side func(*[]byte) bool, emit func(int, []byte)) error {
	nextAgain, sideAgain := again(next), again(side)
	return attempts(func() (func(), error) {
		fn, e := compareFn{Plan: a.Fn.Plan}, new(emitted)
		return e.all, fn.ProcessElement(ctx, bucket, nextAgain(), sideAgain(), keep2(e, emit))
	})
}

func (a *reportAgain) ProcessElement(ctx context.Context, shard int, parts, found, side func(*[]byte) bool, emitPart func([]byte), emitSummary func(check.Summary)) error {
	partsAgain, foundAgain, sideAgain := again(parts), again(found), again(side)
	return attempts(func() (func(), error) {
		fn, e := reportFn{Plan: a.Fn.Plan}, new(emitted)
		return e.all, fn.ProcessElement(ctx, shard, partsAgain(), foundAgain(), sideAgain(), keep1(e, emitPart), keep1(e, emitSummary))
	})
}
