package book

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
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

var letter = papers["letter"]

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
	onePage = regexp.MustCompile(`(?s)<section class="page ([^"]*)">(.*?)<footer>(\d+)</footer></section>`)
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
		{Book{PerPage: 6, Solutions: UpsideDown, Paper: letter}, 9, 24, 4, 16},
		{Book{PerPage: 9, Solutions: None, Paper: letter}, 9, 10, 2, 0},
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
		for i, page := range onePage.FindAllStringSubmatch(write(t, &tt.book, rows.String()), -1) {
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
	for _, name := range append(Papers(), "11x8.5", "8.5x8.5") {
		for perPage := range places {
			for i := range 5 * len(gutters) * 2 {
				b := Book{PerPage: perPage, Large: i%2 > 0}
				if err := b.Paper.UnmarshalText([]byte(name)); err != nil {
					t.Fatal(err)
				}
				l := b.layout([]int{4, 6, 9, 16, 25}[i/2%5], gutters[i/10].inside)
				width, height := b.Paper.Width-l.inside-l.outside, b.Paper.Height-2*l.outside-footer
				across := float64(l.columns)*(l.side+gap) - gap
				down := float64(l.rows)*(l.side+float64(l.caption)*0.75+gap) - gap
				if across > width || down > height || across < width-3 && down < height-3 {
					t.Errorf("%+v: puzzles take %g×%g of %g×%g", b, across, down, width, height)
				}
				across = float64(l.answersColumns)*(l.small+gap) - gap
				down = float64(l.answersRows)*(l.small+label+answersGap) - answersGap
				if across > width || down > height-title || l.answersRows < 1 {
					t.Errorf("%+v: solutions take %g×%g of %g×%g", b, across, down, width, height)
				}
			}
		}
	}
}

// TestPaper reads sizes of paper, and refuses others.
func TestPaper(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Paper{
		"A4": A4, "a5": {148, 210}, "letter": letter, "8.5x11": letter, "6x9": {152.4, 228.6}, "6x9in": {152.4, 228.6}, "148x210mm": {148, 210}, "8.5x8.5": {215.9, 215.9}, "3x40": {76.2, 1016},
		"": {}, "6": {}, "6x": {}, "6x9x2": {}, "210x297": {}, "6x9mm": {}, "2x9": {}, "NaNx9": {}, "-6x9": {}, "6cmx9cm": {}, "foolscap": {},
	} {
		var p Paper
		if err := p.UnmarshalText([]byte(text)); (err != nil) != (want == Paper{}) || err == nil && (math.Abs(p.Width-want.Width) > 0.01 || math.Abs(p.Height-want.Height) > 0.01) {
			t.Errorf("%s: %v, %v, want %v", text, p, err, want)
		}
	}
}

// TestSections wants sections in order, on the right, and the level of each puzzle above its solution.
func TestSections(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ values, title, want string }{
		{"b,a,b", "", "-b|1 b 2 b|-a|3 a|+Solutions 1 b 2 b 3 a"},
		{"b,b,b,a", "A & B", "-A &amp; B||-b|1 b 2 b|3 b||-a|4 a|+Solutions 1 b 2 b 3 b 4 a"},
		{"hard,,beyond,easy", "", "-easy|1 easy|-hard|2 hard|-beyond|3 beyond|-no tier|4 |+Solutions 1 easy 2 hard 3 beyond 4 "},
		{"NaN,x,2,,nan", "", "-2|1 2|-x|2 x|-no tier|3 NaN 4 |5 nan|+Solutions 1 2 2 x 3 NaN 4  5 nan"},
		{"10,9,x,2.5", "", "-2.5|1 2.5|-9|2 9|-10|3 10|-x|4 x|+Solutions 1 2.5 2 9 3 10 4 x"},
	} {
		b := Book{Title: tt.title, TitlePage: tt.title != "", Sections: "tier", PerPage: 2, Solutions: End, Paper: A4}
		rows, grid, pages := "puzzle,tier\ntext,text\n", puzzles(t, 9, 1)[0], []string{}
		for value := range strings.SplitSeq(tt.values, ",") {
			rows += grid + "," + value + "\n"
		}
		book := write(t, &b, rows)
		for page := range strings.SplitSeq(book[strings.Index(book, "<section")+8:], "<section") {
			texts := strings.Join(regexp.MustCompile(`<(h1|h2|figcaption)>.*?</`).FindAllString(page, -1), " ")
			pages = append(pages, strings.NewReplacer("<h1>", "-", "<h2>", "+", "<figcaption>", "", "</", "", "<small>", "").Replace(texts))
		}
		if got := strings.Join(pages, "|"); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.values, got, tt.want)
		}
	}
}

