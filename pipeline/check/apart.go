package check

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/later"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// This file does the work of Merge on many machines, for engines that group data:
//
//   - Part.Buckets groups the keys of all parts by their first bits;
//   - Whole.Compare compares the keys of a group, and groups findings by part;
//   - Whole.Report reports the records of a part.
//
// The summaries of all reports, joined in any order (Summary.Join), are the summary of one run.

// Keys are some sorted keys of a part, of puzzles or of canonical forms.
type Keys struct {
	Part    int // index of the part
	Forms   bool
	Entries []byte // 32 bytes each
}

// Buckets calls do with the keys of a part, grouped by their first bits. The bucket is the
// number that these bits make. do may keep the keys. RunPart wrote the index.
func (p *Part) Buckets(index io.ReaderAt, part int, bits uint, do func(bucket int, keys Keys) error) error {
	for _, section := range []struct {
		forms    bool
		from, to int64
	}{
		{false, p.Files, p.Files + p.Puzzles},
		{true, p.Files + p.Puzzles, p.Files + p.Puzzles + p.Forms},
	} {
		in := bufio.NewReaderSize(io.NewSectionReader(index, section.from, section.to-section.from), outBytes)
		keys, bucket := Keys{Part: part, Forms: section.forms}, 0
		for left := (section.to - section.from) / spill.EntryBytes; left >= 0; left-- {
			var text [spill.EntryBytes]byte
			next := -1 // no key is left
			if left > 0 {
				if _, err := io.ReadFull(in, text[:]); err != nil {
					return err
				}
				next = int(spill.EntryOf(text[:])[0] >> (64 - bits))
			}
			if len(keys.Entries) > 0 && next != bucket {
				if err := do(bucket, keys); err != nil {
					return err
				}
				keys.Entries = nil
			}
			if left > 0 {
				bucket, keys.Entries = next, append(keys.Entries, text[:]...)
			}
		}
	}
	return nil
}

// Compare compares the keys of all parts in a bucket, in any order. It calls do with what it
// finds about the records of each part; do may keep found. The Config is the same as for
// Merge.
func (w *Whole) Compare(ctx context.Context, cfg Config, bucket []Keys, do func(part int, found []byte) error) error {
	c, err := w.collector(&cfg)
	if err != nil {
		return err
	}
	defer c.close()
	for _, keys := range bucket {
		to := c.puzzles
		if keys.Forms {
			to = c.forms
		}
		to.AddRun(bytes.NewReader(keys.Entries), 0, int64(len(keys.Entries)), w.Parts[keys.Part].moved)
	}
	findings := spill.NewSorter(cfg.TempDir, cfg.share())
	defer func() { _ = findings.Close() }() // the file is temporary
	if err := c.compareBoth(ctx, findings); err != nil {
		return err
	}
	if err := findings.Sort(); err != nil {
		return err
	}
	var found []byte
	at := 0
	for {
		e, err := findings.Next()
		ended := errors.Is(err, io.EOF)
		if err != nil && !ended {
			return err
		}
		if part := w.partOf(int64(e[0])); len(found) > 0 && (ended || part != at) {
			if err := do(at, found); err != nil {
				return err
			}
			found = nil
		}
		if ended {
			return nil
		}
		at = w.partOf(int64(e[0]))
		found = spill.AppendEntry(found, &e)
	}
}

// Report reports the records of a part as Merge would. found is what Compare has found about
// them in all buckets, in any order. Places in the summary count over all records.
func (w *Whole) Report(ctx context.Context, cfg Config, i int, part *Part, records func() (io.ReadCloser, error), found [][]byte) (*Summary, error) {
	c, err := w.collector(&cfg)
	if err != nil {
		return c.summary, err
	}
	defer c.close()
	findings := spill.NewSorter(cfg.TempDir, cfg.share())
	defer func() { _ = findings.Close() }() // the file is temporary
	for _, entries := range found {
		findings.AddRun(bytes.NewReader(entries), 0, int64(len(entries)), nil)
	}
	if err := findings.Sort(); err != nil {
		return c.summary, err
	}
	parts := make([]Kept, i+1)
	parts[i] = Kept{Part: part, Records: records}
	kept := &keptRecords{whole: w, parts: parts, at: i}
	defer func() { _ = kept.close() }() // the first error counts
	c.summary.Join(w.summary(i, part, &c.places))
	j := joiner{collector: c, records: kept, findings: findings, out: later.NewOut(c.cfg.Output)}
	return c.summary, guard.Do(func() error { return j.run(ctx) })
}
