package main

import (
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// picturesVar is an environment variable: a folder for pictures of the pages.
const picturesVar = "SUDOKUBATCH_PICTURES"

// TestPages shows the pages of check, bench and explain, and a book, in a browser: on a wide screen, on a phone and on paper,
// light and dark. No text may be cut off, outside the page, pale, or over other text.
// SUDOKUBATCH_PICTURES=DIR keeps tall pictures there.
func TestPages(t *testing.T) {
	browserPath(t)
	t.Parallel()
	dir, rows := t.TempDir(), 600
	if os.Getenv(picturesVar) != "" {
		rows = 5000
	}
	pages := map[string]string{"check": checkPage(t, dir), "bench": benchPage(t, dir), "explain": explainPage(t)}
	book := bookPage(t) // which is paper on a screen, too
	for _, dark := range []bool{false, true} {
		views := []view{{"book-wide-paper", 1200, book}, {"book-narrow-paper", 400, book}}
		for _, name := range []string{"check", "bench", "explain"} {
			views = append(
				views,
				view{name + "-wide", 1200, pages[name]},
				view{name + "-narrow", 400, pages[name]},
				view{name + "-paper", 673, onPaper(pages[name])},
			)
		}
		all, pictures := lookAt(t, views, dark, rows)
		for i, v := range views {
			name, light := v.Name, !dark || strings.HasSuffix(v.Name, "paper")
			if dark {
				name += "-dark"
			}
			if all[i].Texts < 100 {
				t.Errorf("%s: %d texts", name, all[i].Texts)
			}
			for _, fault := range all[i].Faults {
				t.Errorf("%s: %s", name, fault)
			}
			if mean, colours := brightness(pictures[i]); colours < 20 || (mean > 0.5) != light {
				t.Errorf("%s: a picture with a brightness of %.2f and %d colours", name, mean, colours)
			}
			keepPicture(t, name, pictures[i])
		}
	}
}

// TestFaultsOfPages requires that the browser finds each kind of unreadable text.
func TestFaultsOfPages(t *testing.T) {
	browserPath(t)
	t.Parallel()
	const begin, end = `<!DOCTYPE html><body style="margin:0;background:#fff;color:#000">`, `<p>A text.</p>`
	tests := []struct{ page, fault string }{
		{``, ""},
		{`<div style="overflow-x:auto"><div style="width:500px">table</div></div>`, "500 pixels are cut to 400"},
		{`<div style="width:500px">wide</div>`, "the page is 500 wide"},
		{`<svg width="400" height="50" style="overflow:visible"><text x="380" y="20">outside</text></svg>`, `"outside" goes from`},
		{`<p style="color:#aaa">pale</p>`, `"pale" has a contrast of 2.3`},
		{`<svg width="400" height="50"><text x="9" y="20">one</text><text x="12" y="20">two</text></svg>`, `"one" lies over "two"`},
		{`<svg width="400" height="50"><rect width="50" height="20" fill="#eee"/></svg>`, "is not to be seen"},
	}
	var views []view
	for _, tt := range tests {
		views = append(views, view{Width: 400, Page: begin + tt.page + end})
	}
	all, _ := lookAt(t, views, false, 0)
	for i, tt := range tests {
		if got := strings.Join(all[i].Faults, "\n"); !strings.Contains(got, tt.fault) || tt.fault == "" && got != "" {
			t.Errorf("%s: %q", tt.page, got)
		}
	}
}

// onPaper changes a page so that a screen shows the printed version.
func onPaper(page string) string {
	page = strings.Replace(page, "|| 1) - 1);", `|| 1) - 1); dispatchEvent(new Event("beforeprint"));`, 1)
	return strings.NewReplacer("@media screen and", "@media print and", "@media print {", "@media screen {").Replace(page)
}

// hardPuzzle takes many guesses.
const hardPuzzle = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6\n"

// checkPage returns the page of a check that finds every kind of fault.
func checkPage(t *testing.T, dir string) string {
	t.Helper()
	text := hardPuzzle + hardPuzzle + "x\n" + strings.Repeat(".", 81) + "\n11" + strings.Repeat(".", 79) + "\n"
	input := filepath.Join(dir, "puzzles of an audit that has a rather long name, as downloads do.txt")
	if err := os.WriteFile(input, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return pageOf(t, 3, "check", "-q", "@hiho", "testdata/samples/poj3076.in", input, "--duplicates", "--isomorphs",
		"--format", "csv", "--columns", "rating", "-o", os.DevNull)
}

// benchPage returns a page with every kind of measurement, and with an engine or program that fails.
func benchPage(t *testing.T, dir string) string {
	t.Helper()
	saved, hard := filepath.Join(dir, "saved.json"), filepath.Join(dir, "a corpus with a rather long name.txt")
	if err := os.WriteFile(hard, []byte(strings.Repeat(hardPuzzle, 20)), 0o666); err != nil {
		t.Fatal(err)
	}
	pageOf(t, 1, "bench", "-q", "@hiho", hard, "--engines", "lanes,propagate", "-j", "1,2", "--end-to-end", "--min-time", "1ms", "--rounds", "2",
		"--latency", "--slowest", "2", "--peer", "a peer whose name is rather long=sudokubatch solve -q --limit {limit} -",
		"--peer", "wrong=sudokubatch engines", "--save", saved)
	return pageOf(t, 1, "bench", "--load", saved)
}

// explainPage returns the page of a puzzle that needs chains, at a step with a chain.
func explainPage(t *testing.T) string {
	t.Helper()
	const puzzle = "..6..94....73682..2........7...9.5...4..5..3...9.4...7........8..15367....42..6.."
	page := pageIn(t, 0, "--html", "explain", puzzle)
	step := strings.Index(page, `">AIC (Forcing Chain)`)
	number := strings.Count(page[:step], "data-step=")
	return strings.Replace(page, "location.hash.slice(1)", strconv.Itoa(number), 1)
}

// bookPage returns a book whose puzzles show their candidates.
func bookPage(t *testing.T) string {
	t.Helper()
	return pageIn(t, 0, "-o", "print", "-q", "--take", "5", "@demo", "--candidates", "--heading", "{number} of a book with a rather long heading")
}

// pageOf runs the command and returns the page of --report.
func pageOf(t *testing.T, exit int, args ...string) string {
	t.Helper()
	return pageIn(t, exit, "--report", args...)
}

// pageIn runs the command and returns the page that a flag names.
func pageIn(t *testing.T, exit int, flag string, args ...string) string {
	t.Helper()
	page := filepath.Join(t.TempDir(), "page.html")
	cmd := exec.Command("sudokubatch", append(args, flag, page)...)
	if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != exit {
		t.Fatalf("exit code %d, want %d:\n%s", cmd.ProcessState.ExitCode(), exit, out)
	}
	return readFile(t, page)
}

// keepPicture keeps a picture if SUDOKUBATCH_PICTURES is set.
func keepPicture(t *testing.T, name string, picture image.Image) {
	t.Helper()
	dir := os.Getenv(picturesVar)
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(f, picture); err != nil {
		t.Fatal(err)
	}
}
