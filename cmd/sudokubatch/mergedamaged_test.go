package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestMergeDamaged changes a bit, or cuts the end off, at random places of a part and of
// what is beside it: merge must refuse, also where the text does not depend on the bit, as
// in a table of frames. SUDOKUBATCH_FLIPS is at how many places.
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
		{"convert p.txt", ".parquet", ".parquet", ".parquet .manifest.json"},
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

// damaged is a text with a bit changed, or as far as a place only.
func damaged(text, how string, at int, random *rand.Rand) string {
	if how == "cut" {
		return text[:at]
	}
	changed := []byte(text)
	changed[at] ^= 1 << random.IntN(8)
	return string(changed)
}
