package bench

import (
	"slices"
	"strings"
	"testing"
)

// TestApart wants measurements that have the same names shown one by one.
func TestApart(t *testing.T) {
	t.Parallel()
	a, b := measured(1000, 1000), measured(2000, 2000)
	b.Engine = "f"
	again, other, fourth := a, a, b
	again.PuzzlesPerSecond, other.Puzzles, fourth.Corpus = 3000, 10, "c (3)"
	list := []Measurement{a, b, again, b, other, fourth}
	var names []string
	for _, m := range apart(list) {
		names = append(names, m.Corpus)
	}
	if want := []string{"c", "c", "c (2)", "c (2)", "c (4)", "c (3)"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	if list[2].Corpus != "c" {
		t.Errorf("the measurement itself is named %s", list[2].Corpus)
	}
	var text strings.Builder
	if err := WriteMarkdown(&text, list); err != nil {
		t.Fatal(err)
	}
	if want := "| c | 1.00 k | 2.00 k |\n| c (2) | 3.00 k | 2.00 k |\n"; !strings.Contains(text.String(), want) {
		t.Errorf("%q is missing in\n%s", want, text.String())
	}
}

// TestSetBaselineOfRuns wants ratios of rounds of the same run.
func TestSetBaselineOfRuns(t *testing.T) {
	t.Parallel()
	list := []Measurement{measured(1000, 1000), measured(2000, 2000), measured(4000, 4000), measured(4000, 4000)}
	list[1].Engine, list[3].Engine = "f", "f"
	if !SetBaseline(list, "e") || list[1].Ratio != 2 || list[3].Ratio != 1 {
		t.Errorf("ratios %v and %v", list[1].Ratio, list[3].Ratio)
	}
}

func TestNameApart(t *testing.T) {
	t.Parallel()
	for _, want := range []map[string]string{ // names by path
		{"x/p.txt": "p", "q.txt.zst": "q"},
		{"x/p.txt": "x/p.txt", "y/p.txt": "y/p.txt", "q": "q"},
		{"q.txt": "q.txt", "q.txt.zst": "q.txt.zst"},
		{"a.txt": "a.txt", "x/a": "x/a", "a.txt.txt": "a.txt.txt"},
	} {
		var corpora []*Corpus
		for path := range want {
			corpora = append(corpora, &Corpus{Name: shortName(path), path: path})
		}
		NameApart(corpora)
		for _, c := range corpora {
			if c.Name != want[c.path] {
				t.Errorf("%s is named %s, want %s", c.path, c.Name, want[c.path])
			}
		}
	}
}

func TestContenders(t *testing.T) {
	t.Parallel()
	engines := []Engine{{Name: "a", Orders: []int{9}}, {Name: "b"}}
	cfg := Config{
		Engines: engines, Modes: []Mode{InMemory, EndToEnd}, Variants: []Variant{{Name: "c"}},
		Programs: []Program{{Name: "d", Orders: []int{9}}, {Name: "d", Orders: []int{16}}, {Name: "a"}},
	}
	if names, err := cfg.Contenders(); err != nil || !slices.Equal(names, []string{"a", "b", "c", "d"}) {
		t.Errorf("%q, %v", names, err)
	}
	variant, program := cfg, cfg
	variant.Variants = []Variant{{Name: "b"}}
	program.Programs = append(slices.Clone(cfg.Programs), Program{Name: "d"})
	for want, cfg := range map[string]Config{"named b": variant, "named d": program} {
		cfg.Rounds = 1
		if _, err := Run(t.Context(), cfg); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	same := Config{Rounds: 1, Corpora: []*Corpus{{Name: "x"}, {Name: "x"}}}
	if _, err := Run(t.Context(), same); err == nil || err.Error() != "two corpora are named x" {
		t.Errorf("%v", err)
	}
}
