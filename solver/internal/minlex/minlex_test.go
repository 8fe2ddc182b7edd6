package minlex

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// parse converts a line to cells. Missing cells are blank.
func parse(line string) []uint8 {
	cells := make([]uint8, 81)
	copy(cells, puzzletest.Decode(line))
	return cells
}

// isomorph returns a random isomorph of a puzzle.
func isomorph(r *rand.Rand, puzzle []uint8) []uint8 {
	return puzzletest.RandomSymmetry(9, r.Perm, r.IntN(2) == 0).Apply(puzzle)
}

// randomPuzzle returns a puzzle with clues anywhere, clashing or not.
func randomPuzzle(r *rand.Rand, clues, digits int) []uint8 {
	puzzle := parse("")
	for range clues {
		puzzle[r.IntN(81)] = uint8(1 + r.IntN(digits))
	}
	return puzzle
}

// thin returns a puzzle with some of the clues of another.
func thin(r *rand.Rand, puzzle []uint8, clues int) []uint8 {
	few := parse("")
	for _, cell := range r.Perm(81)[:clues] {
		few[cell] = puzzle[cell]
	}
	return few
}

const (
	mostCanonical = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
	leastGrid     = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
	lastGrid      = "123456789457893612986217354274538196531964827698721435342685971715349268869172543"
	inkala        = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	escargot      = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	seventeen     = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
)

// cases returns puzzles of all kinds.
func cases() [][]uint8 {
	r := rand.New(rand.NewPCG(1, 2))
	return [][]uint8{
		parse(""),
		parse("5"),
		parse("123456789"),
		parse("123456789456789123789123456"),
		// The row with a repeated digit is the lesser one, although it has more
		// clues.
		parse(strings.Repeat(".", 18) + ".55.12346" + strings.Repeat(".", 18) + ".12.34.56"),
		parse(strings.Repeat("1", 81)),
		parse(strings.Repeat("123123123"+"231231231"+"312312312", 3)),
		parse(strings.Repeat("111222333", 3) + strings.Repeat("444555666", 3) + strings.Repeat("777888999", 3)),
		parse(strings.Repeat("123456789", 9)),
		parse(strings.Repeat("1.........", 8) + "1"),
		parse("1.........2.........3.........4.........5.........6.........7.........8.........9"),
		parse(mostCanonical),
		parse(lastGrid),
		parse(leastGrid),
		parse(inkala),
		parse(escargot),
		parse(seventeen),
		thin(r, parse(mostCanonical), 8),
		thin(r, parse(mostCanonical), 16),
		thin(r, parse(mostCanonical), 60),
		randomPuzzle(r, 2, 1),
		randomPuzzle(r, 30, 1),
		randomPuzzle(r, 60, 2),
		randomPuzzle(r, 90, 3),
	}
}

// TestCanonicalIsLeast compares forms and automorphisms with brute force.
func TestCanonicalIsLeast(t *testing.T) {
	var puzzles [][]uint8
	for i, puzzle := range cases() {
		if puzzletest.Full || i%3 == 1 && !testing.Short() || i%8 == 1 {
			puzzles = append(puzzles, puzzle)
		}
	}
	if puzzletest.Full {
		r := rand.New(rand.NewPCG(1, 3))
		for i := range 150 {
			grid := [][]uint8{parse(mostCanonical), parse(lastGrid), parse(seventeen)}[i%3]
			puzzles = append(puzzles, thin(r, grid, 1+r.IntN(81)), randomPuzzle(r, 1+i/2, 1+i%9))
		}
	}
	s := New()
	form := make([]uint8, 81)
	for _, puzzle := range puzzles {
		n := s.Canonical(form, puzzle)
		want, ways := bruteForce(puzzle)
		if n != ways || !slices.Equal(form, want) {
			t.Errorf("%s: %d automorphisms, want %d;\n got %s\nwant %s", puzzletest.Encode(puzzle), n, ways, puzzletest.Encode(form), puzzletest.Encode(want))
		}
	}
}

// TestKnown has forms and automorphisms known from other sources.
func TestKnown(t *testing.T) {
	const all = 2 * 1296 * 1296
	for _, test := range []struct {
		puzzle, form  string
		automorphisms int
	}{
		{"", "", all},
		{"5", strings.Repeat(".", 80) + "1", all / 81},
		// The grid with the most automorphisms, and the grid with the greatest
		// form.
		{mostCanonical, mostCanonical, 648},
		{lastGrid, lastGrid, 72},
		{strings.Repeat("1", 81), strings.Repeat("1", 81), all},
		// From the comments of M. Deverin's program: two puzzles that other
		// programs got wrong.
		{seventeen, "........1.......2......3.......4.5....6...3....781.....1..2...4.3.....7.95.......", 1},
		{
			"................................1..2..3....45..6..7....5..2...8.7.3.....91.......",
			"..................................12.....3..4..5.6...7...4..8....62......97...3..", 6,
		},
		{
			".....1..2..3....4..5..6.1....63...5..7..2.8..8....6.....9.4.....6.7..9..7....2..1",
			".....1..2..1.3..4..5.2..6.....7...8...7.2.3..9....3..4..9.5..2..8.6.....4.......9", 1,
		},
		// From sudokuwiki.org/Sudoku_Min_Lex.
		{
			"369218475215749863487635912754861239631924758928357641173482596542196387896573124",
			"123456789457189236698273541261947853745831692839625417384792165512368974976514328", 1,
		},
		// The grid with the least form.
		{leastGrid, leastGrid, 3},
	} {
		form := make([]uint8, 81)
		n := New().Canonical(form, parse(test.puzzle))
		if want := parse(test.form); n != test.automorphisms || !slices.Equal(form, want) {
			t.Errorf("%s: got %d automorphisms, %s", test.puzzle, n, puzzletest.Encode(form))
		}
	}
}

