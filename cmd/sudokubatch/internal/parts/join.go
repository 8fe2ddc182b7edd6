package parts

// Merging: how the shares of a run become what one run would have written.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// All are the manifests of all shares of a run, in order.
type All []*Manifest

// ReadAll reads the manifests in a folder. It returns an error unless they are the
// manifests of all shares of one run. With verify it reads the inputs again, and returns an error if a
// share was made from other bytes.
func ReadAll(dir string, verify bool) (parts All, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), manifestSuffix) {
			continue
		}
		name := outfile.Join(dir, e.Name())
		m, err := readManifest(name)
		if err != nil {
			return nil, err
		}
		m.dir = dir
		parts = append(parts, m)
		if err := m.done(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		err = m.differs(parts[0])
		if err == nil {
			err = m.alike(parts[0])
		}
		if err == nil && !verify {
			err = m.untimely(parts[0])
		}
		if err == nil && m.Numbered && !slices.Equal(m.Read, parts[0].Read) {
			err = fmt.Errorf("its inputs differ from the inputs of %s", parts[0].name())
		}
		if err != nil {
			return nil, fmt.Errorf("%s belongs to another run: %w", m.name(), err)
		}
		m.Inputs, m.Named = parts[0].Inputs, parts[0].Named // there may be thousands of both
	}
	if parts == nil {
		return nil, fmt.Errorf("%s: no parts in this folder: name the folder of a run with --shard", dir)
	}
	slices.SortStableFunc(parts, func(a, b *Manifest) int { return a.Shard - b.Shard })
	if err = parts.check(dir); err == nil && verify {
		err = parts.verifyInputs()
	}
	return parts, err
}

// untimely returns an error if two shares have read a file at the same place, and it was written between them.
func (m *Manifest) untimely(first *Manifest) error {
	for i, was := range first.Inputs {
		if is := m.Inputs[i]; is.Place == was.Place {
			if err := was.differs(is, true); err != nil {
				return fmt.Errorf("%w: if its bytes are the same, merge with --verify", err)
			}
		}
	}
	return nil
}

// check returns an error if a part is missing or there twice, or does not begin where the part before
// it ends. The number of shares may be anything: it allocates nothing.
func (p All) check(dir string) error {
	n, end := p[0].Shards, border{}
	for i, m := range p {
		switch {
		case m.Shard < 1 || m.Shard > n:
			return fmt.Errorf("%s: there is no share %d of %d", m.name(), m.Shard, n)
		case i > 0 && m.Shard == p[i-1].Shard:
			return fmt.Errorf("%s: share %d of %d is there twice", m.name(), m.Shard, n)
		}
	}
	for i := 0; len(p) < n; i++ {
		if i == len(p) || p[i].Shard > i+1 {
			return fmt.Errorf("%s: %d of %d parts are missing, beginning with part %d", dir, n-len(p), n, i+1)
		}
	}
	last := p[n-1]
	for i, m := range p {
		if m.From != end {
			return fmt.Errorf("%s does not begin where the part before it ends", m.name())
		}
		end = m.To
		if m.Numbered && end.Number != numbers(last.To.Number, i+1, n) {
			return fmt.Errorf("%s ends with puzzle %d of %d, which is not its share", m.name(), end.Number, last.To.Number)
		}
	}
	all := border{Input: pipeline.Border{Input: last.Own}, Other: pipeline.Border{Input: len(last.Inputs) - last.Own}}
	if !last.Numbered && end != all {
		return fmt.Errorf("%s does not end where its inputs end", last.name())
	}
	return nil
}

// Bad reports whether a record failed a check.
func (p All) Bad() bool { return slices.ContainsFunc(p, func(m *Manifest) bool { return m.Bad }) }

// Files returns the names of all files of the parts.
func (p All) Files() (names []string) {
	for _, m := range p {
		names = append(names, m.Files()...)
	}
	return names
}

