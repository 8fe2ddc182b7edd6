package formtest

// This file lists the forms.

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// An entry says how files of a form are written, and what they cannot hold. Files that the form
// writes itself are samples without an entry.
type entry struct {
	samples map[string]writer // of order 9
	large   map[string]writer // of order 16
	hints   model.Hints       // for all of its files
	cannot  limit
}

// A limit is something that files of a form cannot hold.
type limit uint8

const (
	titles   limit = 1 << iota // text that is no record, before and between records
	comments                   // comments before and between records
	gaps                       // blank lines between records
	sizes                      // puzzles of several sizes
	lost                       // a record that lacks a cell
	steady                     // records that are read and answered without allocations
)

// forms has an entry for each form.
var forms = map[bulk.Kind]entry{
	bulk.Line:      {samples: writers(lists), large: writers(lists16), cannot: titles},
	bulk.Hiho:      {cannot: titles | comments | sizes},
	bulk.Letters16: {cannot: titles | comments | sizes},
	bulk.Grid:      {samples: writers(drawings), large: writers(drawings16)},
	bulk.CSV:       {samples: writers(csvTables), large: large16(`1,"[PUZZLE]"`, "id,puzzle\n"), cannot: titles},
	bulk.TSV: {samples: map[string]writer{
		"names": text{header: "id\tpuzzle\tsolution\n", line: "N\tPUZZLE\tSOLUTION"},
		"empty": text{header: "puzzle\tnote\n", line: "PUZZLE\t"},
		"rows":  text{header: "id\t" + strings.ReplaceAll(numbers("r", 9), ",", "\t") + "\n", line: "N\tPUZZLE", rows: "\t"},
	}, cannot: titles},
	bulk.NDJSON:     {samples: objects, large: large16(`{"puzzle":[PUZZLE]}`, ""), cannot: titles},
	bulk.JSON:       {samples: writers(jsonTables), cannot: titles | comments | sizes},
	bulk.OpenSudoku: {samples: games, cannot: titles | comments | sizes | steady},
	bulk.Npy:        {samples: arrays, large: arrays16, cannot: titles | comments | gaps | sizes | lost},
	bulk.Parquet: {samples: map[string]writer{
		"names": text{header: "puzzle,id\ntext,int\n", line: "PUZZLE,N"},
		"pairs": text{header: "\"a\n\",puzzle,solution\nfloat,text,text\n", line: "N.5,PUZZLE,SOLUTION"},
	}, hints: model.Hints{Typed: true}, cannot: titles | comments | gaps | sizes},
	bulk.Candidates: {samples: candidates, cannot: sizes | steady},
}

// writers returns samples of one type.
func writers[W writer](samples map[string]W) map[string]writer {
	all := map[string]writer{}
	for name, w := range samples {
		all[name] = w
	}
	return all
}

// unsaid are files for which not all is said: lists in quotes do not fit below "puzzle, solution, no header".
var unsaid = map[string]bool{"puzzle, solution, no header": true}

// A written is a function that writes puzzles.
type written func(puzzles []string) string

func (w written) write(puzzles []string) string { return w(puzzles) }

// large16 returns rows with lists of order 16.
func large16(line, header string) map[string]writer {
	return map[string]writer{
		"numbers":        text{header: header, line: line, digits: "16", cells: ","},
		"numbers from 0": text{header: header, line: line, digits: "15", cells: ", ", blanks: "null"},
	}
}

