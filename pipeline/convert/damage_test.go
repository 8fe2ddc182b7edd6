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
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestDamage flips each bit of files of every codec and container, one at a time,
// and cuts them after every byte: a run either fails or writes what the sound file
// gives, and leaves nothing open. Half of the runs use all of the file, the others a few records at
// its beginning or in the middle. Of a million cases it takes a few hundred;
// SUDOKUBATCH_DAMAGE=17:900 takes those from a number to another,
// SUDOKUBATCH_DAMAGE=all all; -v shows how they ended.
//
// Faults: cut inside a frame, bit flip, checksum error; cut between frames.
func TestDamage(t *testing.T) {
	files := soundFiles(t)
	d := &damages{files: files, tally: map[string]map[string]int{}}
	for _, f := range files {
		d.cases += uint64(9 * len(f.raw)) // eight bits, and a cut
	}
	from, to := uint64(0), uint64(600)
	switch s := os.Getenv("SUDOKUBATCH_DAMAGE"); s {
	case "":
	case "all":
		to = d.cases
	default:
		if _, err := fmt.Sscanf(s, "%d:%d", &from, &to); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	for _, f := range files {
		for i, r := range damagedRanges {
			o := readDamaged(f, filepath.Join(dir, f.name), f.raw, i)
			if o.how != "another" || o.out == "" {
				t.Fatalf("records %v of %s are not sound: %s %v", r, f.name, o.how, o.err)
			}
			f.want[i] = o.out
		}
	}
	goroutines, descriptors := runtime.NumGoroutine(), openDescriptors()
	var all sync.WaitGroup
	var next atomic.Uint64
	next.Store(from)
	for i := range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			dir := filepath.Join(dir, fmt.Sprint(i))
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Error(err)
			}
			for n := next.Add(1) - 1; n < to && d.wrong.Load() < 20; n = next.Add(1) - 1 {
				d.try(t, dir, n)
			}
		})
	}
	all.Wait()
	if left := openDescriptors(); left != descriptors {
		t.Errorf("%d descriptors are open, %d were before", left, descriptors)
	}
	for range 100 {
		if runtime.NumGoroutine() <= goroutines {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if left := runtime.NumGoroutine(); left > goroutines {
		t.Errorf("%d goroutines, %d were before", left, goroutines)
	}
	for _, f := range files {
		t.Logf("%-16s %6d bytes: %v", f.name, len(f.raw), d.tally[f.name])
	}
	t.Logf("%d of %d cases, %d wrong", to-from, d.cases, d.wrong.Load())
}

// openDescriptors is how many files are open, or 0 where nothing says so.
func openDescriptors() int {
	entries, _ := os.ReadDir("/proc/self/fd") // Linux has it
	return len(entries)
}

// damagedRanges are the records that runs use.
var damagedRanges = [...]pipeline.Range{{}, {First: 1, Last: 5}, {}, {First: 80, Last: 90}}

// damages are all the ways to damage some files a little, numbered.
type damages struct {
	files []*soundFile
	cases uint64
	wrong atomic.Int64

	mu    sync.Mutex
	tally map[string]map[string]int
}

// try runs one case.
func (d *damages) try(t *testing.T, dir string, number uint64) {
	const stride = 1_000_000_007 // a prime, so that any range holds cases of all files
	place := int(number % d.cases * stride % d.cases)
	file := 0
	for place >= 9*len(d.files[file].raw) {
		place -= 9 * len(d.files[file].raw)
		file++
	}
	f, at, bit := d.files[file], place/9, place%9
	raw, kind, unseen := slices.Clone(f.raw), "flip", false
	if bit < 8 {
		raw[at] ^= 1 << bit
	} else {
		kind, raw, unseen = "cut", raw[:at], f.whole[at]
	}
	o := readDamaged(f, filepath.Join(dir, f.name), raw, int(number)%len(damagedRanges))
	d.mu.Lock()
	if d.tally[f.name] == nil {
		d.tally[f.name] = map[string]int{}
	}
	how := kind + " " + o.how
	if unseen {
		how += " (no checksum)"
	}
	d.tally[f.name][how]++
	d.mu.Unlock()
	if o.how == "panic" || o.how != "failed" && o.how != "same" && !unseen {
		d.wrong.Add(1)
		t.Errorf("SUDOKUBATCH_DAMAGE=%d:%d: %s, %s of bit %d at %d of %d: %s: %v", number, number+1, f.name, kind, bit, at, len(f.raw), o.how, o.err)
	}
}

// TestFirstBytes flips each bit of the first bytes of files in which puzzles stand as they
// are: no file is read as text if the bytes that say what it is are damaged.
func TestFirstBytes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, f := range storedFiles(t) {
		path, ends := filepath.Join(dir, f.name), map[string]int{}
		f.want[0] = readDamaged(f, path, f.raw, 0).out
		for place := range 8 * 8 {
			raw := slices.Clone(f.raw)
			raw[place/8] ^= 1 << (place % 8)
			o := readDamaged(f, path, raw, 0)
			// There are no checksums of the characters after the mark of UTF-16.
			if ends[o.how]++; o.how != "failed" && (o.how != "same" || o.out == "") && (f.name != "utf-16" || place < 2*8) {
				t.Errorf("%s, bit %d: %s: %q", f.name, place, o.how, o.out)
			}
		}
		t.Log(f.name, ends)
	}
}

