package main_test

// This file uses the page in a browser.

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/cmd/internal/chromium"
	"github.com/sudokubatch/sudokubatch/corpus"
)

// fileOptions open files as the command does.
var fileOptions = corpus.Options{}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// TestSize requires that the page takes less than 2 MB to download.
func TestSize(t *testing.T) {
	t.Parallel()
	page := must(os.ReadFile(filepath.Join(dist(t), "sudokubatch.html")))
	var packed bytes.Buffer
	z := must(gzip.NewWriterLevel(&packed, gzip.BestCompression))
	_ = must(z.Write(page))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes, %d with gzip", len(page), packed.Len())
	if packed.Len() >= 2_000_000 {
		t.Errorf("the page takes %d bytes with gzip", packed.Len())
	}
	for _, address := range regexp.MustCompile(`(?i)(src|href|action|url)\s*[=(]\s*["']?(https?:)?//`).FindAllString(string(page), -1) {
		t.Errorf("the page names %s", address)
	}
}

// open opens the page, as a file.
func open(t *testing.T, downloads string) *chromium.Page {
	t.Helper()
	page := "file://" + filepath.ToSlash(filepath.Join(dist(t), "sudokubatch.html"))
	p := chromium.Open(t, downloads)
	p.View(1200, false, "")
	p.Go(page)
	p.Wait(result + ".startsWith('Type or paste')")
	t.Cleanup(func() {
		for _, event := range []string{"Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"} {
			for _, e := range p.Events[event] {
				t.Errorf("%s: %s", event, e)
			}
		}
		for _, e := range p.Events["Network.requestWillBeSent"] {
			if !strings.Contains(string(e), `"url":"blob:`) && !strings.Contains(string(e), `"url":"file:`) && !strings.Contains(string(e), `"url":"data:`) {
				t.Errorf("the page asks for %s", e)
			}
		}
	})
	return p
}

// Expressions for what the page says.
const (
	result  = `document.getElementById("result").textContent`
	batched = `document.getElementById("batch-result").textContent`
	grid    = `[...document.querySelectorAll("#sudoku [role=gridcell]")].map((cell) => cell.querySelector(".notes") ? "." : cell.textContent || ".").join("")`
)

// paste pastes text into the page.
func paste(p *chromium.Page, text string) {
	p.Eval(`{ const data = new DataTransfer(); data.setData("text", ` + strconv.Quote(text) + `); document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data })); }`)
}

// TestGrid fills the grid by keyboard and by pasting, and uses each button.
func TestGrid(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	click := func(id, says string) {
		t.Helper()
		p.Eval(`document.getElementById("` + id + `").click()`)
		p.Wait(result + ".includes(" + strconv.Quote(says) + ")")
	}
	// Typed: the focus moves by arrows, and the tab key enters the grid once.
	p.Eval(`document.querySelector("#sudoku [tabindex='0']").focus()`)
	p.Press("5", "ArrowRight", "5")
	if got := p.Eval(result); got != "r1c2 clashes with r1c1." {
		t.Errorf("it says %q", got)
	}
	if got := p.Eval(`document.querySelectorAll("#sudoku .clash").length`); got != 2.0 {
		t.Errorf("%v cells clash, want 2", got)
	}
	p.Press("ArrowDown", "n", "1", "2", "n")
	if got := p.Eval(`document.activeElement.getAttribute("aria-label")`); got != "row 2 column 2, notes 1 2" {
		t.Errorf("the focus is on %q", got)
	}
	click("solve", "r1c1 and r1c2 are equal")
	p.Press("ArrowUp", "Backspace")
	click("check", "more than one solution")
	// Pasted: a CSV with two puzzles and a fault, then a grid.
	paste(p, "id,puzzle\n1,"+hard+"\n2,"+easy+"\n3,x\n")
	p.Wait(result + ".startsWith('2 puzzles read. 1 not read')")
	click("later", "read")
	if got := p.Eval(grid); got != easy {
		t.Errorf("the grid shows %s, want %s", got, easy)
	}
	click("rate", "Easy: ER 1.2")
	click("check", "can be dropped alone")
	click("explain", "Easy")
	p.Wait(`document.querySelectorAll("#steps button").length > 40 && document.querySelector("#grid svg") !== null`)
	click("solve", "The puzzle has one solution")
	if got, _ := p.Eval(grid).(string); strings.Contains(got, ".") {
		t.Errorf("the solution is %s", got)
	}
	click("check", "The grid is solved")
	click("undo", "solved")
	if got := p.Eval(grid); got != easy {
		t.Errorf("after undo the grid shows %s", got)
	}
	p.Eval(`document.getElementById("make-order").value = "16"; document.getElementById("make").click()`)
	p.Wait(result + `.startsWith("A new puzzle") && document.querySelectorAll("#sudoku [role=gridcell]").length === 256`)
	click("solve", "The puzzle has one solution")
	paste(p, "no puzzle")
	p.Wait(result + ".startsWith('Not read: ')")
}

