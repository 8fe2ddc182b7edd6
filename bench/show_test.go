package bench

import (
	"bytes"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"
)

// figures makes measurements as they are recorded.
func figures() []Measurement {
	machine := Machine{CPU: "Some CPU: amd64", OS: "linux", Arch: "amd64", Cores: 2, Go: "go1.26", Version: "v1", Commit: "abc", Date: "2026-11-21"}
	var list []Measurement
	for _, c := range []struct {
		corpus, engine string
		mode           Mode
		jobs           int
		rate           float64
	}{
		{"17clue", "lanes", InMemory, 1, 2.7e6},
		{"17clue", "lanes", InMemory, 2, 5.3e6},
		{"17clue", "band", InMemory, 1, 380e3},
		{"hard|est", "lanes", InMemory, 1, 82e3},
		{"hard|est", "lanes", InMemory, 2, 160e3},
		{"17clue", "my peer", Process, 0, 300e3},
		{"17clue", "sudokubatch", Process, 1, 1.9e6},
	} {
		m := Measurement{
			Corpus: c.corpus, Order: 9, Puzzles: 1000, Mode: c.mode, Engine: c.engine, Limit: 2, Jobs: c.jobs,
			MinSeconds: 0.5, Verified: true, Machine: machine,
		}
		var runs []effort
		for _, slower := range []float64{1, 1.02, 0.99, 1.01, 1} {
			took := time.Duration(1e9 * 1000 * 500 * slower / c.rate)
			runs = append(runs, effort{took, took * time.Duration(c.jobs)})
		}
		m.setRounds(runs, 500)
		list = append(list, m)
	}
	list[0].GuessesPerPuzzle, list[0].UnguessedShare, list[0].AllocsPerPuzzle = new(0.638), new(0.76), new(0.0)
	list[0].GuessBits = []int64{760, 200, 40}
	list[0].Latency = &Latency{
		Timed: 3000, Mean: 2500, P50: 2100, P90: 3000, P99: 9999, P999: 50_000, Max: 12_345_678,
		Bins: []LatencyBin{{2000, 1000}, {5000, 1900}, {10_000, 100}}, Slowest: []SlowPuzzle{{42, "..5..", 127_000, 191}},
	}
	for i := range list {
		base := &list[0]
		if list[i].Mode == Process {
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
	got, err := ReadJSON(&text)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\nwant\n%+v", err, got, want)
	}
	for _, bad := range []string{
		"", "{}", "[{}]", `[{"corpus":"a","engine":"b"}]`,
		`[{"schema_version":2,"corpus":"a","engine":"b","puzzles_per_second":1}]`,
	} {
		if _, err := ReadJSON(strings.NewReader(bad)); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

// TestBenchfmt wants what benchstat reads.
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
		for unit, want := range map[string]float64{"puzzles/s": 2.7e6, "guesses/puzzle": 0.638, "allocs/op": 0} {
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

func TestMarkdown(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	if err := WriteMarkdown(&text, figures()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"9×9, uniqueness proven (limit 2), engines alone, puzzles in memory:\n\n| corpus | lanes -j1 | lanes -j2 | to lanes -j1 | band -j1 | to lanes -j1 |\n|---|---:|---:|---:|---:|---:|\n",
		"| 17clue | 2.70 M | 5.30 M | 1.96 (1.96–1.96) | 380 k | 0.141 (0.141–0.141) |\n",
		"| hard\\|est | 82.0 k | 160 k | 1.95 (1.95–1.95) | failed |  |\n",
		"| corpus | my peer | sudokubatch -j1 | to my peer |\n", "Some CPU: amd64, 2 cores", "Medians of 5 rounds", "0.5 s each",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing in\n%s", want, text.String())
		}
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	if err := WriteTable(&text, figures()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`(?m)^CORPUS +LIMIT +MODE +ENGINE +JOBS +PUZZLES/S +LEAST–MOST +TO BASELINE `,
		`(?m)^17clue +2 +memory +lanes +1 +2\.70 M +2\.65 M–2\.73 M +1 +0\.638 +76\.0 % +0 +221 MB +1\.00$`,
		`(?m)^17clue +2 +process +my peer +300 k `, `(?m)^hard\|est +2 +memory +band +1 +failed: puzzle 3: wrong solution$`,
		`(?m)^17clue +2 +lanes +2\.50 µs +2\.10 µs +3\.00 µs +10\.0 µs +50\.0 µs +12\.3 ms +3000$`,
		`(?m)^17clue +2 +lanes +42 +127 µs +191 +\.\.5\.\.$`,
	} {
		if !regexp.MustCompile(want).MatchString(text.String()) {
			t.Errorf("%s is missing in\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "noisy") {
		t.Error("noise where there is none")
	}
}

func TestNoise(t *testing.T) {
	t.Parallel()
	list := figures()
	list[1].Spread[1] = 1.2 * list[1].PuzzlesPerSecond
	if got := Noise(list); !strings.HasPrefix(got, "noisy: in 1 of 8 measurements ") || !strings.Contains(got, "(17clue, lanes -j2: 22 %)") {
		t.Errorf("%q", got)
	}
	list = figures()
	list[1].CoresUsed = 1.2
	if got := Noise(list); got != "noisy: others had the processors for up to 40 % of the time; take ratios, or measure again in quiet" {
		t.Errorf("%q", got)
	}
}

// TestReport wants every series and section, and a page that stands alone.
func TestReport(t *testing.T) {
	t.Parallel()
	list := figures()
	var text strings.Builder
	if err := Report(list, Compare(list[:2], list)).Write(&text); err != nil {
		t.Fatal(err)
	}
	html := text.String()
	for i := range list {
		for _, want := range []string{">" + list[i].Corpus + "<", ">" + list[i].label() + "<", ">" + list[i].Engine + "<"} {
			if !strings.Contains(html, want) {
				t.Errorf("%q is missing", want)
			}
		}
	}
	for _, want := range []string{
		"Throughput", "Scaling", "Latency", "Guesses", "Changes", "All figures", "17clue, lanes</span>", "hard|est, lanes</span>", ">perfect<",
		"17clue, lanes -j1: 2.70 M puzzles a second (2.65 M to 2.73 M)", "17clue, lanes, 2 workers: 1.96 times as fast",
		"5 µs at most: 1900 times", "0.638 guesses a puzzle", ">12.3 ms<", "What failed", ">puzzle 3: wrong solution<", "Some CPU: amd64",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if found := regexp.MustCompile(`https?:|src=|@import|url\(|<script|<link|NaN|Inf`).FindString(html); found != "" {
		t.Errorf("%q in a page that stands alone", found)
	}
	if err := Report(nil, nil).Write(&text); err != nil {
		t.Error(err)
	}
}