// TestTitles wants each line of a title, and of the name of a section, on its page: else it is refused.
func TestTitles(t *testing.T) {
	t.Parallel()
	grid := puzzles(t, 9, 1)[0]
	for letters := 1; letters < 3000; letters += 1 + letters/4 {
		title := strings.Repeat("M", letters)
		for _, b := range []Book{{Title: title, TitlePage: true, Paper: A4}, {Sections: "of", Paper: Paper{4 * inch, 6 * inch}, Bleed: true}} {
			b.PerPage, b.Solutions = 1, None
			rows := "puzzle,of\ntext,text\n" + grid + "," + title + "\n"
			table, err := bulk.OpenTable(strings.NewReader(rows), int64(len(rows)), bulk.Form{})
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			err = b.WriteHTML(&out, table)
			points := 24
			if small := regexp.MustCompile(`<h1 style="font-size: (\d+)pt">`).FindStringSubmatch(out.String()); small != nil {
				points, _ = strconv.Atoi(small[1])
			}
			l := b.layout(9, gutters[0].inside)
			fits := func(points int) bool {
				size := float64(points) / 72 * inch
				return math.Ceil(float64(letters)/math.Floor((b.Paper.Width-l.inside-l.outside)/size))*1.2*size <= l.inner
			}
			if err == nil && (!fits(points) || points < 24 && fits(points+1) || points < 8) || err != nil && fits(8) {
				t.Errorf("%d letters on %v have %d points: %v", letters, b.Paper, points, err)
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

// TestMargins wants inside margins that follow the number of pages, and that number to be known before the first page.
func TestMargins(t *testing.T) {
	t.Parallel()
	grid := puzzles(t, 9, 1)[0]
	for _, tt := range []struct {
		book            Book
		puzzles         int
		inside, outside float64 // inches
	}{
		{Book{Paper: letter}, 24, 15 / inch, 15 / inch},
		{Book{Paper: letter, Large: true, Bleed: true}, 150, 10 / inch, 10/inch + 0.125},
		{Book{Paper: letter, Large: true}, 151, 0.5, 10 / inch},
		{Book{Paper: letter}, 301, 0.625, 15 / inch},
		{Book{Paper: Paper{100, 150}}, 500, 0.625, 100 / 14. / inch},
		{Book{Paper: Paper{100, 150}, TitlePage: true, Sections: "puzzle"}, 498, 0.75, 100 / 14. / inch},
		{Book{Paper: Paper{80, 150}, Bleed: true}, 701, 0.875, 0.375},
		{Book{Paper: Paper{80, 150}}, 829, 0.875, 0.25},
		{Book{Paper: letter, Solutions: End}, 282, 15 / inch, 15 / inch},
		{Book{Paper: letter, Solutions: End}, 283, 0.625, 15 / inch},
	} {
		b := tt.book
		b.PerPage = 1
		if b.Solutions == "" {
			b.Solutions = None
		}
		page := write(t, &b, "puzzle\ntext\n"+strings.Repeat(grid+"\n", tt.puzzles))
		want := fmt.Sprintf("--inside: %.6gmm; --outside: %.6gmm;", tt.inside*inch, tt.outside*inch)
		if !strings.Contains(page, want) {
			t.Errorf("%+v, %d puzzles: no %s in %s", b, tt.puzzles, want, regexp.MustCompile("--inside.*").FindString(page))
		}
	}
}

// TestPrint prints books, whose pages must be the pages of the PDF. Their fonts are embedded.
func TestPrint(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	rows := "puzzle,tier\ntext,text\n" + strings.Repeat(puzzles(t, 9, 1)[0]+",easy\n", 21)
	for _, b := range []Book{
		{PerPage: 4, Solutions: End, Paper: A4},
		{PerPage: 9, Solutions: UpsideDown, Paper: letter, Candidates: true},
		{PerPage: 1, Solutions: End, Paper: Paper{6 * inch, 9 * inch}, Bleed: true, Title: "Title", TitlePage: true, Sections: "tier"},
	} {
		page := write(t, &b, rows)
		var out bytes.Buffer
		err := browser.Print(t.Context(), &out, func(to io.Writer) error {
			_, err := io.WriteString(to, page)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		pdf := out.String()
		size := b.layout(9, 0).paper
		box := regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`).FindStringSubmatch(pdf)
		if box == nil || !near(box[1], size.Width) || !near(box[2], size.Height) {
			t.Errorf("%+v: the box of a page is %v", b, box)
		}
		if got, want := strings.Count(pdf, "/Type /Page\n"), strings.Count(page, "<section"); got != want {
			t.Errorf("%+v: %d pages, want %d", b, got, want)
		}
		if fonts, files := strings.Count(pdf, "/Type /FontDescriptor"), strings.Count(pdf, "/FontFile2 "); fonts == 0 || fonts != files {
			t.Errorf("%+v: %d fonts, %d embedded", b, fonts, files)
		}
	}
}

func needBrowser(t *testing.T) {
	t.Helper()
	if browser.Find() == "" {
		t.Skip("no chromium here (Debian: apt-get install chromium)")
	}
}

// TestInk measures where the first pages of books have ink: not in the margins, up to the inside margin, and not between
// a grid and a heading that is too long.
func TestInk(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	const width, height, dpi = 6, 9, 96
	rows := "puzzle\ntext\n" + strings.Repeat(puzzles(t, 9, 1)[0]+"\n", 301)
	for _, bleed := range []float64{0, 0.125} {
		b := Book{PerPage: 1, Solutions: None, Paper: Paper{width * inch, height * inch}, Large: true, Bleed: bleed > 0, Heading: strings.Repeat("ÉÉÉ ", 50)}
		style, page, _ := strings.Cut(write(t, &b, rows), "@media")
		_, body, _ := strings.Cut(page, "</style>")
		dir := t.TempDir()
		html, name := filepath.Join(dir, "book.html"), filepath.Join(dir, "ink.png")
		if err := os.WriteFile(html, []byte(style+"</style>"+body), 0o666); err != nil {
			t.Fatal(err)
		}
		args := append(browser.Flags(), "--user-data-dir="+dir, "--hide-scrollbars", fmt.Sprintf("--window-size=%d,%d", (width+1)*dpi, 2*(height+1)*dpi), "--screenshot="+name, html)
		if said, err := exec.CommandContext(t.Context(), browser.Find(), args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(file)
		if err != nil {
			t.Fatal(err)
		}
		across, down := (width+bleed)*dpi, (height+2*bleed)*dpi
		for i := range 2 {
			top := float64(i) * (down - 0.2/inch*dpi)
			ink := inkIn(picture, image.Rect(0, int(math.Round(top)), int(across), int(top+down)-1))
			first, last := (ink.Min.Y+ink.Max.Y)/2, (ink.Min.Y+ink.Max.Y)/2 // rows of the grid
			for ; !inkIn(picture, image.Rect(0, first-1, int(across), first)).Empty(); first-- {
			}
			for ; !inkIn(picture, image.Rect(0, last, int(across), last+1)).Empty(); last++ {
			}
			if last-first > ink.Dx()+1 {
				t.Errorf("page %d: the grid is %d wide and %d high: the heading reaches it", i+1, ink.Dx(), last-first)
			}
			left, right := float64(ink.Min.X)/dpi, (across-float64(ink.Max.X))/dpi
			inside, outside := left, right
			if i == 1 {
				inside, outside = right, left
			}
			above, below := (float64(ink.Min.Y)-top)/dpi, (top+down-float64(ink.Max.Y))/dpi
			if math.Abs(inside-0.625) > 0.02 || min(outside, above, below) < 0.25+bleed || outside > 0.35+bleed {
				t.Errorf("page %d with a bleed of %g: ink is %.3f from the inner edge, %.3f from the outer, %.3f and %.3f from top and bottom", i+1, bleed, inside, outside, above, below)
			}
		}
	}
}

// inkIn returns the bounds of ink in a part of a picture.
func inkIn(picture image.Image, part image.Rectangle) (ink image.Rectangle) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if c := color.GrayModel.Convert(picture.At(x, y)).(color.Gray); c.Y < 250 {
				ink = ink.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return ink
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
