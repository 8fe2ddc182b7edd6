package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/store"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A Part describes the output of a share in the manifest.
type Part struct {
	Shard  int            `json:"shard"` // from 1
	Name   string         `json:"name"`
	Head   []byte         `json:"head"`   // first bytes of the text: the header of a table, which the joined text has once
	Text   int64          `json:"text"`   // bytes of text
	Digest string         `json:"digest"` // XXH3 of the text
	Bytes  int64          `json:"bytes"`  // stored
	Stats  pipeline.Stats `json:"statistics"`
}

// A growing part is still being written.
type growing struct {
	Part
	to  *store.Output
	sum *xxh3.Hasher
}

var errArray = errors.New("an array says at its beginning how many puzzles it holds, so its parts cannot be written: choose another form, such as DIR/.csv")

// create prepares the part of a share.
func (p *Plan) create(ctx context.Context, shard int, kind bulk.Kind, pool *corpus.Pool) (*growing, error) {
	if kind.IsArray() {
		return nil, errArray
	}
	g := &growing{Part: Part{Shard: shard, Name: p.name(shard) + p.Ending}, sum: xxh3.New()}
	if p.Ending == "" {
		g.Name += outfile.ExtensionOf(kind)
	}
	var err error
	g.to, err = store.Create(ctx, store.Join(p.Dir, g.Name), corpus.CreateOptions{
		Pool: pool, Level: p.Level, Parquet: kind.IsTyped(), CountRecords: bulk.CountRecords,
	})
	return g, err
}

// Write writes text.
func (g *growing) Write(text []byte) (int, error) {
	n, err := g.to.Write(text)
	_, _ = g.sum.Write(text[:n]) // never fails
	g.Text += int64(n)
	return n, err
}

// finish commits the part, or aborts it after an error.
func (g *growing) finish(err error) (*Part, error) {
	if err != nil {
		return nil, errors.Join(err, g.to.Abort())
	}
	if g.Text == 0 {
		g.Head = nil // no form is known, so no header was written
	}
	g.Digest = strconv.FormatUint(g.sum.Sum64(), 16)
	if err := g.to.Commit(); err != nil {
		return nil, err
	}
	g.Bytes = g.to.BytesOut()
	return &g.Part, nil
}

// A Manifest lists the parts of a job. It is written after the last part: without it the
// job did not finish, and no part counts.
type Manifest struct {
	SchemaVersion int            `json:"schema_version"`
	Verb          string         `json:"verb"`
	Inputs        []store.File   `json:"inputs"`
	Parts         []Part         `json:"parts"` // in the order of their records
	Stats         pipeline.Stats `json:"statistics"`
	Check         any            `json:"check,omitempty"` // as --stats-json of sudokubatch has it
	Bad           bool           `json:"bad"`             // some record failed
}

const schemaVersion = 1

// ManifestOf returns the name of the manifest in a folder.
func ManifestOf(dir string) string { return store.Join(dir, "manifest.json") }

// newManifest makes the manifest of parts, given in any order.
func newManifest(plan *Plan, verb string, next func(*[]byte) bool) (*Manifest, error) {
	m := &Manifest{SchemaVersion: schemaVersion, Verb: verb, Inputs: plan.Inputs, Parts: make([]Part, plan.Shards)}
	for text := []byte(nil); next(&text); {
		var p Part
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, err
		}
		m.Parts[p.Shard-1] = p
	}
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Shard == 0 {
			return nil, fmt.Errorf("the engine lost %s", plan.name(i+1))
		}
		m.Stats.Join(&p.Stats)
	}
	m.Bad = m.Stats.Malformed > 0 || m.Stats.Faults > 0
	return m, nil
}
