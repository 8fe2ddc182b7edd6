package book

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/cmd/internal/browser"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/solver"
)

var update = flag.Bool("update", false, "write the golden file anew")

// TestGolden compares a book of two puzzles with the file in testdata.
func TestGolden(t *testing.T) {
	t.Parallel()
	b := Book{Title: "A & B", PerPage: 2, Heading: "No. {number}, {name} {tier}", Solutions: UpsideDown, Paper: A4, Candidates: true}
	two := puzzles(t, 9, 2)
	got := write(t, &b, "name,puzzle,tier\ntext,text,text\n<b>,"+two[0]+",easy\n\"a, b\","+two[1]+",\n")
	const golden = "testdata/two.html"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || got != string(want) {
		t.Errorf("%v: the book differs from %s: if it should, run with -update and read the difference", err, golden)
	}
}

var (
	section = regexp.MustCompile(`(?s)<section class="page ([^"]*)">(.*?)<footer>(\d+)</footer></section>`)
	figure  = regexp.MustCompile(`(?s)<figure><figcaption>(.*?)</figcaption>(.*?)</figure>`)
	line    = regexp.MustCompile(`<text y="(\d+)">(.*?)</text>`)
	span    = regexp.MustCompile(`<tspan x="(\d+)">([^<])</tspan>`)
)

// TestStructure reads books of several sizes: pages are numbered and full, each puzzle is there once, in order,
// and its solution solves it. Rows without a puzzle are left out, and puzzles without a unique solution say so.
func TestStructure(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		book              Book
		order, puzzles    int
		pages, answerPage int
	}{
		{Book{PerPage: 1, Solutions: End, Paper: A4}, 9, 3, 3, 20},
		{Book{PerPage: 4, Solutions: End, Paper: A4}, 9, 41, 11, 20},
		{Book{PerPage: 6, Solutions: UpsideDown, Paper: "letter"}, 9, 24, 4, 16},
		{Book{PerPage: 9, Solutions: None, Paper: "letter"}, 9, 10, 2, 0},
		{Book{PerPage: 2, Solutions: End, Paper: A4, Large: true}, 9, 13, 7, 9},
		{Book{PerPage: 4, Solutions: End, Paper: A4}, 16, 5, 2, 12},
	} {
		var rows strings.Builder
		rows.WriteString("puzzle,n\ntext,int\n")
		puzzles := puzzles(t, tt.order, tt.puzzles)
		puzzles[1] = strings.Repeat(".", tt.order*tt.order)
		for i, p := range puzzles {
			if i == 1 {
				rows.WriteString("nonsense,0\n")
			}
			fmt.Fprintf(&rows, "%s,%d\n", p, 100+i)
		}
		tt.book.Heading = "{number}/{n}"
		var shown, solved []string
		for i, page := range section.FindAllStringSubmatch(write(t, &tt.book, rows.String()), -1) {
			figures := figure.FindAllStringSubmatch(page[2], -1)
			perPage, have, all := tt.book.PerPage, &shown, tt.puzzles
			if i >= tt.pages {
				perPage, have = tt.answerPage, &solved
			}
			if page[3] != strconv.Itoa(i+1) || len(figures) != min(perPage, all-len(*have)) {
				t.Errorf("%+v: page %s at %d has %d figures", tt.book, page[3], i+1, len(figures))
			}
			if strings.Contains(page[1], "turned") != (i >= tt.pages && tt.book.Solutions == UpsideDown) {
				t.Errorf("%+v: page %d is %s", tt.book, i+1, page[1])
			}
			for _, f := range figures {
				*have = append(*have, f[1]+" "+gridOf(f[2], tt.order))
			}
		}
		if len(shown) != tt.puzzles || tt.book.Solutions != None && len(solved) != tt.puzzles {
			t.Fatalf("%+v: %d puzzles and %d solutions", tt.book, len(shown), len(solved))
		}
		for i, p := range puzzles {
			if want := fmt.Sprintf("%d/%d %s", i+1, 100+i, p); shown[i] != want {
				t.Errorf("%+v: %s, want %s", tt.book, shown[i], want)
			}
			if tt.book.Solutions == None {
				continue
			}
			number, grid, _ := strings.Cut(solved[i], " ")
			if i == 1 {
				if grid != "more than one solution" {
					t.Errorf("%+v: %s of a blank grid", tt.book, grid)
				}
				continue
			}
			if err := solver.Verify(parse(t, p), parse(t, grid)); err != nil || number != strconv.Itoa(i+1) {
				t.Errorf("%+v: solution %s of %d: %v", tt.book, number, i+1, err)
			}
		}
	}
}

