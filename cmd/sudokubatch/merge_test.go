package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/zeebo/xxh3"
)

// reseal changes a manifest and its digest.
func reseal(t *testing.T, name, old, new string) {
	t.Helper()
	var sealed struct {
		Digest string          `json:"digest"`
		Record json.RawMessage `json:"record"`
	}
	if err := json.Unmarshal([]byte(readFile(t, name)), &sealed); err != nil {
		t.Fatal(err)
	}
	sealed.Record = bytes.Replace(sealed.Record, []byte(old), []byte(new), 1)
	sealed.Digest = strconv.FormatUint(xxh3.Hash(sealed.Record), 16)
	text, err := json.Marshal(sealed)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, name, string(text)+"\n")
}

// TestMergeTrustsNoOptions edits the manifest of records so that merge would run another verb, or write
// another file. merge must refuse the parts, and write nothing.
func TestMergeTrustsNoOptions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "p.txt"), easyPuzzle+"\n")
	for _, tt := range []struct{ old, new, want string }{
		{`"scale":`, `"report":["mine"],"scale":`, "shares were run with --report=mine, and merge without --report"},
		{`"scale":`, `"rejects":["true"],"scale":`, "shares were run with --rejects, and merge without --rejects"},
		{`"scale":["sukaku"]`, `"scale":["sukaku"],"stats-json":["mine"]`, "check has no parts with such options"},
		{`"limit":`, `"force":["true"],"limit":`, "check has no parts with such options"},
		{`"limit":["2"]`, `"limit":["2"],"limit=3 --report":["mine"]`, "check has no parts with such options"},
		{`"limit":["2"]`, `"limit":["no"]`, "--limit"},
		{`"limit":`, `"fix":["solution"],"limit":`, "check has no parts with such options"},
		{`"verb":"check"`, `"verb":"solve"`, "solve has no parts with such options"},
		{`"verb":"check"`, `"verb":"merge"`, "merge has no parts"},
		{`"verb":"check"`, `"verb":"*"`, "there is no verb"},
		{`"verb":"check"`, `"verb":"--help"`, "there is no verb"},
		{`"verb":"check"`, `"verb":""`, "there is no verb"},
		{`"named":["p.txt"]`, `"named":["--report=mine","-o","mine"]`, ""},
		{`"holds_records":true`, `"holds_records":false`, "damaged"},
	} {
		writeFile(t, filepath.Join(dir, "mine"), "mine")
		for _, name := range []string{"parts", "merged"} {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		if r := runIn(t, dir, "check", "-q", "--shard", "1/1", "p.txt", "-o", "parts/"); r.code != exitOK {
			t.Fatal(r.stderr)
		}
		reseal(t, filepath.Join(dir, "parts", "part-00001-of-00001.manifest.json"), tt.old, tt.new)
		r, code := runIn(t, dir, "merge", "-q", "parts", "-o", "merged"), exitFailed
		if tt.want == "" {
			code = exitOK
		}
		if _, err := os.Stat(filepath.Join(dir, "merged")); r.code != code || (err == nil) != (tt.want == "") || !strings.Contains(r.stderr, tt.want) || strings.Contains(r.stderr, "panic") {
			t.Errorf("%s: code %d, want %q: %s", tt.new, r.code, tt.want, r.stderr)
		}
		files, err := os.ReadDir(dir)
		if text := readFile(t, filepath.Join(dir, "mine")); text != "mine" || len(files) > 4 || err != nil {
			t.Errorf("%s: mine is %q, there are %v, %v", tt.new, text, files, err)
		}
	}
}

// TestMergeDamaged changes a bit, or cuts off the end, at random places in each file of a part.
// merge must refuse the part, even if its text does not depend on the bit.
// SUDOKUBATCH_FLIPS sets the number of places.
func TestMergeDamaged(t *testing.T) {
	t.Parallel()
	places := 4
	if n, err := strconv.Atoi(os.Getenv("SUDOKUBATCH_FLIPS")); err == nil {
		places = n
	}
	dir := t.TempDir()
	if r := runIn(t, dir, "gen", "-q", "--count", "300", "-o", "p.txt"); r.code != exitOK {
		t.Fatal(r.stderr)
	}
	for i, d := range []struct{ command, part, ending, files string }{
		{"solve p.txt", ".txt", ".txt", ".txt .manifest.json"},
		{"solve p.txt", ".txt.zst", ".txt.zst", ".txt.zst .manifest.json"},
		{"solve p.txt", ".csv.gz", ".csv.gz", ".csv.gz .manifest.json"},
		{"label --add clues p.txt", ".parquet", ".parquet", ".parquet .manifest.json"},
		{"check p.txt --isomorphs --format csv", "", ".csv", ".records.zst .index .manifest.json"},
	} {
		random := rand.New(rand.NewPCG(3, uint64(places)))
		parts, out := filepath.Join(dir, fmt.Sprint("parts", i)), filepath.Join(dir, "out"+d.ending)
		for i := range 3 {
			r := runIn(t, dir, append(strings.Fields(d.command), "-q", "-o", parts+"/"+d.part, "--shard", fmt.Sprintf("%d/3", i+1))...)
			if r.code != exitOK {
				t.Fatal(r.stderr)
			}
		}
		merged := func() (ran, string) {
			_ = os.Remove(out)
			r := runIn(t, dir, "merge", "-q", parts, "-o", out)
			text, _ := os.ReadFile(out) // there is none if it refused
			return r, string(text)
		}
		whole, want := merged()
		if whole.code != exitOK || want == "" {
			t.Fatalf("%s: code %d: %s", d.command, whole.code, whole.stderr)
		}
		for _, of := range strings.Fields(d.files) {
			name := filepath.Join(parts, "part-00002-of-00003"+of)
			text := readFile(t, name)
			tally := map[string]int{}
			for _, damage := range []string{"flipped", "cut"} {
				for range places {
					at := random.IntN(len(text))
					writeFile(t, name, damaged(text, damage, at, random))
					switch r, got := merged(); {
					case r.code == exitFailed && got == "" && strings.Contains(r.stderr, "part-00002"):
						tally[damage+": refused"]++
					default:
						t.Errorf("%s: %s at byte %d: code %d, %d bytes: %s", filepath.Base(name), damage, at, r.code, len(got), r.stderr)
					}
				}
			}
			writeFile(t, name, text)
			t.Logf("%s, %d bytes: %v", filepath.Base(name), len(text), tally)
		}
	}
}

// damaged returns a text with one bit changed, or cut off.
func damaged(text, how string, at int, random *rand.Rand) string {
	if how == "cut" {
		return text[:at]
	}
	changed := []byte(text)
	changed[at] ^= 1 << random.IntN(8)
	return string(changed)
}
