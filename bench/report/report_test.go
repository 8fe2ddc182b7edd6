package report

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
)

// sample is a page with every part.
func sample() *Page {
	return &Page{
		Title: "Sample <report>",
		Lead:  "What the parts look like.",
		Facts: [][2]string{{"processor", "Some CPU & more"}, {"commit", "0123456789abcdef0123456789abcdef01234567"}},
		Sections: []Section{{
			Heading: "Throughput", Text: "A text.",
			Parts: []Part{
				Bars{Title: "Puzzles a second", Unit: "puzzles/s", Groups: []Group{
					{"17clue", []Bar{{"lanes", 2.7e6, 2.5e6, 2.9e6, "× 7.11", 0}, {"band", 380e3, 380e3, 380e3, "", 1}, {"other & co", 300e3, 3e5, 3e5, "", 9}}},
					{"hardest <11>", []Bar{{"lanes", 82e3, 80e3, 84e3, "", 0}, {"band", 15e3, 15e3, 15e3, "", 1}}},
				}},
				Table{Header: []string{"corpus", "lanes"}, Rows: [][]string{{"17clue", "2.70 M"}, {"a <b>", "1"}}},
				Table{Title: "Slowest", Header: []string{"puzzle", "cells"}, Rows: [][]string{{"1", "..5.."}}, Left: []bool{false, true}},
				Grids{{Name: "puzzle 7", Note: "3 clues", Cells: "5.3.2..........."}},
			},
		}, {
			Heading: "Distributions",
			Parts: []Part{
				Histogram{Title: "Clues", XUnit: "clues", Unit: "puzzles", Bins: LinearBins([]int64{17: 100, 18: 2000, 25: 300, 30: 1})},
				Histogram{Title: "Guesses", XUnit: "guesses", Unit: "puzzles", Bins: DoublingBins([]int64{9000, 800, 30, 2, 0, 1}), Log: true},
			},
		}},
	}
}

func TestPage(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	if err := sample().Write(&text); err != nil {
		t.Fatal(err)
	}
	if path := os.Getenv("SUDOKUBATCH_REPORT"); path != "" { // to look at
		if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	html := text.String()
	for _, want := range []string{
		"<title>Sample &lt;report&gt;</title>", "Some CPU &amp; more", "Throughput", "A text.",
		">lanes<", ">band<", ">other &amp; co<", ">17clue<", ">hardest &lt;11&gt;<", ">2.70 M<", ">82.0 k<",
		"17clue, lanes: 2.70 M puzzles/s (2.50 M to 2.90 M)", ">10 k<", ">1 M<",
		"<td class=\"left\">a &lt;b&gt;</td>", "<td>1</td><td class=\"left\">..5..</td>", "2–3", "4–7",
		"18 clues: 2,000 puzzles (83.3 %)", ">2,000<", ">2.70 M  × 7.11<", "2.90 M), × 7.11<", ">5.3.2...........<", "puzzle 7", "class=\"thick\"",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if found := regexp.MustCompile(`https?:|//[a-z]|@import|url\(|<script|<link|<img|NaN|Inf|ZgotmplZ`).FindString(html); found != "" {
		t.Errorf("%q in a page that stands alone", found)
	}
}

// TestDrawings checks that each drawing is well-formed XML and within its plot area.
func TestDrawings(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	if err := sample().Write(&text); err != nil {
		t.Fatal(err)
	}
	drawings := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(text.String(), -1)
	if len(drawings) != 4 {
		t.Fatalf("%d drawings", len(drawings))
	}
	percent := regexp.MustCompile(`^(\d+(\.\d+)?)%$`)
	for _, drawing := range drawings {
		d := xml.NewDecoder(strings.NewReader(drawing))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, drawing)
			}
			element, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			for _, a := range element.Attr {
				if strings.HasSuffix(a.Value, "%") && (!percent.MatchString(a.Value) || len(a.Value) > 4 && a.Value[:3] == "100" && a.Value != "100%") {
					t.Errorf("<%s %s=%q>", element.Name.Local, a.Name.Local, a.Value)
				}
			}
		}
	}
}

// TestLogarithmic checks that logarithmic axes say so and have points instead of bars, none for a
// count of zero.
func TestLogarithmic(t *testing.T) {
	t.Parallel()
	bins := DoublingBins([]int64{9000, 1, 0, 30})
	for _, test := range []struct {
		part          Part
		bars, circles int
		begins        string
	}{
		{Histogram{Unit: "puzzles", Bins: bins, Log: true}, 0, 3, `x="0%" y="76" dy="16">1<`},
		{Histogram{Unit: "puzzles", Bins: bins}, 4, 0, `x="0%" y="76" dy="16">0<`},
		{Bars{Unit: "puzzles", Groups: []Group{{"a", []Bar{{Value: 20, Low: 20, High: 20}, {Value: 400, Low: 400, High: 400}}}}}, 0, 2, `>10<`},
	} {
		var text strings.Builder
		if err := (&Page{Sections: []Section{{Parts: []Part{test.part}}}}).Write(&text); err != nil {
			t.Fatal(err)
		}
		html := text.String()
		said := strings.Contains(html, "puzzles, on a logarithmic scale")
		if bars, circles := strings.Count(html, "<rect"), strings.Count(html, "<circle"); bars != test.bars || circles != test.circles || said != (bars == 0) || !strings.Contains(html, test.begins) {
			t.Errorf("%+v: %d bars, %d points, want %d and %d", test.part, bars, circles, test.bars, test.circles)
		}
	}
}

// TestNothing checks that parts without data can be drawn.
func TestNothing(t *testing.T) {
	t.Parallel()
	p := Page{Sections: []Section{{Parts: []Part{Table{}, Bars{}, Bars{Groups: make([]Group, 1)}, Histogram{}, Histogram{Bins: LinearBins(nil), Log: true}}}}}
	var text strings.Builder
	if err := p.Write(&text); err != nil || strings.Contains(text.String(), "NaN") {
		t.Errorf("%v\n%s", err, text.String())
	}
}

func TestNumber(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{
		0: "0", 0.638: "0.638", 0.00012345: "0.000123", 1e-7: "1.00e-07", 1: "1.00", 9.999: "10.0", 82.54: "82.5", 999.4: "999", 999.6: "1.00 k",
		2.7012e6: "2.70 M", 701234: "701 k", 1e15: "1.00 P", -5: "-5.00", 999_600: "1.00 M",
	} {
		if got := Number(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

func TestBins(t *testing.T) {
	t.Parallel()
	counts := make([]int64, 300)
	for i := 17; i < 300; i++ {
		counts[i] = 1
	}
	bins := LinearBins(counts)
	total := int64(0)
	for _, b := range bins {
		total += b.Count
	}
	if len(bins) > maxBins || total != 283 || bins[0] != (Bin{"10–19", 3}) || bins[len(bins)-1] != (Bin{"290–299", 10}) {
		t.Errorf("%d bins, %d: %v", len(bins), total, bins)
	}
	if got := DoublingBins([]int64{0, 5, 0, 2, 0}); len(got) != 3 || got[0] != (Bin{"1", 5}) || got[2] != (Bin{"4–7", 2}) {
		t.Errorf("%v", got)
	}
}

// TestShorten checks that long names are cut in the middle.
func TestShorten(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, want string }{{"lanes", "lanes"}, {"äöüßäö", "äöüßäö"}, {"abcdefghij", "abc…ij"}} {
		if got := shorten(tt.name, 6); got != tt.want {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
}