// TestPlaces wants the puzzles and solutions of every layout to fit its page, and to be as large as they can be.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for name, size := range papers {
		for perPage := range places {
			for _, order := range []int{4, 6, 9, 16, 25} {
				b := Book{PerPage: perPage, Paper: name}
				for range 2 {
					l := b.layout(order)
					width, height := size.width-2*l.margin, size.height-2*l.margin-footer
					across := float64(l.columns)*(l.side+gap) - gap
					down := float64(l.rows)*(l.side+float64(l.caption)*0.75+gap) - gap
					if across > width || down > height || across < width-3 && down < height-3 {
						t.Errorf("%+v: puzzles take %g×%g of %g×%g", b, across, down, width, height)
					}
					across = float64(l.answersColumns)*(l.small+gap) - gap
					down = float64(l.answersRows)*(l.small+label+gap) - gap
					if across > width || down > height-title || l.answersRows < 1 {
						t.Errorf("%+v: solutions take %g×%g of %g×%g", b, across, down, width, height)
					}
					b.Large = true
				}
			}
		}
	}
}

// TestHeading fills in headings, and refuses others.
func TestHeading(t *testing.T) {
	t.Parallel()
	rows := "puzzle,tier\ntext,text\n" + puzzles(t, 9, 1)[0] + ",easy\n"
	for text, want := range map[string]string{"": "1 easy", "{number}": "1", "{tier}: {number}.": "easy: 1.", "x": "x", "{tire}": "!did you mean", "{er}": "!--add er", "{ {}": "{ {}"} {
		b := Book{PerPage: 1, Heading: text, Solutions: None, Paper: A4}
		table, err := bulk.OpenTable(strings.NewReader(rows), int64(len(rows)), bulk.Form{})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := b.WriteHTML(&out, table); err != nil {
			out.WriteString("!" + err.Error())
		}
		if !strings.Contains(out.String(), "<figcaption>"+want+"</figcaption>") && (want[0] != '!' || !strings.Contains(out.String(), want[1:])) {
			t.Errorf("%q: no %s in %s", text, want, &out)
		}
	}
}

// TestPrint prints books, whose pages must be the pages of the PDF.
func TestPrint(t *testing.T) {
	t.Parallel()
	if browser.Find() == "" {
		t.Skip("no chromium here (Debian: apt-get install chromium)")
	}
	rows := "puzzle\ntext\n" + strings.Repeat(puzzles(t, 9, 1)[0]+"\n", 21)
	for _, b := range []Book{{PerPage: 4, Solutions: End, Paper: A4}, {PerPage: 9, Solutions: UpsideDown, Paper: "letter", Candidates: true}} {
		page := write(t, &b, rows)
		var pdf bytes.Buffer
		err := browser.Print(t.Context(), &pdf, func(out io.Writer) error {
			_, err := io.WriteString(out, page)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		size := papers[b.Paper]
		box := regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`).FindStringSubmatch(pdf.String())
		if box == nil || !near(box[1], size.width) || !near(box[2], size.height) {
			t.Errorf("%+v: the box of a page is %v", b, box)
		}
		if got, want := len(regexp.MustCompile(`/Type /Page\b`).FindAllString(pdf.String(), -1)), len(section.FindAllString(page, -1)); got != want {
			t.Errorf("%+v: %d pages, want %d", b, got, want)
		}
	}
}

// near reports whether a number of points is about a length in millimetres.
func near(points string, millimetres float64) bool {
	n, err := strconv.ParseFloat(points, 64)
	return err == nil && math.Abs(n-millimetres*72/25.4) < 1
}

// write returns the book of typed rows.
func write(t *testing.T, b *Book, rows string) string {
	t.Helper()
	table, err := bulk.OpenTable(strings.NewReader(rows), int64(len(rows)), bulk.Form{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := b.WriteHTML(&out, table); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// puzzles returns the first puzzles of an embedded corpus as lines.
func puzzles(t *testing.T, order, n int) (lines []string) {
	t.Helper()
	r, err := corpus.Open(map[int]string{9: "@demo", 16: "@demo16"}[order], corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for cells, err := range formats.Puzzles(r) {
		if err != nil || len(lines) == n {
			break
		}
		lines = append(lines, formats.Format(cells))
	}
	return lines
}

func parse(t *testing.T, text string) []uint8 {
	t.Helper()
	cells, err := formats.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return cells
}

// gridOf returns the grid of a drawing as a line, or the text in its place.
func gridOf(drawn string, order int) string {
	if !strings.HasPrefix(drawn, "<svg") {
		return regexp.MustCompile(`>(.*)<`).FindStringSubmatch(drawn)[1]
	}
	grid := bytes.Repeat([]byte("."), order*order)
	for _, l := range line.FindAllStringSubmatch(drawn, -1) {
		y, _ := strconv.Atoi(l[1])
		for _, s := range span.FindAllStringSubmatch(l[2], -1) {
			x, _ := strconv.Atoi(s[1])
			grid[y/64*order+x/64] = s[2][0]
		}
	}
	return string(grid)
}
