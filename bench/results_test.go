package bench

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/perf/benchfmt"
)

// figures returns measurements as Run makes them.
func figures() []Measurement {
	machine := Machine{CPU: "Some CPU: amd64", OS: "linux", Arch: "amd64", Cores: 2, Go: "go1.26", Version: "v1", Commit: "abc", Date: "2026-11-21"}
	var list []Measurement
	for _, c := range []struct {
		corpus, engine string
		mode           string
		jobs           int
		rate           float64
	}{
		{"17clue", "lanes", memoryMode, 1, 2.7e6},
		{"17clue", "lanes", memoryMode, 2, 5.3e6},
		{"17clue", "band", memoryMode, 1, 380e3},
		{"hard|est", "lanes", memoryMode, 1, 82e3},
		{"hard|est", "lanes", memoryMode, 2, 160e3},
		{"17clue", "my peer", processMode, 0, 300e3},
		{"17clue", "sudokubatch", processMode, 1, 1.9e6},
	} {
		m := Measurement{
			Corpus: c.corpus, Order: 9, Puzzles: 1000, Mode: c.mode, Engine: c.engine, Limit: 2, Jobs: c.jobs,
			MinSeconds: 0.5, Verified: true, Machine: machine,
		}
		var runs []effort
		for _, slower := range []float64{1, 1.02, 0.99, 1.01, 1} {
			took := time.Duration(1e9 * 1000 * 500 * slower / c.rate)
			start := time.Duration(0)
			if c.mode == processMode {
				start = 250 * time.Millisecond
			}
			runs = append(runs, effort{took, took * time.Duration(c.jobs), start})
		}
		m.setRounds(runs, 500)
		list = append(list, m)
	}
	list[0].GuessesPerPuzzle = new(0.638)
	list[0].Latency = &latency{
		Timed: 3000, Mean: 2500, P50: 2100, P90: 3000, P99: 9999, P999: 50_000, Max: 12_345_678,
		Bins: []latencyBin{{2000, 1000}, {5000, 1900}, {10_000, 100}}, Slowest: []slowPuzzle{{42, "..5..", 127_000, 191}},
	}
	for i := range list {
		base := &list[0]
		if list[i].Mode == processMode {
			base = &list[5]
		}
		if list[i].Corpus == "hard|est" {
			base = &list[3]
		}
		list[i].setRatio(base)
	}
	broken := list[2]
	broken.Corpus, broken.Error, broken.Rounds, broken.PuzzlesPerSecond, broken.Verified = "hard|est", "puzzle 3: wrong solution", nil, 0, false
	return append(list, broken)
}

