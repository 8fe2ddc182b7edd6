//go:build unix

package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/alecthomas/kong"
)

// A verbRun is a run of a verb, for TestVerbs. The command has neither outputs for answers nor messages.
type verbRun struct {
	command string // with the other outputs, which have names that begin with out; the last word is an input; FILES stands for the folder of inputs
	out     string // --output; "": the run only writes to standard output
	part    string // what follows the folder in --output of a share; "-": the flags of the run allow neither --shard nor --resume
	empty   int    // exit code for an empty input
}

// verbRuns has at least one run of each verb, for TestVerbs.
var verbRuns = []verbRun{
	{"solve --limit 2 bad.txt", "out.txt", "", 0},
	{"solve --all --limit 2 bad.txt", "out.csv", ".csv", 0},
	{"label --add status,rating bad.txt", "out.csv", ".csv", 0},
	{"hint --state-column 2 t.csv", "out.csv", ".csv", 0},
	{"convert bad.txt --to csv", "out.csv", "", 0},
	{"convert --unique --temp-dir . bad.txt", "out.txt", ".txt", 0},
	{"convert --sorted --canonical --temp-dir . bad.txt", "out.txt.zst", "", 0},
	{"convert --to chat --temp-dir . t.csv", "out.jsonl", ".jsonl", 1},
	{"check --rejects out3.txt --list all bad.txt", "out.txt", "", 0},
	{"check --dataset --report out.html --temp-dir . bad.txt", "out.csv", ".csv", 0},
	{"check --isomorphs --against p.txt.gz --temp-dir . bad.txt", "out.jsonl", ".jsonl", 0},
	{"clean --rejects out2.txt --temp-dir . bad.txt", "out.txt", ".txt", 0},
	{"sample --fraction 1/3 bad.txt", "out.txt", "", 0},
	{"sample --count 900 --shuffle --temp-dir . bad.txt", "out.txt", "-", 1},
	{"split --into out1=80,out2=20 bad.txt", ".", "-", 0},
	{"split --folds 2 --temp-dir . bad.txt", ".", "-", 0},
	{"gen --count 400", "out.txt", ".txt", 0},
	{"augment bad.txt --count 9001", "out.txt", "", 1},
	{"augment bad.txt --each 3 --keep-original", "out.csv", ".csv", 0},
	{"print bad.txt", "out.html", "-", 0},
	{"merge FILES/../shares", "out.txt", "-", 0},
	{"explain bad.txt", "", "-", 1},
	{"detect bad.txt", "", "-", 0},
	{"bench --engines band --rounds 1 --min-time 1us p.txt.gz", "", "-", 1},
	{"bench --engines band --rounds 1 --min-time 1us --format json p.txt.gz", "", "-", 1},
	{"corpora", "", "-", 0},
	{"engines", "", "-", 0},
	{"help solve", "", "-", 0},
	{"version", "", "-", 0},
	{"completion bash", "", "-", 0},
	{"man", "", "-", 0},
	{"complete solve --", "", "-", 0},
	{"solve --help", "", "-", 0},
	{"--version", "", "-", 0},
	{"", "", "-", 0},
}