// WithForm returns the first part with a known form, or the first part.
func (p All) WithForm() *Manifest {
	i := slices.IndexFunc(p, func(m *Manifest) bool { return m.Kind != 0 })
	return p[max(i, 0)]
}

// Each verifies each part in turn and calls do with it.
func (p All) Each(do func(*Manifest) error) error {
	for _, m := range p {
		err := m.verify()
		if err == nil {
			err = do(m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Open opens a part that holds records, after its header.
func (m *Manifest) Open() (io.ReadCloser, error) {
	r, err := m.open(corpus.Options{})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// open opens a part after its header.
func (m *Manifest) open(opts corpus.Options) (*corpus.Reader, error) {
	r, err := corpus.Open(m.Files()[0], opts)
	if err != nil {
		return nil, err
	}
	want := ""
	if m.HoldsRecords {
		want = recordsHead
	}
	head := make([]byte, len(want)+m.Head)
	_, err = io.ReadFull(r, head)
	if m.Head > 0 && m.Kind.CanCopy() {
		want += string(m.Whole)
	}
	if err == nil && !strings.HasPrefix(string(head), want) {
		err = errors.New("it does not begin with its header")
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", m.name(), err), r.Close())
	}
	return r, nil
}

// Index returns the index of a part that holds records.
func (m *Manifest) Index() io.ReaderAt { return closedFile(m.Files()[1]) }

// A closedFile is opened for each read: there may be more parts than files that a process may
// open.
type closedFile string

func (name closedFile) ReadAt(p []byte, off int64) (int, error) {
	f, err := os.Open(string(name))
	if err != nil {
		return 0, err
	}
	defer f.Close() // nothing was written
	return f.ReadAt(p, off)
}

// Begin returns the statistics of all parts together, and the form and header of their answers.
func (p All) Begin() (stats pipeline.Stats, form bulk.Form, head []byte) {
	with := p.WithForm()
	form = bulk.Form{Kind: with.Kind, Order: with.Order}
	if with.Paired {
		form = form.Paired()
	}
	for _, m := range p {
		stats.Join(&m.Stats)
		if m.Head > 0 && head == nil {
			head = m.Whole
		}
	}
	stats.TextOut = 0
	return stats, form, head
}

// Write writes a header and the answers of all parts. It runs the pipeline so that workers compress
// them.
func (p All) Write(ctx context.Context, cfg pipeline.Config, head []byte) (pipeline.Stats, error) {
	cfg.NewWorker = func() (pipeline.Worker, error) { return sent{}, nil }
	cfg.Feed = &pipeline.Feed{Name: "parts", Run: func(ctx context.Context, to *pipeline.Sender) error {
		if err := sendText(ctx, to, bytes.NewReader(head), func() {}); err != nil {
			return err
		}
		return p.Each(func(m *Manifest) error {
			in, err := m.open(corpus.Options{Pool: cfg.Pool})
			if err != nil {
				return err
			}
			defer in.Close() // nothing was written
			before := cfg.Progress.BytesIn.Load()
			return sendText(ctx, to, in, func() { cfg.Progress.BytesIn.Store(before + in.BytesIn()) })
		})
	}}
	return pipeline.Run(ctx, cfg)
}

// sendText sends all text of a reader. It calls afterRead after each read.
func sendText(ctx context.Context, to *pipeline.Sender, from io.Reader, afterRead func()) error {
	for {
		b, err := to.Take(ctx)
		if err != nil {
			return err
		}
		b.Out = slices.Grow(b.Out[:0], pipeline.DefaultBatchBytes)[:pipeline.DefaultBatchBytes]
		n, err := io.ReadFull(from, b.Out)
		b.Out = b.Out[:n]
		afterRead()
		to.Send(b)
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF: //nolint:errorlint // as io.ReadFull has it
			return nil
		case err != nil:
			return err
		}
	}
}

// sent is a worker for batches whose answers are ready.
type sent struct{}

func (sent) Work(_ context.Context, b *pipeline.Batch) { b.Done() }
func (sent) Flush(context.Context)                     {}
