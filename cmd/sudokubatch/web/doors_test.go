package main_test

// This file compares the answers of the package in Node.js, in a page and in a worker with the command's.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A call is a command with its standard input, and the same call in JavaScript, where text is that input. Without a
// command, want is the answer, or what the message of an error begins with.
type call struct {
	command, input, code string
	want                 any
	said                 string // messages of the command
}

// command is the command, built once for all tests.
var command = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "sudokubatch")
	cmd := exec.Command("go", "build", "-o", path, "..")
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return path, err
})

// runCommand returns what the command answers, and its messages.
func runCommand(t *testing.T, args, input string) (answer, said string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), must(command()), strings.Split(args, " ")...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr, cmd.Dir = strings.NewReader(input), &stderr, t.TempDir()
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), stderr.String()
}

const (
	pattern = "....xx..x...x.x....xx.xx.x.x.xx...xxx.xx.xx.xxx...xx.x.x.xx.xx....x.x...x..xx...."

	labels = "clues,solution,status,guesses,solutions,complete,tier,rating,minimal,redundant,er,ep,ed"
	steps  = `explain(%s).then(({ steps }) => steps.map((step, i) => [i + 1, step.rating?.toFixed(1), step.short].filter(Boolean).join(" ")))`
	list   = `"` + labels + `".split(",")`
)

