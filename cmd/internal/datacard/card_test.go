package datacard

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/split"
)

const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// hostile is a name or value with what has a meaning in Markdown, HTML, YAML and shells.
const hostile = "a|b`c` <i>*x*_y_ #1 [l](u) 'q' \"d\" \\ $HOME: {v} & \u202e é\n- ---\x1b[1m\x7f"

// card returns a card whose names and values are hostile.
func card(t *testing.T, kind bulk.Kind) *Card {
	t.Helper()
	quoted := `"` + strings.ReplaceAll(hostile, `"`, `""`) + `"`
	text := "puzzle,solution,tier,rating,ok," + quoted + "\n" + puzzle + ",,easy,1,true,x\n"
	from, err := bulk.Detect([]byte(text), true, bulk.CSV)
	if err != nil {
		t.Fatal(err)
	}
	form, _, err := from.Target(kind, nil, bulk.Form{})
	if err != nil {
		t.Fatal(err)
	}
	rating := split.Tally{Column: "rating"}
	for i := range 40 {
		rating.Values = append(rating.Values, []string{"", "1.5", "2"}[i%3]+strings.Repeat("0", i/3))
		rating.Rows = append(rating.Rows, []int64{int64(i), 0, 1})
	}
	return &Card{
		Name: "set " + hostile, License: "mit", Program: "sudokubatch v1", Commands: []string{"sudokubatch clean", ShellLine("sudokubatch", hostile)}, Earlier: 1,
		Form:  form,
		Parts: []Part{{"train", "train.parquet", 1000}, {"val", "val.parquet", 200}, {"odd name", "odd name.parquet", 100}},
		Summary: &split.Summary{
			Rows: []int64{900, 1000, 100}, Unsolved: []int64{0, 1234, 5}, Bytes: []int64{9000, 10000, 1000}, Groups: 1234, Small: errors.New(hostile + " is small"), Mixed: 3, Leaks: []int64{5}, LeftOut: 1, AgainstMalformed: 2,
			Tallies: []split.Tally{
				{Column: hostile, Values: []string{hostile, "b", "nowhere"}, Rows: [][]int64{{1, 2, 3}, {899, 998, 97}, {0, 0, 0}}},
				{Column: "many"},
				rating,
				{Column: "tier", Values: []string{"hard", "easy"}, Rows: [][]int64{{800, 900, 99}, {100, 100, 1}}},
			},
		},
		Against: []string{"dir/" + hostile}, Options: Options{Stratify: []string{hostile, "tier"}},
	}
}

// documented are the fields of the head that the hub documents, and of what they hold.
// https://github.com/huggingface/hub-docs/blob/main/datasetcard.md
var documented = map[string][]string{
	"":                      {"pretty_name", "license", "task_categories", "tags", "size_categories", "configs", "dataset_info"},
	"configs":               {"config_name", "data_files"},
	"configs.data_files":    {"split", "path"},
	"dataset_info":          {"config_name", "features", "splits", "download_size", "dataset_size"},
	"dataset_info.features": {"name", "dtype"},
	"dataset_info.splits":   {"name", "num_bytes", "num_examples"},
}

// checkFields compares the fields of a value with the documented ones.
func checkFields(t *testing.T, at string, value any) {
	t.Helper()
	switch value := value.(type) {
	case []any:
		for _, v := range value {
			checkFields(t, at, v)
		}
	case map[string]any:
		for name, v := range value {
			if !slices.Contains(documented[at], name) {
				t.Errorf("%s: the hub documents no field %s", at, name)
			}
			checkFields(t, strings.TrimPrefix(at+"."+name, "."), v)
		}
	}
}

// A head is what the hub reads from a card.
type head struct {
	Name    string   `yaml:"pretty_name"`
	Sizes   []string `yaml:"size_categories"`
	Configs []struct {
		Files []struct{ Split, Path string } `yaml:"data_files"`
	}
	Info struct {
		Features []struct{ Name, Dtype string }
		Splits   []struct {
			Name     string
			Bytes    int64 `yaml:"num_bytes"`
			Examples int64 `yaml:"num_examples"`
		}
		Download int64 `yaml:"download_size"`
		Size     int64 `yaml:"dataset_size"`
	} `yaml:"dataset_info"`
}

// TestHead reads the head with a YAML parser, whatever names it holds.
func TestHead(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	c := card(t, bulk.Parquet)
	if err := c.WriteReadme(&b); err != nil {
		t.Fatal(err)
	}
	text, body, ok := strings.Cut(strings.TrimPrefix(b.String(), "---\n"), "\n---\n")
	var h head
	var fields map[string]any
	if err := yaml.Unmarshal([]byte(text), &h); err != nil || !ok || !strings.HasPrefix(body, "\n# set a") {
		t.Fatalf("%v: %s", err, text)
	}
	if err := yaml.Unmarshal([]byte(text), &fields); err != nil {
		t.Fatal(err)
	}
	checkFields(t, "", fields)
	if h.Name != c.Name || !slices.Equal(h.Sizes, []string{"1K<n<10K"}) || h.Info.Download != 1300 || h.Info.Size != 20000 {
		t.Errorf("%+v", h)
	}
	dtypes := []string{"string", "string", "string", "int64", "bool", "string"}
	for i, f := range h.Info.Features {
		if f.Name != c.Form.Layout.Columns[i].Name || f.Dtype != dtypes[i] {
			t.Errorf("%+v", f)
		}
	}
	if len(h.Info.Features) != len(dtypes) || h.Info.Features[5].Name != hostile {
		t.Errorf("%+v", h.Info.Features)
	}
	names := []string{"train", "validation", "odd_name"}
	for i, p := range c.Parts {
		file, s := h.Configs[0].Files[i], h.Info.Splits[i]
		if file.Split != names[i] || s.Name != names[i] || file.Path != p.File || s.Bytes != c.Summary.Bytes[i] || s.Examples != c.Summary.Rows[i] {
			t.Errorf("%+v, %+v", file, s)
		}
	}
}

