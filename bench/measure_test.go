package bench

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/solver"
)

// tiny returns a Config that measures as little as possible.
func tiny(corpora ...*Corpus) Config {
	return Config{
		Corpora: corpora, Limits: []int{1}, Jobs: []int{1},
		Rounds: 2, MinTime: time.Millisecond, Timeout: time.Minute,
	}
}

// loadText loads a corpus from a file with that text.
func loadText(t *testing.T, name, text string) *Corpus {
	t.Helper()
	c, err := load(t.Context(), write(t, name, text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// write writes a file and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoad(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ order, n int }{"@hiho": {9, 1}, "@poj3076": {16, 4}, "@demo16": {16, 600}} {
		c, err := load(t.Context(), name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.Name != name || c.Order != want.order || c.N != want.n || len(c.Cells) != want.n*want.order*want.order ||
			len(c.Text) != want.n*(want.order*want.order+1) || strings.ContainsAny(string(c.Text), "0-") {
			t.Errorf("%s: order %d, %d puzzles, %d cells, %d bytes", c.Name, c.Order, c.N, len(c.Cells), len(c.Text))
		}
	}
	for path, want := range map[string]string{
		write(t, "bad.txt", "# nothing\n"):                   "no puzzles",
		write(t, "bad.txt", peerPuzzles[0]+"\nx.3\n"):        "bad.txt:2:1: ",
		write(t, "bad.txt", peerPuzzles[0]+"\nend\nmore\n"):  "bad.txt:3:1: ",
		write(t, "bad.txt", strings.Repeat("0 ", 20)+"\n\n"): "unknown form",
		"-":           "several times",
		"missing.txt": "missing.txt: no such file",
	} {
		if _, err := LoadSizes(t.Context(), nil, path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
	same, other := write(t, "p.txt", peerPuzzles[0]+"\n"), write(t, "p.txt", peerPuzzles[2]+"\n")
	corpora, err := LoadSizes(t.Context(), nil, same, "@hiho", other)
	if err != nil || corpora[0].Name != same || corpora[1].Name != "@hiho" || corpora[2].Name != other {
		t.Errorf("%v, %+v", err, corpora)
	}
}

// TestRun checks that all that was asked for is measured, with the guesses.
func TestRun(t *testing.T) {
	t.Parallel()
	demo16, err := load(t.Context(), "@demo16", nil)
	if err != nil {
		t.Fatal(err)
	}
	cfg := tiny(peerCorpus(t), loadText(t, "order16.txt", string(demo16.Text[:5*257])))
	cfg.Engines = []string{solver.Auto, "band", "grid", "propagate", "band"}
	cfg.Memory, cfg.EndToEnd, cfg.Limits, cfg.Jobs = true, true, []int{1, 2}, []int{1, 3}
	cfg.Baseline, cfg.Latency, cfg.Slowest = "band", true, 2
	shares := []float64{-1}
	cfg.Progress = func(share float64, _ ...string) { shares = append(shares, share) }
	measurements, err := Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(shares) || shares[1] != 0 || shares[len(shares)-1] >= 1 {
		t.Errorf("shares of the run: %v", shares)
	}
	engines, err := enginesNamed(cfg.Engines)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, e := range engines {
		for _, c := range cfg.Corpora {
			if e.solves(c) {
				want += 2 * 2 * 2 // limits, jobs, modes
			}
		}
	}
	if len(measurements) != want {
		t.Errorf("%d measurements, want %d", len(measurements), want)
	}
	for i := range measurements {
		checkMeasurement(t, &measurements[i])
	}
	guesses := func(engine string) float64 {
		i := slices.IndexFunc(measurements, func(m Measurement) bool {
			return m.Order == 9 && m.Engine == engine && m.Limit == 2 && m.Mode == memoryMode
		})
		return *measurements[i].GuessesPerPuzzle
	}
	if band, best, other := guesses("band"), guesses(bestEngine(9)), guesses("propagate"); band != best || other == band {
		t.Errorf("guesses: band %v, %s %v, propagate %v", band, bestEngine(9), best, other)
	}
}

func checkMeasurement(t *testing.T, m *Measurement) {
	t.Helper()
	if m.Error != "" || !m.Verified || m.Checked != checkedAll || len(m.Rounds) != 2 || m.Laps < 1 || m.GuessesPerPuzzle == nil {
		t.Errorf("%+v", m)
		return
	}
	if m.Spread[0] > m.PuzzlesPerSecond || m.Spread[1] < m.PuzzlesPerSecond || m.Spread[0] <= 0 {
		t.Errorf("%v outside %v", m.PuzzlesPerSecond, m.Spread)
	}
	if m.Order == 9 && m.Baseline != "band -j1" || (m.label() == m.Baseline) != (m.RatioSpread == [2]float64{1, 1}) {
		t.Errorf("%s compared with %q: %v", m.label(), m.Baseline, m.RatioSpread)
	}
	if m.Mode == memoryMode && m.Jobs == 1 {
		l := m.Latency
		if l == nil || l.Timed < int64(leastPasses*m.Puzzles) || len(l.Slowest) != 2 || l.P50 > l.P99 || l.P99 > l.Max {
			t.Fatalf("%s: latency %+v", m.label(), l)
		}
		if l.Slowest[0].Took < l.Slowest[1].Took {
			t.Errorf("slowest %v", l.Slowest)
		}
	}
}

// TestTurns checks that the contenders take turns in a random order in each round, which the seed determines.
func TestTurns(t *testing.T) {
	t.Parallel()
	turns := func(seed uint64) (rounds []string) {
		cfg := tiny(loadText(t, "one.txt", peerPuzzles[0]+"\n"))
		cfg.Engines, cfg.Memory, cfg.Rounds, cfg.Seed = []string{"band", "grid", "lanes", "propagate"}, true, 8, seed
		var last string
		cfg.Progress = func(_ float64, words ...string) {
			if words[0] != last {
				last, rounds = words[0], append(rounds, "")
			}
			rounds[len(rounds)-1] += words[1]
		}
		measurements, err := Run(t.Context(), cfg)
		if err != nil || measurements[0].Seed != seed || measurements[0].Engine != "band" {
			t.Errorf("%v, %+v", err, measurements)
		}
		return rounds
	}
	one := turns(1)
	if orders := slices.Compact(slices.Sorted(slices.Values(one))); len(orders) < 3 || !slices.Equal(one, turns(1)) || slices.Equal(one, turns(2)) {
		t.Errorf("%q", one)
	}
}

// TestBackends checks that an engine can be measured on any kernels that this processor has.
func TestBackends(t *testing.T) {
	t.Parallel()
	cfg := tiny(peerCorpus(t))
	cfg.Memory, cfg.EndToEnd = true, true
	for _, backend := range []string{"avx512", "avx2", "neon"} {
		if _, err := engineNamed("lanes@" + backend); err == nil {
			cfg.Engines = append(cfg.Engines, "lanes@"+backend)
		}
	}
	measurements, err := Run(t.Context(), cfg)
	if err != nil || len(measurements) != 2*len(cfg.Engines) || len(Failed(measurements)) > 0 {
		t.Errorf("%v, %+v", err, measurements)
	}
	for i := range measurements {
		if m := &measurements[i]; m.Engine != cfg.Engines[i/2] || m.GuessesPerPuzzle == nil {
			t.Errorf("%+v", m)
		}
	}
	for name, want := range map[string]string{"lanes@mmx": "no backend", "band@avx2": "no engine", "warp": "no engine"} {
		if _, err := engineNamed(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

func TestLatency(t *testing.T) {
	t.Parallel()
	var times []time.Duration
	for i := range 1000 {
		times = append(times, time.Duration(1000-i)*time.Microsecond)
	}
	l := newLatency(times)
	if l.Timed != 1000 || l.Mean != 500500 || l.P50 != 501_000 || l.P999 != 1_000_000 || l.Max != 1_000_000 {
		t.Errorf("%+v", l)
	}
	want := []latencyBin{
		{1000, 1}, {2000, 1}, {5000, 3}, {10_000, 5}, {20_000, 10}, {50_000, 30}, {100_000, 50}, {200_000, 100}, {500_000, 300}, {1_000_000, 500},
	}
	if !slices.Equal(l.Bins, want) {
		t.Errorf("%v", l.Bins)
	}
}

// A tampered solver corrupts some results after the solver made them.
type tampered struct {
	*solver.Solver
	corrupt func(b *solver.Request)
}

func (s tampered) Feed(b *solver.Request) {
	done := b.Done
	b.Done = func() {
		b.Done = done
		s.corrupt(b)
		done()
	}
	s.Solver.Feed(b)
}

// TestWrongEngines checks that every kind of wrong answer is refused, with the puzzle and
// without a figure, and that right engines in the same race are measured.
func TestWrongEngines(t *testing.T) {
	t.Parallel()
	calls := 0
	tests := []struct {
		name    string
		want    string
		corrupt func(b *solver.Request)
	}{
		{"right", "", func(*solver.Request) {}},
		{"digits", "puzzle 3: wrong solution: ", func(b *solver.Request) { b.Cells[2*81], b.Cells[2*81+1] = b.Cells[2*81+1], b.Cells[2*81] }},
		{"clue", "puzzle 1: wrong solution: r1c8 holds 5 where the clue is 1", func(b *solver.Request) { copy(b.Cells, b.Cells[2*81:3*81]) }},
		{"status", "puzzle 5: status no solution, want contradiction", func(b *solver.Request) { b.Results[4].Status = solver.NoSolution }},
		{"count", "puzzle 2: 1 solutions, want 2", func(b *solver.Request) { b.Results[1].Solutions = 1 }},
		{"invented", "puzzle 5: wrong solution: ", func(b *solver.Request) { b.Results[4].Solutions = 1 }},
		{"guesses", "puzzle 1: 99 guesses, where the search takes ", func(b *solver.Request) { b.Results[0].Guesses = 99 }},
		{"later", "its answers when timed differ from those that were verified", func(b *solver.Request) {
			if calls++; calls > 1 {
				b.Results[0].Guesses++
			}
		}},
	}
	cfg := tiny(peerCorpus(t))
	cfg.Limits, cfg.Memory = []int{2}, true
	var engines []engine
	for _, tt := range tests {
		engines = append(engines, engine{
			name: tt.name, orders: []int{9}, common: true,
			new: func(order, limit int) (feeder, error) {
				s, err := solver.New(order, solver.Options{Limit: limit})
				return tampered{s, tt.corrupt}, err
			},
		})
	}
	measurements, err := cfg.run(context.Background(), engines)
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
	if failed := Failed(measurements); len(failed) != len(tests)-1 || !strings.HasPrefix(failed[0].Error(), "small, digits -j1 (memory, limit 2): puzzle 3: ") {
		t.Errorf("%v", failed)
	}
}

// TestOtherSolution checks that an engine of the common search must find the first solution, and
// any other engine may find another one.
func TestOtherSolution(t *testing.T) {
	t.Parallel()
	c := peerCorpus(t)
	k, err := newKey(t.Context(), c, 2)
	if err != nil {
		t.Fatal(err)
	}
	a := &answers{results: slices.Clone(k.results), cells: slices.Clone(k.cells)}
	copy(a.cells[81:162], otherSolution(c.puzzle(1), k.cells[81:162]))
	if err := k.judge(a, false); err != nil {
		t.Error(err)
	}
	if err := k.judge(a, true); err == nil || !strings.Contains(err.Error(), "puzzle 2: not the first solution") {
		t.Errorf("error %v", err)
	}
}

// otherSolution returns another solution of a puzzle than the first. It forbids the first solution by
// one of its cells.
func otherSolution(puzzle, first []uint8) (second []uint8) {
	s, err := solver.New(9, solver.Options{Engine: "backtrack"})
	if err != nil {
		panic(err)
	}
	for i := range puzzle {
		second = slices.Clone(puzzle)
		if second[i] != 0 {
			continue
		}
		for second[i] = 1; second[i] == first[i]; second[i]++ {
		}
		if s.Solve(second).Solutions > 0 {
			break
		}
	}
	return second
}

// TestEngineTimeout checks that an engine that takes too long is stopped.
func TestEngineTimeout(t *testing.T) {
	t.Parallel()
	cfg := tiny(loadText(t, "many.txt", strings.Repeat(peerPuzzles[2]+"\n", 50_000)))
	cfg.Engines, cfg.Memory, cfg.EndToEnd, cfg.Timeout = []string{"backtrack"}, true, true, 50*time.Millisecond
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

// TestRefused asks for what cannot be measured.
func TestRefused(t *testing.T) {
	t.Parallel()
	named := func(names ...string) (programs []Program) {
		for _, name := range names {
			p, err := ParseProgram(name + "=cat")
			if err != nil {
				t.Fatal(err)
			}
			programs = append(programs, p)
		}
		return programs
	}
	for want, change := range map[string]func(*Config){
		"rounds 0: ":     func(cfg *Config) { cfg.Rounds = 0 },
		"min-time 0s: ":  func(cfg *Config) { cfg.MinTime = 0 },
		"timeout 1ms: ":  func(cfg *Config) { cfg.Timeout = time.Millisecond },
		"limits []: ":    func(cfg *Config) { cfg.Limits = nil },
		"jobs [2 0]: ":   func(cfg *Config) { cfg.Jobs = []int{2, 0} },
		"engines warp: ": func(cfg *Config) { cfg.Engines = []string{"warp"} },
		"own band: another engine has that name": func(cfg *Config) {
			cfg.Own = map[string]func(order, limit int) solver.Engine{"band": func(int, int) solver.Engine { return nil }}
		},
		"peer x: ": func(cfg *Config) { cfg.Programs = named("x", "y", "x:9") },
		"baseline no: it is not measured; choose band, x": func(cfg *Config) { cfg.Programs, cfg.Baseline = named("x:9", "x:16"), "no" },
	} {
		cfg := tiny(peerCorpus(t))
		cfg.Engines, cfg.Memory = []string{"band"}, true
		cfg.Progress = func(float64, ...string) { t.Errorf("%s: something is measured", want) }
		change(&cfg)
		_, err := Run(t.Context(), cfg)
		if checked := cfg.Check(); err == nil || !strings.HasPrefix(err.Error(), want) || checked == nil || checked.Error() != err.Error() {
			t.Errorf("%v and %v, want %s", err, checked, want)
		}
	}
}
