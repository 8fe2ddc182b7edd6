package pipeline_test

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// dividedInputs returns lists of inputs to divide.
func dividedInputs(t *testing.T) map[string][]pipeline.Input {
	t.Helper()
	lines := pipetest.Demo(t, "@demo", 2000)
	for i := 100; i < len(lines); i += 333 {
		lines[i] = "x"
		lines[i-1] = "# a comment\n\n" + lines[i-1]
	}
	text := strings.Join(lines, "\n") + "\n"
	table := "\xef\xbb\xbfid,puzzle,level\n"
	for i, line := range pipetest.Demo(t, "@demo", 1500) {
		table += fmt.Sprintf("%d,%s,\"a, b\"\n", i, line)
		if i%400 == 99 {
			table += "1,2\n"
		}
	}
	dir := t.TempDir()
	few := strings.Join(pipetest.Demo(t, "@demo", 5), "\n")
	crlf := strings.ReplaceAll(text[:len(text)/2], "\n", "\r\n")
	typed, array := parquetTexts(t), npyText(t, 1500, 1500)
	small := corpus.CreateOptions{Parquet: true, GroupText: 4500}
	inputs := map[string][]pipeline.Input{
		"few":     onDisk(t, dir, "few.txt", few, few+"\n"),
		"crlf":    onDisk(t, dir, "crlf.txt", crlf, "\xef\xbb\xbf"+crlf),
		"header":  onDisk(t, dir, "long.csv", strings.Repeat("name", 900)+",puzzle\n1,"+strings.ReplaceAll(few, "\n", "\n2,")),
		"objects": append(onDisk(t, dir, "a.jsonl", objects(lines[:500])), onDisk(t, dir, "a.jsonl.zst", strings.Repeat(objects(lines), 5))...),
		"parquet": {create(t, dir+"/a.parquet", small, typed[0]), create(t, dir+"/b.parquet", small, typed[1])},
		"npy":     onDisk(t, dir, "a.npy", array, npyText(t, 700, 800), npyText(t, 800, 700), npyText(t, 300, -1)+"half"),
		"packed":  onDisk(t, dir, "a.npy.zst", array),
		"plain":   onDisk(t, dir, "plain.txt", text, text[:len(text)/3]),
		"zstd":    onDisk(t, dir, "a.txt.zst", strings.Repeat(text, 9)),
		"tables":  onDisk(t, dir, "a.csv", table, table),
		"table":   onDisk(t, dir, "a.csv.zst", strings.Repeat(table[strings.IndexByte(table, '\n')+1:], 9)),
		"nothing": onDisk(t, dir, "empty.txt", "", ""),
		"other":   onDisk(t, dir, "a.txt.gz", text, text[:len(text)/2], text, text),
	}
	mixed := []pipeline.Input{missing(dir + "/1")}
	for _, name := range []string{"plain", "nothing", "npy", "other", "header", "zstd", "parquet", "objects"} {
		mixed = append(mixed, inputs[name]...)
	}
	inputs["mixed"] = append(mixed, missing(dir+"/2"))
	return inputs
}

// objects returns lines of NDJSON.
func objects(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		fmt.Fprintf(&b, "{\"id\":%d,\"puzzle\":%q}\n", i, line)
	}
	return b.String()
}

// parquetTexts returns a table with fields of several lines, and a table of one column with
// nulls and malformed puzzles.
func parquetTexts(t *testing.T) (texts [2]string) {
	t.Helper()
	texts = [2]string{"id,puzzle,note\nint,text,text\n", "puzzle\ntext\n"}
	for i, line := range pipetest.Demo(t, "@demo", 1500) {
		switch i % 97 {
		case 5:
			line = ""
		case 6:
			line = "x"
		}
		texts[0] += fmt.Sprintf("%d,%s,\"a,\nb\"\n", i, line)
		texts[1] += line + "\n"
	}
	return texts
}

// npyText returns an array of n puzzles, whose header may say another number.
func npyText(t *testing.T, n int, says int64) string {
	t.Helper()
	text := bulk.NpyHeader(9, says)
	for i, line := range pipetest.Demo(t, "@demo", n) {
		text = append(text, pipetest.Cells(t, bulk.Form{Kind: bulk.Line, Order: 9}, line)...)
		if i%113 == 50 {
			text[len(text)-1] = 77
		}
	}
	return string(text)
}

func missing(name string) pipeline.Input { return pipeline.Files([]string{name}, corpus.Options{})[0] }

// TestDivide runs shards. Together their output, statistics and messages must be the same as for
// one run.
func TestDivide(t *testing.T) {
	t.Parallel()
	for name, inputs := range dividedInputs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && (name == "table" || name == "objects") {
				t.Skip("takes long")
			}
			for _, n := range []int{1, 7, 64} {
				for _, size := range []int{20_000, pipeline.DefaultBatchBytes} {
					if n != 7 && size == 20_000 || n == 64 && !slices.Contains(manyShards, name) || racing && (n != 7 || size == 20_000) {
						continue // takes long
					}
					cfg := pipeline.Config{Inputs: inputs, Jobs: 2, BatchBytes: size, NewWorker: workers(copyText)}
					runShards(t, fmt.Sprint(n, " shards, batches of ", size), cfg, n)
				}
			}
		})
	}
}

// manyShards are the inputs that are divided into 64 shards as well.
var manyShards = []string{"plain", "few", "header", "nothing", "parquet", "npy"}

