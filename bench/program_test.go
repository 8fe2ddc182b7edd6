package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver"
)

// TestMain lets the test binary stand in for programs to measure: "peer WAY
// LIMIT" solves in some way, right or wrong.
func TestMain(m *testing.M) {
	if len(os.Args) >= 4 && os.Args[1] == "peer" {
		os.Exit(peer(os.Args[2], os.Args[3]))
	}
	os.Exit(m.Run())
}

// peer is a program that reads puzzles of order 9 and writes answers. Its way says how it is
// wrong, mostly at the third puzzle.
func peer(way, limit string) int {
	switch way {
	case "hangs":
		child := exec.Command(os.Args[0], "peer", "sleeps", limit)
		child.Stdout = os.Stdout
		if child.Start() != nil {
			return 1
		}
		_ = os.WriteFile(limit, fmt.Append(nil, child.Process.Pid), 0o666) // where the test looks
		fallthrough
	case "sleeps":
		time.Sleep(time.Minute)
		return 0
	case "complains":
		fmt.Fprintln(os.Stderr, "no such thing")
		return 3
	case "pours":
		for {
			if _, err := os.Stdout.WriteString(strings.Repeat("x", 1<<16)); err != nil {
				return 1
			}
		}
	}
	input, _ := io.ReadAll(os.Stdin)
	answers := peerAnswers(way, string(input), map[bool]int{true: 2, false: 1}[limit == "2"])
	out := bufio.NewWriter(os.Stdout)
	defer func() { _ = out.Flush() }()
	switch way {
	case "swaps":
		answers[2], answers[3] = answers[3], answers[2]
	case "few", "jobs3":
		answers = answers[:len(answers)-1]
	case "many":
		answers = append(answers, answers[0])
	case "later": // wrong when there is more than one lap
		if len(answers) > len(peerPuzzles) {
			answers[len(answers)-1] = answers[0]
		}
	case "forgets": // shows less when there is more than one lap
		if len(answers) > len(peerPuzzles) {
			answers[len(answers)-1] = fmt.Appendf(nil, "%s:1:", peerPuzzles[5])
		}
	}
	for _, a := range answers {
		fmt.Fprintf(out, "%s\n", a)
	}
	return 0
}

// peerAnswers solves puzzles.
func peerAnswers(way, puzzles string, limit int) (answers [][]byte) {
	form, _ := bulk.Line.Form(9)
	s, _ := solver.New(9, solver.Options{Limit: limit})
	var r model.Records
	for puzzle := range bytes.Lines([]byte(puzzles)) {
		form.Decode(&r, puzzle)
		result := s.Solve(r.Cells)
		grid := bytes.TrimSpace(form.AppendPuzzle(nil, r.Cells))
		switch {
		case way == "constant":
			grid = []byte("527389416819426735436751829375692184194538267268174593643217958951843672782965341")
		case way == "ones":
			grid = fmt.Appendf(nil, "%.81s:1:", puzzle)
		case way == "twos":
			grid = fmt.Appendf(nil, "%.81s:2:", puzzle)
		case way == "mute" && result.Solutions > 0:
			grid = fmt.Appendf(nil, "%.81s:1:%s", puzzle, grid)
		case way == "exact":
			grid = fmt.Appendf(nil, "%.81s:%d:%s", puzzle, result.Solutions, grid)
		case way == "counts" || way == "miscounts" && len(answers) != 2:
			grid = fmt.Appendf(nil, "%.81s:%d:", puzzle, result.Solutions)
		case way == "miscounts":
			grid = fmt.Appendf(nil, "%.81s:%d:", puzzle, result.Solutions+1)
		case way == "tdoku" && result.Solutions == 1:
			grid = fmt.Appendf(nil, "%.81s:1:%s", puzzle, grid)
		case way == "tdoku":
			grid = fmt.Appendf(nil, "%.81s:%d:", puzzle, result.Solutions)
		case result.Solutions == 0:
			grid = []byte("impossible")
		case way == "wrong" && len(answers) == 2:
			grid[0], grid[1] = grid[1], grid[0]
		case way == "refuses" && len(answers) == 2:
			grid = []byte("impossible")
		}
		answers = append(answers, grid)
	}
	return answers
}

