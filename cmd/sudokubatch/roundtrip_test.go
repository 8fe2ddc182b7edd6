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
	for order, names := range roundTripCorpora() {
		want := ""
		for _, name := range names {
			want += mustRun(t, "", "convert", "-q", "--to", "line", "--take", take, name)
		}
		if n := strings.Count(want, "\n"); n < 100*len(names) || len(want) != n*(order*order+1) {
			t.Errorf("%v: %d lines in %d bytes", names, n, len(want))
		}
		for _, kind := range bulk.Writable() {
			if _, err := kind.Form(order); err == nil {
				t.Run(fmt.Sprintf("%v of order %d", kind, order), func(t *testing.T) {
					t.Parallel()
					checkRoundTrip(t, want, kind)
				})
			}
		}
	}
}

func checkRoundTrip(t *testing.T, want string, kind bulk.Kind) {
	t.Helper()
	lines := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(lines, []byte(want), 0o600); err != nil {
		t.Fatal(err)
	}
	codecs := []string{"", ".zst", ".gz"}
	if kind == bulk.Parquet || kind == bulk.Npy {
		codecs = codecs[:1] // these forms compress by themselves, or not at all
	}
	for _, codec := range codecs {
		var texts []string
		for _, jobs := range []string{"1", "3"} {
			path := filepath.Join(t.TempDir(), "file"+codec)
			mustRun(t, "", "convert", "-q", "-j", jobs, "--to", kind.String(), lines, "-o", path)
			texts = append(texts, readFile(t, path))
			if got := mustRun(t, "", "convert", "-q", "-j", jobs, "--to", "line", path); got != want {
				t.Errorf("%v%s, %s workers: %d bytes come back otherwise, %d are wanted", kind, codec, jobs, len(got), len(want))
			}
		}
		if texts[0] != texts[1] {
			t.Errorf("%v%s: one worker does not write what three do", kind, codec)
		}
	}
}
