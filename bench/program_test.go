package bench

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
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
	for way, want := range map[string]string{"right": "<nil>", "later": "its answers when timed differ from those that were verified: puzzle 6: a grid where there is no solution"} {
		p := newProcess(k.corpus, Program{Command: []string{os.Args[0], "peer", way, "{limit}"}}, 1, 1)
		if _, _, err := p.prove(t.Context(), k); err != nil {
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
		"a=b 'c":                     "extraneous or missing",
	} {
		p, err := ParseProgram(text)
		got := fmt.Sprintf("%q %q", p.Name, p.Command)
		if err == nil && got != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
}
