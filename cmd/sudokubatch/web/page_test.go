package main_test

// This file uses the page in a browser.

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// TestSize requires that the page takes less than 2.05 MB to download.
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
	if packed.Len() >= 2_050_000 {
		t.Errorf("the page takes %d bytes with gzip", packed.Len())
	}
	for _, address := range regexp.MustCompile(`(?i)(src|href|action|url)\s*[=(]\s*["']?(https?:)?//`).FindAllString(string(page), -1) {
		t.Errorf("the page names %s", address)
	}
}

// open opens the page, as a file.
func open(t *testing.T, downloads string) *tab {
	t.Helper()
	page := "file://" + filepath.ToSlash(filepath.Join(dist(t), "sudokubatch.html"))
	p := openTab(t, downloads)
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

// paste pastes text into the page, where the focus is.
func paste(p *tab, text string) {
	p.Eval(`{ const data = new DataTransfer(); data.setData("text", ` + strconv.Quote(text) + `); document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })); }`)
}

// drop drops a file on the page.
func drop(p *tab, name, content string) {
	p.Eval(`{ const data = new DataTransfer(), bytes = Uint8Array.from(atob("` + base64.StdEncoding.EncodeToString([]byte(content)) + `"), (c) => c.charCodeAt(0));
data.items.add(new File([bytes], ` + strconv.Quote(name) + `)); document.dispatchEvent(new DragEvent("drop", { dataTransfer: data })); }`)
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
	click("undo", "Undone")
	if got := p.Eval(grid); got != easy {
		t.Errorf("after undo the grid shows %s", got)
	}
	p.Eval(`document.getElementById("make-order").value = "16"; document.getElementById("make").click()`)
	p.Wait(result + `.startsWith("A new puzzle") && document.querySelectorAll("#sudoku [role=gridcell]").length === 256`)
	click("solve", "The puzzle has one solution")
	paste(p, "no puzzle")
	p.Wait(result + ".startsWith('Not read: ')")
}

// TestSizesOnPage pastes, solves and makes puzzles of each size, and counts the lines between boxes.
func TestSizesOnPage(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	wide := func(box geometry.Box) {
		t.Helper()
		n := box.Side()
		want := fmt.Sprint(n*n, n*(box.Rows-1), n*(box.Columns-1))
		if got := p.Eval(`["[role=gridcell]", ".right", ".below"].map((kind) => document.querySelectorAll("#sudoku " + kind).length).join(" ")`); got != want {
			t.Errorf("%v: %v cells, right and lower borders of boxes, want %s", box, got, want)
		}
	}
	click := func(id, says string) {
		t.Helper()
		p.Eval(`document.getElementById("` + id + `").click()`)
		p.Wait(result + ".startsWith(" + strconv.Quote(says) + ")")
	}
	for _, usual := range geometry.Boxes() {
		var box geometry.Box
		for _, box = range slices.Compact([]geometry.Box{usual, usual.Transposed()}) {
			n := box.Side()
			puzzle := made(t, box)
			paste(p, formats.Format(puzzle))
			p.Wait(result + ".startsWith('1 puzzle read') && " + grid + " === " + strconv.Quote(formats.Format(puzzle)))
			if box != usual {
				p.Eval(`document.getElementById("tall").click()`)
			}
			wide(box)
			click("hint", map[bool]string{true: "Next: ", false: "Steps are for 9×9 puzzles alone."}[n == 9])
			click("rate", map[bool]string{true: "Easy: ", false: "Rating "}[n == 9])
			click("solve", "The puzzle has one solution.")
			text, _ := p.Eval(grid).(string)
			if err := solver.VerifyBox(box, puzzle, must(formats.Parse(text, n))); err != nil {
				t.Errorf("%v: %s: %v", box, text, err)
			}
			click("check", "The puzzle has one solution.")
		}
		p.Eval(result + ` = ""; document.getElementById("make-order").value = "` + strconv.Itoa(usual.Side()) + `"; document.getElementById("make").click()`)
		p.Wait(result + `.startsWith("A new puzzle")`)
		wide(box)
		click("solve", "The puzzle has one solution.")
	}
	p.Call("Page.reload", nil, nil)
	p.Wait(`document.getElementById("result")?.textContent.startsWith('The grid is as you left it')`)
	wide(geometry.Of(25))
}

// made returns a puzzle with many clues.
func made(t *testing.T, box geometry.Box) []uint8 {
	t.Helper()
	n := box.Cells()
	b := generate.Series{Cells: make([]uint8, n), Solutions: make([]uint8, n), Results: make([]generate.Result, 1)}
	g := must(generate.New(generate.Options{Order: box.Side(), Box: box, Clues: n * 7 / 10}))
	g.Feed(&b)
	g.Flush()
	return b.Cells
}

// TestHintOnPage makes a mistake, asks for a hint, sees why, and has steps that begin there.
func TestHintOnPage(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	click := func(id, says string) {
		t.Helper()
		p.Eval(`document.getElementById("` + id + `").click()`)
		p.Wait(result + " === " + strconv.Quote(says))
	}
	visible := func(id string) any { return p.Eval(`document.getElementById("` + id + `").offsetHeight > 0`) }
	paste(p, well)
	p.Wait(result + ".startsWith('1 puzzle read')")
	cell := strings.IndexByte(well, '.')
	cells, err := formats.Parse(well)
	if err != nil {
		t.Fatal(err)
	}
	engine, err := solver.New(9, solver.Options{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	if result := engine.Solve(cells); !result.Unique() {
		t.Fatal(result)
	}
	wrong := strconv.Itoa(int(cells[cell])%9 + 1)
	p.Eval(`document.querySelectorAll("#sudoku [role=gridcell]")[` + strconv.Itoa(cell) + `].click()`)
	p.Press(wrong)
	mistake := "Wrong: r1c" + strconv.Itoa(cell+1) + "=" + wrong + ". "
	click("hint", mistake+"Next: Hidden Single, look at r1c6.")
	if visible("steps-view") != false || visible("why") != true {
		t.Error("the hint shows the step at once, or not how to see it")
	}
	click("why", mistake+"Hidden Single in box 2: r1c6 is 8.")
	if got := p.Eval(`[document.querySelectorAll("#steps button").length, document.querySelectorAll("#steps .mini path.hit").length, document.querySelector("#grid .place").textContent].join()`); got != "1,1,8" {
		t.Errorf("it shows %v", got)
	}
	p.Eval(`document.getElementById("next").click()`)
	if got := p.Eval(`document.getElementById("text").textContent`); got != "The grid after this step." {
		t.Errorf("after the step it says %v", got)
	}
	// The right digit is a place where steps begin; a change takes the hint away.
	p.Eval(`document.querySelectorAll("#sudoku [role=gridcell]")[` + strconv.Itoa(cell) + `].focus()`)
	p.Press("Backspace", strconv.Itoa(int(cells[cell])))
	if visible("why") != false || visible("steps-view") != false {
		t.Error("the hint stays after a change")
	}
	p.Eval(`document.getElementById("explain").click()`)
	p.Wait(result + ".startsWith('From your grid: Easy: ER 1.')")
	if got, want := p.Eval(`document.querySelectorAll("#steps button").length`), float64(strings.Count(well, ".")-1); got != want {
		t.Errorf("%v steps, want %v", got, want)
	}
	// Notes are candidates if every blank has some: one that is missing is named.
	p.Eval(`document.getElementById("fill").click()`)
	p.Eval(`document.querySelectorAll("#sudoku [role=gridcell]")[5].click()`)
	p.Press("n", strconv.Itoa(int(cells[5])))
	p.Eval(`document.getElementById("hint").click()`)
	p.Wait(result + ".startsWith('Wrong: the marks of r1c6. Next: ')")
	click("solve", "The puzzle has one solution.")
	click("hint", "Solved.")
}

// TestUndo requires that rows keep their height, that no button loses work, and that the work is
// there after a reload, also where the browser stores nothing.
func TestUndo(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	heights := func() any {
		return p.Eval(`String(new Set([...document.querySelectorAll("#sudoku [role=gridcell]")].map((cell) => Math.round(cell.offsetHeight / 4))).size)`)
	}
	before := heights()
	p.Eval(`document.querySelector("#sudoku [tabindex='0']").focus()`)
	p.Press("5", "ArrowRight", "n", "1", "2")
	if after := heights(); before != "1" || after != "1" {
		t.Errorf("rows of %s heights, and of %s with a digit", before, after)
	}
	click := func(id, want string) {
		t.Helper()
		p.Eval(`document.getElementById("` + id + `").click()`)
		if got := p.Eval(grid); got != want {
			t.Errorf("after %s the grid shows %s, want %s", id, got, want)
		}
	}
	blank, mine := strings.Repeat(".", 81), "5"+strings.Repeat(".", 80)
	p.Eval(`document.getElementById("notes").focus()`)
	for _, id := range []string{"reset", "clear"} {
		click(id, blank)
		click("undo", mine)
	}
	paste(p, strings.Repeat(".", 256))
	p.Wait(`document.querySelectorAll("#sudoku [role=gridcell]").length === 256`)
	p.Press("z") // no digit, and no undo
	p.Eval(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }))`)
	if got := p.Eval(grid); got != mine {
		t.Errorf("after Ctrl+Z the grid shows %s", got)
	}
	reload := func(name string) {
		t.Helper()
		p.Call("Page.reload", nil, nil)
		p.Wait(`document.getElementById("result")?.textContent.startsWith('The grid is as you left it')`)
		if got := p.Eval(grid + ` + document.querySelectorAll("#sudoku .notes span:not(:empty)").length`); got != mine+"2" {
			t.Errorf("after a reload %s the grid shows %v", name, got)
		}
	}
	reload("with storage")
	click("reset", blank)
	click("undo", mine)
	p.Call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": `if (location.hash) Object.defineProperty(window, "localStorage", { get() { throw new Error("denied"); } });`}, nil)
	p.Eval(`Storage.prototype.setItem = () => { throw new Error("denied"); }; localStorage.clear()`)
	click("clear", blank)
	click("undo", mine)
	reload("without storage")
}

// TestDrop drops files on the grid: they are read, or refused with the command that reads them.
func TestDrop(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	var packed, array bytes.Buffer
	z := gzip.NewWriter(&packed)
	_ = must(z.Write([]byte(easy + "\n" + hard + "\n")))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	header := "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 81), }\n"
	array.WriteString("\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), 0}) + header)
	array.Write(must(formats.Parse(hard)))
	for _, f := range []struct{ name, content, says, shows string }{
		{"p.txt.gz", packed.String(), "2 puzzles read.", easy},
		{"p.npy", array.String(), "1 puzzle read.", hard},
		{"p.csv", "puzzle\n" + easy + "\n", "1 puzzle read.", easy},
		{"p.zst", "\x28\xb5\x2f\xfd\x00", "Not read: p.zst: this page does not read zstd; run: sudokubatch convert 'p.zst' -o puzzles.csv", easy},
		{"p.parquet", "PAR1\x00", "Not read: p.parquet: this page does not read Parquet; run: sudokubatch convert", easy},
	} {
		p.Eval(`document.getElementById("result").textContent = ""`)
		drop(p, f.name, f.content)
		p.Wait(result + " !== ''")
		if got, _ := p.Eval(result).(string); !strings.HasPrefix(got, f.says) {
			t.Errorf("%s: it says %q, want %q", f.name, got, f.says)
		}
		if got := p.Eval(grid); got != f.shows {
			t.Errorf("%s: the grid shows %s, want %s", f.name, got, f.shows)
		}
	}
	p.Eval(`navigator.clipboard.writeText = async (text) => { window.copied = text; }; document.getElementById("copy").click()`)
	p.Wait(result + ".startsWith('Copied')")
	if got := p.Eval("copied"); got != easy {
		t.Errorf("copied %v", got)
	}
}

// TestKeyboard requires that the tab key reaches all controls, and that it finds the grid, the tabs
// and each group of choices once.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	paste(p, easy+"\n"+hard)
	p.Wait(result + ".startsWith('2 puzzles')")
	p.Eval(`document.getElementById("explain").click()`)
	p.Wait(`!document.getElementById("steps-view").hidden && document.getElementById("stop").hidden`)
	stops := func() {
		t.Helper()
		missed := p.Eval(`window.missed = new Set([...document.querySelectorAll("button, input, select, textarea, summary, a[href], [role=gridcell]")].filter((e) =>
			e.checkVisibility() && !e.disabled && e.getAttribute("tabindex") !== "-1" && !(e.type === "radio" && !e.checked))); document.activeElement.blur(); document.body.focus(); missed.size`)
		n, _ := missed.(float64)
		for range int(n) + 3 {
			p.Press("Tab")
			p.Eval(`missed.delete(document.activeElement)`)
		}
		if got := p.Eval(`[...missed].map((e) => e.id || e.textContent).join(", ")`); got != "" || n < 7 {
			t.Errorf("of %v controls the tab key does not reach %v", n, got)
		}
	}
	stops()
	p.Eval(`document.getElementById("tab-puzzle").focus()`)
	p.Press("ArrowRight")
	if got := p.Eval(`document.activeElement.id + document.getElementById("panel-file").checkVisibility()`); got != "tab-filetrue" {
		t.Errorf("after an arrow on the tabs: %v", got)
	}
	stops()
}

// TestAccessible requires that axe-core finds no fault in the page, light and dark.
func TestAccessible(t *testing.T) {
	t.Parallel()
	axe := string(must(os.ReadFile(fromNPM(t, "axe-core/axe.min.js"))))
	p := open(t, "")
	p.Eval(axe + "; 0")
	audit := func(state string) {
		t.Helper()
		for _, dark := range []bool{false, true} {
			p.View(1200, dark, "")
			found := p.Eval(`axe.run().then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 100)).join(" ")).join("\n"))`)
			if found != "" {
				t.Errorf("%s, dark %v: %s", state, dark, found)
			}
		}
	}
	audit("begin")
	paste(p, "55..2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")
	p.Wait(result + ".includes('read')")
	p.Eval(`document.getElementById("fill").click()`)
	audit("clash")
	paste(p, easy)
	p.Wait(grid + ` === "` + easy + `"`)
	p.Eval(`document.getElementById("explain").click()`)
	p.Wait(`!document.getElementById("steps-view").hidden`)
	audit("steps")
	p.Eval(`document.getElementById("tab-file").click(); document.getElementById("columns-box").open = true`)
	audit("file")
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
	// A rating shows how far it is, though the file has been read.
	if err := os.WriteFile(in, []byte(strings.Repeat("..6..94....73682..2........7...9.5...4..5..3...9.4...7........8..15367....42..6..\n", 60)), 0o666); err != nil {
		t.Fatal(err)
	}
	p.Eval(`window.seen = new Set(); new MutationObserver(() => seen.add(document.getElementById("rates").textContent.split(" ")[0])).observe(document.getElementById("rates"), { childList: true });
document.querySelector("[value=rate]").click()`)
	p.SetFile("#file", in)
	p.Eval(`document.getElementById("start").click()`)
	p.Wait(batched + ".startsWith('Done')")
	if got, _ := p.Eval("seen.size").(float64); got < 3 {
		t.Errorf("progress was shown %v times: %v", got, p.Eval("[...seen].join()"))
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
	p.Eval(`document.getElementById("hint").click()`)
	p.Wait(`!document.getElementById("why").hidden`)
	p.Eval(`document.getElementById("why").click()`)
	look("hint")
	p.Eval(`window.print = () => dispatchEvent(new Event("beforeprint")); document.getElementById("print-grid").click()`)
	look("grid")
	p.View(673, false, "print")
	if got := p.Eval(`["sudoku", "pad", "result", "steps-view", "prints"].filter((id) => document.getElementById(id).offsetHeight > 0).join()`); got != "sudoku" {
		t.Errorf("on paper there are %v", got)
	}
	p.Eval(`document.getElementById("tab-file").click(); document.getElementById("columns-box").open = true`)
	look("file")
}
