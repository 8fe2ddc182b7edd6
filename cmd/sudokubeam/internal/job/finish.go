package job

import (
	"context"
	"encoding/json"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/store"
)

// finish writes the manifest of parts when all are there.
func finish(s beam.Scope, plan Plan, parts beam.PCollection) {
	together := beam.GroupByKey(s, beam.AddFixedKey(s, parts))
	beam.ParDo0(s, wrapped(&finishFn{plan}), together)
}

// A finishFn writes the manifest.
type finishFn struct{ Plan Plan }

func init() {
	register.DoFn3x1[context.Context, int, func(*[]byte) bool, error](new(finishFn))
	register.Iter1[[]byte]()
}

// ProcessElement takes all parts.
func (f *finishFn) ProcessElement(ctx context.Context, _ int, next func(*[]byte) bool) error {
	var parts []Part
	var text []byte
	for next(&text) {
		var p Part
		if err := json.Unmarshal(text, &p); err != nil {
			return err
		}
		parts = append(parts, p)
	}
	m, err := newManifest(&f.Plan, "solve", parts)
	if err != nil {
		return err
	}
	return m.write(ctx, f.Plan.Dir)
}

// write writes the manifest, after all else was removed that attempts left.
func (m *Manifest) write(ctx context.Context, dir string) error {
	if err := store.RemovePartial(ctx, dir); err != nil {
		return err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return store.Write(ctx, ManifestOf(dir), append(text, '\n'))
}