// objects are files with a JSON value a line.
var objects = map[string]writer{
	"texts":            text{line: `{"id":N,"puzzle":"PUZZLE","solution":"SOLUTION"}`},
	"lists":            text{line: `{"puzzle":[CELLS],"solution":[SOLVED]}`, blanks: "0"},
	"nulls":            text{line: `{ "puzzle" : [CELLS] , "n" : [ 1 , { } ] }`, blanks: "null"},
	"minus ones":       text{line: `{"puzzle":[CELLS]}`, blanks: "-1"},
	"rows":             text{line: `{"puzzle":[ROWS]}`, blanks: "0"},
	"texts of cells":   text{line: `{"puzzle":["PUZZLE"]}`, cells: `","`},
	"empty texts":      text{line: `{"puzzle":["PUZZLE"]}`, cells: `","`, digits: " 123456789"},
	"texts of rows":    text{line: `{"puzzle":["PUZZLE"]}`, rows: `","`},
	"rows in a text":   text{line: `{"puzzle":"PUZZLE"}`, rows: `\n`},
	"bare lists":       text{line: "[CELLS]", blanks: "0"},
	"bare rows":        text{line: "[ROWS]", blanks: "0"},
	"within":           text{line: `{"i":N,"row":{"question":"PUZZLE","n":{}}}`},
	"any name":         text{line: `{"n":N,"foo":"PUZZLE","bar":"SOLUTION"}`},
	"escaped name":     text{line: `{"puz\u007ale":"PUZZLE"}`},
	"chat":             text{line: `{"messages":[{"role":"system","content":"Play."},{"role":"user","content":"Solve \"N\": PUZZLE\u002c please"},{"role":"assistant","content":"SOLUTION"}]}`},
	"chat of drawings": text{line: `{"id":N,"conversations": [{"from":"human","value":"Solve:\nPUZZLE\nThanks"} , {"from":"gpt","value":"Thus:\nSOLUTION"}]}`, rows: `\n`},
	"prompt":           text{line: `{"completion":"= SOLUTION","prompt":"Solve PUZZLE"}`, blanks: "_"},
	"prompt as a chat": text{line: `{"prompt":[{"content":"\ud83d\ude00\nPUZZLE","role":"user"}],"completion":[{"role":"assistant","content":"SOLUTION"}]}`, rows: ` \r\n`, digits: withZero},
	"cells as objects": text{line: `{"grid":[{"value":PUZZLE}]}`, cells: `},{"value":`, digits: withZero},
}

// games are files of XML.
var games = map[string]writer{
	"played":   written(playedGames),
	"problems": text{header: "<?xml version=\"1.0\"?>\n<all>\n", line: "<g><problem> PUZZLE </problem><solved>SOLUTION</solved></g>", footer: "\n</all>\n"},
	"answers":  text{header: "<all>\n", line: "<g><answer>SOLUTION</answer>\n<p>PUZZLE</p></g>", footer: "\n</all>\n"},
	"rows":     text{header: "<all>\n", line: "<sudoku>\n<row>PUZZLE</row>\n</sudoku>", footer: "\n</all>\n", rows: "</row>\n<row>"},
	"cells":    text{header: "<all>", line: "<grid a='>'><cell n='1'>PUZZLE</cell></grid>", footer: "</all>", cells: "</cell>\n<cell n='1'>", digits: " 123456789"},
}

// playedGames writes games of OpenSudoku as its versions do. The player set every third cell that is not
// a clue.
func playedGames(puzzles []string) string {
	var b strings.Builder
	b.WriteString("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<!-- <game data=\"" + strings.Repeat("0", 81) + "\" /> -->\n" +
		"<opensudoku version=\"2\">\n  <name>set &amp; <b>more</b></name><folder name=\"a > b\" created=\"17\"><games/>\n")
	for n, p := range puzzles {
		data := p
		if version := n % 6; version > 0 {
			data = fmt.Sprintf("version: %d%s", version, []string{"\n", "&#10;", "&#xA;", " "}[n%4])
			for i := range p {
				value, editable := strings.Replace(p[i:i+1], ".", "0", 1), 0
				switch p[i] {
				case lostCell:
					continue
				case '.':
					editable = 1
					value = []string{"7", "0", "0"}[i%3]
				}
				notes := []string{"", []string{"-|", "1,5,|"}[i%2], "37||", "0|", "0|12|", "0|12|3|"}[version]
				data += fmt.Sprintf("%s|%s%d|", value, notes, editable)
			}
		}
		fmt.Fprintf(&b, "<game created=\"1778\" note='a \"&gt;\" > b &#x41;'\n  data=%q state=\"%d\"/><!-- > -->\n", strings.ReplaceAll(strings.ReplaceAll(data, string(lostCell), ""), "\n", "\r"), n)
	}
	return strings.ReplaceAll(b.String(), `\r`, "\n") + "  </folder>\n</opensudoku>\n"
}

