package job

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/sudokubatch/sudokubatch/cmd/internal/checkreport"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/store"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// A solvedFn writes the manifest of solved parts.
type solvedFn struct{ Plan Plan }

// A checkedFn writes the manifest of checked parts.
type checkedFn struct{ Plan CheckPlan }

func init() {
	register.DoFn3x1[context.Context, int, func(*[]byte) bool, error](new(solvedFn))
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(*check.Summary) bool, error](new(checkedFn))
	register.Iter1[[]byte]()
	register.Iter1[check.Summary]()
}

// ProcessElement takes all parts.
func (f *solvedFn) ProcessElement(ctx context.Context, _ int, next func(*[]byte) bool) error {
	m, err := newManifest(&f.Plan, "solve", next)
	if err != nil {
		return err
	}
	return m.write(ctx, f.Plan.Dir)
}

// ProcessElement takes all parts and their joined summary.
func (f *checkedFn) ProcessElement(ctx context.Context, _ int, next func(*[]byte) bool, summaries func(*check.Summary) bool) error {
	m, err := newManifest(&f.Plan.Plan, "check", next)
	if err != nil {
		return err
	}
	var found check.Summary
	if !summaries(&found) {
		return errors.New("the engine lost the statistics")
	}
	m.Check = checkreport.Statistics(f.Plan.asked(), &found)
	m.Bad = m.Bad || found.Failed > 0 || found.AgainstMalformed > 0
	if err := m.write(ctx, f.Plan.Dir); err != nil {
		return err
	}
	return store.RemoveAll(ctx, f.Plan.Dir, partsPattern+recordsEnding)
}

// write removes files of failed attempts, then writes the manifest.
func (m *Manifest) write(ctx context.Context, dir string) error {
	if err := store.RemovePartial(ctx, dir, partsPattern+"*"); err != nil {
		return err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return store.Write(ctx, ManifestOf(dir), append(text, '\n'))
}
