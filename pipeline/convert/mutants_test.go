package convert_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
)

// TestMutants converts files with damage: none may make the run panic, hang or
// take much memory, or end well with a wrong puzzle. SUDOKUBATCH_MUTANTS=200000
// tries that many, and 17:18 those from a seed to another; -v shows how they ended,
// and -artifacts keeps a mutant that is the only one.
func TestMutants(t *testing.T) {
	from, to := uint64(0), uint64(400)
	if s := os.Getenv("SUDOKUBATCH_MUTANTS"); s != "" {
		if _, err := fmt.Sscanf(s, "%d:%d", &from, &to); err != nil {
			from = 0
			if _, err := fmt.Sscan(s, &to); err != nil {
				t.Fatal(err)
			}
		}
	}
	debug.SetTraceback("all") // for the watchdog
	files := wildFiles(t)
	j := newJudge(t)
	if to == from+1 {
		keep := filepath.Join(t.ArtifactDir(), "mutant")
		if err := os.WriteFile(keep, newMutant(files, from).raw, 0o600); err != nil {
			t.Fatal(err)
		}
		t.Log(keep)
	}
	next := atomic.Uint64{}
	next.Store(from)
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		path := filepath.Join(t.TempDir(), "mutant")
		all.Go(func() {
			for seed := next.Add(1) - 1; seed < to && j.wrong.Load() < 20; seed = next.Add(1) - 1 {
				j.try(t, newMutant(files, seed), path)
			}
		})
	}
	all.Wait()
	t.Logf("%v, the slowest in %v", j.tally, j.slow)
}

// A judge runs mutants and says what is wrong with what comes out.
type judge struct {
	puzzles   map[string]bool // those of all files
	solutions map[string]bool
	alone     sync.RWMutex // held where memory is measured
	wrong     atomic.Int64 // mutants, after some of which no more are tried

	mu    sync.Mutex
	tally map[string]int
	slow  time.Duration // the slowest
}

func newJudge(t *testing.T) *judge {
	j := &judge{puzzles: map[string]bool{}, solutions: map[string]bool{}, tally: map[string]int{}}
	for _, name := range []string{"lines9.txt", "lines16.txt"} {
		for line := range strings.Lines(string(sharedFile(t, name))) {
			j.puzzles[strings.TrimSpace(line)] = true
		}
	}
	for line := range strings.Lines(string(sharedFile(t, "solutions9.txt"))) {
		j.solutions[strings.TrimSpace(line)] = true
	}
	return j
}

// try runs a mutant. If much was allocated meanwhile, by whichever mutants ran, it
// runs again alone.
func (j *judge) try(t *testing.T, m *mutant, path string) {
	if err := os.WriteFile(path, m.raw, 0o600); err != nil {
		t.Error(err)
		return
	}
	j.alone.RLock()
	before := heapBytes("/gc/heap/allocs:bytes")
	began := time.Now()
	o := m.run(path)
	took := time.Since(began)
	allocated := heapBytes("/gc/heap/allocs:bytes") - before
	j.alone.RUnlock()
	const most = 64 << 20
	if allocated > most {
		j.alone.Lock()
		if peak := m.peak(path); peak > most {
			t.Errorf("%v: %d MiB of memory", m, peak>>20)
		}
		j.alone.Unlock()
	}
	how, wrong := j.judge(m, o)
	if wrong != "" {
		j.wrong.Add(1)
		t.Errorf("%v: %s", m, wrong)
	}
	j.mu.Lock()
	j.tally[how]++
	j.slow = max(j.slow, took)
	j.mu.Unlock()
}

// peak runs a mutant and returns how much memory its objects took.
func (m *mutant) peak(path string) (peak uint64) {
	const objects = "/memory/classes/heap/objects:bytes"
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	before := heapBytes(objects)
	done := make(chan struct{})
	go func() {
		defer close(done)
		m.run(path)
	}()
	tick := time.NewTicker(200 * time.Microsecond)
	defer tick.Stop()
	for {
		peak = max(peak, heapBytes(objects))
		select {
		case <-done:
			return peak - min(peak, before)
		case <-tick.C:
		}
	}
}