// formRuns are runs with other forms, inputs and flags. TestVerbs divides them, kills them and goes on.
var formRuns = []verbRun{
	{"solve -j 1 bad.txt", "out.txt", "", 0},
	{"solve --limit 2 bad.txt p.txt.gz p.txt.zst nowhere.txt", "out.txt.zst", ".txt.zst", 0},
	{"solve t.csv p.txt", "out.csv.gz", ".csv.gz", 0},
	{"solve --all t.csv several.txt bad.txt --to ndjson --limit 3000", "out.jsonl.zst", ".jsonl.zst", 0},
	{"solve --all --to line several.txt p.txt several.txt", "out.txt", ".txt", 0},
	{"solve in.zip in.csv --limit 2 --to line", "out.txt", "", 0},
	{"solve --limit 2 several.txt p.txt", "out.npy", ".npy", 0},
	{"convert t.csv bad.txt", "out.parquet", ".parquet", 0},
	{"convert p.txt t.csv", "out.npy", ".npy", 0},
	{"convert p.txt t.csv", "out.txt", ".txt", 0},
	{"solve --limit 2 r.parquet p.txt.gz a.npy", "out.parquet", ".parquet", 0},
	{"solve a.npy bad.txt r.parquet t.csv", "out.txt", ".txt", 0},
	{"convert a.npy r.parquet", "out.csv", ".csv", 0},
	{"convert --canonical --on-bad mark bad.txt --to grid", "out.txt", "", 0},
	{"gen --count 200 --to hiho --seed 3", "out.txt", "", 0},
	{"gen --count 200 --solutions", "out.jsonl", ".jsonl", 0},
	{"gen --count 700", "out.txt.zst", ".txt.zst", 0},
	{"gen --count 100 --solutions", "out.npy", ".npy", 0},
	{"gen --per tier=20 --tier easy,hard,expert", "out.txt", "", 0},
	{"gen --count 300 --add clues,guesses,rating,minimal", "out.csv", ".csv", 0},
	{"augment bad.txt t.csv --count 9001", "out.txt", "", 0},
	{"augment t.csv bad.txt --count 5000", "out.csv", ".csv", 0},
	{"augment in.csv --count 30000", "out.npy", ".npy", 0},
	{"augment t.csv --to hiho --count 100", "out.txt", ".txt", 0},
	{"augment t.csv t.csv --each 3 --solutions", "out.csv.gz", ".csv.gz", 0},
	{"augment bad.txt --each 1 --keep-original", "out.parquet", ".parquet", 0},
	{"convert --unique bad.txt p.txt.zst t.csv", "out.txt.zst", ".txt.zst", 0},
	{"convert --canonical --unique --sorted t.csv bad.txt --on-bad mark", "out.csv", ".csv", 0},
	{"convert --sorted bad.txt p.txt.gz", "out.npy", ".npy", 0},
	{"check bad.txt p.txt", "out.txt", "", 0},
	{"check --dataset t.csv bad.txt p.txt.zst --list 50 --rejects out2.txt --report out.html", "out.txt", "", 0},
	{"check --duplicates --against bad.txt --against t.csv p.txt nowhere.txt bad.txt t.csv --format csv", "out.csv.zst", "", 0},
	{"check --dataset --minimal t.csv t.csv --format ndjson --rejects out2.txt", "out.jsonl", "", 0},
	{"check --isomorphs bad.txt --format parquet --columns=guesses,rating,* --report out.html --rejects out2.txt", "out.parquet", "", 0},
	{"check --duplicates a.npy p.txt --rejects out2.txt", "out.txt", "", 0},
	{"check --duplicates a.npy r.parquet r.parquet p.txt", "out.txt", "", 0},
	{"convert --unique a.npy r.parquet", "out.csv", ".csv", 0},
	{"clean t.csv bad.txt p.txt.zst t.csv --rejects out2.jsonl", "out.csv.zst", ".csv.zst", 0},
	{"clean r.parquet t.csv a.npy nowhere.txt --against p.txt.gz", "out.parquet", ".parquet", 0},
	{"clean --require unique t.csv t.csv", "out.jsonl", ".jsonl", 0},
	{"clean --fix solution wrong.csv t.csv wrong.csv --against p.txt.gz", "out.csv", ".csv", 0},
	{"clean --solutions-optional wrong.csv t.csv --rejects out2.csv", "out.csv", ".csv", 0},
	{"check t.csv --duplicates --format csv --columns=id,record,line,status,rating,*", "out.csv", "", 0},
	{"label --add clues,tier r.parquet t.csv --where guesses>0", "out.csv", ".csv", 0},
	{"sample --fraction 1/3 t.csv bad.txt t.csv", "out.csv", ".csv", 0},
	{"solve p.txt.zst --take 9000 --skip 7", "out.txt.gz", onlyResumed, 0},
}