// longest is greater than the capacity that the longest known lists need.
const longest = 1 << 15

// checkForm checks, without brute force, necessary properties of a canonical
// form, and that isomorphs have the same form.
func checkForm(t *testing.T, s *Search, r *rand.Rand, puzzle []uint8, isomorphs int) {
	t.Helper()
	form, again := make([]uint8, 81), make([]uint8, 81)
	n := s.Canonical(form, puzzle)
	if room := max(cap(s.current), cap(s.next), cap(s.ties)); room > longest {
		t.Fatalf("%s: room for %d partial transformations", puzzletest.Encode(puzzle), room)
	}
	if wrong := notThere(s, puzzle, form); wrong != "" {
		t.Fatalf("%s: %s is not an isomorph: %s", puzzletest.Encode(puzzle), puzzletest.Encode(form), wrong)
	}
	checkMapping(t, s, puzzle, form)
	for range isomorphs {
		image := isomorph(r, puzzle)
		if m := s.Canonical(again, image); m != n || !slices.Equal(again, form) {
			t.Fatalf("%s: %d automorphisms, form %s; of its isomorph %s %d, form %s",
				puzzletest.Encode(puzzle), n, puzzletest.Encode(form), puzzletest.Encode(image), m, puzzletest.Encode(again))
		}
	}
	if m := s.Canonical(form, form); m != n || !slices.Equal(again, form) {
		t.Fatalf("%s: the form of its form %s is %s", puzzletest.Encode(puzzle), puzzletest.Encode(again), puzzletest.Encode(form))
	}
}

// notThere returns how the remaining transformations of a search fail to turn
// the puzzle into the form, or "".
func notThere(s *Search, puzzle, form []uint8) string {
	for _, p := range s.current {
		var labels [10]uint8
		seen := map[uint8]bool{}
		for digit := range labels {
			labels[digit] = uint8(p.labels >> (4 * digit) & 15)
			if label := labels[digit]; label != fresh && seen[label] {
				return "two digits have one label"
			}
			seen[labels[digit]] = true
		}
		var columns [9]int
		for i, column := range p.columns {
			columns[column]++
			if column/3 != p.columns[i/3*3]/3 {
				return "a stack is torn"
			}
		}
		if slices.Max(columns[:]) > 1 {
			return "a column is taken twice"
		}
		var bands, want []string // rows sorted, because their order is not kept
		for band := range 3 {
			var rows, wantRows []string
			for row := 3 * band; row < 3*band+3; row++ {
				image := make([]uint8, 9)
				for i, column := range p.columns {
					cell := 9*row + int(column)
					if p.view == 1 {
						cell = row + 9*int(column)
					}
					image[i] = labels[puzzle[cell]]
				}
				rows, wantRows = append(rows, string(image)), append(wantRows, string(form[9*row:9*row+9]))
			}
			slices.Sort(rows)
			slices.Sort(wantRows)
			bands, want = append(bands, strings.Join(rows, "")), append(want, strings.Join(wantRows, ""))
		}
		slices.Sort(bands)
		slices.Sort(want)
		if !slices.Equal(bands, want) {
			return "bands differ"
		}
	}
	return ""
}

func TestIsomorphs(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	s := New()
	for _, puzzle := range cases() {
		checkForm(t, s, r, puzzle, 3)
	}
	for i := range 3000 {
		grid := [][]uint8{parse(mostCanonical), parse(lastGrid), parse(escargot)}[i%3]
		checkForm(t, s, r, thin(r, grid, 1+r.IntN(80)), 3)
		checkForm(t, s, r, randomPuzzle(r, 1+r.IntN(100), 1+r.IntN(9)), 3)
	}
}

// TestMemory checks that a search allocates only when a list becomes longer
// than any before.
func TestMemory(t *testing.T) {
	puzzles := cases()
	s := New()
	form := make([]uint8, 81)
	search := func() {
		for _, puzzle := range puzzles {
			s.Canonical(form, puzzle)
		}
	}
	search()
	if allocs := testing.AllocsPerRun(3, search); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
