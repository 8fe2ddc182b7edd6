package main_test

// This file uses the page in a browser.

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/formats"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// TestSize requires that the page takes at most 2.2 MB to download.
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
	if packed.Len() >= 2_200_000 {
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

// An act is what a person does, what the page then says, and what JavaScript then finds. An act begins with the name of
// a helper of play, or is JavaScript that finds what the page should say.
type act []string

// play does acts in order.
func play(t *testing.T, p *tab, acts []act) {
	t.Helper()
	for _, a := range acts {
		a = append(a, "", "")
		do, says, find, wanted := a[0], a[1], a[2], a[3]
		kind, what, _ := strings.Cut(do, " ")
		p.Eval(result + ` = ""`)
		switch kind {
		case "click":
			p.Eval(`document.getElementById("` + what + `").click()`)
		case "cell":
			p.Eval(`[...document.querySelectorAll("#sudoku [role=gridcell]")][` + what + `].click()`)
		case "press":
			p.Press(strings.Fields(what)...)
		case "paste":
			paste(p, what)
		case "drop":
			name, content, _ := strings.Cut(what, " ")
			drop(p, name, content)
		default:
			says, find, wanted = "", do, says
		}
		if says != "" && p.Eval(`(async () => { for (let i = 0; i < 600 && !`+result+`.includes(`+quote(says)+`); i++) await new Promise((done) => setTimeout(done, 50)); return `+result+`.includes(`+quote(says)+`) })()`) != true {
			t.Fatalf("after %.60q it says %q, want %q", do, p.Eval(result), says)
		}
		if find == "" {
			continue
		}
		if got := fmt.Sprint(p.Eval(find)); got != wanted {
			t.Errorf("after %.60q %s: %s, want %s", do, find, got, wanted)
		}
	}
}

// TestPage does what people do, each button included.
func TestPage(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	marks, _ := runCommand(t, "hint --record 1", well)
	drawn, _ := runCommand(t, "hint --record 1 --size 6", pairs)
	sixes, _ := runCommand(t, "gen --size 6 --count 1 --seed 4", "")
	var packed, array bytes.Buffer
	z := gzip.NewWriter(&packed)
	_ = must(z.Write([]byte(easy + "\n" + hard + "\n")))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	header := "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 81), }\n"
	array.WriteString("\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), 0}) + header)
	array.Write(must(formats.Parse(hard)))
	shows := func(what string) string {
		return map[string]string{
			"text":  `document.getElementById("text").textContent`,
			"wide":  `["[role=gridcell]", ".right", ".below"].map((kind) => document.querySelectorAll("#sudoku " + kind).length).join()`,
			"steps": `[...document.querySelectorAll("#steps button")].length`,
			"house": `["hit", "house", "seen"].map((kind) => document.querySelectorAll("#grid path." + kind).length).join()`,
			"views": `["steps-view", "why"].map((id) => document.getElementById(id).offsetHeight > 0).join()`,
			"notes": `document.querySelectorAll("#sudoku .notes").length`,
			"given": `document.querySelectorAll("#sudoku .given").length`,
			"clash": `document.querySelectorAll("#sudoku .clash").length`,
			"label": `document.activeElement.getAttribute("aria-label")`,
			"list":  `(() => { const list = document.getElementById("steps"), at = list.querySelector("[aria-current]"); return list.scrollTop > 0 && at.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom })()`,
		}[what]
	}
	play(t, p, []act{
		{`document.getElementById("columns").textContent.length > 500 && !document.getElementById("columns").textContent.includes("--")`, "true"}, // no flags
		// Typed: the focus moves by arrows.
		{`document.querySelector("#sudoku [tabindex='0']").focus()`, "<nil>"},
		{"press 5 ArrowRight 5", "r1c2 clashes with r1c1.", shows("clash"), "2"},
		{"press ArrowDown n 1 2 n", "", shows("label"), "row 2 column 2, notes 1 2"},
		{"click solve", "r1c1 and r1c2 are equal"},
		{"press ArrowUp Backspace", ""},
		{"click check", "more than one solution"},
		// Read, or not, in plain words.
		{"paste id,puzzle\n1," + hard + "\n2," + easy + "\n3,x\n", "2 puzzles read. 1 not read, first: line 4: "},
		{"click later", "", grid, easy},
		{"paste no puzzle", "Not read: there is no puzzle in it."},
		{"paste " + easy[:80], "Not read: 80 of 81 cells."},
		{"paste " + strings.Join(strings.SplitAfterN(easy[:72], easy[27:36], 2), "\n"), "Not read: "},
		{"paste " + strings.Replace(easy, "3", "x", 1), "Not read: bad cell 'x'."},
		{"drop p.txt.gz " + packed.String(), "2 puzzles read.", grid, easy},
		{"drop p.npy " + array.String(), "1 puzzle read.", grid, hard},
		{"drop p.zst \x28\xb5\x2f\xfd\x00", "Not read: p.zst is zstd, which this page does not read"},
		{"drop p.csv puzzle\n" + easy + "\n", "1 puzzle read.", grid, easy},
		{`navigator.clipboard.writeText = async (text) => { window.copied = text; }`, "map[]"},
		{"click copy", "Copied", "copied", easy},
		// The puzzle that was given is rated and has steps, also after it was solved.
		{"click check", "can be dropped alone"},
		{"click solve", "The puzzle has one solution."},
		{"click check", "The grid is solved"},
		{"click hint", "Solved."},
		{"click rate", "Easy: ER 1.2"},
		{"click explain", "Easy: ER 1.2", shows("steps"), "49"},
		{"click last", ""},
		{"click back", "", shows("list"), "true"},
		{"click undo", "Undone", grid, easy},
		// A mistake, and why the next step is one.
		{"paste " + well, "1 puzzle read"},
		{"cell 2", ""},
		{"press 1", ""},
		{"click hint", "Wrong: r1c3=1. Next: Hidden Single, look at r1c6.", shows("views"), "false,true"},
		{"click why", "Wrong: r1c3=1. Hidden Single in box 2: r1c6 is 8.", shows("house"), "1,8,2"},
		{shows("text"), "1. Hidden Single in box 2: r1c6 is 8 (1.2). The other cells see 8 in r3c3, r5c4."},
		{"click next", "", shows("text"), "The grid after this step."},
		{"cell 2", ""},
		{"press Backspace 4", "", shows("views"), "false,false"},
		{"click explain", "From your grid: Easy: ER 1.2", shows("steps"), "50"},
		{"click fill", ""},
		{"cell 5", ""},
		{"press n 8 n", ""},
		{"click hint", "Wrong: the marks of r1c6. Next: "},
		// Pencil marks, as hint prints them.
		{"paste " + marks, "1 puzzle read.", shows("given"), "31"},
		{shows("notes"), "50"},
		{"click hint", "Next: "},
		{"click check", "one solution"},
		{"click rate", "Easy: "},
		{"click solve", "The puzzle has one solution."},
		{"click undo", "Undone", shows("notes"), "50"},
		{"click undo", "Undone", grid, strings.Replace(well, ".", "4", 1)},
		// Other sizes.
		{"paste " + strings.TrimSpace(sixes), "1 puzzle read.", shows("wide"), "36,6,12"},
		{"click tall", "", shows("wide"), "36,12,6"},
		{"click solve", "more than one solution. The grid shows the first."},
		{"click tall", ""},
		{"click rate", "Rating "},
		{"click solve", "The puzzle has one solution."},
		{"paste " + pairs, "1 puzzle read."},
		{"click hint", "Next: Hidden Single, look at r4c6."},
		{"click why", "Hidden Single in box 4: r4c6 is 4.", shows("house"), "1,5,2"},
		{shows("text"), "1. Hidden Single in box 4: r4c6 is 4. The other cells see 4 in r3c1, r6c4."},
		{"click explain", "31 steps; the hardest is Naked Pair.", shows("steps"), "31"},
		{`document.querySelectorAll("#steps button")[4].click()`, "<nil>"},
		{shows("text"), "5. Naked Pair, 2, 4 in r1c3, r2c3: r1c1, r1c2 are not 2, r1c2 is not 4"},
		{`["line", ".mark.gone", "path.seen", "path.out"].map((kind) => document.querySelectorAll("#grid " + kind).length).join()`, "14,3,2,2"},
		{"click fill", ""},
		{"cell 23", ""},
		{"press n 4 n", ""},
		{"click hint", "Wrong: the marks of r4c6. Next: Hidden Single"},
		{"paste " + drawn, "1 puzzle read.", shows("notes"), "26"},
		{"click hint", "Next: Pointing Pair (Pointing), look at r1c1, r1c2."},
		{"paste " + small, "1 puzzle read."},
		{"click explain", "32 steps; the hardest is WXYZ-Wing.", shows("steps"), "32"},
		{`document.querySelectorAll("#steps button")[4].click()`, "<nil>"},
		{`["path.link", ".mark.gone", "path.group"].map((kind) => document.querySelectorAll("#grid " + kind).length).join()`, "3,1,1"},
		// Made: the seed makes the same puzzle again, and a wish that is never met can be stopped.
		{`document.getElementById("make-seed").value = "7"; document.getElementById("make-tier").value = "medium"`, "medium"},
		{"click make", "made with seed 7. It has one solution and is minimal."},
		{`window.first = ` + grid + `; first.length`, "81"},
		{"click clear", ""},
		{"click make", "made with seed 7.", "first === " + grid, "true"},
		{`document.getElementById("make-tier").value = "hard"; document.getElementById("make-order").value = "4"`, "4"},
		{"click make", "Making puzzles of 4×4 until one is hard …"},
		{`/^Stop \(\d+ s, [\d,]+ tries\)$/.test(document.getElementById("stop").textContent)`, "true"},
		{"click stop", "Stopped: Making puzzles of 4×4 until one is hard."},
		{`document.getElementById("make-tier").value = ""; document.getElementById("make-order").value = "16"`, "16"},
		{"click make", "A new puzzle", shows("wide"), "256,48,48"},
		{"click solve", "The puzzle has one solution"},
	})
	// Much text goes to the tab File, and the page never works for long.
	p.Eval(`window.much = "` + easy + `\n".repeat(100000); many = new DataTransfer(); many.setData("text", much)`)
	p.Call("Tracing.start", map[string]any{"categories": "toplevel"}, nil)
	p.Eval(`document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: many, bubbles: true }))`)
	p.Wait(`!document.getElementById("panel-file").hidden`)
	p.Eval(`document.getElementById("start").click()`)
	p.Wait(batched + ".startsWith('Done, read as line (order 9): 100,000 with one solution.')")
	p.Call("Tracing.end", nil, nil)
	for p.Events["Tracing.tracingComplete"] == nil {
		p.Eval("0")
	}
	if got := p.longestTask(); got > 50*time.Millisecond || got == 0 {
		t.Errorf("with 100,000 puzzles a task of the page takes %v", got)
	}
}

// longestTask returns the processor time of the longest task of the page in the trace.
func (p *tab) longestTask() (longest time.Duration) {
	type event struct {
		Name     string
		Pid, Tid int
		TDur     int64
		Args     map[string]any
	}
	var all []event
	pages := map[[2]int]bool{}
	for _, chunk := range p.Events["Tracing.dataCollected"] {
		var some struct{ Value []event }
		if err := json.Unmarshal(chunk, &some); err != nil {
			p.t.Fatal(err)
		}
		all = append(all, some.Value...)
	}
	for _, e := range all {
		if e.Name == "thread_name" && e.Args["name"] == "CrRendererMain" {
			pages[[2]int{e.Pid, e.Tid}] = true
		}
	}
	for _, e := range all {
		if pages[[2]int{e.Pid, e.Tid}] {
			longest = max(longest, time.Duration(e.TDur)*time.Microsecond)
		}
	}
	return longest
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

// TestAccessible requires that axe-core finds no fault in the page, light, dark and on a phone.
func TestAccessible(t *testing.T) {
	t.Parallel()
	axe := string(must(os.ReadFile(fromNPM(t, "axe-core/axe.min.js"))))
	p := open(t, "")
	p.Eval(axe + "; 0")
	audit := func(state string) {
		t.Helper()
		for _, v := range []struct {
			width int
			dark  bool
		}{{1200, false}, {1200, true}, {360, false}} {
			p.View(v.width, v.dark, "")
			found := p.Eval(`axe.run().then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 100)).join(" ")).join("\n"))`)
			if found != "" {
				t.Errorf("%s, %+v: %s", state, v, found)
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
	p.Eval(`document.querySelectorAll("#steps button").forEach((step, i) => step.textContent.includes("→") && !window.chain && (window.chain = step)); chain.click()`)
	look("chain")
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
	paste(p, easy[:80])
	p.Wait(result + ".startsWith('Not read: ')")
	look("error")
	paste(p, pairs)
	p.Wait(result + ".startsWith('1 puzzle read')")
	p.Eval(`document.getElementById("fill").click(); document.getElementById("explain").click()`)
	p.Wait(`document.querySelectorAll("#steps button").length === 31`)
	p.Eval(`document.querySelectorAll("#steps button")[4].click()`)
	look("six")
	p.Eval(`document.getElementById("tab-file").click(); document.getElementById("columns-box").open = true`)
	look("file")
}
