package bench

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/solver"
)

// tiny is as little as can be measured.
func tiny(corpora ...*Corpus) Config {
	return Config{
		Corpora: corpora, Limits: []int{1}, Jobs: []int{1},
		Rounds: 2, MinTime: time.Millisecond, Timeout: time.Minute,
	}
}

// loadText loads a corpus from a file of that text.
func loadText(t *testing.T, text string) *Corpus {
	t.Helper()
	path := filepath.Join(t.TempDir(), "small.txt")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := Load(t.Context(), path, corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLoad(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ order, n int }{"@hiho": {9, 1}, "@poj3076": {16, 4}, "@demo16": {16, 600}} {
		c, err := Load(t.Context(), name, corpus.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if c.Name != name || c.Order != want.order || c.N != want.n || len(c.Cells) != want.n*want.order*want.order ||
			len(c.Text) != want.n*(want.order*want.order+1) || strings.ContainsAny(string(c.Text), "0-") {
			t.Errorf("%s: order %d, %d puzzles, %d cells, %d bytes", c.Name, c.Order, c.N, len(c.Cells), len(c.Text))
		}
	}
	for text, want := range map[string]string{
		"# nothing\n":                     "no puzzles",
		peerPuzzles[0] + "\nx.3\n":        "bad.txt:2:1: ",
		peerPuzzles[0] + "\nend\nmore\n":  "bad.txt:3:1: ",
		strings.Repeat("0 ", 20) + "\n\n": "unknown form",
	} {
		path := filepath.Join(t.TempDir(), "bad.txt")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(t.Context(), path, corpus.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for name, want := range map[string]string{"-": "several times", "missing.txt": "missing.txt: no such file"} {
		if _, err := Load(t.Context(), name, corpus.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRun wants all measurements that were asked for, with what is known of the
// answers.
func TestRun(t *testing.T) {
	t.Parallel()
	engines, err := Engines([]string{solver.Auto, "band", "grid", "propagate", "band"})
	if err != nil {
		t.Fatal(err)
	}
	demo16, err := Load(t.Context(), "@demo16", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	cfg := tiny(peerCorpus(t), loadText(t, string(demo16.Text[:5*257])))
	NameApart(cfg.Corpora)
	cfg.Engines, cfg.Modes, cfg.Limits, cfg.Jobs = engines, []Mode{InMemory, EndToEnd}, []int{1, 2}, []int{1, 3}
	cfg.Baseline, cfg.Latency, cfg.Slowest = "band", true, 2
	measurements, err := Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, e := range engines {
		want += len(e.Orders) * 2 * 2 * 2 // limits, jobs, modes
	}
	if len(measurements) != want {
		t.Errorf("%d measurements, want %d", len(measurements), want)
	}
	for i := range measurements {
		checkMeasurement(t, &measurements[i])
	}
	guesses := func(engine string) float64 {
		i := slices.IndexFunc(measurements, func(m Measurement) bool {
			return m.Order == 9 && m.Engine == engine && m.Limit == 2 && m.Mode == InMemory
		})
		return *measurements[i].GuessesPerPuzzle
	}
	if band, best, other := guesses("band"), guesses(engines[0].Name), guesses("propagate"); band != best || other == band {
		t.Errorf("guesses: band %v, %s %v, propagate %v", band, engines[0].Name, best, other)
	}
}

func checkMeasurement(t *testing.T, m *Measurement) {
	t.Helper()
	if m.Error != "" || !m.Verified || m.Checked != checkedAll || len(m.Rounds) != 2 || m.Laps < 1 || m.GuessesPerPuzzle == nil || m.AllocsPerPuzzle == nil {
		t.Errorf("%+v", m)
		return
	}
	if m.Spread[0] > m.PuzzlesPerSecond || m.Spread[1] < m.PuzzlesPerSecond || m.Spread[0] <= 0 {
		t.Errorf("%v outside %v", m.PuzzlesPerSecond, m.Spread)
	}
	if m.Order == 9 && m.Baseline != "band -j1" || (m.label() == m.Baseline) != (m.RatioSpread == [2]float64{1, 1}) {
		t.Errorf("%s compared with %q: %v", m.label(), m.Baseline, m.RatioSpread)
	}
	if m.Mode == InMemory && m.Jobs == 1 {
		l := m.Latency
		if l == nil || l.Timed < int64(slowPasses*m.Puzzles) || len(l.Slowest) != 2 || l.P50 > l.P99 || l.P99 > l.Max {
			t.Fatalf("%s: latency %+v", m.label(), l)
		}
		sum := int64(0)
		for _, b := range l.Bins {
			sum += b.Count
		}
		if sum != l.Timed || l.Slowest[0].Took < l.Slowest[1].Took {
			t.Errorf("%d in bins of %d; slowest %v", sum, l.Timed, l.Slowest)
		}
	}
}

// A tampered solver corrupts some results after the solver made them.
type tampered struct {
	*solver.Solver
	corrupt func(b *solver.Batch)
}

func (s tampered) Feed(b *solver.Batch) {
	done := b.Done
	b.Done = func() {
		b.Done = done
		s.corrupt(b)
		done()
	}
	s.Solver.Feed(b)
}

// TestWrongEngines wants every kind of wrong answer to be refused, with the
// puzzle, and no figure; and what is right beside it to be measured.
func TestWrongEngines(t *testing.T) {
	t.Parallel()
	calls := 0
	tests := []struct {
		name    string
		want    string
		corrupt func(b *solver.Batch)
	}{
		{"right", "", func(*solver.Batch) {}},
		{"digits", "puzzle 3: wrong solution: ", func(b *solver.Batch) { b.Cells[2*81], b.Cells[2*81+1] = b.Cells[2*81+1], b.Cells[2*81] }},
		{"clue", "puzzle 1: wrong solution: r1c8 holds 5 where the clue is 1", func(b *solver.Batch) { copy(b.Cells, b.Cells[2*81:3*81]) }},
		{"status", "puzzle 5: status no solution, want contradiction", func(b *solver.Batch) { b.Results[4].Status = solver.NoSolution }},
		{"count", "puzzle 2: 1 solutions, want 2", func(b *solver.Batch) { b.Results[1].Solutions = 1 }},
		{"invented", "puzzle 5: wrong solution: ", func(b *solver.Batch) { b.Results[4].Solutions = 1 }},
		{"guesses", "puzzle 1: 99 guesses, where the search takes ", func(b *solver.Batch) { b.Results[0].Guesses = 99 }},
		{"later", "its answers when timed differ from those that were verified", func(b *solver.Batch) {
			if calls++; calls > 1 {
				b.Results[0].Guesses++
			}
		}},
	}
	cfg := tiny(peerCorpus(t))
	cfg.Limits, cfg.Modes = []int{2}, []Mode{InMemory}
	for _, tt := range tests {
		cfg.Engines = append(cfg.Engines, Engine{
			Name: tt.name, Orders: []int{9}, Common: true,
			New: func(order, limit int) (Solver, error) {
				s, err := solver.New(order, solver.Options{Limit: limit})
				return tampered{s, tt.corrupt}, err
			},
		})
	}
	measurements, err := Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for i, tt := range tests {
		m := &measurements[i]
		if tt.want == "" && (m.Error != "" || m.PuzzlesPerSecond <= 0) ||
			tt.want != "" && (!strings.Contains(m.Error, tt.want) || m.Verified || m.PuzzlesPerSecond != 0) {
			t.Errorf("%s: %+v", tt.name, m)
		}
	}
	if failed := Failed(measurements); len(failed) != len(tests)-1 || !strings.HasPrefix(failed[0].Error(), "digits -j1 (memory, limit 2): small, puzzle 3: ") {
		t.Errorf("%v", failed)
	}
}

// TestOtherSolution wants an engine of the common search to be refused for
// another solution than the first, and any other engine to be free to find it.
func TestOtherSolution(t *testing.T) {
	t.Parallel()
	c := peerCorpus(t)
	k, err := newKey(t.Context(), c, 2)
	if err != nil {
		t.Fatal(err)
	}
	a := &answers{results: slices.Clone(k.results), cells: slices.Clone(k.cells)}
	second := a.cells[81:162] // of the puzzle with several solutions
	s, err := solver.New(9, solver.Options{Engine: "backtrack"})
	if err != nil {
		t.Fatal(err)
	}
	// Forbid the first solution by one of its cells.
	for i := range 81 {
		copy(second, c.puzzle(1))
		if second[i] != 0 {
			continue
		}
		for second[i] = 1; second[i] == k.cells[81+i]; second[i]++ {
		}
		if s.Solve(second).Solutions > 0 {
			break
		}
	}
	if err := k.judge(a, false); err != nil {
		t.Error(err)
	}
	if err := k.judge(a, true); err == nil || !strings.Contains(err.Error(), "puzzle 2: not the first solution") {
		t.Errorf("error %v", err)
	}
}

// TestEngineTimeout wants an engine that does not end to be given up.
func TestEngineTimeout(t *testing.T) {
	t.Parallel()
	engines, err := Engines([]string{"backtrack"})
	if err != nil {
		t.Fatal(err)
	}
	cfg := tiny(loadText(t, strings.Repeat(peerPuzzles[2]+"\n", 50_000)))
	cfg.Engines, cfg.Modes, cfg.Timeout = engines, []Mode{InMemory, EndToEnd}, 50*time.Millisecond
	measurements, err := Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range measurements {
		if !strings.HasPrefix(m.Error, "timeout") {
			t.Errorf("%+v", m)
		}
	}
}

// TestRefused asks for what cannot be measured: nothing is.
func TestRefused(t *testing.T) {
	c, err := Load(t.Context(), "@hiho", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	engines, err := Engines([]string{"band"})
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*Config){
		"0 rounds":                  func(cfg *Config) { cfg.Rounds = 0 },
		"0 workers":                 func(cfg *Config) { cfg.Jobs = []int{2, 0} },
		"variants need":             func(cfg *Config) { cfg.Variants = []Variant{{"v", "band", []string{"A=1"}}} },
		"idle: no command":          func(cfg *Config) { cfg.Programs = []Program{{Name: "idle"}} },
		`choice of the mode "fast"`: func(cfg *Config) { cfg.Modes = []Mode{InMemory, "fast"} },
		`of the mode "process"`:     func(cfg *Config) { cfg.Modes = []Mode{Process} },
	} {
		cfg := tiny(c)
		cfg.Engines, cfg.Modes = engines, []Mode{InMemory}
		cfg.Progress = func(Step) { t.Errorf("%s: something is measured", want) }
		change(&cfg)
		if _, err := Run(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