// table returns the calls.
func table(t *testing.T) []call {
	t.Helper()
	var all []call
	for _, usual := range geometry.Boxes() {
		for _, box := range slices.Compact([]geometry.Box{usual, usual.Transposed()}) {
			n := box.Side()
			flags, option := fmt.Sprintf(" --size %d --box %v", n, box), fmt.Sprintf("{ size: %d, box: %q", n, box)
			generate := call{fmt.Sprintf("gen --count 2 --seed 5 --clues %d", n*n*7/10) + flags, "", fmt.Sprintf("generate(%s, count: 2, seed: 5, clues: %d })", option, n*n*7/10), nil, ""}
			puzzles, _ := runCommand(t, generate.command, "")
			of := labels
			if n == 9 {
				of += ",technique"
			}
			all = append(
				all, generate,
				call{"solve --limit 2 --to ndjson" + flags, puzzles, `listed("solve", text, ` + option + ` })`, nil, ""},
				call{"label --add status --to ndjson" + flags, puzzles, `listed("label", lines(text.trim().split("\n").map(listOf)), ` + option + `, add: "status" })`, nil, ""},
				call{"check --format ndjson --columns *,status,clues,guesses,solution,solutions,complete" + flags, puzzles, `listed("check", text, ` + option + ` })`, nil, ""},
				call{"hint --to ndjson" + flags, puzzles, `listed("hint", text, ` + option + ` })`, nil, ""},
				call{"label --to ndjson --add " + labels + flags, puzzles, `listed("label", text, ` + option + `, add: ` + list + ` })`, nil, ""},
				call{"label --to ndjson --add " + of + flags, puzzles, `singles(text, ` + option + ` })`, nil, ""},
				call{"hint --record 2" + flags, puzzles, `(({ text, step }) => [step?.rating ? text + " (" + step.rating.toFixed(1) + ")" : text])(await hint(text.split("\n")[1], undefined, ` + option + ` }))`, nil, ""},
			)
			if slices.Contains([]int{4, 6, 9}, n) {
				all = append(all, call{"explain --record 2" + flags, puzzles, fmt.Sprintf(steps, `text.split("\n")[1], `+option+" }"), nil, ""})
			}
		}
	}
	marks, _ := runCommand(t, "hint --record 1", well)
	_, marks, _ = strings.Cut(marks, "\n\n")
	drawn, _ := runCommand(t, "hint --record 1 --size 6", pairs)
	sizes := "1.....3....2.4..\n" + pairs + "\n" + easy + "\n"
	mixed := "id,puzzle,note\n1," + hard + ",a\n2," + easy + ",\n3,x,b\n4," + strings.Repeat(".", 81) + ",c\n5,11" + hard[2:] + ",\n6," + well + ",\n"
	return append(
		all,
		// Candidates as hint draws them, or in a line.
		call{"solve --limit 2 --add status --to ndjson", marks, `listed("solve", text, { add: "status" })`, nil, ""},
		call{"label --to ndjson --add " + labels + ",technique", marks, `singles(text, {})`, nil, ""},
		call{"convert --to candidates", marks, `parse(text).then(({ puzzles }) => puzzles)`, nil, ""},
		call{"explain", marks, fmt.Sprintf(steps, "text.trim()"), nil, ""},
		call{"hint", marks, `hint(text, undefined)`, nil, ""},
		call{"explain", easy, fmt.Sprintf(steps, "text.trim()"), nil, ""},
		// Puzzles of 6×6, also from marks on.
		call{"explain --size 6", pairs, fmt.Sprintf(steps, "text, { size: 6 }"), nil, ""},
		call{"explain --size 6", small, fmt.Sprintf(steps, "text, { size: 6 }"), nil, ""},
		call{"explain --size 6 --marks " + smallMarks, small, fmt.Sprintf(steps, `text, { size: 6, marks: "`+smallMarks+`" }`), nil, ""},
		call{"hint --record 1 --size 6 --marks " + smallMarks, small, `hint(text, undefined, { size: 6, marks: "` + smallMarks + `".match(/.{6}/g).map((cell) => cell.replaceAll(".", "")) }).then(({ text }) => [text])`, nil, ""},
		call{code: `explain("` + small + `", { size: 6 }).then((found) => [found.rated, found.er, found.ed, found.tier, found.technique, found.stepCount])`, want: []any{true, nil, nil, "hard", "WXYZ-Wing", 32.0}},
		call{code: `rate("` + small + `", { size: 6 }).then((found) => [found.rated, found.er, found.tier, found.technique, found.stepCount])`, want: []any{false, nil, "hard", nil, nil}},
		call{"hint --record 1 --size 6", pairs[:23] + "4" + pairs[24:], `parse(` + strconv.Quote(drawn) + `, { size: [4, 6, 8] }).then(({ puzzles: [one], marks }) => hint(one, undefined, { size: 6, marks })).then(({ text }) => [text])`, nil, ""},
		// Several sizes, and lists in which each text is a record.
		call{"convert --size 4,6,9", sizes, `parse(text, { size: [4, 6, 9] }).then(({ puzzles }) => puzzles)`, nil, ""},
		call{code: `Promise.all(["Grid 1", "puzzle", "1", "{}", "# x", "// x", "% x", "end", "", " "].map((one) => Promise.all([[one, easy], [easy, one, easy]].map((all) => listed("solve", lines(all)))))).then((all) => all.flat(2).map(({ status }) => status[0]).join(""))`, want: strings.Repeat("muumu", 10)},
		// Bytes, with malformed records.
		call{"solve --limit 2", mixed, `streamed("solve", text)`, nil, ""},
		call{"label --add tier,minimal --to csv", mixed, `streamed("label", text, { add: ["tier", "minimal"], to: "csv" })`, nil, ""},
		call{"convert --to grid", mixed, `streamed("convert", text, { to: "grid", onBad: "skip" })`, nil, ""},
		call{"convert --to json", mixed, `streamed("convert", text, { to: "json", onBad: "skip" })`, nil, ""},
		call{"hint --to csv", mixed, `streamed("hint", text, { to: "csv" })`, nil, ""},
		call{"hint --to csv", "puzzle,state\n" + well + "," + strings.Replace(well, ".", "1", 1) + "\n", `streamed("hint", text, { to: "csv" })`, nil, ""},
		call{`label --to ndjson --add tier --where note!="a"`, mixed, `listed("label", text, { add: ["tier"], where: 'note!="a"' })`, nil, ""},
		// Wishes.
		call{"gen --count 2 --tier easy,hard --er 1.5..3.5", "", `generate({ count: 2, tier: ["easy", "hard"], er: [1.5, 3.5] })`, nil, ""},
		call{"gen --count 1 --technique X-Wing,Swordfish", "", `generate({ technique: ["X-Wing", "Swordfish"] })`, nil, ""},
		call{"gen --count 2 --contains Pointing --symmetry rotational", "", `generate({ count: 2, contains: "Pointing", symmetry: "rotational" })`, nil, ""},
		call{"gen --only naked-pairs --contains nakedPair --count 2", "", `generate({ only: ["naked-pairs"], contains: "nakedPair", count: 2 })`, nil, ""},
		call{"gen --pattern " + pattern + " --count 2", "", "generate({ pattern: '" + pattern + "', count: 2 })", nil, ""},
		call{"gen --tier easy --technique APE", "", `generate({ tier: "easy", technique: "APE" })`, nil, ""},
		call{"gen --count 1 --size 6", "", `generate({ order: 6, size: undefined })`, nil, ""},
		call{"gen --per clues=1 --clues 24..26 --seed 9", "", `generate({ per: "clues=1", clues: 24, maxClues: 26, seed: 9n })`, nil, ""},
		call{"gen --count 3 --where rating>5 --add clues --solutions --to csv", "", `generate({ count: 3, where: "rating>5", add: ["clues"], solutions: true, to: "csv" })`, nil, ""},
		// Wrong input, and wrong wishes.
		call{"solve", strings.Repeat(".", 36), `listed("solve", text)`, nil, ""},
		call{"solve", "hello\n", `listed("solve", text)`, nil, ""},
		call{"solve --where", "", `listed("solve", text, { where: "clues >" })`, "where: at the end: want a column or a value", ""},
		call{"solve --size 7", easy, `solve(text, { size: 7 })`, nil, ""},
		call{"solve --box 2x9", easy, `solve(text, { box: "2x9" })`, nil, ""},
		call{"solve --size 6 --box 3x3", small, `listed("solve", text, { size: 6, box: "3x3" })`, nil, ""},
		call{"solve --size 9,16", small, `listed("solve", text, { size: [9, 16] })`, nil, ""},
		call{"gen --box 2x3", "", `generate({ box: "2x3" })`, nil, ""},
		call{"gen --tier nice", "", `generate({ tier: ["nice"] })`, nil, ""},
		call{"gen --technique Nice", "", `generate({ technique: "Nice" })`, nil, ""},
		call{"gen --clues x", "", `generate({ clues: "x" })`, nil, ""},
		call{"gen --clues 99", "", `generate({ clues: 99 })`, nil, ""},
		call{"gen --per tier=1 --count 2", "", `generate({ per: "tier=1", count: 2 })`, nil, ""},
		call{"gen --count=-1", "", `generate({ count: -1 })`, nil, ""},
		call{"gen --size 25", "", `generate({ size: 25 })`, nil, ""},
		call{"gen --size 4 --tier hard --tries 500", "", `generate({ size: 4, tier: "hard", tries: 500 })`, nil, ""},
		call{code: `generate({ tries: 0 })`, want: "tries: 0: want 1"},
		call{"solve --replace", easy, `listed("solve", text, { replace: true })`, nil, ""},
		call{"label --add nice", easy, `listed("label", text, { add: ["nice"] })`, nil, ""},
		// What only JavaScript can say.
		call{code: `solve(null)`, want: "the puzzle is null, want text or a list of numbers"},
		call{code: `solve({ length: 1e9 })`, want: "the puzzle is a value of type object, want text or a list"},
		call{code: `solve([1, 2])`, want: "2 cells: want a grid of size [4 6 8 9 12 16 25]"},
		call{code: `solve(Array(1e9))`, want: "1000000000 cells are too many"},
		call{code: `solve(Array(81).fill(0), { size: 16 })`, want: "81 cells: want a grid of size [16]"},
		call{code: `solve([[1, 2, 3, 4], [1], [], []])`, want: "row 2 of 4 is a list of 1"},
		call{code: `solve(Array(16).fill(5))`, want: "cell 0 is 5, want 0 to 4"},
		call{code: `solve(Array(81).fill(undefined))`, want: "cell 0 is undefined, want 0 to 9, or null"},
		call{code: `solve(Array(81).fill(0.5))`, want: "cell 0 is 0.5, want 0 to 9"},
		call{code: `solve(Array(81).fill("length"))`, want: `cell 0 is "length", want 0 to 9`},
		call{code: `solve(".".repeat(81), { box: "2x3" })`, want: "no boxes of 2x3 in order 9: choose 3x3"},
		call{code: `solve(".".repeat(81), { limt: 1 })`, want: "unknown option limt: choose limit, size, box"},
		call{code: `solve(".".repeat(81), { limit: 0 })`, want: "limit: 0: want 1 to 1000000000"},
		call{code: `solve(".".repeat(81), null)`, want: "the options are null, want an object"},
		call{code: `check(".".repeat(81), { solution: "123" })`, want: "solution: 3 cells, want 81"},
		call{code: `hint(".".repeat(81), "123")`, want: "state: 3 cells, want 81"},
		call{code: `hint(".".repeat(81), { size: 9 })`, want: "state is a value of type object, want text or a list of numbers"},
		call{code: `hint(".".repeat(81), "12..34....21..43")`, want: "state: 16 cells, want 81"},
		call{code: `hint(".".repeat(81), undefined, { marks: ["1", "x"] })`, want: `marks: cell 1 is "x": want digits from 1 to 9`},
		call{code: `hint(".".repeat(36), undefined, { size: 6, marks: ["1", "7"] })`, want: `marks: cell 1 is "7": want digits from 1 to 6`},
		call{code: `hint(".".repeat(36), undefined, { size: 6, marks: "12" })`, want: "marks: no candidates of 36 cells: want 216 characters, 6 for each cell, or a drawn grid"},
		call{code: `check(".".repeat(81), { solution: "" })`, want: "solution: no puzzle"},
		call{code: `check(".".repeat(81), { solution: [] })`, want: "0 cells: want a grid"},
		call{code: `hint(".".repeat(81), [])`, want: "0 cells: want a grid"},
		call{code: `generate({ size: 4, order: 6 })`, want: "order is another name of size"},
		call{code: `generate({ maxClues: 26 })`, want: "clues is a list with undefined"},
		call{code: `generate({ add: "tier" })`, want: "columns need a table such as csv, not line"},
		call{code: `streamed("check", "` + easy + `", { to: "opensudoku" })`, want: "columns need a table such as csv, not opensudoku"},
		call{code: `streamed("solve", "` + easy + `", { to: "line", add: "status" })`, want: "columns need a table such as csv, not line"},
		call{code: `listed("convert", "` + easy + `", { add: "tier" })`, want: "add is no option of convert: it belongs to solve, check, label, hint, generate"},
		call{code: `listed("label", "` + easy + `", { add: "tier", limit: 1 })`, want: "limit is no option of label: it belongs to solve"},
		call{code: `parse(null)`, want: "the text is null, want text or bytes"},
		call{code: `generate({ colour: 1 })`, want: "unknown option colour: choose from, to, column"},
		call{code: `generate({ signal: {} })`, want: "signal is a value of type object, want a signal"},
		call{code: `generate({ tier: [null] })`, want: "tier is a list with null, want text, a number or a list of these"},
		call{code: `stream("sovle", "").summary`, want: `unknown verb "sovle": choose solve, check, label, hint, convert or generate`},
		call{code: `stream("solve", null).summary`, want: "the source is null, want text, bytes, "},
		call{code: `hint("` + well + `", "` + strings.Replace(well, ".", "1", 1) + `").then(({ wrong, mistakes }) => [wrong, mistakes])`, want: []any{[]any{2.0}, "r1c3=1"}},
		call{code: `explain("` + well + `", { state: "` + well + `", marks: Array(81).fill("") }).then(({ er, gone }) => [er, gone])`, want: []any{1.2, []any{}}},
		call{code: `choices().then(({ sizes }) => sizes)`, want: []any{4.0, 6.0, 8.0, 9.0, 12.0, 16.0, 25.0}},
	)
}

