//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
)

// killsVar is the environment variable that says how often TestResumeKilled kills, and has
// TestShardsKilled run more shares.
const killsVar = "SUDOKUBATCH_KILLS"

// A killer kills runs in a folder at random moments.
type killer struct {
	dir    string
	random *rand.Rand
	tally  map[string]int
}

func newKiller(t *testing.T, seed int) *killer {
	t.Helper()
	k := &killer{t.TempDir(), rand.New(rand.NewPCG(1, uint64(seed))), map[string]int{}}
	makeInputs(t, k.dir)
	return k
}

// run starts a command, kills it if it takes longer than atMost, and reports whether it did.
func (k *killer) run(t *testing.T, args []string, atMost time.Duration, environment ...string) (r ran, killed bool) {
	t.Helper()
	cmd := exec.Command("sudokubatch", args...)
	cmd.Dir, cmd.Env = k.dir, append(os.Environ(), environment...)
	var text bytes.Buffer
	cmd.Stderr = &text
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(atMost, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	timer.Stop()
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if killed = ok && status.Signaled(); killed {
		k.tally["killed"]++
	}
	return ran{cmd.ProcessState.ExitCode(), text.String()}, killed
}

// resumable are commands whose outputs have names that begin with out.
var resumable = []string{
	"solve in.txt -j 1 -o out.txt --stats-json out.json",
	"solve in.txt.zst in.csv --limit 2 --to line -o out.txt.zst --stats-json out.json",
	"solve in.csv in.csv -o out.csv",
	"solve in.zip in.csv --limit 2 -o out.txt --stats-json out.json",
	"solve in.csv -o out.parquet --stats-json out.json",
	"solve in.txt --take 9000 --skip 7 -o out.txt.gz",
	"convert in.csv --to npy -o out.npy",
	"convert in.txt in.csv --to line --unique -o out.txt",
	"convert in.txt.zst --unique --sorted --memory 60MB -o out.txt.zst",
	"check in.txt --report out.html --rejects out2.txt -o out.txt --stats-json out.json",
	"check in.csv in2.csv --dataset --format ndjson --rejects out2.txt --keep out3.txt.zst -o out.ndjson --stats-json out.json",
	"check in.csv --against against.txt --isomorphs --format csv -o out.csv",
	"clean in.csv in2.csv --rejects out2.csv -o out.csv --stats-json out.json",
	"sample in.txt --fraction 30% -o out.txt",
	"gen --count 700 -o out.txt.zst --stats-json out.json",
	"gen --isomorphs-of in.txt --count 30000 -o out.txt",
	"gen --isomorphs-of in.txt --count 30000 -o out.npy",
	"gen --isomorphs-of in.csv --each 4 --keep-original --solutions -o out.csv --stats-json out.json",
}

// makeInputs makes the files that runs read.
func makeInputs(t *testing.T, dir string) {
	t.Helper()
	for _, script := range []string{
		"sudokubatch gen -q --isomorphs-of @demo --count 12000 -o in.txt",
		"echo malformed >> in.txt; head -n 50 in.txt >> in.txt; head -n 20 in.txt > against.txt",
		"sudokubatch convert -q in.txt -o in.txt.zst; head -n 4000 in.txt | sudokubatch convert -q --to csv -o in.csv",
		"tail -n 9000 in.txt | sudokubatch convert -q --to csv -o in2.csv",
	} {
		if code, stderr := shell(t, dir, script); code != 0 && code != int(process.ExitRecords) {
			t.Fatal(stderr)
		}
	}
	if err := zipFile(filepath.Join(dir, "in.zip"), filepath.Join(dir, "against.txt"), filepath.Join(dir, "in.txt"), filepath.Join(dir, "in.csv")); err != nil {
		t.Fatal(err)
	}
}

// TestResumeKilled kills runs at random moments and starts the same command again. The outputs
// must be the outputs of a run that nobody killed.
func TestResumeKilled(t *testing.T) {
	t.Parallel()
	kills := len(resumable) // one each
	if n, err := strconv.Atoi(os.Getenv(killsVar)); err == nil {
		kills = n
	}
	k := newKiller(t, kills)
	for runs := 0; k.tally["killed"] < kills; runs++ {
		k.resume(t, resumable[runs%len(resumable)], kills/len(resumable))
	}
	t.Logf("%v", k.tally)
}

// resume runs a command with --resume, kills it at most so often, and compares its outputs.
func (k *killer) resume(t *testing.T, command string, most int) {
	t.Helper()
	began := time.Now()
	whole := runIn(t, k.dir, strings.Fields(command)...)
	took := time.Since(began)
	want := outputsOf(t, k.dir)
	if len(want) == 0 {
		t.Fatalf("%s: code %d, %s", command, whole.code, whole.stderr)
	}
	shell(t, k.dir, "rm -rf out*")
	for i, kills := 0, 0; i < 20; i++ {
		atMost := time.Duration(k.random.Int64N(int64(took)))
		if kills == most || i >= 15 {
			atMost = time.Minute
		}
		every := time.Duration(k.random.Int64N(int64(took/20) + 1))
		r, killed := k.run(t, append(strings.Fields(command), "--resume"), atMost, fmt.Sprint(checkpointVar, "=", every))
		if !killed {
			if r.code != whole.code && !strings.Contains(r.stderr, "already exists") {
				t.Errorf("%s: code %d, want %d\n%s", command, r.code, whole.code, r.stderr)
			}
			break
		}
		kills++
		k.damageTail(t, command)
	}
	got := outputsOf(t, k.dir)
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %s is left", command, name)
		}
	}
	for name := range want {
		switch {
		case got[name] == want[name]:
		case name == "out.json":
			t.Errorf("%s: %s is\n%s, want\n%s", command, name, got[name], want[name])
		default:
			t.Errorf("%s: %s has %d bytes, want %d, or others", command, name, len(got[name]), len(want[name]))
		}
	}
	shell(t, k.dir, "rm -rf out*")
}

