package run

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// Merge writes the answers of all parts as one run would have.
func Merge(ctx context.Context, parts *Parts, out OutputFlags) error {
	m := &merger{dir: parts.dir, parts: parts.all, form: parts.withForm()}
	if kind := new(TargetFlags).Kind(out.Output); kind != 0 && m.form.Kind != 0 && kind != m.form.Kind {
		return fmt.Errorf("--output %s: the parts hold %v, not %v; convert can change that", out.Output, m.form.Kind, kind)
	}
	flags := &Flags{OutputFlags: out}
	return flags.Do(ctx, &Job{
		Verb: m.form.Verb, Kind: m.form.Kind, Engine: m.form.Engine, Limit: m.form.Limit, Solved: m.form.Solved,
		Alone: true, Parts: parts, Reads: parts.Files(), Pipe: m.pipe, Bad: parts.Bad,
	})
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
	stats := r.parts.Stats()
	stats.TextOut = ran.TextOut
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