// stepLine matches a step of explain: its number, its rating if it has one, and the step.
var stepLine = regexp.MustCompile(`(?m)^ +(\d+ .+)$`)

// ask runs the command of a call.
func (c *call) ask(t *testing.T) {
	t.Helper()
	if c.want != nil {
		return
	}
	out, said := runCommand(t, c.command, c.input)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var rows []any
	switch c.said = strings.ReplaceAll(said, "--", ""); {
	case out == "":
		return
	case strings.HasPrefix(c.code, "streamed"):
		c.want = out
		return
	case strings.HasPrefix(c.command, "explain"):
		for _, step := range stepLine.FindAllStringSubmatch(out, -1) {
			rows = append(rows, strings.Join(strings.Fields(step[1]), " "))
		}
	case strings.HasPrefix(c.command, "hint --record"):
		rows = []any{lines[0]}
	default:
		for _, line := range lines {
			var row any = line
			if strings.HasPrefix(line, "{") {
				if err := json.Unmarshal([]byte(line), &row); err != nil {
					t.Fatal(err)
				}
			}
			rows = append(rows, row)
		}
	}
	c.want = rows
}

// check compares the answer of a call with the one that is wanted.
func (c *call) check(t *testing.T, where string, value any, message string) {
	t.Helper()
	begin, _ := c.want.(string)
	switch {
	case message == "" && reflect.DeepEqual(value, c.want):
	case message != "" && begin != "" && c.said == "" && strings.HasPrefix(message, begin):
	case message != "" && c.said != "" && strings.Contains(c.said, strings.TrimPrefix(message, "input: ")):
	default:
		got, want := string(must(json.Marshal(value)))+message, string(must(json.Marshal(c.want)))+c.said
		same := 0
		for same < min(len(got), len(want)) && got[same] == want[same] {
			same++
		}
		t.Errorf("%s: %s: %.300s, want %.300s", where, c.code, got[max(0, same-50):], want[max(0, same-50):])
	}
}