func heapBytes(metric string) uint64 {
	sample := []metrics.Sample{{Name: metric}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// An outcome is what a run gives.
type outcome struct {
	to    formats.Kind
	lines []string // what was written, of the form Line
	bad   bool     // some of it, or the input
	errs  []error
}

// run converts a mutant, not for long: mostly to lines, from a file or from a stream,
// in batches of some size.
func (m *mutant) run(path string) *outcome {
	const longest = 20 * time.Second
	defer time.AfterFunc(longest, func() { panic(fmt.Sprintf("%v: hangs", m)) }).Stop()
	random := rand.New(rand.NewPCG(m.seed, 10))
	o := &outcome{to: formats.Line}
	if random.IntN(4) == 0 {
		kinds := append(formats.Writable(), 0)
		o.to = kinds[random.IntN(len(kinds))]
	}
	jobs := 1 + random.IntN(3)
	pool := corpus.NewPool(jobs)
	open := func() (pipeline.Source, error) { return corpus.Open(path, corpus.Options{Pool: pool}) }
	if random.IntN(3) == 0 {
		open = func() (pipeline.Source, error) {
			return corpus.Open("-", corpus.Options{Pool: pool, Stdin: bytes.NewReader(m.raw)})
		}
	}
	var out bytes.Buffer
	onBad := []pipeline.OnBad{pipeline.Skip, pipeline.Skip, pipeline.Mark, pipeline.Stop}[random.IntN(4)]
	stats, _, err := convert.Run(context.Background(), pipeline.Config{
		Inputs: []pipeline.Input{{Name: m.file.name, Open: open}}, Output: &out,
		To: o.to, Jobs: jobs, Pool: pool, BatchBytes: []int{0, 0, 400, 5000}[random.IntN(4)],
		Hooks: pipeline.Hooks{OnUnreadable: func(err error) { o.errs = append(o.errs, err) }},
	}, convert.Options{OnBad: onBad})
	o.errs = append(o.errs, err)
	o.bad = stats.Malformed > 0 || stats.Unreadable > 0 || stats.Faults > 0 || stats.Unverified != ""
	if o.to == formats.Line {
		o.lines = strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	}
	return o
}

// judge says how a run ended, and what is wrong with that.
func (j *judge) judge(m *mutant, o *outcome) (how, wrong string) {
	err := errors.Join(o.errs...)
	if p, ok := errors.AsType[*guard.Panic](err); ok {
		return "panic", p.Error()
	}
	switch {
	case err != nil:
		return "failed", ""
	case o.bad:
		return "malformed", ""
	case o.to != formats.Line:
		return "another form", ""
	}
	how = "right"
	for _, line := range o.lines {
		if j.puzzles[line] || line == "" {
			continue
		}
		how = "changed"
		if wrong := j.changed(m, line); wrong != "" {
			return "wrong", wrong
		}
	}
	return how, ""
}

// changed says what is wrong with a puzzle that is in none of the files: it must be
// one of theirs with as many cells changed as bytes of the mutant are. Where the
// names of columns are damaged, another one may be taken for that of puzzles.
func (j *judge) changed(m *mutant, line string) string {
	switch {
	case m.foreign || m.file.unsure:
		return ""
	case m.file.packed:
		return line + ": is in no file"
	case j.solutions[line] && !m.header:
		return line + ": is a solution"
	}
	nearest := len(line)
	for _, known := range []map[string]bool{j.puzzles, j.solutions} {
		for p := range known {
			nearest = min(nearest, distance(p, line))
		}
		if !m.header {
			break
		}
	}
	if nearest > m.edits {
		return fmt.Sprintf("%s: %d cells are changed, by %d bytes", line, nearest, m.edits)
	}
	return ""
}

// distance is how many cells are to be changed, put in or taken out to make one
// text of another.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for i := range row {
		row[i] = i
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for k := range len(b) {
			cost := diagonal
			if a[i] != b[k] {
				cost++
			}
			diagonal = row[k+1]
			row[k+1] = min(cost, diagonal+1, row[k]+1)
		}
	}
	return row[len(b)]
}