// damageTail damages what a killed process wrote after its last checkpoint, as a power failure
// would: the bytes are cut off, or become zeros or noise.
func (k *killer) damageTail(t *testing.T, command string) {
	t.Helper()
	fields := strings.Fields(command)
	text, err := os.ReadFile(filepath.Join(k.dir, fields[slices.Index(fields, "-o")+1]+corpus.PartialSuffix+".json"))
	if err != nil {
		return
	}
	k.tally["with a manifest"]++
	var manifest struct {
		Record struct {
			Outputs []struct {
				Name       string
				Checkpoint corpus.Checkpoint
			}
		}
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	if k.random.IntN(3) > 0 {
		return
	}
	for _, o := range manifest.Record.Outputs {
		path := filepath.Join(k.dir, o.Name+corpus.PartialSuffix)
		raw, err := os.ReadFile(path)
		if err != nil || int64(len(raw)) <= o.Checkpoint.Size {
			continue
		}
		tail := raw[o.Checkpoint.Size:]
		switch k.random.IntN(3) {
		case 0:
			raw = raw[:int(o.Checkpoint.Size)+k.random.IntN(len(tail))]
		case 1:
			clear(tail)
		case 2:
			for i := range tail {
				tail[i] = byte(k.random.Uint32())
			}
		}
		writeFile(t, path, string(raw))
		k.tally["tails"]++
	}
}

// outputsOf reads all outputs, without what depends on time.
func outputsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := filesOf(t, dir)
	for name, text := range files {
		switch {
		case !strings.HasPrefix(strings.TrimPrefix(name, "."), "out"):
			delete(files, name)
		case name == "out.json":
			files[name] = lasting(t, text)
		}
	}
	return files
}

// killable are commands for shares: the file extension of parts, the file extension of the
// output of one run, and the number of files for each share.
var killable = []struct {
	command, part, ending string
	files                 int
}{
	{"solve in.txt", ".txt", ".txt", 2},
	{"solve --limit 2 frames.txt.zst", ".txt.zst", ".txt.zst", 2},
	{"solve in.csv", ".csv", ".csv", 2},
	{"convert --unique in.txt in.csv --to line", "", ".txt", 3},
	{"gen --count 400", ".txt", ".txt", 2},
	{"gen --isomorphs-of in.csv --each 3", ".csv", ".csv", 2},
	{"check in.csv in.txt --dataset --format csv", "", ".csv", 3},
	{"check in.txt --format table --rejects rejects.txt --keep keep.txt --report report.html", "", ".txt", 3},
}