// TestDoors makes all calls, and leaves early, in Node.js, which ends at once if a promise is rejected that no one awaits,
// and in a page and a worker.
func TestDoors(t *testing.T) {
	t.Parallel()
	calls := table(t)
	var list [][2]string
	for i := range calls {
		calls[i].ask(t)
		list = append(list, [2]string{calls[i].code, calls[i].input})
	}
	const module = `import { callAll, leaveAll } from "./doors.mjs"; const found = JSON.stringify({ calls: await callAll(CALLS), ends: await leaveAll() });`
	program := strings.Replace(module, "CALLS", string(must(json.Marshal(list))), 1)
	texts := func(address string) map[string]string {
		return map[string]string{
			"doors.mjs":   strings.Replace(string(must(os.ReadFile("testdata/doors.mjs"))), "@PACKAGE@", address, 1),
			"node.mjs":    program + ` import { writeFileSync } from "node:fs"; writeFileSync("found.json", found);`,
			"page.html":   `<!DOCTYPE html><script type="module">` + strings.ReplaceAll(program, "</", `<\/`) + ` window.found = found;</script>`,
			"worker.html": `<!DOCTYPE html><script>new Worker("worker.mjs", { type: "module" }).onmessage = ({ data }) => { window.found = data; };</script>`,
			"worker.mjs":  program + ` postMessage(found);`,
		}
	}
	compare := func(t *testing.T, where, text string) {
		t.Helper()
		var found struct {
			Calls []struct {
				Value   any
				Message string
			}
			Ends []string
		}
		if err := json.Unmarshal([]byte(text), &found); err != nil || len(found.Calls) != len(calls) {
			t.Fatalf("%v: %s", err, text)
		}
		for i := range calls {
			calls[i].check(t, where, found.Calls[i].Value, found.Calls[i].Message)
		}
		for _, end := range found.Ends {
			t.Errorf("%s: %s", where, end)
		}
	}
	t.Run("node", func(t *testing.T) {
		t.Parallel()
		dir := project(t, texts("sudokubatch"))
		runNode(t, dir, "node.mjs") // which also prints why the engine ended
		compare(t, "node", string(must(os.ReadFile(filepath.Join(dir, "found.json")))))
	})
	t.Run("browser", func(t *testing.T) {
		t.Parallel()
		server := httptest.NewServer(http.FileServer(http.Dir(project(t, texts("./node_modules/sudokubatch/index.js")))))
		t.Cleanup(server.Close)
		p := openTab(t, "")
		for _, where := range []string{"page", "worker"} {
			p.Go(fmt.Sprintf("%s/%s.html", server.URL, where))
			p.Wait(`window.found !== undefined`)
			found, _ := p.Eval(`window.found`).(string)
			compare(t, where, found)
		}
		for _, thrown := range p.Events["Runtime.exceptionThrown"] {
			t.Errorf("it throws %s", thrown)
		}
	})
}