// A damaged is how a run with a damaged file ended.
type damaged struct {
	how string
	out string
	err error
}

// readDamaged converts a range of a file. The command would exit with 0 after
// "same" or "another", with 3 after "malformed", and with 1 after "failed".
func readDamaged(f *soundFile, path string, raw []byte, part int) (o damaged) {
	defer time.AfterFunc(time.Minute, func() { panic(path + ": hangs") }).Stop()
	if o.err = os.WriteFile(path, raw, 0o600); o.err != nil {
		return o
	}
	var out bytes.Buffer
	pool := corpus.NewPool(1)
	stats, _, err := convert.Run(context.Background(), pipeline.Config{
		Inputs: pipeline.Files([]string{path}, corpus.Options{Pool: pool, Members: bulk.ChooseArrays, Join: bulk.JoinArrays()}),
		Output: &out, To: bulk.CSV, Jobs: 1, Pool: pool, Range: damagedRanges[part],
		Hooks: pipeline.Hooks{OnUnreadable: func(err error) { o.err = err }},
	}, convert.Options{OnBad: pipeline.Mark})
	o.out, o.err = out.String(), errors.Join(o.err, err)
	_, panicked := errors.AsType[*guard.Panic](o.err)
	switch {
	case panicked:
		o.how = "panic"
	case o.err != nil:
		o.how = "failed"
	case stats.Malformed > 0 || stats.Faults > 0:
		o.how = "malformed"
	case o.out == f.want[part]:
		o.how = "same"
	default:
		o.how = "another"
	}
	return o
}

// TestEdits changes bytes of files of each form that is text: a run does not panic or hang,
// and if it reports nothing, each puzzle that it writes differs from one of the file in no
// more cells than bytes were changed. SUDOKUBATCH_EDITS says how often a file is changed.
func TestEdits(t *testing.T) {
	t.Parallel()
	edited := 25
	if testing.Short() {
		edited = 4
	}
	if n, err := strconv.Atoi(os.Getenv("SUDOKUBATCH_EDITS")); err == nil {
		edited = n
	}
	lines := pipetest.Demo(t, "@demo", 95)
	for _, kind := range bulk.Writable() {
		if _, err := kind.Form(9); err != nil || kind == bulk.Parquet {
			continue
		}
		f := &soundFile{name: kind.String(), raw: []byte(converted(t, kind, joined(lines), pipeline.Config{Jobs: 1}))}
		header := 0
		switch {
		case kind == bulk.Npy:
			header = 128
		case kind.IsTable():
			header = bytes.IndexByte(f.raw, '\n') + 1
		}
		random := rand.New(rand.NewPCG(1, uint64(kind)))
		path := filepath.Join(t.TempDir(), "edited")
		for i := range edited {
			raw, edits := slices.Clone(f.raw), 1+random.IntN(4)
			for range edits {
				const telling = "\"'[]{},;:\t \r\\#.0-_*|+<>/&=19AGPx\x00\xff\xef\xc3"
				raw[header+random.IntN(len(raw)-header)] = telling[random.IntN(len(telling))]
			}
			o := readDamaged(f, path, raw, 0)
			if o.how == "panic" {
				t.Errorf("%v, edit %d: %v", kind, i, o.err)
			}
			if o.how != "another" {
				continue // it was said that something is wrong
			}
			for _, line := range strings.Fields(strings.ReplaceAll(o.out, "0", "."))[min(1, len(o.out)):] {
				if puzzle, _, _ := strings.Cut(line, ","); len(puzzle) == 81 && !slices.ContainsFunc(lines, func(of string) bool { return changes(of, puzzle) <= edits }) {
					t.Errorf("%v, edit %d of %d bytes: %s is in no file", kind, i, edits, puzzle)
				}
			}
		}
	}
}

// changes is how many characters of two texts of one length differ.
func changes(a, b string) (n int) {
	for i := range len(a) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}