// TestShardsKilled kills each share of a run at a random moment, starts it again until
// it is done. merge must then write what one run writes, and no other file may be left. With SUDOKUBATCH_KILLS there are 100 shares of each run.
func TestShardsKilled(t *testing.T) {
	t.Parallel()
	shards := 10
	if os.Getenv(killsVar) != "" {
		shards = 100
	}
	k := newKiller(t, shards)
	inputs := k.dir
	if r := runIn(t, inputs, "convert", "-q", "in.txt.zst", "in.txt.zst", "in.txt.zst", "in.txt.zst", "-o", "frames.txt.zst"); r.code != exitOK {
		t.Fatal(r.stderr)
	}
	for _, c := range killable {
		k.dir = t.TempDir()
		if err := os.CopyFS(k.dir, os.DirFS(inputs)); err != nil {
			t.Fatal(err)
		}
		args := strings.Fields(c.command)
		whole := runWhole(t, k.dir, args, c.ending)
		for i := range shards {
			k.share(t, slices.Concat(args, []string{"-q", "-o", "parts/" + c.part, "--shard", fmt.Sprintf("%d/%d", i+1, shards)}), whole.code)
		}
		if left := names(t, filepath.Join(k.dir, "parts")); len(left) != c.files*shards {
			t.Errorf("%s: %d files are left: %v", c.command, len(left), left)
		}
		compareMerged(t, k.dir, "parts", args, c.ending, whole)
	}
	if k.tally["killed"] < shards {
		t.Errorf("%d shares were killed, of %d", k.tally["killed"], shards*len(killable))
	}
	t.Logf("%d shares each: %v", shards, k.tally)
}

// share runs a share, kills it at a random moment, and runs it again until it is done.
func (k *killer) share(t *testing.T, args []string, code int) {
	t.Helper()
	// Most shares end earlier.
	within := 60 * time.Millisecond
	for range 10 {
		r, killed := k.run(t, args, time.Duration(k.random.Int64N(int64(within))))
		if !killed {
			if r.code != exitOK && r.code != code {
				t.Errorf("%v: code %d: %s", args, r.code, r.stderr)
			}
			return
		}
		within *= 2
	}
	t.Errorf("%v: is never done", args)
}

// TestShardsAgain removes and damages parts. Only these may be written again.
func TestShardsAgain(t *testing.T) {
	t.Parallel()
	dir := shardedFiles(t)
	for _, tt := range []struct {
		change string
		left   int // parts that are complete already
	}{
		{"mkdir parts", 0},
		{"cp -r parts first", 5},
		{"cd parts; rm part-00001*.txt part-00003*.json; tr 1 2 < ../first/part-00002-of-00005.txt > part-00002-of-00005.txt", 2},
	} {
		_, stderr := shell(t, dir, tt.change)
		code, said := shell(t, dir, "for i in 1 2 3 4 5; do sudokubatch solve bad.txt -q -o parts/ --shard $i/5; done; cmp first/part-00002-of-00005.txt parts/part-00002-of-00005.txt")
		if n := strings.Count(said, "complete already"); n != tt.left || stderr != "" || (code != 0) != (tt.left == 0) {
			t.Errorf("%s: %d parts are left, want %d, code %d: %s%s", tt.change, n, tt.left, code, stderr, said)
		}
	}
}

// TestMergeRefuses changes a folder of parts by shell commands. merge must refuse it and say why.
func TestMergeRefuses(t *testing.T) {
	t.Parallel()
	dir := shardedFiles(t)
	shards := "for i in 1 2 3; do sudokubatch solve -q p.txt -o parts/ --shard $i/3; done; cp p.txt longer.txt; tail -n 1 p.txt >> p.txt; " +
		"sudokubatch solve -q p.txt -o longer/ --shard 2/3; mv longer.txt p.txt; cp -r parts whole"
	if code, stderr := shell(t, dir, shards); code != 0 {
		t.Fatal(stderr)
	}
	for _, tt := range []struct{ change, merge, want string }{
		{"rm part-00002*.json", "-o out.txt", "1 of 3 parts are missing, beginning with part 2"},
		{"rm part-00002*.txt", "-o out.txt", "no such file"},
		{"cp ../longer/* .", "-o out.txt", "p.txt has changed"},
		{"cp part-00001*.txt part-00002*.txt", "-o out.txt", "is damaged"},
		{"mv part-00002*.txt part-00007-of-00007.txt", "-o out.txt", "no such file"},
		{"mv part-00002*.txt x; mv part-00003*.txt part-00002-of-00003.txt; mv x part-00003-of-00003.txt", "-o out.txt", "is damaged"},
		{"rm *", "-o out.txt", "no parts"},
		{"", "-o out.csv", "the parts hold line, not csv"},
		{"", "-o out.txt", ""},
	} {
		shell(t, dir, "rm -rf parts; cp -r whole parts; cd parts; "+tt.change)
		code, stderr := shell(t, dir, "sudokubatch merge -q parts "+tt.merge)
		if want := tt.want != ""; (code == exitFailed) != want || !strings.Contains(stderr, tt.want) || want == slices.Contains(names(t, dir), "out.txt") {
			t.Errorf("%s: code %d, want %q: %s", tt.change, code, tt.want, stderr)
		}
	}
}
