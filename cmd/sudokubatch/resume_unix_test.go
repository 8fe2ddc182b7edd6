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
	"solve in.zip in.csv --limit 2 -o out.txt --stats-json out.json",
	"solve in.csv -o out.parquet --stats-json out.json",
	"solve in.txt --take 9000 --skip 7 -o out.txt.gz",
	"convert in.csv --to npy -o out.npy",
	"convert in.txt in.csv --to line --unique -o out.txt",
	"convert in.txt.zst --unique --sorted --memory 60MB -o out.txt.zst",
	"check in.txt --report out.html --rejects out2.txt -o out.txt --stats-json out.json",
	"check in.csv in2.csv --dataset --format ndjson --rejects out2.txt --keep out3.txt.zst -o out.ndjson --stats-json out.json",
	"check in.csv --against against.txt --isomorphs --format csv -o out.csv",
	"gen --count 700 -o out.txt.zst --stats-json out.json",
	"gen --isomorphs-of in.txt --count 30000 --mutate -o out.txt",
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

// TestResumeKilled kills runs at random, has the same command go on each time, and wants
// the outputs of a run that nobody killed.
func TestResumeKilled(t *testing.T) {
	t.Parallel()
	kills := len(resumable) // one each
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
		done += killAgainAndAgain(t, dir, command, kills/len(resumable), random, tally)
	}
	t.Logf("%v", tally)
}

// killAgainAndAgain kills so often at most, and returns how often it did.
func killAgainAndAgain(t *testing.T, dir, command string, most int, random *rand.Rand, tally map[string]int) (kills int) {
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
		patience := time.Duration(random.Int64N(int64(took)))
		if kills == most || i >= 15 {
			patience = time.Minute
		}
		timer := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
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
