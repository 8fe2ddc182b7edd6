//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
)

// killsVar is the environment variable that says how often TestResumeKilled kills.
const killsVar = "SUDOKUBATCH_KILLS"

// resumable are runs whose outputs are named out*.
var resumable = []string{
	"solve in.txt -j 1 -o out.txt --stats-json out.json",
	"solve in.txt.zst in.csv --limit 2 --to line -o out.txt.zst --stats-json out.json",
	"solve in.csv in.csv -o out.csv",
	"solve in.csv -o out.parquet --stats-json out.json",
	"solve in.txt --take 9000 --skip 7 -o out.txt.gz",
	"convert in.csv --to npy -o out.npy",
	"convert in.txt in.csv --to line --unique -o out.txt",
	"convert in.txt.zst --unique --sorted --memory 60MB -o out.txt.zst",
	"check in.txt --report out.html --rejects out2.txt -o out.txt --stats-json out.json",
	"check in.csv in.txt --dataset --format ndjson --rejects out2.txt --keep out3.txt.zst -o out.ndjson --stats-json out.json",
	"check in.csv --against against.txt --isomorphs --format csv -o out.csv",
	"gen --count 700 -o out.txt.zst --stats-json out.json",
	"gen --isomorphs-of in.txt --count 30000 --mutate -o out.txt",
	"gen --isomorphs-of in.csv --each 4 --keep-original --solutions -o out.csv --stats-json out.json",
}

// makeInputs makes the files that runs read.
func makeInputs(t *testing.T, dir string) {
	t.Helper()
	for _, script := range []string{
		"sudokubatch gen -q --isomorphs-of @demo --count 12000 -o in.txt",
		"echo malformed >> in.txt; head -n 50 in.txt >> in.txt; head -n 20 in.txt > against.txt",
		"sudokubatch convert -q in.txt -o in.txt.zst; head -n 4000 in.txt | sudokubatch convert -q --to csv -o in.csv",
	} {
		if code, stderr := shell(t, dir, script); code != 0 && code != int(process.ExitRecords) {
			t.Fatal(stderr)
		}
	}
}

// TestResumeKilled kills runs at random, has the same command go on each time, and wants
// the outputs of a run that nobody killed.
func TestResumeKilled(t *testing.T) {
	t.Parallel()
	kills := 14
	if n, err := strconv.Atoi(os.Getenv(killsVar)); err == nil {
		kills = n
	}
	dir := t.TempDir()
	makeInputs(t, dir)
	random := rand.New(rand.NewPCG(1, uint64(kills)))
	tally := map[string]int{}
	for done := 0; done < kills; {
		command := resumable[tally["runs"]%len(resumable)]
		tally["runs"]++
		done += killAgainAndAgain(t, dir, command, random, tally)
	}
	t.Logf("%v", tally)
}

// killAgainAndAgain returns how often it killed.
func killAgainAndAgain(t *testing.T, dir, command string, random *rand.Rand, tally map[string]int) (kills int) {
	t.Helper()
	began := time.Now()
	code, stderr := shell(t, dir, "rm -rf out*; sudokubatch "+command)
	took := time.Since(began)
	want := outputsOf(t, dir)
	if len(want) == 0 {
		t.Fatalf("%s: code %d, %s", command, code, stderr)
	}
	shell(t, dir, "rm -rf out*")
	for i := range 20 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		cmd := exec.CommandContext(ctx, "sudokubatch", append(strings.Fields(command), "--resume")...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), checkpointVar+"="+fmt.Sprint(time.Duration(random.Int64N(int64(took/20)+1))))
		var text bytes.Buffer
		cmd.Stderr = &text
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(random.Int64N(int64(took)))+took*time.Duration(i/15*1000), func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		timer.Stop()
		cancel()
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			kills++
			tally["kills"]++
			if _, err := os.Stat(recordOf(dir, command)); err == nil {
				tally["with a record"]++
			}
			damageTail(t, dir, command, random, tally)
			continue
		}
		if got := cmd.ProcessState.ExitCode(); got != code && !strings.Contains(text.String(), "already exists") {
			t.Errorf("%s: code %d, want %d\n%s", command, got, code, text.String())
		}
		break
	}
	compareOutputs(t, command, outputsOf(t, dir), want)
	return kills
}

func outputOf(command string) string {
	fields := strings.Fields(command)
	return fields[slices.Index(fields, "-o")+1]
}

func recordOf(dir, command string) string {
	return filepath.Join(dir, outputOf(command)+corpus.PartialSuffix+".json")
}