func runShards(t *testing.T, name string, cfg pipeline.Config, n int) {
	t.Helper()
	var forms []pipeline.Opened
	cfg.OnForm = func(o pipeline.Opened) { forms = append(forms, o) }
	whole := watch(t, cfg)
	if whole.err != nil {
		t.Fatalf("%s: %v", name, whole.err)
	}
	header := ""
	if len(forms) > 0 {
		header = string(forms[0].To.AppendHeader(nil))
	}
	var joined watched
	for i := range n {
		one := watch(t, shardOf(t, cfg, i+1, n))
		if one.err != nil {
			t.Fatalf("%s, shard %d: %v", name, i+1, one.err)
		}
		if joined.out != "" {
			one.out = one.out[min(len(header), len(one.out)):]
			one.stats.TextOut -= int64(len(header))
		}
		joined.out += one.out
		joined.said = append(joined.said, one.said...)
		joined.stats.Join(&one.stats)
	}
	if joined.out != whole.out {
		t.Errorf("%s: %d bytes, want %d, or others", name, len(joined.out), len(whole.out))
	}
	if !slices.Equal(joined.said, whole.said) {
		t.Errorf("%s: said\n%q, want\n%q", name, joined.said, whole.said)
	}
	if got, want := pipetest.Lasting(&joined.stats), pipetest.Lasting(&whole.stats); !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n%+v, want\n%+v", name, got, want)
	}
}

// shardOf limits a config to a shard.
func shardOf(t *testing.T, cfg pipeline.Config, i, n int) pipeline.Config {
	t.Helper()
	sh, err := pipeline.Divide(&cfg, i, n)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Inputs = slices.Clone(cfg.Inputs[:len(sh.Parts)])
	for j, part := range sh.Parts {
		cfg.Inputs[j].Part = part
	}
	return cfg
}

// TestDivideEvenly wants each shard to be within a twentieth of the mean, if lines, frames and
// row groups are small.
func TestDivideEvenly(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes long")
	}
	r := rand.New(rand.NewPCG(1, 2))
	var table strings.Builder
	for table.WriteString("id,puzzle,note\n"); table.Len() < 1<<20; {
		fmt.Fprintf(&table, "%d,%s,%s\n", r.IntN(1e9), strings.Repeat(".", 81), strings.Repeat("x", r.IntN(500)))
	}
	lines := strings.Join(pipetest.Demo(t, "@demo", 20000), "\n") + "\n"
	dir := t.TempDir()
	for name, inputs := range map[string][]pipeline.Input{
		"lines":      onDisk(t, dir, "a.txt", lines),
		"table":      onDisk(t, dir, "a.csv", table.String(), table.String()[:1<<19], table.String()[:1<<18]),
		"frames":     {create(t, dir+"/a.txt.zst", corpus.CreateOptions{}, slices.Collect(chunks(strings.Repeat(lines, 4), 82*50))...)},
		"array":      onDisk(t, dir, "a.npy", npyText(t, 20000, 20000)),
		"row groups": {create(t, dir+"/a.parquet", corpus.CreateOptions{Parquet: true, GroupText: 240 * 82}, "puzzle\ntext\n"+strings.Repeat(lines, 24))},
	} {
		cfg := &pipeline.Config{Inputs: inputs}
		for _, n := range []int{7, 64} {
			for i := range n {
				sh, err := pipeline.Divide(cfg, i+1, n)
				if err != nil {
					t.Fatal(err)
				}
				if share := float64(sh.Bytes) * float64(n) / float64(sh.Total); share < 0.95 || share > 1.05 {
					t.Errorf("%s: shard %d of %d has %.3f of the mean", name, i+1, n, share)
				}
			}
		}
	}
}

// chunks returns pieces of a text, each of n bytes except the last.
func chunks(text string, n int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(text) > n && yield(text[:n]) {
			text = text[n:]
		}
		yield(text)
	}
}

// TestDivideRefuses divides inputs where no record ends.
func TestDivideRefuses(t *testing.T) {
	t.Parallel()
	puzzle := strings.Repeat(".", 81)
	row := "1," + puzzle + ",\"" + strings.Repeat("a\n", 2000) + "\"\n"
	for name, text := range map[string]string{
		"quoted": "id,puzzle,note\n" + strings.Repeat(row, 10),
		"ended":  strings.Repeat(puzzle+"\n", 100) + "end\n" + strings.Repeat(puzzle+"\n", 900),
	} {
		cfg := pipeline.Config{
			Inputs: onDisk(t, t.TempDir(), "a.txt", text), Jobs: 2, NewWorker: workers(copyText), Output: io.Discard,
		}
		refused := 0
		for i := range 7 {
			_, err := pipeline.Run(t.Context(), shardOf(t, cfg, i+1, 7))
			if errors.Is(err, pipeline.ErrUncut) {
				refused++
			}
		}
		if refused == 0 {
			t.Errorf("%s: no shard saw it", name)
		}
	}
	stdin, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	cfg := pipeline.Config{Inputs: pipeline.Files([]string{"-"}, corpus.Options{Stdin: stdin})}
	if _, err := pipeline.Divide(&cfg, 1, 2); !errors.Is(err, pipeline.ErrUncut) {
		t.Errorf("a device: %v", err)
	}
}

// TestDivideMayPass has the system fail to open an input. No shard may be made without it.
func TestDivideMayPass(t *testing.T) {
	in := pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) { return nil, fmt.Errorf("opening in: %w", os.ErrDeadlineExceeded) }}
	if sh, err := pipeline.Divide(&pipeline.Config{Inputs: []pipeline.Input{in}}, 1, 2); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("%+v, %v", sh, err)
	}
}