// TestBody wants hostile text to stay text: in cells of tables, paragraphs and code.
func TestBody(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	c := card(t, bulk.Parquet)
	if err := c.WriteReadme(&b); err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(b.String(), "\n---\n")
	if strings.ContainsFunc(body, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f || r == 0x202e }) {
		t.Error("the body has control characters")
	}
	cells := regexp.MustCompile(`\\.`)
	width, code := 0, false
	for line := range strings.Lines(body) {
		if strings.HasPrefix(line, "```") {
			code = !code
			continue
		}
		bare := cells.ReplaceAllString(line, "")
		if bars := strings.Count(bare, "|"); !code && bars > 0 {
			if width > 0 && bars != width {
				t.Errorf("%d bars after a row with %d: %s", bars, width, line)
			}
			width = bars
		} else {
			width = 0
		}
		if !code && strings.ContainsAny(bare, "<>[]*_~&$") {
			t.Errorf("markup: %s", line)
		}
	}
	for _, want := range []string{
		"| 899 (99.89 %) |", "5 rows.", "1,234. Groups with rows in more than one part: 0,", "More than 10,000 values", "| median |", "| no value |",
		"It left out 1 row that was beyond", "are a class. Each", " is small.", "several classes: 3.", "Malformed records of these files were not compared: 2.", "The commands before it are from the card",
		"sudokubatch check --isomorphs --against 'odd name.parquet' train.parquet", `parts["odd_name"]  # 100 rows`,
		"Rows without a solution: 0 in train, 1,234 in val, 5 in odd name.",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q in %s", want, body)
		}
	}
	if easy, hard := strings.Index(body, "| easy |"), strings.Index(body, "| hard |"); easy < 0 || hard < easy {
		t.Errorf("tiers are not in their order: %s", body)
	}
	if got := Commands(b.String()); !slices.Equal(got, c.Commands) {
		t.Errorf("commands %q, want %q", got, c.Commands)
	}
	for _, other := range []string{"", "# a\n## How it was made\n\n```sh\nrm\n```\n", "---\n---\n## How it was made\n\ntext"} {
		if got := Commands(other); got != nil {
			t.Errorf("%q: %q", other, got)
		}
	}
}

// TestInfo reads dataset_info.json, and wants the same there as in the head.
func TestInfo(t *testing.T) {
	t.Parallel()
	for kind, builder := range map[bulk.Kind]string{bulk.Parquet: "parquet", bulk.NDJSON: "json"} {
		var b bytes.Buffer
		c := card(t, kind)
		if err := c.WriteInfo(&b); err != nil {
			t.Fatal(err)
		}
		var i struct {
			Builder  string                                  `json:"builder_name"`
			Features map[string]struct{ Dtype, Type string } `json:"features"`
			Splits   map[string]struct {
				Name     string `json:"name"`
				Examples int64  `json:"num_examples"`
			} `json:"splits"`
			Both int64 `json:"size_in_bytes"`
		}
		if err := json.Unmarshal(b.Bytes(), &i); err != nil {
			t.Fatal(err)
		}
		if i.Builder != builder || i.Features[hostile].Dtype != "string" || i.Features["rating"].Dtype != "int64" || i.Splits["validation"].Examples != 1000 || i.Both != 21300 {
			t.Errorf("%+v", i)
		}
		if at := strings.Index(b.String(), `"puzzle"`); at < 0 || at > strings.Index(b.String(), `"tier"`) {
			t.Error("the columns have another order")
		}
	}
}

// TestSplits wants names that the hub takes, each once.
func TestSplits(t *testing.T) {
	t.Parallel()
	valid := regexp.MustCompile(`^[\pL\pN_]+$`)
	for parts, want := range map[string]string{
		"train val test":   "train validation test",
		"training dev":     "train validation",
		"dev val":          "validation val",
		"val validation":   "val validation",
		"Test all größe":   "Test all_rows größe",
		"a.b a-b a_b ...x": "a_b a_b_2 a_b_3 _x",
		"fold1 fold2":      "fold1 fold2",
	} {
		var c Card
		for name := range strings.FieldsSeq(parts) {
			c.Parts = append(c.Parts, Part{Name: name})
		}
		names := c.splits()
		if got := strings.Join(names, " "); got != want || slices.ContainsFunc(names, func(n string) bool { return !valid.MatchString(n) }) {
			t.Errorf("%s: %s, want %s", parts, got, want)
		}
	}
	sizes := map[int64]string{0: "n<1K", 999: "n<1K", 1000: "1K<n<10K", 5e6: "1M<n<10M", 2e12: "n>1T"}
	for _, rows := range slices.Sorted(maps.Keys(sizes)) {
		if got := sizeCategory(rows); got != sizes[rows] {
			t.Errorf("%d: %s", rows, got)
		}
	}
}
