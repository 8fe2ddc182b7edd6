package main_test

// This file tests the npm package in Node.js.

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
	"github.com/sudokubatch/sudokubatch/pipeline/gen"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// hard takes many guesses, easy none. Both have one solution.
const (
	hard = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
	well = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	easy = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
)

// scratch is a folder for what tests share.
var scratch = must(os.MkdirTemp("", "sudokubatch-web"))

// built makes the page and the package once for all tests.
var built = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(scratch, "dist")
	cmd := exec.Command("go", "run", "./build", "-o", dir, "-version", "1.2.3")
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return dir, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// dist returns the folder with the page and the package, or skips the test.
func dist(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds a program for WebAssembly")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go here to build the program")
	}
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// project returns a folder in which the package is installed, with these files.
func project(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	all := map[string][]byte{}
	for name, text := range tarball(t) {
		all[filepath.Join("node_modules", "sudokubatch", strings.TrimPrefix(name, "package/"))] = text
	}
	for name, text := range texts {
		all[name] = []byte(text)
	}
	for name, text := range all {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// node runs a module in a folder in which the package is installed, and returns what it prints.
func node(t *testing.T, module string, args ...string) string {
	t.Helper()
	return runNode(t, project(t, map[string]string{"test.mjs": module}), append([]string{"test.mjs"}, args...)...)
}

// runNode runs Node.js in a folder, and returns what it prints.
func runNode(t *testing.T, dir string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node here (Debian: apt-get install nodejs)")
	}
	cmd := exec.CommandContext(t.Context(), path, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s%s", err, out, stderr.Bytes())
	}
	return string(out)
}

// tarball returns the files of the npm package.
func tarball(t *testing.T) map[string][]byte {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join(dist(t), "sudokubatch-1.2.3.tgz"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for r := tar.NewReader(z); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err == nil {
			files[header.Name], err = io.ReadAll(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestPackage requires that the package has what its description names.
func TestPackage(t *testing.T) {
	t.Parallel()
	files := tarball(t)
	var described struct {
		Version string
		Files   []string
		Exports map[string]any
	}
	if err := json.Unmarshal(files["package/package.json"], &described); err != nil {
		t.Fatal(err)
	}
	if described.Version != "1.2.3" {
		t.Errorf("version %s", described.Version)
	}
	for _, name := range append(described.Files, "README.md", "LICENSE") {
		if len(files["package/"+name]) == 0 {
			t.Errorf("no %s in the package", name)
		}
	}
	if len(files) != len(described.Files)+3 {
		t.Errorf("%d files, package.json names %d", len(files), len(described.Files))
	}
}

// TestOne calls the functions for one puzzle.
func TestOne(t *testing.T) {
	t.Parallel()
	const module = `
import { parse, solve, check, rate, explain, generate, columns } from "sudokubatch";
const [hard, easy] = process.argv.slice(2), cells = [...hard].map((c) => Number(c) || 0);
const print = (...all) => console.log(...all.map((x) => JSON.stringify(x)));
const solved = await solve(cells);
print(solved.status, solved.solutions, solved.guesses > 0, solved.clues, solved.puzzle === hard);
const checked = await check(easy, { solution: solved.solution });
print(checked.minimal, checked.redundant.length, checked.wrong !== null, (await check(hard, { solution: solved.solution })).wrong);
const unplaced = await rate("...9....1.....2.3...4.5.6....53......4.7....28...6.9...5..9.8..4.8..7.9.9.6....1.");
const rated = await rate(easy), steps = (await explain(easy)).steps;
print(rated.tier, rated.er, rated.stepCount === steps.length, steps[0].place.length, steps.every((s) => s.text && s.rating >= 1), unplaced.ep);
print((await solve(".".repeat(81), { limit: 5 })).solutions, (await solve("11" + ".".repeat(79))).clash, (await solve("12345678." + ".".repeat(8) + "9" + ".".repeat(63))).status);
const text = "id,puzzle\n1," + hard + "\n2," + easy + "\n3,x\n", parsed = await parse(text);
print(parsed.puzzles.length, parsed.faults.length, parsed.faults[0].line, parsed.more);
const { er } = await rate((await generate({ er: [2, 3.5] }))[0]);
print((await generate({ count: undefined, seed: undefined })).length, (await solve(easy, { limit: undefined })).status);
print(er >= 2 && er <= 3.5, (await columns()).some((c) => c.name === "er"));
print(solved.solution);
`
	lines := strings.Split(node(t, module, hard, easy), "\n")
	cells, err := formats.Parse(hard)
	if err != nil {
		t.Fatal(err)
	}
	solution, err := formats.Parse(strings.Trim(lines[len(lines)-2], `"`))
	if err != nil {
		t.Fatal(err)
	}
	if err := solver.Verify(cells, solution); err != nil {
		t.Error(err)
	}
	want := []string{
		`"unique" 1 true 25 true`, `false 21 true null`, `"easy" 1.2 true 2 true 10.2`, `5 [0,1] "no_solution"`, `2 1 4 false`, `1 "unique"`, `true true`,
	}
	for i, line := range want {
		if lines[i] != line {
			t.Errorf("%s, want %s", lines[i], line)
		}
	}
}

// TestSizes makes, solves, checks, rates and labels puzzles of each size and shape of boxes, as lists and as text.
func TestSizes(t *testing.T) {
	t.Parallel()
	const module = `
import { generate, solve, check, rate, hint, parse, rows, lines } from "sudokubatch";
for (const [size, box] of JSON.parse(process.argv[2])) {
	const [puzzle] = await generate({ size, box, clues: Math.floor(size * size * 0.7) }), all = size < 16 ? ".123456789ABC" : ".ABCDEFGHIJKLMNOPQRSTUVWXY";
	const cells = [...puzzle].map((digit) => all.indexOf(digit)), found = await solve(cells, { box }), { solution } = found;
	const other = all[1 + all.indexOf(solution[0]) % size] + solution.slice(1), texts = { size, box };
	const label = [];
	for await (const row of rows("label", lines([cells, puzzle]), { ...texts, add: ["status", "tier"] })) label.push(row.status, row.tier !== "");
	console.log([puzzle, solution, found.order, found.status, (await solve(puzzle, texts)).solution === solution,
		(await check(puzzle, { ...texts, solution })).wrong, (await check(cells, { box, solution: other })).wrong !== null, (await rate(puzzle, texts)).rating > 0,
		(await hint(puzzle, other, texts)).mistakes.startsWith("r1c1="), (await parse(puzzle, { size })).puzzles[0] === puzzle, ...label].join());
}
`
	var shapes []geometry.Box
	var args [][]any
	for _, usual := range geometry.Boxes() {
		for _, box := range slices.Compact([]geometry.Box{usual, usual.Transposed()}) {
			shapes, args = append(shapes, box), append(args, []any{box.Side(), box.String()})
		}
	}
	out := strings.Split(strings.TrimSpace(node(t, module, string(must(json.Marshal(args))))), "\n")
	if len(out) != len(shapes) {
		t.Fatal(out)
	}
	for i, box := range shapes {
		puzzle, rest, _ := strings.Cut(out[i], ",")
		solution, rest, _ := strings.Cut(rest, ",")
		cells, solved := must(formats.Parse(puzzle, box.Side())), must(formats.Parse(solution, box.Side()))
		if err := solver.VerifyBox(box, cells, solved); err != nil {
			t.Errorf("%v: %s: %v", box, out[i], err)
		}
		if want := fmt.Sprintf("%d,unique,true,,true,true,true,true,unique,true,unique,true", box.Side()); rest != want {
			t.Errorf("%v: %s, want %s", box, rest, want)
		}
	}
}

// TestHint plants wrong digits and marks in each cell in turn, and compares hints with the solution.
func TestHint(t *testing.T) {
	t.Parallel()
	got := node(t, `
import { hint, explain, solve } from "sudokubatch";
const puzzle = process.argv[2], multiple = await hint(".".repeat(81), ".".repeat(81));
const right = [...(await solve(puzzle)).solution], all = "123456789", counts = { wrong: 0, placed: 0, kept: 0 };
for (let cell = 0; cell < 81; cell++) {
	const other = all[right[cell] % 9];
	const { wrong, step, candidates, text, mistakes } = await hint(puzzle, puzzle.slice(0, cell) + other + puzzle.slice(cell + 1));
	counts.wrong += wrong.join() === String(cell) && text.startsWith("Wrong: " + mistakes + ". Next: " + step.name) ? 1 : 0;
	counts.placed += right[step.place[0]] === String(step.place[1]) && candidates[step.place[0]] === String(step.place[1]) ? 1 : 0;
	counts.kept += candidates.every((digits, i) => digits.includes(right[i])) ? 1 : 0;
}
console.log(JSON.stringify(counts));
const marks = right.map((digit, i) => (i === 3 ? all.replace(digit, "") : i === 5 ? digit : ""));
const marked = await hint(puzzle, puzzle, { marks });
console.log(marked.text, JSON.stringify(marked.gone.length), JSON.stringify(marked.wrong));
console.log(JSON.stringify([multiple.status, multiple.step, multiple.text, (await hint(puzzle, right.join(""))).text]));
const steps = (await explain(puzzle, { state: right.slice(0, 78).join("") + "..." })).steps;
console.log(JSON.stringify(steps.map((s) => [s.name, s.rating, s.place])));
`, well)
	want := `{"wrong":81,"placed":81,"kept":81}
Wrong: the marks of r1c4. Next: Hidden Single in box 2: r1c4 is 6 8 [3]
["multiple",null,"","solved"]
`
	if !strings.HasPrefix(got, want) || !strings.HasPrefix(got[len(want):], `[["Full House (Hidden Single)",1,`) {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestRefused requires errors that name the fault and the values that are allowed.
func TestRefused(t *testing.T) {
	t.Parallel()
	const cells, choice = "want text or a list of numbers", "size: 7: want 4, 6, 8, 9, 12, 16 or 25"
	calls := []struct{ call, want string }{
		{`solve(null)`, "the puzzle is null, " + cells},
		{`rate(5)`, "the puzzle is a value of type number, " + cells},
		{`solve({})`, "the puzzle is a value of type object, " + cells},
		{`solve("123")`, "3 cells, want 81 or 256"},
		{`solve([1, 2])`, "2 cells, want 16, 36, 64, 81, 144, 256 or 625"},
		{`solve(Array(16).fill(5))`, "cell 0 is 5, want 0 to 4"},
		{`solve(".".repeat(36))`, "6×6: this size must be named"},
		{`solve(easy, { size: 16 })`, "81 cells, want 256"},
		{`solve("1234", { size: 7 })`, choice},
		{`solve("1234", { size: 1e9 })`, "size: 1000000000: want 4, 6, 8, 9, 12, 16 or 25"},
		{`solve("1234", { size: "9" })`, `size: "9": want 4, 6, 8, 9, 12, 16 or 25`},
		{`check("1234", { size: 7 })`, choice},
		{`rate("1234", { size: 7 })`, choice},
		{`explain("1234", { size: 7 })`, choice},
		{`hint("1234", "1234", { size: 7 })`, choice},
		{`parse("1234", { size: 7 })`, choice},
		{`generate({ size: 7 })`, choice},
		{`generate({ order: 7 })`, "order: 7: want 4, 6, 8, 9, 12, 16 or 25"},
		{`stream("solve", "1234", { size: 7 }).summary`, choice},
		{`solve(Array(81).fill(0), { size: 16 })`, "81 cells, want 256"},
		{`solve({ length: 1e9 })`, "1000000000 cells, want 16, 36, "},
		{`solve({ length: 81, [Symbol.iterator]: function* () { for (;;) yield 0; } })`, "cell 0 is undefined, want 0 to 9"},
		{`solve(Array(81).fill("length"))`, `cell 0 is "length", want 0 to 9`},
		{`solve(Array(81).fill(Symbol()))`, "cell 0 is a value of type symbol, want 0 to 9"},
		{`solve(Array(81).fill(0.5))`, "cell 0 is 0.5, want 0 to 9"},
		{`solve(easy, { box: "2x9" })`, `no boxes of "2x9"`},
		{`solve(Array(81).fill(10))`, "cell 0 is 10, want 0 to 9"},
		{`solve(easy, { limt: 1 })`, "unknown option limt: choose limit"},
		{`solve(easy, { limit: 0 })`, "limit: 0: want a whole number from 1"},
		{`solve(easy, null)`, "the options are null, want an object"},
		{`check(easy, { soluton: easy })`, "unknown option soluton: choose solution"},
		{`hint(easy, "123")`, "state: 3 cells, want 81"},
		{`hint(easy, Array(256).fill(0))`, "state: 256 cells, want 81"},
		{`hint(easy, easy, { marks: "1" })`, "marks is text, want a list"},
		{`hint(easy, easy, { marks: ["1"] })`, "marks for 1 cells, want 81"},
		{`hint(easy, easy, { marks: Array(81).fill(5) })`, "marks is a list, want a list of texts"},
		{`hint(easy, easy, null)`, "the options are null, want an object"},
		{`explain(easy, null)`, "the options are null, want an object"},
		{`hint(easy)`, "the puzzle is undefined, " + cells},
		{`parse(null)`, "the text is null, want text or bytes"},
		{`generate({ colour: 1 })`, "unknown option colour: choose limit, count, "},
		{`generate({ clues: "24" })`, `clues: "24": want a whole number from 0`},
		{`generate({ tier: "hard" })`, "tier is text, want a list"},
		{`generate({ seed: 5n })`, "seed: a value of type bigint: want a whole number from 0"},
		{`generate({ signal: {} })`, "signal is a value of type object, want a signal"},
		{`generate({ onProgress: 5 })`, "onProgress is a value of type number, want a function"},
		{`generate({ tier: ["nice"] })`, `tier: unknown value "nice" (known: easy, `},
		{`generate({ er: [4] })`, "er: want the least and the greatest rating, for example [3, 4.5]"},
		{`stream("sovle", easy).summary`, `unknown verb "sovle": choose solve, label, convert or generate`},
		{`stream("label", easy).summary`, "add: want columns to add, for example tier"},
		{`stream("solve", null).summary`, "the source is null, want text, bytes, "},
	}
	module := `import { solve, check, rate, explain, hint, parse, generate, stream } from "sudokubatch"; const easy = process.argv[2];
const refused = async (call) => { try { await call(); return "accepted"; } catch (error) { return error.message; } };` + "\n"
	for _, c := range calls {
		module += "console.log(await refused(() => " + c.call + "));\n"
	}
	for i, line := range strings.Split(strings.TrimSpace(node(t, module, easy)), "\n") {
		if !strings.HasPrefix(line, calls[i].want) {
			t.Errorf("%s: %s, want %s", calls[i].call, line, calls[i].want)
		}
	}
}

// TestSingleCalls requires that the engine stays set up between calls. Other work on the machine may
// disturb some calls, but not all.
func TestSingleCalls(t *testing.T) {
	t.Parallel()
	out := node(t, `
import { solve } from "sudokubatch";
let least = Infinity;
for (const end = Date.now() + 20000; least > 0.05 && Date.now() < end; ) {
	const began = performance.now();
	for (let i = 0; i < 100; i++) await solve(process.argv[2]);
	least = Math.min(least, (performance.now() - began) / 100);
}
console.log(least.toFixed(3));
`, easy)
	if least, err := strconv.ParseFloat(strings.TrimSpace(out), 64); err != nil || least > 0.05 {
		t.Errorf("an easy puzzle takes %s ms, want 0.05 at most", out)
	}
}

// TestStream requires the same bytes from streams in WebAssembly as from the pipeline here, whatever
// the pieces of the source.
func TestStream(t *testing.T) {
	t.Parallel()
	const module = `
import { stream, rows, lines } from "sudokubatch";
import { readFileSync, openAsBlob } from "node:fs";
const jobs = JSON.parse(process.argv[2]), [, , , path, hard] = process.argv, bytes = readFileSync(path);
async function* pieces(n) { for (let i = 0; i < bytes.length; i += n) yield bytes.subarray(i, i + n); }
const out = [];
for (const { verb, options } of jobs) {
	const all = [];
	for (const source of verb === "generate" ? [undefined] : [await openAsBlob(path), pieces(1000), (await openAsBlob(path)).stream()]) {
		const { output, summary } = stream(verb, source, options);
		all.push(await new Response(output).text());
		const { records, malformed } = await summary;
		all.push(records + " " + malformed);
	}
	if (all.some((text, i) => text !== all[i % 2])) throw new Error(verb + ": other pieces, other answers");
	out.push(all.slice(0, 2));
}
// Rows, a source that fails, a run that is stopped, and answers that come before the source ends.
const found = [];
for await (const row of rows("label", lines([hard, [...hard].map((c) => Number(c) || 0)]), { add: ["status"] })) found.push(row.puzzle === hard, row.status);
async function* broken() { yield hard + "\n"; throw new Error("the disk is gone"); }
found.push(await new Response(stream("solve", broken()).output).text().catch((error) => error.message));
const stop = new AbortController(), endless = stream("generate", undefined, { count: 1e9, signal: stop.signal });
setTimeout(() => stop.abort(new Error("enough")), 1);
found.push(await new Response(endless.output).text().catch((error) => error.message), await endless.summary.catch((error) => error.message));
let asked;
const answered = new Promise((resolve) => (asked = resolve));
async function* slow() { yield hard; await answered; }
for await (const text of stream("solve", lines(slow()), { to: "line" }).output) { found.push(new TextDecoder().decode(text).length); asked(); }
out.push(found);
process.stdout.write(JSON.stringify(out));
`
	input := input(t)
	path := filepath.Join(t.TempDir(), "input.csv")
	if err := os.WriteFile(path, input, 0o666); err != nil {
		t.Fatal(err)
	}
	labels, err := columns.Parse([]string{"clues", "tier", "minimal"})
	if err != nil {
		t.Fatal(err)
	}
	type job struct {
		Verb    string                          `json:"verb"`
		Options map[string]any                  `json:"options"`
		worker  func() (pipeline.Worker, error) // in the pipeline here
		style   pipeline.Style
		to      bulk.Kind
	}
	jobs := []job{
		{"solve", map[string]any{"to": "line"}, solve.Workers(solver.Options{Limit: 2}, pipeline.Mark), pipeline.Plain, bulk.Line},
		{"solve", map[string]any{}, solve.Workers(solver.Options{Limit: 2}, pipeline.Mark), pipeline.Plain, 0},
		{"label", map[string]any{"add": []string{"clues", "tier", "minimal"}, "to": "ndjson"}, solve.Labellers(solver.Options{Limit: 2}, pipeline.Mark, labels...), pipeline.Rows, bulk.NDJSON},
		{"convert", map[string]any{"to": "grid", "onBad": "skip"}, convert.Workers(convert.Options{OnBad: pipeline.Skip}), pipeline.Plain, bulk.Grid},
		{"convert", map[string]any{"to": "json", "onBad": "skip"}, convert.Workers(convert.Options{OnBad: pipeline.Skip}), pipeline.Plain, bulk.JSON},
		{Verb: "generate", Options: map[string]any{"count": 200, "seed": 7, "symmetry": "rotational", "solutions": true}},
	}
	list, err := json.Marshal(jobs)
	if err != nil {
		t.Fatal(err)
	}
	var got [][]any
	if err := json.Unmarshal([]byte(node(t, module, string(list), path, hard)), &got); err != nil {
		t.Fatal(err)
	}
	for i, j := range jobs {
		var out bytes.Buffer
		var stats pipeline.Stats
		var err error
		if j.worker == nil {
			stats, err = gen.Run(context.Background(), gen.Config{
				Config: pipeline.Config{Output: &out}, Count: 200, Solutions: true,
				Options: generate.Options{Order: 9, Seed: 7, Symmetry: generate.Rotational},
			})
		} else {
			stats, err = pipeline.Run(context.Background(), pipeline.Config{
				Output: &out, Inputs: pipeline.Files([]string{path}, fileOptions), NewWorker: j.worker, To: j.to, Style: j.style, Use: pipeline.UsePuzzles,
			})
		}
		if err != nil {
			t.Fatal(err)
		}
		counted := strings.TrimSpace(strings.Join([]string{itoa(stats.Puzzles()), itoa(stats.Malformed)}, " "))
		if got[i][0] != out.String() || got[i][1] != counted {
			t.Errorf("%s %v: %.200q and %v, want %.200q and %s", j.Verb, j.Options, got[i][0], got[i][1], out.String(), counted)
		}
	}
	want := []any{true, "unique", true, "unique", "the disk is gone", "enough", "enough", 82}
	if found, _ := json.Marshal(got[len(jobs)]); string(found) != string(must(json.Marshal(want))) {
		t.Errorf("%s, want %v", found, want)
	}
}

// input returns a table with puzzles of every kind.
func input(t *testing.T) []byte {
	t.Helper()
	var made bytes.Buffer
	if _, err := gen.Run(t.Context(), gen.Config{Config: pipeline.Config{Output: &made}, Count: 600, Options: generate.Options{Order: 9}}); err != nil {
		t.Fatal(err)
	}
	text := []byte("id,puzzle\n")
	for i, line := range strings.Fields(made.String()) {
		switch i % 100 {
		case 7:
			line = strings.Repeat(".", 81)
		case 8:
			line = "11" + line[2:]
		case 9:
			line = line[:80]
		}
		text = append(text, itoa(int64(i))+","+line+"\n"...)
	}
	return text
}

// TestExamples runs the JavaScript of the package's README and of the project's.
func TestExamples(t *testing.T) {
	t.Parallel()
	var text []byte
	for _, name := range []string{"npm/README.md", "../../../README.md"} {
		more, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, more...)
	}
	blocks := strings.Split(string(text), "```js\n")[1:]
	for _, block := range blocks {
		code, _, _ := strings.Cut(block, "```")
		prelude := `import { writeFileSync } from "node:fs"; writeFileSync("train.csv", "puzzle\n` + easy + `\n");` + "\n"
		if out := node(t, prelude+code); len(out) < 20 {
			t.Errorf("%s prints %q", code, out)
		}
	}
	if len(blocks) < 2 {
		t.Errorf("%d examples", len(blocks))
	}
}
