package run

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// Merge writes the answers of all parts as one run would have.
func Merge(ctx context.Context, parts *Parts, out OutputFlags) error {
	form := parts.withForm()
	m := &merger{dir: parts.dir, parts: parts.all}
	j := &Job{Verb: form.Verb, Engine: form.Engine, Limit: form.Limit, Solved: form.Solved, Puzzles: form.Puzzles, Pipe: m.pipe, Bad: parts.Bad}
	flags := &Flags{OutputFlags: out}
	if err := flags.Over(j, parts); err != nil {
		return err
	}
	return flags.Do(ctx, j)
}

// Over has a job work on parts in place of inputs.
func (c *Flags) Over(j *Job, parts *Parts) error {
	form := parts.withForm()
	if kind := outfile.Kind(c.Output); kind != 0 && form.Kind != 0 && kind != form.Kind {
		return fmt.Errorf("--output %s: the parts hold %v, not %v; convert can change that", c.Output, form.Kind, kind)
	}
	if form.Kind != 0 {
		j.Kind = form.Kind
	}
	j.Alone, j.Parts, j.Reads = true, parts, parts.Files()
	c.Inputs = nil
	return nil
}

// BeginMerged returns the statistics of all parts together, and what comes ahead of
// their answers.
func (r *Run) BeginMerged() (stats pipeline.Stats, head []byte) {
	form := r.parts.withForm()
	r.written = formats.Form{Kind: form.Kind, Order: form.Order}
	if form.Paired {
		r.written = r.written.Paired()
	}
	for _, m := range r.parts.all {
		stats.Join(&m.Stats)
		if len(m.Head) > 0 && head == nil {
			head = m.Whole
		}
	}
	stats.TextOut = 0
	return stats, head
}

// A merger writes the text of parts.
type merger struct {
	dir   string
	parts []*manifest

	progress *pipeline.Progress
}

// pipe writes the text of all parts.
func (m *merger) pipe(ctx context.Context, r *Run) (pipeline.Stats, error) {
	m.progress = r.Progress
	stats, head := r.BeginMerged()
	send := func(ctx context.Context, to *pipeline.Sender) error {
		err := sendText(ctx, to, bytes.NewReader(head))
		for _, p := range m.parts {
			if err == nil {
				err = m.sendPart(ctx, r.Pool, to, p)
			}
		}
		return err
	}
	ran, err := pipeline.Run(ctx, pipeline.Config{
		Feed:      &pipeline.Feed{Name: "parts", Run: send},
		NewWorker: func() (pipeline.Worker, error) { return copier{}, nil },
		Output:    r.Answers, Jobs: r.Jobs, Pool: r.Pool, Progress: r.Progress,
	})
	stats.TextOut = ran.TextOut
	return stats, err
}

// sendPart sends the answers of a part, which must be what it was.
func (m *merger) sendPart(ctx context.Context, pool *corpus.Pool, to *pipeline.Sender, p *manifest) error {
	if err := p.verify(m.dir); err != nil {
		return err
	}
	in, err := p.open(m.dir, corpus.Options{Pool: pool})
	if err != nil {
		return err
	}
	defer in.Close() // nothing was written
	before := m.progress.BytesIn.Load()
	return sendText(ctx, to, watched{in, func() { m.progress.BytesIn.Store(before + in.BytesIn()) }})
}

// A watched reader has someone look after each read.
type watched struct {
	io.Reader
	look func()
}

func (w watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	w.look()
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