// peerPuzzles are of every kind: unique, with several solutions, without one.
var peerPuzzles = []string{
	".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
	"8.........95.......76.........426798...571243...893165......916....3.487....1.532",
	"..43..2.9..5..9..1.7..6..43..6..2.8719...74...5..83...6.....1.5..35.869..4291.3..",
	".......1.4.........2...........5.6.4..8...3....1.9....3..4..2...5.1........8.7...",
	"11...............................................................................",
	"..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
}

// peerCorpus is a small corpus in a file.
func peerCorpus(t *testing.T) *Corpus {
	t.Helper()
	return loadText(t, "small.txt", strings.Join(peerPuzzles, "\n")+"\n")
}

func TestPrograms(t *testing.T) {
	t.Parallel()
	tests := []struct{ way, checked, err string }{
		{"right", checkedSolutions, ""},
		{"tdoku", checkedBoth, ""},
		{"counts", checkedCounts, ""},
		{"wrong", "", "puzzle 3: wrong solution: "},
		{"refuses", "", `puzzle 3: "impossible" where there is a solution`},
		{"miscounts", "", `puzzle 3: "2" solutions, want 1`},
		{"swaps", "", "puzzle 3: wrong solution: "},
		{"few", "", "5 answers to 6 puzzles"},
		{"many", "", "more answers than the 6 puzzles"},
		{"complains", "", "exit status 3: no such thing"},
		{"pours", "", "far more output than answers"},
	}
	cfg := tiny(peerCorpus(t))
	cfg.Limits = []int{2}
	for _, tt := range tests {
		cfg.Programs = append(cfg.Programs, Program{Name: tt.way, Command: []string{os.Args[0], "peer", tt.way, "{limit}"}})
	}
	measurements, err := Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if len(measurements) != len(tests) {
		t.Fatalf("%d measurements", len(measurements))
	}
	for i, tt := range tests {
		m := &measurements[i]
		if tt.err != "" {
			if !strings.Contains(m.Error, tt.err) || m.Verified || m.PuzzlesPerSecond != 0 || m.Rounds != nil {
				t.Errorf("%s: %+v", tt.way, m)
			}
			continue
		}
		if m.Error != "" || !m.Verified || m.Checked != tt.checked || len(m.Rounds) != 2 || m.PuzzlesPerSecond <= 0 || m.StartSeconds <= 0 || m.Mode != processMode {
			t.Errorf("%s: %+v", tt.way, m)
		}
	}
}

