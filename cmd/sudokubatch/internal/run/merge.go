package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// Merge writes what all parts in a folder hold as one run would have.
func Merge(ctx context.Context, dir string, out OutputFlags) error {
	parts, err := readParts(dir)
	if err != nil {
		return err
	}
	m := &merger{dir: dir, parts: parts, form: parts[0]}
	if i := slices.IndexFunc(parts, func(p *manifest) bool { return p.Kind != 0 }); i >= 0 {
		m.form = parts[i]
	}
	if kind := new(TargetFlags).Kind(out.Output); kind != 0 && m.form.Kind != 0 && kind != m.form.Kind {
		return fmt.Errorf("--output %s: the parts hold %v, not %v; convert can change that", out.Output, m.form.Kind, kind)
	}
	flags := &Flags{OutputFlags: out}
	j := &Job{
		Verb: m.form.Verb, Kind: m.form.Kind, Engine: m.form.Engine, Limit: m.form.Limit, Solved: m.form.Solved, Alone: true,
		Pipe: m.pipe, Bad: func() bool { return slices.ContainsFunc(parts, func(p *manifest) bool { return p.Bad }) },
	}
	for _, p := range parts {
		j.Reads = append(j.Reads, filepath.Join(dir, p.Name))
	}
	return flags.Do(ctx, j)
}

// readParts reads the manifests in a folder, which must be those of all parts of one
// run.
func readParts(dir string) ([]*manifest, error) {
	names, err := filepath.Glob(filepath.Join(escapeGlob(dir), "*"+manifestSuffix))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no parts, which --shard would have written there", dir)
	}
	var parts []*manifest
	for i, name := range names {
		m, err := readManifest(name)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			parts = make([]*manifest, max(m.Shards, 0))
		}
		if m.Shard < 1 || m.Shard > m.Shards {
			return nil, fmt.Errorf("%s: there is no share %d of %d", name, m.Shard, m.Shards)
		}
		if err := m.differs(firstOf(parts, m)); err != nil {
			return nil, err
		}
		at := &parts[m.Shard-1]
		if *at != nil {
			return nil, fmt.Errorf("%s: share %d of %d is there twice", name, m.Shard, m.Shards)
		}
		*at = m
	}
	return parts, contiguous(dir, parts)
}

// firstOf is a part that was read, or m where there is none.
func firstOf(parts []*manifest, m *manifest) *manifest {
	for _, p := range parts {
		if p != nil {
			return p
		}
	}
	return m
}

// escapeGlob has a pattern stand for a name as it is.
func escapeGlob(name string) string {
	var escaped []byte
	for _, b := range []byte(name) {
		if bytes.IndexByte([]byte(`*?[\`), b) >= 0 && filepath.Separator == '/' {
			escaped = append(escaped, '\\')
		}
		escaped = append(escaped, b)
	}
	return string(escaped)
}

// contiguous wants each part to begin where the one before ended.
func contiguous(dir string, parts []*manifest) error {
	var missing []int
	for i, p := range parts {
		if p == nil {
			missing = append(missing, i+1)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%s: %d of %d parts are missing, the first of them %d", dir, len(missing), len(parts), missing[0])
	}
	number, last := uint64(0), piece{}
	for _, p := range parts {
		if p.First != number {
			return fmt.Errorf("%s begins elsewhere than the part before it ends", p.Name)
		}
		number = p.End
		for _, now := range p.Pieces {
			if now.From > 0 && (now.Input != last.Input || now.From != last.To) || now.From == 0 && last.To > 0 && now.Input <= last.Input {
				return fmt.Errorf("%s begins elsewhere than the part before it ends", p.Name)
			}
			last = now
		}
	}
	return nil
}

// A merger writes the text of parts.
type merger struct {
	dir   string
	parts []*manifest
	form  *manifest // the first whose form is known

	progress *pipeline.Progress
}

// pipe writes the text of all parts.
func (m *merger) pipe(ctx context.Context, r *Run) (pipeline.Stats, error) {
	m.progress = r.Progress
	r.written = formats.Form{Kind: m.form.Kind, Order: m.form.Order}
	ran, err := pipeline.Run(ctx, pipeline.Config{
		Feed:      &pipeline.Feed{Name: "parts", Run: func(ctx context.Context, to *pipeline.Sender) error { return m.send(ctx, r.Pool, to) }},
		NewWorker: func() (pipeline.Worker, error) { return copier{}, nil },
		Output:    r.Answers, Jobs: r.Jobs, Pool: r.Pool, Progress: r.Progress,
	})
	var stats pipeline.Stats
	for _, p := range m.parts {
		stats.Join(&p.Stats)
	}
	stats.TextOut = ran.TextOut
	if n := len(m.form.Inputs); err == nil && n > 0 && stats.Unreadable == n {
		err = errors.New("no input could be read")
	}
	return stats, err
}

// send sends the header and the text of all parts.
func (m *merger) send(ctx context.Context, pool *corpus.Pool, to *pipeline.Sender) error {
	headed := false
	for _, p := range m.parts {
		if len(p.Head) > 0 && !headed {
			headed = true
			if err := sendText(ctx, to, bytes.NewReader(p.Whole)); err != nil {
				return err
			}
		}
		if err := m.sendPart(ctx, pool, to, p); err != nil {
			return err
		}
	}
	return nil
}

// sendPart sends the answers of a part, and wants them to be what they were.
func (m *merger) sendPart(ctx context.Context, pool *corpus.Pool, to *pipeline.Sender, p *manifest) error {
	name := filepath.Join(m.dir, p.Name)
	in, err := corpus.Open(name, corpus.Options{Pool: pool})
	if err != nil {
		return err
	}
	defer in.Close() // nothing was written
	sum := xxh3.New()
	before := m.progress.BytesIn.Load()
	text := &counted{Reader: io.TeeReader(in, sum), look: func() { m.progress.BytesIn.Store(before + in.BytesIn()) }}
	head := make([]byte, len(p.Head))
	if _, err := io.ReadFull(text, head); err == nil && bytes.Equal(head, p.Head) {
		if err := sendText(ctx, to, text); err != nil {
			return err
		}
	}
	if text.n != p.Text || sumText(sum) != p.Digest {
		return fmt.Errorf("%s is damaged", name)
	}
	return nil
}

// counted counts what is read.
type counted struct {
	io.Reader
	n    int64
	look func() // is called after each read
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	c.look()
	return n, err
}

// sendText sends all text of a reader.
func sendText(ctx context.Context, to *pipeline.Sender, from io.Reader) error {
	for {
		b, err := to.Take(ctx)
		if err != nil {
			return err
		}
		text, ok := b.Slot.(*[]byte)
		if !ok {
			text = new([]byte)
			b.Slot = text
		}
		*text = slices.Grow((*text)[:0], pipeline.DefaultBatchBytes)[:pipeline.DefaultBatchBytes]
		n, err := io.ReadFull(from, *text)
		*text = (*text)[:n]
		to.Send(b)
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF: //nolint:errorlint // as io.ReadFull has it
			return nil
		case err != nil:
			return err
		}
	}
}

// A copier is a worker that writes text as it is.
type copier struct{}

func (copier) Work(_ context.Context, b *pipeline.Batch) {
	if text, ok := b.Slot.(*[]byte); ok {
		b.Out = append(b.Out, *text...)
	}
	b.Done()
}

func (copier) Flush(context.Context) {}
