package bench

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

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
	got, err := ReadJSON(strings.NewReader(text.String() + "\n"))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\nwant\n%+v", err, got, want)
	}
	for _, bad := range []string{
		"", "{}", "[{}]", text.String() + "junk", text.String() + text.String(), `[{"corpus":"a","engine":"b"}]`,
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
		"| corpus | limit | one at a time | mean |", "|---|---:|---|---:|", "| 17clue | 2 | lanes | 2.50 µs |", "| 17clue | 2 | lanes | 42 | 127 µs | 191 | ..5.. |\n",
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
		`(?m)^9×9, uniqueness proven \(limit 2\), engines alone, puzzles in memory:\nCORPUS +ENGINE +PUZZLES/S +LEAST–MOST +RATIO +TO$`,
		`(?m)^17clue +lanes -j1 +2\.70 M +2\.65 M–2\.73 M +1 +lanes -j1$`, `(?m)^17clue +band -j1 .* 0\.141 \(0\.141–0\.141\) +lanes -j1$`,
		`(?m)^17clue +2 +memory +lanes -j1 +0\.638 +76\.0 % +0 +1\.00$`,
		`(?m)^17clue +my peer +300 k `, `(?m)^hard\|est +band -j1 +failed`, `(?m)^failed: hard\|est, band -j1 \(memory, limit 2\): puzzle 3: wrong solution$`,
		`(?m)^17clue +2 +lanes +2\.50 µs +2\.10 µs +3\.00 µs +10\.0 µs +50\.0 µs +12\.3 ms +3000$`,
		`(?m)^17clue +2 +lanes +42 +127 µs +191\n  \.\.5\.\.$`, `(?m)^RATIO +to the speed of `, `(?m)^Medians of 5 rounds in which`,
	} {
		if !regexp.MustCompile(want).MatchString(text.String()) {
			t.Errorf("%s is missing in\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "noisy") || strings.Contains(text.String(), "OTHERS") {
		t.Error("noise where there is none")
	}
}

// TestWidth wants all that people read to fit a terminal of 100 columns, however long
// names and reasons are, and a failure to leave the others where they were.
func TestWidth(t *testing.T) {
	t.Parallel()
	list := figures()
	var before strings.Builder
	if err := WriteTable(&before, list[:2]); err != nil {
		t.Fatal(err)
	}
	for i := range list {
		m := &list[i]
		m.Corpus += strings.Repeat(" of a long name", 3)
		m.Engine += strings.Repeat(" of a long name", 3)
		m.CPU = strings.Repeat("feature ", 20)
		m.OthersCores, m.PeakRSSBytes, m.Ratio, m.RatioSpread = 1.5, 123<<20, 0.00123, [2]float64{0.00100, 0.00200}
		if m.Latency != nil {
			m.Latency.Slowest[0].Cells = strings.Repeat("A", 256)
		}
	}
	list[3].Error = strings.Repeat("x", 300) + " is wrong"
	var text strings.Builder
	if err := errors.Join(WriteTable(&text, list), WriteChanges(&text, Compare(list, list))); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 100 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if n := strings.Count(text.String(), "A"); n < 256 {
		t.Errorf("%d of 256 cells", n)
	}
	broken := figures()[:3]
	broken[2].Error, broken[2].Rounds = strings.Repeat("wrong ", 30), nil
	var after strings.Builder
	if err := WriteTable(&after, broken); err != nil {
		t.Fatal(err)
	}
	firstLines := func(text string) string { return strings.Join(strings.SplitAfter(text, "\n")[:4], "") }
	if firstLines(before.String()) != firstLines(after.String()) {
		t.Errorf("%s\nis with a failure\n%s", before.String(), after.String())
	}
}

// TestOneRound wants one round to be called so.
func TestOneRound(t *testing.T) {
	t.Parallel()
	list := []Measurement{measured(1000)}
	for _, write := range []func(io.Writer, []Measurement) error{WriteTable, WriteMarkdown} {
		var text strings.Builder
		if err := write(&text, list); err != nil || !strings.Contains(text.String(), "Figures of 1 round in which") {
			t.Errorf("%v\n%s", err, text.String())
		}
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
	if got := Noise(list); got != "noisy: others had its processors for 40 % of the time (17clue, lanes -j2); take ratios, or measure again in quiet" {
		t.Errorf("%q", got)
	}
	list[2].OthersCores = 1.25
	if got := Noise(list); !strings.HasPrefix(got, "noisy: others had 1.25 of 2 processors (17clue, band -j1); ") {
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
		for _, want := range []string{">" + list[i].Corpus + "<", ">" + list[i].label() + "<"} {
			if !strings.Contains(html, want) {
				t.Errorf("%q is missing", want)
			}
		}
	}
	for _, want := range []string{
		"Throughput", "Scaling", "Latency", "Guesses", "Changes", "All figures", ">17clue: 9×9, uniqueness proven", ">hard|est: 9×9, uniqueness proven", ">perfect<",
		"17clue, lanes -j1: 2.70 M puzzles a second (2.65 M to 2.73 M)", "lanes, 2 workers: 1.96 times as fast", ">380 k  (0.141×)<", "; (×) is the ratio to lanes -j1<",
		"lanes, 5 µs time, or longer: 3.33 % of the times", "0.638 guesses a puzzle", ">12.3 ms<", "What failed", ">puzzle 3: wrong solution<", "Some CPU: amd64",
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
