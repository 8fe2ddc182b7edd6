package bench

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/sudokubatch/sudokubatch/bench/report"
)

var update = flag.Bool("update", false, "draw the picture of the README again")

// The picture of the README, and the recorded results that it shows.
const (
	pictureFile    = "../.github/throughput.svg"
	pictureResults = "results/2026-11-epyc-avx512-2cpu.json"
)

// TestPicture checks that the picture of the README shows the recorded results. With -update it
// draws the picture.
func TestPicture(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(pictureResults)
	if err != nil {
		t.Fatal(err)
	}
	measurements, err := ReadJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var picture bytes.Buffer
	if err := pictureTemplate.Execute(&picture, newPicture(measurements)); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(pictureFile, picture.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	drawn, err := os.ReadFile(pictureFile)
	if err != nil || !bytes.Equal(drawn, picture.Bytes()) {
		t.Errorf("%s is not what %s says: go test ./bench -run Picture -update (%v)", pictureFile, pictureResults, err)
	}
}

// A picture compares whole processes, text to text: a row for each corpus, a point for each
// program, on a logarithmic axis.
type picture struct {
	Height, Bottom int
	Caption        string
	Ticks          []point
	Legend         []point
	Rows           []pictureRow
}

type pictureRow struct {
	Y       int
	Corpus  string
	From    int // where its first point is
	Points  []point
	At      int // where the label begins
	Label   string
	Details string
}

type point struct {
	X     int
	Class string
	Text  string
}

// The programs, as results name them, and what the picture calls them.
var pictureSeries = []point{
	{0, "tdoku", "tdoku"},
	{0, "avx2", "sudokubatch, AVX2"},
	{0, "lanes", "sudokubatch, AVX-512"},
}

const (
	plotLeft, plotRight = 100, 550   // pixels
	leastSpeed          = 10_000     // puzzles a second at plotLeft
	mostSpeed           = 10_000_000 // and at plotRight
	firstRow, rowPitch  = 92, 30     // pixels
)

// pictureX returns where a speed stands.
func pictureX(speed float64) int {
	share := math.Log(speed/leastSpeed) / math.Log(float64(mostSpeed)/leastSpeed)
	return int(math.Round(plotLeft + share*(plotRight-plotLeft)))
}

func newPicture(measurements []Measurement) *picture {
	p := &picture{Legend: slices.Clone(pictureSeries)}
	for i, x := range []int{plotLeft + 6, plotLeft + 86, plotLeft + 266} {
		p.Legend[i].X = x
	}
	round := strings.NewReplacer(".00", "", ".0", "")
	for speed := float64(leastSpeed); speed <= mostSpeed; speed *= 10 {
		p.Ticks = append(p.Ticks, point{X: pictureX(speed), Text: round.Replace(report.Number(speed))})
	}
	for i := range measurements {
		m := &measurements[i]
		engine := strings.TrimPrefix(strings.TrimPrefix(m.Engine, "sudokubatch "), "lanes@")
		at := slices.IndexFunc(pictureSeries, func(s point) bool { return s.Class == engine })
		if m.Mode != processMode || at < 0 {
			continue
		}
		if n := len(p.Rows); n == 0 || p.Rows[n-1].Corpus != m.Corpus {
			p.Rows = append(p.Rows, pictureRow{Corpus: m.Corpus, Y: firstRow + n*rowPitch})
		}
		r := &p.Rows[len(p.Rows)-1]
		x := pictureX(m.PuzzlesPerSecond)
		r.Points = append(r.Points, point{x, pictureSeries[at].Class, fmt.Sprintf("%s: %s puzzles/s", pictureSeries[at].Text, report.Number(m.PuzzlesPerSecond))})
		if r.From == 0 || x < r.From {
			r.From = x
		}
		if x > r.At {
			r.At, r.Label, r.Details = x, report.Number(m.PuzzlesPerSecond), fmt.Sprintf("%.1f × tdoku", m.Ratio)
		}
	}
	p.Bottom = firstRow + len(p.Rows)*rowPitch - rowPitch/2
	p.Height = p.Bottom + 58
	m := &measurements[0]
	p.Caption = fmt.Sprintf("Logarithmic. One core of an AMD EPYC with AVX-512, medians of %d rounds, %s, commit %s.", len(m.Rounds), m.Date, m.Commit[:7])
	return p
}

var pictureTemplate = template.Must(template.New("picture").Parse(`<svg xmlns="http://www.w3.org/2000/svg" width="740" height="{{.Height}}" viewBox="0 0 740 {{.Height}}" role="img" aria-label="Puzzles a second of sudokubatch and tdoku on six corpora">
<style>
  svg { --ink: #1b1b1b; --pale: #5f6368; --rule: #d8dade; --tdoku: #d55e00; --avx2: #3f8fc4; --lanes: #0072b2; }
  @media (prefers-color-scheme: dark) { svg { --ink: #e6e6e6; --pale: #a2a7ad; --rule: #3a3e44; --tdoku: #f08a3c; --avx2: #8cc8ee; --lanes: #4aa8e0; } }
  text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; fill: var(--ink); }
  .pale { fill: var(--pale); font-size: 12px; } .title { font-size: 15px; font-weight: 600; } .bold { font-weight: 600; } .end { text-anchor: end; } .middle { text-anchor: middle; }
  line { stroke: var(--rule); } .span { stroke-width: 3; }
  .tdoku { fill: var(--tdoku); } .avx2 { fill: none; stroke: var(--avx2); stroke-width: 2.5; } .lanes { fill: var(--lanes); }
</style>
<text class="title" x="20" y="26">Puzzles a second, from text to text, each solution proven unique</text>
{{- range .Legend}}
<circle class="{{.Class}}" cx="{{.X}}" cy="52" r="5.5"/><text x="{{.X}}" dx="12" y="56">{{.Text}}</text>{{end}}
{{- range .Ticks}}
<line x1="{{.X}}" x2="{{.X}}" y1="72" y2="{{$.Bottom}}"/><text class="pale middle" x="{{.X}}" y="{{$.Bottom}}" dy="18">{{.Text}}</text>{{end}}
{{- range .Rows}}
<text class="end" x="88" y="{{.Y}}" dy="4">{{.Corpus}}</text><line class="span" x1="{{.From}}" x2="{{.At}}" y1="{{.Y}}" y2="{{.Y}}"/>
{{- $y := .Y}}{{range .Points}}
<circle class="{{.Class}}" cx="{{.X}}" cy="{{$y}}" r="5.5"><title>{{.Text}}</title></circle>{{end}}
<text class="bold" x="{{.At}}" dx="12" y="{{.Y}}" dy="4">{{.Label}}<tspan class="pale" dx="7">{{.Details}}</tspan></text>{{end}}
<text class="pale" x="20" y="{{.Height}}" dy="-12">{{.Caption}}</text>
</svg>
`))