func TestJSON(t *testing.T) {
	t.Parallel()
	want := figures()
	var text bytes.Buffer
	if err := WriteJSON(&text, want); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(text.String(), "\n{"); lines != len(want) {
		t.Errorf("%d lines with an object", lines)
	}
	for _, name := range []string{
		"schema_version", "corpus", "engine", "limit", "jobs", "puzzles", "puzzles_per_second", "spread", "guesses_per_puzzle", "verified", "cpu", "version", "commit",
	} {
		if !strings.Contains(text.String(), `"`+name+`":`) {
			t.Errorf("no %s", name)
		}
	}
	got, err := ReadJSON(strings.NewReader(text.String() + "\n"))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\nwant\n%+v", err, got, want)
	}
	for _, bad := range []string{
		"", "{}", "[{}]", text.String() + "junk", text.String() + text.String(), `[{"corpus":"a","engine":"b"}]`, `[{"corpus":"a","engine":"b","puzzles_per_second":1},{"corpus":"a","engine":"b","puzzles_per_second":2}]`,
		`[{"schema_version":2,"corpus":"a","engine":"b","puzzles_per_second":1}]`,
	} {
		if _, err := ReadJSON(strings.NewReader(bad)); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

// TestBenchfmt checks that the library of benchstat reads the format.
func TestBenchfmt(t *testing.T) {
	t.Parallel()
	var text bytes.Buffer
	if err := WriteBenchfmt(&text, figures()); err != nil {
		t.Fatal(err)
	}
	r := benchfmt.NewReader(&text, "test")
	results := 0
	for r.Scan() {
		result, ok := r.Result().(*benchfmt.Result)
		if !ok {
			t.Fatalf("%+v", r.Result())
		}
		results++
		if results > 1 {
			continue
		}
		if name := result.Name.String(); name != "Corpus/corpus=17clue/mode=memory/engine=lanes/limit=2/jobs=1" {
			t.Errorf("name %s", name)
		}
		for unit, want := range map[string]float64{"puzzles/s": 2.7e6, "guesses/puzzle": 0.638} {
			if got, ok := result.Value(unit); !ok || got < 0.99*want || got > 1.01*want {
				t.Errorf("%s: %v", unit, got)
			}
		}
		if result.GetConfig("cpu") != "Some CPU: amd64" || result.GetConfig("commit") != "abc" || result.Iters != 500_000 {
			t.Errorf("%+v", result)
		}
	}
	if r.Err() != nil || results != 7*5 {
		t.Errorf("%d results, %v", results, r.Err())
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	if err := WriteTable(&text, figures()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`(?m)^9×9, uniqueness proven \(limit 2\), engines alone, puzzles in memory:\nCORPUS +ENGINE +PUZZLES/S +INTERVAL +RATIO +BY CPU +TO +GUESSES$`,
		`(?m)^17clue +lanes -j1 +2\.70 M +2\.65 M–2\.73 M +1 +lanes -j1 +0\.638$`, `(?m)^17clue +band -j1 .* 0\.141 \(0\.141–0\.141\) +0\.141 +lanes -j1$`,
		`(?m)^17clue +my peer +300 k `, `(?m)^CORPUS +ENGINE +CORES +START +STEADY/S$`, `(?m)^17clue +my peer +250 ms +353 k$`, `(?m)^17clue +band -j1 +1\.00$`, `(?m)^hard\|est +band -j1 +failed`, `(?m)^failed: hard\|est, band -j1 \(memory, limit 2\): puzzle 3: wrong solution$`,
		`(?m)^17clue +2 +lanes +2\.50 µs +2\.10 µs +3\.00 µs +10\.0 µs +50\.0 µs +12\.3 ms +3000$`,
		`(?m)^17clue +2 +lanes +42 +127 µs +191 +\.\.5\.\.$`, `(?m)^RATIO +to the speed of `, `(?m)^Medians of 5 rounds, with a confidence of 94 %\. In a round `, `(?m)^Some CPU: amd64, 2 cores`,
	} {
		if !regexp.MustCompile(want).MatchString(text.String()) {
			t.Errorf("%s is missing in\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "noisy") {
		t.Error("noise where there is none")
	}
}

// TestWidth checks that tables fit a terminal of 100 columns, however long the names are.
func TestWidth(t *testing.T) {
	t.Parallel()
	list := figures()
	for i := range list {
		m := &list[i]
		m.Corpus += strings.Repeat(" of a long name", 3)
		m.Engine += strings.Repeat(" of a long name", 3)
		m.Baseline, m.Ratio, m.RatioSpread = m.Engine, 0.00123, [2]float64{0.00100, 0.00200}
	}
	for _, g := range groups(list) {
		var text strings.Builder
		g.table().WriteText(&text, pageWidth)
		for line := range strings.Lines(text.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > pageWidth {
				t.Errorf("%d columns: %s", n, line)
			}
		}
	}
}

// TestIntervals compares the ranks of intervals with a table of the binomial distribution.
func TestIntervals(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 0.0000", 1: "0 0.0000", 5: "0 0.9375", 6: "0 0.9688", 8: "0 0.9922", 9: "1 0.9609", 20: "5 0.9586", 100: "39 0.9648"} {
		rank, confidence := ranks(n)
		if got := fmt.Sprintf("%d %.4f", rank, confidence); got != want {
			t.Errorf("%d values: %s, want %s", n, got, want)
		}
	}
	median, interval := summary([]float64{9, 1, 8, 2, 7, 3, 6, 4, 5})
	if median != 5 || interval != [2]float64{2, 8} {
		t.Errorf("%v in %v", median, interval)
	}
}

func TestNoise(t *testing.T) {
	t.Parallel()
	list := figures()
	list[1].Spread[1] = 1.2 * list[1].PuzzlesPerSecond
	if got := Noise(list); got != "noisy: compare ratios, or measure again on a quiet machine; intervals are up to 22 % wide (17clue, lanes -j2)" {
		t.Errorf("%q", got)
	}
	list = figures()
	list[1].CoresUsed = 1.2
	if got := Noise(list); !strings.HasSuffix(got, "quiet machine; others had the processors for 40 % of the time (17clue, lanes -j2)") {
		t.Errorf("%q", got)
	}
}

// TestReport checks that a page has every figure and section, and needs no other file.
func TestReport(t *testing.T) {
	t.Parallel()
	list := figures()
	list[6].Engine = "sudokubatch lanes"
	var text strings.Builder
	if err := Report(list).Write(&text); err != nil {
		t.Fatal(err)
	}
	html := text.String()
	for i := range list {
		for _, want := range []string{">" + list[i].Corpus + "<", ">" + list[i].label() + "<"} {
			if !strings.Contains(html, want) {
				t.Errorf("%q is missing", want)
			}
		}
	}
	for _, want := range []string{
		"Throughput", "Latency", "17clue, lanes -j1: 2.70 M puzzles a second (2.65 M to 2.73 M)", ">380 k  (0.141×)<", ">12.3 ms<",
		"5µs up to: 1,900 times (63.3 %)", "What failed", ">hard|est, band -j1 (memory, limit 2): puzzle 3: wrong solution<", "Some CPU: amd64",
		`<circle class="c0"`, `<circle class="c1"`, `<circle class="c2"`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if strings.Contains(html, `<circle class="c3"`) {
		t.Error("an engine has another colour as a process")
	}
	if found := regexp.MustCompile(`https?:|src=|@import|url\(|<script|<link|NaN|Inf`).FindString(html); found != "" {
		t.Errorf("%q in a page that stands alone", found)
	}
	if err := Report(nil).Write(&text); err != nil {
		t.Error(err)
	}
}