// candidates are files with candidates: in a blank they are the solution and others.
var candidates = map[string]writer{
	"list": written(func(puzzles []string) (list string) {
		for n, p := range puzzles {
			for i, group := range groupsOf(n, p) {
				if group == "~" {
					list += "~~~~~~~~~"
					continue
				}
				for digit := '1'; digit <= '9' && p[i] != lostCell; digit++ {
					list += map[bool]string{true: string(digit), false: "."}[strings.ContainsRune(group, digit)]
				}
			}
			list = strings.Replace(list, ".", "0", n) + strings.Repeat(" 7.2 # hard", n%2) + "\n"
		}
		return list
	}),
	"HoDoKu":          groups{cell: "%-6s", between: " ", box: " | ", row: "| %s |", rule: ":----------+-----------+-----------:\n", from: ".----------.-----------.-----------.\n", to: "'----------'-----------'-----------'\n"},
	"SukakuExplainer": groups{cell: "%-7s", between: " ", box: "| ", row: "| %s|", rule: "+-----------+-----------+-----------+\n", from: "+-----------+-----------+-----------+\n", to: "+-----------+-----------+-----------+\n"},
	"Simple Sudoku":   groups{cell: "%-8s", between: " ", box: "| ", row: " | %s|", rule: " |-----------+-----------+-----------|\n", from: " *-----------------------------------*\n", to: " *-----------------------------------*\n"},
	"bars":            groups{cell: "%-9s", between: " ", box: "| "},
	"no frame":        groups{between: " "},
	"titles":          groups{cell: "%-9s", between: " ", box: " | ", row: "| %s |", from: "Puzzle %d\n\n", to: "\nThe end\n"},
	"bands":           groups{cell: "%-9s", rule: "\n", to: "\n"},
}

// groups draws candidates.
type groups drawing

func (d groups) write(puzzles []string) string {
	var b strings.Builder
	for n, p := range puzzles {
		all := groupsOf(n, p)
		drawing(d).draw(&b, n, len(p), func(i int) string { return all[i] })
	}
	return b.String()
}

// groupsOf returns the candidates of a puzzle.
func groupsOf(n int, puzzle string) (groups []string) {
	rng := rand.New(rand.NewPCG(uint64(n), 0))
	for i := range puzzle {
		if group := puzzle[i : i+1]; group != "." {
			groups = append(groups, group)
			continue
		}
		solution := Solutions[n][i] - '1'
		mask, group := 1<<solution|1<<((int(solution)+1+rng.IntN(8))%9)|rng.Uint32()&rng.Uint32(), ""
		for digit := range 9 {
			if mask>>digit&1 != 0 {
				group += fmt.Sprint(digit + 1)
			}
		}
		groups = append(groups, group)
	}
	return groups
}