// TestFile runs a file through the page and compares what it downloads with the answers of the
// package, which are compared with the pipeline's.
func TestFile(t *testing.T) {
	t.Parallel()
	downloads := t.TempDir()
	p := open(t, downloads)
	in := filepath.Join(t.TempDir(), "puzzles of a user.csv")
	if err := os.WriteFile(in, input(t), 0o666); err != nil {
		t.Fatal(err)
	}
	p.Eval(`document.getElementById("tab-file").click()`)
	p.SetFile("#file", in)
	p.Eval(`document.getElementById("start").click()`)
	p.Wait(batched + ".startsWith('Done')")
	if got := p.Eval(batched); got != "Done, read as csv (order 9): 582 with one solution, 6 with several solutions, 6 contradictory, 6 malformed." {
		t.Errorf("it says %q", got)
	}
	p.Eval(`document.getElementById("download").click()`)
	out := filepath.Join(downloads, "puzzles of a user-solve.csv")
	var text []byte
	for range 500 {
		if text, _ = os.ReadFile(out); len(text) > 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if n := bytes.Count(text, []byte("\n")); n != 601 || !bytes.HasPrefix(text, []byte("id,puzzle,solution,status,guesses\n0,")) {
		t.Errorf("%d lines, beginning with %.100q", n, text)
	}
	// A file that is none, and puzzles made.
	p.SetFile("#file", filepath.Join(dist(t), "npm", "sudokubatch.wasm"))
	p.Eval(`document.getElementById("start").click()`)
	p.Wait(batched + ".startsWith('Failed: sudokubatch.wasm: ')")
	p.Eval(`document.querySelector("[value=generate]").click(); document.getElementById("count").value = "500"; document.getElementById("start").click()`)
	p.Wait(batched + ".startsWith('Done: 500 made')")
}

// TestLook looks at the page at two widths, light, dark and on paper. SUDOKUBATCH_PICTURES=DIR keeps
// the pictures.
func TestLook(t *testing.T) {
	t.Parallel()
	// The functions that find texts that a reader cannot read.
	functions, _, _ := strings.Cut(string(must(os.ReadFile("../testdata/browser.js"))), "let left = 0")
	p := open(t, "")
	paste(p, "..6..94....73682..2........7...9.5...4..5..3...9.4...7........8..15367....42..6..")
	p.Wait(result + ".includes('read')")
	p.Eval(`document.getElementById("fill").click(); document.getElementById("explain").click()`)
	p.Wait(`!document.getElementById("steps-view").hidden`)
	p.Eval(`document.querySelectorAll("#steps button")[11].click()`)
	look := func(name string) {
		for _, v := range []struct {
			name  string
			width int
			dark  bool
			media string
		}{{"wide", 1200, false, ""}, {"wide-dark", 1200, true, ""}, {"narrow", 360, false, ""}, {"narrow-dark", 360, true, ""}, {"paper", 673, false, "print"}} {
			p.View(v.width, v.dark, v.media)
			faults, _ := p.Eval("(() => { scrollTo(0, 0); " + functions + "return faultsOf(window, textsOf(window)).join('\\n')})()").(string)
			if faults != "" {
				t.Errorf("%s-%s: %s", name, v.name, faults)
			}
			if dir := os.Getenv("SUDOKUBATCH_PICTURES"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, "web-"+name+"-"+v.name+".png"), p.Picture(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	p.Eval(`dispatchEvent(new Event("beforeprint"))`)
	look("puzzle")
	p.Eval(`document.getElementById("tab-file").click(); document.getElementById("columns-box").open = true`)
	look("file")
}