// Values of verbRun.part.
const (
	notDivided  = "-"
	onlyResumed = "--resume"
)

// killsVar is the environment variable that says how often TestVerbs kills runs that go on. Each verb
// then has 100 shares, too.
const killsVar = "SUDOKUBATCH_KILLS"

// TestVerbs checks what every verb promises. The outputs, statistics, exit code and messages do not depend
// on the number of workers, nor on shares that merge joins, nor on whether a process was killed and
// another one went on. A run that fails leaves nothing.
func TestVerbs(t *testing.T) {
	t.Parallel()
	everyVerb(t)
	files, kills := verbFiles(t), 1
	if n, err := strconv.Atoi(os.Getenv(killsVar)); err == nil {
		kills = n / (len(verbRuns) + len(formRuns))
	}
	var killed atomic.Int64 // runs, less the number of rows
	t.Run("runs", func(t *testing.T) {
		for i, r := range slices.Concat(verbRuns, formRuns) {
			t.Run(r.command, func(t *testing.T) {
				t.Parallel()
				v := newVerbTest(t, files, r, &killed)
				if v.out != "" && v.has("jobs") {
					v.workers("1")
				}
				if i < len(verbRuns) {
					v.standardOutput()
					v.inputs()
				}
				if i < len(verbRuns) && r.out != "" {
					if v.has("jobs") {
						v.workers("7")
					}
					v.failures()
					v.signal()
				}
				if r.part != notDivided && v.has("resume") {
					v.resume(kills)
				}
				if r.part != notDivided && r.part != onlyResumed && v.has("shard") {
					v.allShards(i)
				}
			})
		}
	})
	if n := killed.Load(); n < 0 && !t.Failed() {
		t.Errorf("%d rows too many for the number of kills", -n)
	}
}

// everyVerb requires a run of each verb.
func everyVerb(t *testing.T) {
	for _, v := range verbs {
		if !slices.ContainsFunc(verbRuns, func(r verbRun) bool { return verbIn(strings.Fields(r.command)) == v.name }) {
			t.Errorf("verbRuns has no run of %s", v.name)
		}
	}
}