// arrays are files of numpy: numbers of each type with each blank, and texts.
var arrays, arrays16 = func() (small, large map[string]writer) {
	small, large = map[string]writer{}, map[string]writer{}
	for i, descr := range []string{"|u1", "|i1", "<u2", "<i2", "<u4", "<i4", "<u8", "<i8", "<f4", "<f8"} {
		for _, blank := range []int{0, 1, -1, -9} {
			if blank < 0 && descr[1] == 'u' {
				continue
			}
			a := array{descr: descr, blank: blank, shape: []string{"(%d, %d)", "(%d, %[3]d, %[3]d)", "(%d, %d, 1)", "(%d, 1, %[3]d, %[3]d)"}[i%4]}
			name := fmt.Sprintf("%s, blank %d", descr, blank)
			small[name], large[name] = a, a
		}
	}
	for i, blank := range []int{0, 1, -1} {
		a := array{descr: "<i2", blank: blank, shape: []string{"(%d, 2, %d)", "(%d, 2, %[3]d, %[3]d)", "(%d, 2, %[3]d, %[3]d, 1)"}[i], pairs: true}
		small[fmt.Sprintf("pairs, blank %d", blank)] = a
		a.first = true
		small[fmt.Sprintf("pairs, solution first, blank %d", blank)] = a
	}
	for _, a := range []array{{descr: "|S81", shape: "(%d,)"}, {descr: "<U84", shape: "(%d, 1)"}, {descr: "|S1", shape: "(%d, %d)"}, {descr: "<U3", shape: "(%d, %[3]d, %[3]d)"}, {descr: "<U1", blank: -9, shape: "(%d, %[3]d, %[3]d)"}} {
		small[a.descr] = a
	}
	large["texts"] = array{descr: "|S256", shape: "(%d,)"}
	return small, large
}()

// An array writes a numpy file.
type array struct {
	descr string // the type
	blank int    // the number for a blank, and the number that is added to digits; -9: -1 for a blank and nothing added
	shape string // a format: the number of puzzles, of their cells and of their rows
	pairs bool   // each puzzle and its solution
	first bool   // the solution is before the puzzle
}

func (a array) write(puzzles []string) string {
	size, order := len(puzzles[0]), geometry.OfCells(len(puzzles[0])).Side()
	_, solutions := Lines(order, len(puzzles))
	var elements []byte
	for n, p := range puzzles {
		pair := []string{p, solutions[n]}
		if a.first {
			slices.Reverse(pair)
		}
		for _, grid := range pair[:map[bool]int{false: 1, true: 2}[a.pairs]] {
			elements = a.append(elements, grid)
		}
	}
	shape, _, _ := strings.Cut(fmt.Sprintf(a.shape, len(puzzles), size, order), "%!")
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n", a.descr, shape)
	return string(binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(header)))) + header + string(elements)
}

// append appends a puzzle.
func (a array) append(elements []byte, puzzle string) []byte {
	kind, width, unit := a.descr[1], 0, 1
	if _, err := fmt.Sscan(a.descr[2:], &width); err != nil {
		panic(err)
	}
	if width >= len(puzzle) {
		unit = len(puzzle)
	}
	for text := range slices.Chunk([]byte(puzzle), unit) {
		if kind == 'U' && a.blank == -9 && text[0] == '.' {
			text[0] = 0 // a blank is no text
		}
		switch kind {
		case 'S':
			elements = append(append(elements, text...), make([]byte, width-unit)...)
		case 'U':
			for _, b := range append(text, make([]byte, width-unit)...) {
				elements = append(elements, b, 0, 0, 0)
			}
		case 'f':
			word := math.Float64bits(a.number(text[0], len(puzzle)))
			if width == 4 {
				word = uint64(math.Float32bits(float32(a.number(text[0], len(puzzle)))))
			}
			elements = append(elements, binary.LittleEndian.AppendUint64(nil, word)[:width]...)
		default:
			elements = append(elements, binary.LittleEndian.AppendUint64(nil, uint64(int64(a.number(text[0], len(puzzle)))))[:width]...)
		}
	}
	return elements
}

// number returns the number for a cell, and 99 for a character that is none.
func (a array) number(cell byte, size int) float64 {
	switch value := strings.IndexByte(digitsOf(size), cell); {
	case value < 0:
		return 99
	case a.blank == -9 && value > 0:
		return float64(value)
	case a.blank == -9:
		return -1
	default:
		return float64(value + a.blank)
	}
}

// numbers returns n column names with a prefix, separated by commas.
func numbers(prefix string, n int) string {
	var names []string
	for i := range n {
		names = append(names, prefix+fmt.Sprint(i))
	}
	return strings.Join(names, ",")
}
