package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// roundTripCorpora returns the embedded corpora and the shared corpora, by order.
func roundTripCorpora() map[int][]string {
	corpora := map[int][]string{9: {"@demo"}, 16: {"@demo16"}}
	names, _ := filepath.Glob(sharedPath("corpora", "*.txt*")) // the pattern is right
	for _, name := range names {
		order := 9
		if strings.Contains(filepath.Base(name), "16") {
			order = 16
		}
		corpora[order] = append(corpora[order], name)
	}
	return corpora
}

// TestRoundTrips writes puzzles in each form that holds them, plain and compressed, and reads them again
// without naming the form. The number of workers must not change the text or the result. It takes some
// puzzles of each corpus, or all with SUDOKUBATCH_FULL=1.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	take := "200"
	if os.Getenv("SUDOKUBATCH_FULL") == "1" {
		take = "1000000000"
	}
	type trip struct{ name, path, want string }
	var trips []trip
	var there, back [][]string // commands
	for order, names := range roundTripCorpora() {
		want := ""
		for _, name := range names {
			want += mustRun(t, "", "convert", "-q", "--to", "line", "--take", take, name)
		}
		if n := strings.Count(want, "\n"); n < 100*len(names) || len(want) != n*(order*order+1) {
			t.Errorf("%v: %d lines in %d bytes", names, n, len(want))
		}
		lines := filepath.Join(t.TempDir(), "lines")
		writeFile(t, lines, want)
		for _, kind := range bulk.Writable() {
			if _, err := kind.Form(order); err != nil {
				continue
			}
			codecs := []string{"", ".zst", ".gz"}
			if kind == bulk.Parquet || kind == bulk.Npy {
				codecs = codecs[:1] // these forms compress by themselves, or not at all
			}
			for _, codec := range codecs {
				for _, jobs := range []string{"1", "3"} {
					path := filepath.Join(t.TempDir(), "file"+codec)
					trips = append(trips, trip{fmt.Sprintf("%v%s of order %d, %s workers", kind, codec, order, jobs), path, want})
					there = append(there, []string{"convert", "-q", "-j", jobs, "--to", kind.String(), lines, "-o", path})
					back = append(back, []string{"convert", "-q", "-j", jobs, "--to", "line", path})
				}
			}
		}
	}
	runMany(t, there)
	for i, r := range runMany(t, back) {
		trip := trips[i]
		if r.code != exitOK || string(r.out) != trip.want {
			t.Errorf("%s: code %d, %d bytes come back otherwise, %d are wanted", trip.name, r.code, len(r.out), len(trip.want))
		}
		if i%2 == 1 && readFile(t, trip.path) != readFile(t, trips[i-1].path) {
			t.Errorf("%s: one worker does not write what three do", trip.name)
		}
	}
}