// TestCheats checks the evidence about programs that prove little, on corpora whose puzzles all have one solution or
// all have several: one that proves nothing is never compared with one that does.
func TestCheats(t *testing.T) {
	t.Parallel()
	one := loadText(t, "one.txt", peerPuzzles[0]+"\n"+peerPuzzles[2]+"\n"+peerPuzzles[3]+"\n")
	several := loadText(t, "several.txt", peerPuzzles[1]+"\n")
	tests := []struct{ way, one, several string }{ // grids, counts, proof
		{"exact", "3 3 ", "1 1 "},
		{"tdoku", "3 3 ", "0 1 "},
		{"counts", "0 3 ", "0 1 "},
		{"first", "3 0 test: told 0 of 8 multiple puzzles", "1 0 test: told 0 of 8 "},
		{"mute", `3 3 test: puzzle N: "1" solutions, want 2`, `puzzle 1: "1" solutions, want 2`},
		{"ones", `no solution in 3 of 3 answers, and nothing is proven: test: puzzle N: "1" solutions, want 2`, `puzzle 1: "1" solutions, want 2`},
		{"twos", `puzzle 1: "2" solutions, want 1`, `no solution in 1 of 1 answers, and nothing is proven: test: puzzle N: "2" solutions, want 1`},
		{"constant", "puzzle 1: wrong solution: ", "puzzle 1: wrong solution: "},
	}
	cfg := tiny(one, several)
	cfg.Limits = []int{2}
	for _, tt := range tests {
		cfg.Programs = append(cfg.Programs, Program{Name: tt.way, Command: []string{os.Args[0], "peer", tt.way, "{limit}"}})
	}
	measurements, err := Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	proves := map[string]bool{}
	for i := range measurements {
		m := &measurements[i]
		tt, got := tests[i%len(tests)], m.Error
		if s := m.Seen; s != nil {
			got = fmt.Sprint(s.Grids, s.Counts, " ", s.Unproven)
		}
		proves[m.Corpus+m.label()] = m.proves()
		got = regexp.MustCompile(`test: puzzle \d+`).ReplaceAllString(got, "test: puzzle N")
		if want := map[*Corpus]string{one: tt.one, several: tt.several}[cfg.Corpora[i/len(tests)]]; !strings.HasPrefix(got, want) || m.Verified != (m.Seen != nil) {
			t.Errorf("%s, %s: %s, want %s", m.Corpus, tt.way, got, want)
		}
		if m.Verified && (m.Seen.Proven != (m.Seen.Unproven == "") || proves[m.Corpus+m.Baseline] != m.proves() || m.CPURounds != nil && m.CPURatio == 0) {
			t.Errorf("%+v", m)
		}
	}
	var table, page strings.Builder
	if err := errors.Join(WriteTable(&table, measurements), Report(measurements).Write(&page)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`(?m)^9×9, nothing proven \(limit 2\), whole processes.*:\nCORPUS .*\none +first .*\none +mute .*\nseveral +first `,
		`(?m)^one +exact +3 +3 +yes `, `(?m)^one +first +3 +0 +no `, `(?m)^not proven: one, first \(process, limit 2\): test: told 0 of 8 multiple puzzles$`, `(?m)^one +ones +failed`,
	} {
		if !regexp.MustCompile(want).MatchString(table.String()) {
			t.Errorf("%s is missing in\n%s", want, &table)
		}
	}
	if !strings.Contains(page.String(), ">one, first (process, limit 2): test: told 0 of 8 multiple puzzles<") {
		t.Errorf("the page does not say what is not proven:\n%s", &page)
	}
}

// TestTests checks that test puzzles of all sizes are pairs of puzzles with one solution and with several.
func TestTests(t *testing.T) {
	t.Parallel()
	for _, order := range solver.Orders() {
		c, err := newTests(order, 1)
		if err != nil {
			t.Fatal(err)
		}
		k, err := newKey(t.Context(), c, 2)
		if err != nil {
			t.Fatal(err)
		}
		if solvable, several := k.count(); c.N != 2*testPairs || solvable != c.N || several != testPairs {
			t.Errorf("order %d: %d of %d puzzles with a solution, %d with several", order, solvable, c.N, several)
		}
	}
}

