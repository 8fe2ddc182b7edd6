package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestMerge checks shares of files, merges the parts, and wants what one check
// reports.
func TestMerge(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 300)
	lines[17], lines[40], lines[250] = lines[3], "x", lines[20]
	lines[60] = "# a comment\n\n" + lines[60]
	text := strings.Join(lines, "\n") + "\n"
	table := "n,puzzle\n1," + strings.Join(lines[150:], ",\"a, b\"\n1,") + "\n"
	comments := strings.Repeat("# nothing\n", 3000) + lines[7] + "\n"
	inputs := files(t, "", text, table, comments, text, table)
	others := files(t, "against", strings.Join(lines[80:90], "\n")+"\n", text[2000:9000], comments)
	for name, cfg := range map[string]Config{
		"alone":      {},
		"all":        {AllRecords: true, WithText: true, Labels: columns.Addable()[1:2]},
		"duplicates": {Duplicates: true, Fingerprint: true},
		"against":    {Against: others, WithText: true},
		"compared":   {Duplicates: true, Isomorphs: true, Fingerprint: true, Against: others, Memory: 1 << 12, AllRecords: true, WithText: true},
	} {
		cfg.Inputs, cfg.TempDir = inputs, t.TempDir()
		cfg.OnRecord = func(dst []byte, r *Record) ([]byte, error) {
			shown := *r
			if shown.Form.Layout != nil {
				shown.Form.Layout = &bulk.Layout{Columns: r.Form.Layout.Columns, Puzzle: r.Form.Layout.Puzzle}
			}
			text, err := json.Marshal(shown)
			return append(dst, text...), err
		}
		for _, n := range []int{1, 3, 17} {
			if testing.Short() && n == 1 {
				continue
			}
			mergeOf(t, fmt.Sprint(name, ", ", n, " parts"), cfg, n)
		}
	}
}

// files makes inputs that can be divided.
func files(t *testing.T, name string, texts ...string) []pipeline.Input {
	t.Helper()
	dir := t.TempDir()
	names := make([]string, len(texts))
	for i, text := range texts {
		names[i] = filepath.Join(dir, fmt.Sprint(name, i))
		if err := os.WriteFile(names[i], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	names = append(names, names[0]) // the first comes again
	return pipeline.Files(names, corpus.Options{})
}

func mergeOf(t *testing.T, name string, cfg Config, n int) {
	t.Helper()
	var want, got strings.Builder
	cfg.Output = &want
	whole, err := Run(t.Context(), cfg)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	parts := make([]Kept, n)
	for i := range parts {
		parts[i] = partOf(t, cfg, i+1, n)
	}
	again := make([]Kept, n)
	for i := range parts {
		records, err := parts[i].Records()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(records)
		if err != nil {
			t.Fatal(err)
		}
		parts[i].Records = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
		again[i] = parts[i]
	}
	cfg.Output = &got
	merged, err := Merge(t.Context(), cfg, parts)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	wantReported(t, name, cfg, whole, merged, want.String(), got.String())
	apart, reported := mergeApart(t, name, cfg, again)
	wantReported(t, name+", apart", cfg, whole, apart, want.String(), reported)
}

// mergeApart does what Merge does, as an engine does it: each bucket of keys and each
// part alone, and in another order.
func mergeApart(t *testing.T, name string, cfg Config, parts []Kept) (*Summary, string) {
	t.Helper()
	buckets := map[int][]Keys{}
	heads := make([]Kept, len(parts))
	for i, p := range parts {
		heads[i] = Kept{Part: p.Part, Index: io.NewSectionReader(p.Index, 0, p.Files)}
		err := p.Buckets(p.Index, i, 2, func(bucket int, keys Keys) error {
			buckets[bucket] = append([]Keys{keys}, buckets[bucket]...)
			return nil
		})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	placed, err := Place(heads)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	text, err := json.Marshal(placed)
	if err != nil {
		t.Fatal(err)
	}
	whole := new(Whole)
	if err := json.Unmarshal(text, whole); err != nil {
		t.Fatal(err)
	}
	found := make([][][]byte, len(parts))
	for _, keys := range buckets {
		err := whole.Compare(t.Context(), cfg, keys, func(part int, entries []byte) error {
			found[part] = append(found[part], entries)
			return nil
		})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	all, reports := new(Summary), make([]string, len(parts))
	for i := len(parts) - 1; i >= 0; i-- {
		var report strings.Builder
		cfg.Output = &report
		s, err := whole.Report(t.Context(), cfg, i, parts[i].Part, parts[i].Records, found[i])
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all.Join(s)
		reports[i] = report.String()
	}
	return all, strings.Join(reports, "")
}

// wantReported wants parts to have made of them what one run says.
func wantReported(t *testing.T, name string, cfg Config, whole, merged *Summary, want, got string) {
	t.Helper()
	was := *whole
	if got != want || cfg.AllRecords && want == "" {
		t.Errorf("%s: reported\n%.2000s\nwant\n%.2000s", name, got, want)
	}
	merged.Stats, was.Stats = pipetest.Lasting(&merged.Stats), pipetest.Lasting(&was.Stats)
	merged.Spilled, was.Spilled = 0, 0
	if !reflect.DeepEqual(merged, &was) {
		t.Errorf("%s: found\n%.1000s, want\n%.1000s", name, fmt.Sprintf("%+v", merged), fmt.Sprintf("%+v", was))
	}
}

// partOf checks one share.
func partOf(t *testing.T, cfg Config, i, n int) Kept {
	t.Helper()
	share := func(inputs []pipeline.Input) []pipeline.Input {
		sh, err := pipeline.Divide(&pipeline.Config{Inputs: inputs}, i, n)
		if err != nil {
			t.Fatal(err)
		}
		inputs = slices.Clone(inputs[:len(sh.Parts)])
		for j, part := range sh.Parts {
			inputs[j].Part = part
		}
		return inputs
	}
	var records, index bytes.Buffer
	cfg.Inputs, cfg.Output = share(cfg.Inputs), &records
	if len(cfg.Against) > 0 {
		cfg.Against = share(cfg.Against)
	}
	part, err := RunPart(t.Context(), cfg, &index)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(part)
	if err != nil {
		t.Fatal(err)
	}
	again := new(Part)
	if err := json.Unmarshal(text, again); err != nil {
		t.Fatal(err)
	}
	return Kept{
		Part: again, Index: bytes.NewReader(index.Bytes()),
		Records: func() (io.ReadCloser, error) { return io.NopCloser(&records), nil },
	}
}
