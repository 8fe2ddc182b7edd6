package pipeline_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// dividedInputs are lists of inputs that are divided, and how.
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
	inputs := map[string][]pipeline.Input{
		"plain":   onDisk(t, dir, "plain.txt", text, text[:len(text)/3]),
		"zstd":    onDisk(t, dir, "a.txt.zst", strings.Repeat(text, 9)),
		"tables":  onDisk(t, dir, "a.csv", table, table),
		"table":   onDisk(t, dir, "a.csv.zst", strings.Repeat(table[strings.IndexByte(table, '\n')+1:], 9)),
		"nothing": onDisk(t, dir, "empty.txt", "", ""),
		"other":   onDisk(t, dir, "a.txt.gz", text, text[:len(text)/2], text, text),
	}
	mixed := []pipeline.Input{missing(dir + "/1")}
	for _, name := range []string{"plain", "nothing", "other", "zstd"} {
		mixed = append(mixed, inputs[name]...)
	}
	inputs["mixed"] = append(mixed, missing(dir+"/2"))
	return inputs
}

func missing(name string) pipeline.Input { return pipeline.Files([]string{name}, corpus.Options{})[0] }

// TestDivide runs shards and wants them to make the whole: the output, the statistics,
// and what is reported.
func TestDivide(t *testing.T) {
	t.Parallel()
	for name, inputs := range dividedInputs(t) {
		for _, n := range []int{1, 7, 64} {
			for _, size := range []int{20_000, pipeline.DefaultBatchBytes} {
				if n == 64 && (size == 20_000 || name != "plain") || racing && n != 7 {
					continue // takes long
				}
				cfg := pipeline.Config{Inputs: inputs, Jobs: 2, BatchBytes: size, NewWorker: workers(copyText)}
				runShards(t, fmt.Sprint(name, ", ", n, " shards, batches of ", size), cfg, n)
			}
		}
	}
}

func runShards(t *testing.T, name string, cfg pipeline.Config, n int) {
	t.Helper()
	header := ""
	cfg.OnForm = func(o pipeline.Opened) { header = string(o.To.AppendHeader(nil)) }
	whole := watch(t, cfg)
	if whole.err != nil {
		t.Fatalf("%s: %v", name, whole.err)
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

// shardOf has a config run a shard alone.
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

// TestDivideEvenly wants the largest share to be within a twentieth of the mean, and
// the plan to read little.
func TestDivideEvenly(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var table strings.Builder
	for table.WriteString("id,puzzle,note\n"); table.Len() < 1<<20; {
		fmt.Fprintf(&table, "%d,%s,%s\n", r.IntN(1e9), strings.Repeat(".", 81), strings.Repeat("x", r.IntN(500)))
	}
	packed := strings.Repeat(strings.Join(pipetest.Demo(t, "@demo", 20000), "\n")+"\n", 13) // some 40 frames
	for n, inputs := range map[int][]pipeline.Input{
		16: onDisk(t, t.TempDir(), "a.csv", table.String(), table.String()[:1<<19], table.String()[:1<<18]),
		2:  onDisk(t, t.TempDir(), "a.txt.zst", packed),
	} {
		cfg := &pipeline.Config{Inputs: inputs}
		for i := range n {
			sh, err := pipeline.Divide(cfg, i+1, n)
			if err != nil {
				t.Fatal(err)
			}
			if share := float64(sh.Bytes) * float64(n) / float64(sh.Total); share < 0.95 || share > 1.05 {
				t.Errorf("shard %d of %s has %.3f of the mean", i+1, inputs[0].Name, share)
			}
		}
	}
}

// TestDivideRefuses cuts where no record ends.
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