// verbFiles makes a folder of inputs for verbRuns and formRuns.
func verbFiles(t *testing.T) (dir string) {
	dir = shardedFiles(t)
	for _, script := range []string{
		"sudokubatch augment -q @demo --count 8000 | sudokubatch convert -q - --to csv -o in.csv",
		"sudokubatch convert -q p.txt --take 20 -o few.txt; : > empty.txt",
		"for i in 1 2; do sudokubatch solve -q p.txt -o ../shares/ --shard $i/2; done",
		"{ head -n 70 p.txt | sed 's/[1-9]/./3; s/[1-9]/./7'; printf '%081d\\n11%079d\\n' 0 0; } > several.txt",
	} {
		if code, stderr := shell(t, dir, script); code != 0 {
			t.Fatal(stderr)
		}
	}
	if err := zipFile(filepath.Join(dir, "in.zip"), filepath.Join(dir, "few.txt"), filepath.Join(dir, "bad.txt"), filepath.Join(dir, "t.csv")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A verbTest tests a run in a folder of its own.
type verbTest struct {
	*testing.T
	verbRun
	killer
	flags []*kong.Flag
	files []string          // inputs
	whole ran               // the run
	took  time.Duration     // that it took
	want  map[string]string // its outputs
}

func newVerbTest(t *testing.T, files string, r verbRun, killed *atomic.Int64) *verbTest {
	killed.Add(-1)
	r.command = strings.Replace(r.command, "FILES", files, 1)
	v := &verbTest{T: t, verbRun: r, killer: killer{t.TempDir(), rand.New(rand.NewPCG(1, uint64(len(r.command)))), killed}, files: names(t, files)}
	if verb := verbIn(strings.Fields(r.command)); verb != "" {
		node, err := verbOf(newParser(verb).Model.Node, verb)
		if err != nil {
			t.Fatal(err)
		}
		v.flags = node.Flags
	}
	for _, name := range v.files {
		if err := os.Link(filepath.Join(files, name), filepath.Join(v.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	v.whole = runIn(t, v.dir, v.args()...)
	v.took = time.Since(began)
	v.want = v.outputs()
	if v.whole.code != exitOK && v.whole.code != 3 || r.out != "" && r.part != onlyResumed && (v.want["out.json"] == "") == v.has("stats-json") {
		t.Fatalf("code %d: %s", v.whole.code, v.whole.stderr)
	}
	return v
}

// has reports whether the verb has a flag.
func (v *verbTest) has(flag string) bool {
	return slices.ContainsFunc(v.flags, func(f *kong.Flag) bool { return f.Name == flag })
}

// args returns the arguments of the run, with more flags.
func (v *verbTest) args(more ...string) []string { return v.argsTo(v.out, more...) }

// argsTo returns the arguments of the run with another --output.
func (v *verbTest) argsTo(out string, more ...string) []string {
	args := strings.Fields(v.command)
	for _, flag := range [][]string{{"quiet"}, {"output", out}, {"stats-json", "out.json"}} {
		if v.has(flag[0]) && out != "" {
			args = append(append(args, "--"+flag[0]), flag[1:]...)
		}
	}
	return append(args, more...)
}

// outputs reads and removes all files that are no inputs, without what depends on time.
func (v *verbTest) outputs() map[string]string {
	files := map[string]string{}
	for _, name := range names(v.T, v.dir) {
		if slices.Contains(v.files, name) {
			continue
		}
		files[name] = readFile(v.T, filepath.Join(v.dir, name))
		if err := os.Remove(filepath.Join(v.dir, name)); err != nil {
			v.Error(err)
		}
	}
	if v.part == onlyResumed {
		delete(files, "out.json") // bytes of records before the range count once
	} else if text := files["out.json"]; text != "" {
		files["out.json"] = lasting(v.T, text)
	}
	return files
}

// same requires the outputs and the exit code of the whole run.
func (v *verbTest) same(how string, r ran) {
	v.Helper()
	if r.code != v.whole.code {
		v.Errorf("%s: code %d, want %d: %s", how, r.code, v.whole.code, r.stderr)
	}
	got := v.outputs()
	for name, text := range got {
		switch want, ok := v.want[name]; {
		case !ok:
			v.Errorf("%s: %s is left", how, name)
		case text != want && name == "out.json":
			v.Errorf("%s: statistics\n%s, want\n%s", how, text, want)
		case text != want:
			v.Errorf("%s: %s has %d bytes, want %d, or others", how, name, len(text), len(want))
		}
	}
	if len(got) < len(v.want) {
		v.Errorf("%s: %d files, want %d", how, len(got), len(v.want))
	}
}

// fails requires an exit code, a message, and no file but statistics.
func (v *verbTest) fails(how string, r ran, code int, said string) {
	v.Helper()
	if r.code != code || !strings.Contains(r.stderr, said) {
		v.Errorf("%s: code %d, want %d and %q: %s", how, r.code, code, said, r.stderr)
	}
	if left := v.outputs(); len(left) > 1 || len(left) == 1 && left["out.json"] == "" {
		v.Errorf("%s: left %v", how, slices.Collect(maps.Keys(left)))
	}
}

// workers runs with another number of workers.
func (v *verbTest) workers(jobs string) {
	r := runIn(v.T, v.dir, v.args("-j", jobs)...)
	if r.stderr != v.whole.stderr {
		v.Errorf("-j %s says %s, want %s", jobs, r.stderr, v.whole.stderr)
	}
	v.same("-j "+jobs, r)
}

// failures makes the run panic at several places, and writes to a full disk.
func (v *verbTest) failures() {
	if inputs := v.inputNames(); len(inputs) > 0 {
		input := inputs[0]
		for where, said := range map[string]string{"open": ": after record 0: panic: ", "read": ": after record ", "worker": ": record "} {
			if where == "worker" && (input != "bad.txt" || !v.has("jobs")) { // its batches are large enough that workers read them
				continue
			}
			v.panics(where, v.args(), input+said)
		}
		v.panics("main", v.argsWith(input, "missing.txt"), "sudokubatch: ")
	}
	const limit = 4 << 10 // 8 blocks
	big := slices.ContainsFunc(slices.Collect(maps.Values(v.want)), func(text string) bool { return len(text) > 2*limit })
	code, stderr := shell(v.T, v.dir, "ulimit -f 8; sudokubatch "+strings.Join(v.args(), " "))
	if big || code == exitFailed {
		v.fails("full disk", ran{code, stderr}, exitFailed, "file too large")
	} else {
		v.same("full disk", ran{code, stderr})
	}
}

// panics requires that a run with a panic fails and says where it was.
func (v *verbTest) panics(where string, args []string, said string) {
	r, _ := v.run(v.T, args, syscall.SIGKILL, time.Minute, panicVar+"="+where)
	v.fails("panic in "+where, r, exitFailed, said)
	if !strings.Contains(r.stderr, "panic: bug in "+where+"\ngoroutine ") {
		v.Errorf("panic in %s: says %s", where, r.stderr)
	}
}

// inputNames returns the inputs in the command.
func (v *verbTest) inputNames() []string {
	return slices.DeleteFunc(strings.Fields(v.command), func(word string) bool { return !slices.Contains(v.files, word) })
}

// argsWith returns the arguments of the run with one input in place of another.
func (v *verbTest) argsWith(input, other string) []string {
	args := v.args()
	args[slices.Index(args, input)] = other
	return args
}

// standardOutput writes to a pipe that is closed before, and to a full device.
func (v *verbTest) standardOutput() {
	if v.out == "." {
		return
	}
	out := v.out
	if out != "" {
		out = "-"
	}
	command := "sudokubatch " + strings.Join(v.argsTo(out), " ")
	_, stderr := shell(v.T, v.dir, "{ sleep 0.1; "+command+"; echo code $? >&2; } | true")
	said := strings.TrimSuffix(stderr, "code 141\n")
	if !strings.HasPrefix(v.whole.stderr, said) || said == stderr {
		v.Errorf("closed pipe: says %s", stderr)
	}
	v.fails("closed pipe", ran{stderr: stderr}, 0, "")
	if _, err := os.Stat("/dev/full"); err == nil {
		code, stderr := shell(v.T, v.dir, command+" >/dev/full")
		v.fails("full device", ran{code, stderr}, exitFailed, "no space left on device")
	}
}

// signal ends the run by a signal.
func (v *verbTest) signal() {
	switch r, killed := v.run(v.T, v.args(), syscall.SIGTERM, v.pause()); {
	case killed: // before it could know of signals
		v.fails("SIGTERM", r, r.code, "")
	case r.code == 143:
		said := "stopped by a signal"
		if !v.has("stats-json") {
			said = "" // print makes its page in one piece, so that a signal may end it at once
		}
		v.fails("SIGTERM", r, r.code, said)
	default:
		v.same("SIGTERM too late", r)
	}
}

// inputs requires that malformed records count and are said, and runs with an empty input.
func (v *verbTest) inputs() {
	inputs := v.inputNames()
	if len(inputs) == 0 {
		return
	}
	input := inputs[len(inputs)-1]
	left := strings.HasPrefix(v.command, "clean") // its purpose
	if stats := v.want["out.json"]; v.out != "" && (v.whole.code == 3) != (input == "bad.txt" && !left) || stats != "" && strings.Contains(stats, `"malformed": 2,`) != (input == "bad.txt") {
		v.Errorf("code %d for %s: %s", v.whole.code, input, stats)
	}
	r := runIn(v.T, v.dir, v.argsWith(input, "empty.txt")...)
	lacks, said := len(v.outputs()) < len(v.want), strings.Contains(r.stderr, "no puzzles in empty.txt")
	if r.code != v.empty || v.out != "" && !said || r.code == exitOK && lacks || r.code != exitOK && r.stderr == "" {
		v.Errorf("empty input: code %d: %s", r.code, r.stderr)
	}
}

// pause returns a random time in which the run is not done.
func (v *verbTest) pause() time.Duration { return time.Duration(v.random.Int64N(int64(v.took))) }

// resume kills a run with --resume, and runs the same command until it is done.
func (v *verbTest) resume(kills int) {
	for i, killed := 0, 0; ; i++ {
		atMost, every := v.pause(), time.Duration(v.random.Int64N(int64(v.took/20)+1))
		if killed == kills || i >= 15 {
			atMost = time.Minute
		}
		r, dead := v.run(v.T, v.args("--resume"), syscall.SIGKILL, atMost, fmt.Sprint(checkpointVar, "=", every))
		if !dead {
			if strings.Contains(r.stderr, "already exists") {
				r.code = v.whole.code // it was killed after it was done
			}
			v.same("--resume", r)
			return
		}
		killed++
		v.damageTail(v.T, v.out)
	}
}

// manyVar is an environment variable. It makes TestVerbs divide each run into 64 shares as well.
const manyVar = "SUDOKUBATCH_SHARDS"

// allShards divides run i, and kills the shares of each verb.
func (v *verbTest) allShards(i int) {
	many, isVerb := os.Getenv(manyVar) != "", i < len(verbRuns)
	if many || isVerb {
		v.shares(7, isVerb)
	} else {
		v.shares(3, false)
	}
	if many || i%8 == 0 {
		v.shares(1, false)
	}
	if many || i == 1 { // so many shares take long
		v.shares(64, false)
	}
	if os.Getenv(killsVar) != "" && isVerb {
		v.shares(100, true)
	}
}

// shares runs n shares and merges them.
func (v *verbTest) shares(n int, kill bool) {
	how, said, command := fmt.Sprint(n, " shares"), "", strings.Fields(v.command)
	var commands [][]string
	for i := range n {
		commands = append(commands, slices.Concat(command, []string{"-q", "-o", "parts/" + v.part, "--shard", fmt.Sprintf("%d/%d", i+1, n)}))
	}
	done := make([]manyResult, n)
	if kill {
		for i := range done {
			done[i].ran = v.share(v.T, commands[i])
		}
	} else {
		var err error
		if done, err = runInOrder(v.T, v.dir, commands); err != nil {
			v.Fatal(err)
		}
	}
	for i, r := range done {
		if r.code != exitOK && r.code != v.whole.code {
			v.Fatalf("share %d of %d: code %d: %s", i+1, n, r.code, r.stderr)
		}
		said += r.stderr
	}
	parts := filepath.Join(v.dir, "parts")
	if left := names(v.T, parts); len(left)%n > 0 {
		v.Errorf("%s: %d files are left: %v", how, len(left), left)
	}
	args := []string{"merge", "-q", "parts", "-o", v.out, "--stats-json", "out.json"}
	for i, arg := range command {
		if flag, ok := strings.CutPrefix(arg, "--"); ok && isMerged(flag) {
			args = append(args, arg, command[i+1])
		}
	}
	merged := runIn(v.T, v.dir, args...)
	if err := os.RemoveAll(parts); err != nil {
		v.Error(err)
	}
	// Each share of an input names the columns that are left out, its first rounded solution, and what an array
	// of its own cannot say.
	lines := func(text string) []string {
		sorted := slices.Sorted(strings.Lines(text))
		return slices.Compact(slices.DeleteFunc(sorted, func(line string) bool {
			return strings.Contains(line, " rounded ") || strings.Contains(line, ": parts/") && strings.Contains(line, ": an array ")
		}))
	}
	if said += merged.stderr; !kill && !slices.Equal(lines(said), lines(v.whole.stderr)) {
		v.Errorf("%s: said\n%s\nwant\n%s", how, said, v.whole.stderr)
	}
	v.same(how, merged)
}
