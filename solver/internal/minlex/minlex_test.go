package minlex

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// full says that slow tests are to take all they can.
var full = os.Getenv("SUDOKUBATCH_FULL") == "1"

// parse turns a line into cells; it may be short.
func parse(line string) []uint8 {
	cells := make([]uint8, 81)
	for i, char := range []byte(strings.ReplaceAll(line, "|", "")) {
		if char != '.' {
			cells[i] = char - '0'
		}
	}
	return cells
}

func show(cells []uint8) string {
	line := make([]byte, len(cells))
	for i, value := range cells {
		line[i] = '0' + value
	}
	return string(line)
}

// lineOrders are the orders of nine lines that keep bands together.
func lineOrders() [][9]int {
	perms := [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	var orders [][9]int
	for _, bands := range perms {
		for _, first := range perms {
			for _, second := range perms {
				for _, third := range perms {
					var order [9]int
					for i := range 3 {
						order[i] = 3*bands[0] + first[i]
						order[3+i] = 3*bands[1] + second[i]
						order[6+i] = 3*bands[2] + third[i]
					}
					orders = append(orders, order)
				}
			}
		}
	}
	return orders
}

// bruteForce tries all geometric transformations, and relabels by first
// appearance.
func bruteForce(puzzle []uint8) (form []uint8, automorphisms int) {
	form = slices.Repeat([]uint8{255}, 81)
	orders := lineOrders()
	var grid, image [81]uint8
	for transposed := range 2 {
		for i := range grid {
			grid[i] = puzzle[i]
			if transposed == 1 {
				grid[i] = puzzle[i%9*9+i/9]
			}
		}
		for _, rows := range orders {
			for _, columns := range orders {
				var labels [10]uint8
				next, order := uint8(1), 0
				for i := range image {
					digit := grid[9*rows[i/9]+columns[i%9]]
					if digit != 0 && labels[digit] == 0 {
						labels[digit] = next
						next++
					}
					image[i] = labels[digit]
					if order == 0 {
						order = int(image[i]) - int(form[i])
					}
					if order > 0 {
						break
					}
				}
				switch {
				case order < 0:
					copy(form, image[:])
					automorphisms = 1
				case order == 0:
					automorphisms++
				}
			}
		}
	}
	return form, automorphisms
}

// isomorph applies a random transformation.
func isomorph(r *rand.Rand, puzzle []uint8) []uint8 {
	lines := func() []int {
		var lines []int
		for _, band := range r.Perm(3) {
			for _, line := range r.Perm(3) {
				lines = append(lines, 3*band+line)
			}
		}
		return lines
	}
	rows, columns, labels, transpose := lines(), lines(), r.Perm(9), r.IntN(2) == 1
	image := make([]uint8, 81)
	for i := range image {
		row, column := rows[i/9], columns[i%9]
		if transpose {
			row, column = column, row
		}
		if digit := puzzle[9*row+column]; digit != 0 {
			image[i] = uint8(labels[digit-1]) + 1
		}
	}
	return image
}

// cases are puzzles of all kinds; symmetric and clashing ones among them.
func cases(r *rand.Rand) map[string][]uint8 {
	cases := map[string][]uint8{
		"empty":          parse(""),
		"one clue":       parse("5"),
		"a full row":     parse("123456789"),
		"all ones":       parse(strings.Repeat("1", 81)),
		"boxes of ones":  parse(strings.Repeat("111222333", 3) + strings.Repeat("444555666", 3) + strings.Repeat("777888999", 3)),
		"equal rows":     parse(strings.Repeat("123456789", 9)),
		"a diagonal":     parse(strings.Repeat("1.........", 9)),
		"boxes by turns": parse(strings.Repeat("123123123"+"231231231"+"312312312", 3)),
		"full band":      parse("123456789456789123789123456"),
		"most canonical": parse("123456789456789123789123456231564897564897231897231564312645978645978312978312645"),
		"17 clues":       parse(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."),
		"escargot":       parse("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."),
		"solved":         parse("162857493534129678789643521475312986913586742628794135356478219241935867897261354"),
	}
	diagonal := parse("")
	for i := range 9 {
		diagonal[10*i] = uint8(i) + 1
	}
	cases["nine digits"] = diagonal
	for clues := 1; clues < 16; clues += 5 {
		for digits := 1; digits <= 9; digits += 2 {
			puzzle := parse("")
			for range clues*clues/3 + 1 {
				puzzle[r.IntN(81)] = uint8(1 + r.IntN(digits))
			}
			cases[show(puzzle)] = puzzle
		}
	}
	return cases
}

func TestCanonicalIsLeast(t *testing.T) {
	s := New()
	form := make([]uint8, 81)
	for name, puzzle := range cases(rand.New(rand.NewPCG(1, 2))) {
		n := s.Canonical(form, puzzle)
		want, ways := bruteForce(puzzle)
		if n != ways || !slices.Equal(form, want) {
			t.Errorf("%s: %d automorphisms, want %d;\n got %s\nwant %s", name, n, ways, show(form), show(want))
		}
	}
}