// TestProgramJobs checks that a program that takes the number of workers is measured with each.
func TestProgramJobs(t *testing.T) {
	t.Parallel()
	cfg := tiny(peerCorpus(t))
	cfg.Jobs = []int{1, 3}
	for _, way := range []string{"right", "jobs{jobs}"} {
		cfg.Programs = append(cfg.Programs, Program{Name: way[:4], Command: []string{os.Args[0], "peer", way, "{limit}"}})
	}
	measurements, err := Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range measurements {
		got = append(got, measurements[i].label()+" "+measurements[i].Error)
	}
	if want := []string{"righ ", "jobs -j1 ", "jobs -j3 5 answers to 6 puzzles"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestOtherAnswers checks that any right answer to a puzzle with several solutions is accepted each
// time, however it is cut, and no wrong one.
func TestOtherAnswers(t *testing.T) {
	t.Parallel()
	k, err := newKey(t.Context(), peerCorpus(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(string(bytes.Join(peerAnswers("right", strings.Join(peerPuzzles, "\n"), 1), []byte("\n")))))
	other := slices.Clone(lines)
	other[1] = string(lineForm(k.corpus).AppendPuzzle(nil, otherSolution(k.corpus.puzzle(1), k.cells[81:162])))
	wrong := slices.Clone(lines)
	wrong[2] = lines[1]
	text := strings.Join(lines, "") + "\n"
	for _, tt := range []struct{ text, want string }{
		{text + strings.Join(other, "") + "\n" + text, "<nil> 3"},
		{text + strings.Join(wrong, "") + "\n", errDiffers.Error() + ": puzzle 3: wrong solution"},
		{text + strings.Repeat("x", 2*longestAnswer), errDiffers.Error()},
	} {
		for _, size := range []int{1, 7, 100, 1 << 20} {
			out := output{want: newWant(k, []byte(text), false)}
			var err error
			for piece := range slices.Chunk([]byte(tt.text), size) {
				if _, err = out.Write(piece); err != nil {
					break
				}
			}
			if got := fmt.Sprint(err, out.laps); !strings.HasPrefix(got, tt.want) {
				t.Errorf("pieces of %d bytes: %s, want %s", size, got, tt.want)
			}
		}
	}
}

// TestLaterLaps checks that a program is refused that answers wrongly only when it is timed.
func TestLaterLaps(t *testing.T) {
	t.Parallel()
	k, err := newKey(t.Context(), peerCorpus(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	for way, want := range map[string]string{"right": "<nil>", "forgets": "its answers when timed differ from those that were verified: puzzle 6: ", "later": "its answers when timed differ from those that were verified: puzzle 6: a grid where there is no solution"} {
		p := newProcess(k.corpus, Program{Command: []string{os.Args[0], "peer", way, "{limit}"}}, 1, 1)
		if _, err := p.prove(t.Context(), k); err != nil {
			t.Fatal(err)
		}
		if _, err := p.run(t.Context(), 3); !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("%s: %v", way, err)
		}
	}
}

// TestProgramOrders checks that a program does not get puzzles of other orders than its own.
func TestProgramOrders(t *testing.T) {
	t.Parallel()
	p, err := ParseProgram("a:16=there-is-no-such-program")
	if err != nil {
		t.Fatal(err)
	}
	cfg := tiny(peerCorpus(t))
	cfg.Programs = []Program{p}
	if measurements, err := Run(t.Context(), cfg); err != nil || len(measurements) != 0 {
		t.Errorf("%v, %+v", err, measurements)
	}
}

func TestParseProgram(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a=b":                        `"a" ["b"]`,
		" a = b c ":                  `"a" ["b" "c"]`,
		`t=sh -c 'solve x | cat' ""`: `"t" ["sh" "-c" "solve x | cat" ""]`,
		`t="a b"  c`:                 `"t" ["a b" "c"]`,
		"t=env A=1 ./solve":          `"t" ["env" "A=1" "./solve"]`,
		"tdoku=/opt/solve {limit}":   `"tdoku" ["/opt/solve" "{limit}"]`,
		"a:9=b":                      `"a" ["b"]`,
		"a:7=b":                      `"a:7" ["b"]`,
		"a":                          "is not NAME=command",
		"=b":                         "is not NAME=command",
		"a=":                         "no command",
		"a=b 'c":                     "the quote ' is not closed: b 'c",
		`a=b "c'`:                    `the quote " is not closed: b "c'`,
		`x=prog -a "b c"`:            `"x" ["prog" "-a" "b c"]`,
		`x=sh -c 'echo "a b"; x'`:    `"x" ["sh" "-c" "echo \"a b\"; x"]`,
		`x=C:\p.exe --a="b 'c"'d e'`: `"x" ["C:\\p.exe" "--a=b 'cd e"]`,
	} {
		p, err := ParseProgram(text)
		got := fmt.Sprintf("%q %q", p.Name, p.Command)
		if err == nil && got != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
}