// damageTail has what a killed process wrote since its last checkpoint lost, as a
// power failure would: cut off, or zeros or noise in its place.
func damageTail(t *testing.T, dir, command string, random *rand.Rand, tally map[string]int) {
	t.Helper()
	text, err := os.ReadFile(recordOf(dir, command))
	if err != nil || random.IntN(3) > 0 {
		return
	}
	var record struct {
		Record struct {
			Outputs []struct {
				Name       string
				Checkpoint corpus.Checkpoint
			}
		}
	}
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	for _, o := range record.Record.Outputs {
		path := filepath.Join(dir, o.Name+corpus.PartialSuffix)
		raw, err := os.ReadFile(path)
		if err != nil || int64(len(raw)) <= o.Checkpoint.Size {
			continue
		}
		tail := raw[o.Checkpoint.Size:]
		switch random.IntN(3) {
		case 0:
			raw = raw[:int(o.Checkpoint.Size)+random.IntN(len(tail))]
		case 1:
			clear(tail)
		case 2:
			for i := range tail {
				tail[i] = byte(random.Uint32())
			}
		}
		if err := os.WriteFile(path, raw, 0o666); err != nil {
			t.Fatal(err)
		}
		tally["tails"]++
	}
}

// outputsOf reads all outputs, without what depends on time.
func outputsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*out*"))
	names2, err2 := filepath.Glob(filepath.Join(dir, ".*out*"))
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, name := range append(names, names2...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if base := filepath.Base(name); base == "out.json" {
			text = lasting(t, text)
		}
		files[filepath.Base(name)] = string(text)
	}
	return files
}

// lasting are statistics without what depends on time.
func lasting(t *testing.T, text []byte) []byte {
	t.Helper()
	var stats map[string]any
	if err := json.Unmarshal(text, &stats); err != nil {
		t.Fatal(err)
	}
	for name := range stats {
		if strings.Contains(name, "seconds") || strings.Contains(name, "per_second") || name == "peak_rss_bytes" {
			delete(stats, name)
		}
	}
	text, err := json.MarshalIndent(stats, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func compareOutputs(t *testing.T, command string, got, want map[string]string) {
	t.Helper()
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
}

// stopResumable has a run stopped by a signal once it made a checkpoint. The run is
// one whose puzzles take long.
func stopResumable(t *testing.T, dir string, flags ...string) (stderr string) {
	t.Helper()
	cmd := exec.Command("sudokubatch", append([]string{"solve", "--resume", "--limit", "500", "hard.txt", "-o", "out.txt", "-j", "1"}, flags...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), checkpointVar+"=1ms")
	var text bytes.Buffer
	cmd.Stderr = &text
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(dir, "out.txt.partial.json")
	for range 1000 {
		if raw, err := os.ReadFile(record); err == nil && bytes.Contains(raw, []byte(`"checkpoint":{"Input"`)) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("code %d:\n%s", code, text.String())
	}
	return text.String()
}

// TestResumeStopped wants a run that a signal stops to say how it goes on, and all
// that would not be the same run to be refused, with nothing touched.
func TestResumeStopped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	puzzles := strings.Repeat(strings.Repeat(".", 60)+easyAnswer[60:]+"\n", 4000)
	if err := os.WriteFile(filepath.Join(dir, "hard.txt"), []byte(puzzles), 0o666); err != nil {
		t.Fatal(err)
	}
	if stderr := stopResumable(t, dir); !strings.Contains(stderr, "out.txt.partial is kept: the same command goes on there") {
		t.Fatal(stderr)
	}
	again := "sudokubatch solve --resume --limit 500 hard.txt -o out.txt"
	for _, tt := range []struct{ name, change, command, stderr string }{
		{"limit", "", strings.Replace(again, "500", "3", 1), "it was begun with"},
		{"output", "", again + " --to csv", "it was begun"},
		{"other inputs", "cp hard.txt other.txt", strings.Replace(again, "hard.txt", "hard.txt other.txt", 1), "it was begun with 1 input"},
		{"other names", "mv hard.txt other.txt", strings.Replace(again, "hard", "other", 1), "input 1 was hard.txt, and is other.txt"},
		{"changed", "echo >> hard.txt", again, "hard.txt is not what it was"},
		{"touched", "touch -d 2020-01-01 hard.txt", again, "hard.txt is not what it was"},
		{"damaged", "printf x | dd of=out.txt.partial bs=1 seek=500 conv=notrunc", again, "out.txt.partial is damaged"},
		{"cut", "truncate -s -1 out.txt.partial; truncate -s 200 out.txt.partial", again, "has 200 bytes, and before at least"},
		{"gone", "rm out.txt.partial", again, "out.txt.partial"},
		{"damaged record", "sed -i s/Before/before/ out.txt.partial.json", again, "out.txt.partial.json is damaged"},
	} {
		shell(t, dir, "rm -rf ../copy; cp -rp . ../copy")
		copied := filepath.Join(filepath.Dir(dir), "copy")
		shell(t, copied, tt.change)
		before := filesOf(t, copied)
		code, stderr := shell(t, copied, tt.command)
		if code != exitFailed || !strings.Contains(stderr, tt.stderr) {
			t.Errorf("%s: code %d:\n%s", tt.name, code, stderr)
		}
		if !reflect.DeepEqual(filesOf(t, copied), before) {
			t.Errorf("%s: files were changed", tt.name)
		}
	}
	if code, stderr := shell(t, dir, again+"; sudokubatch solve -q --limit 500 hard.txt -o whole.txt && cmp out.txt whole.txt"); code != 0 {
		t.Errorf("going on: code %d:\n%s", code, stderr)
	}
}

// filesOf reads all files of a directory.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}
