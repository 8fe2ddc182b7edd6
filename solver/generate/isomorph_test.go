package generate

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// TestIsomorph checks that isomorphs are different puzzles with the same number of clues, that each depends only
// on its numbers, and that it maps the solution as well.
func TestIsomorph(t *testing.T) {
	t.Parallel()
	for _, order := range solver.Orders() {
		p := puzzles(t, Options{Order: order, Clues: order * order / 2}, 1)[0]
		solution := slices.Clone(p.cells)
		witness(t, order).Solve(solution)
		m := NewIsomorpher(geometry.Of(order), 1)
		to, image, again := make([]uint8, order*order), make([]uint8, order*order), make([]uint8, order*order)
		for way, isomorph := range map[string]func(m *Isomorpher, to, from []uint8, number uint64){
			"by number": func(m *Isomorpher, to, from []uint8, number uint64) { m.Isomorph(to, from, number) },
			"chosen": func(m *Isomorpher, to, from []uint8, number uint64) {
				m.Choose(number/8, number%2|number%8/2<<46) // low and high numbers
				m.Apply(to, from)
			},
		} {
			seen := map[string]bool{}
			for number := range uint64(50) {
				isomorph(m, to, p.cells, number)
				isomorph(m, image, solution, number)
				if err := solver.Verify(to, image); err != nil || countClues(to) != order*order/2 {
					t.Fatalf("order %d, isomorph %d %s: %v, %d clues", order, number, way, err, countClues(to))
				}
				if seen[string(to)] && order > 4 {
					t.Fatalf("order %d: isomorph %d %s was there before", order, number, way)
				}
				seen[string(to)] = true
				if isomorph(NewIsomorpher(geometry.Of(order), 1), again, p.cells, number); !slices.Equal(to, again) {
					t.Fatalf("order %d: isomorph %d %s is another one", order, number, way)
				}
			}
		}
	}
}

// TestIsomorphUndone follows single cells, by giving each a different value, the
// two bytes of it one after the other. Cells that share a house must still share one, and cells with the
// same digit must keep a common digit.
func TestIsomorphUndone(t *testing.T) {
	t.Parallel()
	for _, order := range solver.Orders() {
		b := newBoard(geometry.Of(order))
		from, to := make([]uint8, b.size()), make([]uint8, b.size())
		place := make([]int, b.size())
		var r random
		for number := range uint64(40) {
			came := make([]int, b.size())
			for _, high := range []int{0, 8} {
				for i := range from {
					from[i] = uint8(i >> high)
				}
				r.seed(1, forIsomorph, uint64(order), number)
				b.shuffle(to, from, &r)
				for i, value := range to {
					came[i] |= int(value) << high
				}
			}
			for i, cell := range came {
				place[cell] = i
			}
			for i := range from {
				for j := range i {
					if b.houses(i, j) == 0 != (b.houses(place[i], place[j]) == 0) {
						t.Fatalf("order %d: cells %d and %d went to %d and %d", order, i, j, place[i], place[j])
					}
				}
			}
		}
	}
}

// houses returns the number of houses that two cells share.
func (b *board) houses(i, j int) (n int) {
	cell := func(i int) [3]int {
		row, column, box := b.shape.Houses(i)
		return [3]int{row, column, box}
	}
	of := cell(j)
	for k, house := range cell(i) {
		if house == of[k] {
			n++
		}
	}
	return n
}

// TestIsomorphsAreSpread checks that every cell and digit goes everywhere about
// equally often.
func TestIsomorphsAreSpread(t *testing.T) {
	t.Parallel()
	const rounds = 8100
	m := NewIsomorpher(geometry.Of(9), 2)
	from, to := make([]uint8, 81), make([]uint8, 81)
	from[13] = 5
	var cells [81]int
	var digits [10]int
	for number := range uint64(rounds) {
		m.Isomorph(to, from, number)
		at := slices.IndexFunc(to, func(digit uint8) bool { return digit != 0 })
		cells[at]++
		digits[to[at]]++
	}
	// The bounds are six standard deviations.
	if least, most := slices.Min(cells[:]), slices.Max(cells[:]); least < 40 || most > 160 {
		t.Errorf("cells are met %d to %d times", least, most)
	}
	if least, most := slices.Min(digits[1:]), slices.Max(digits[1:]); least < 730 || most > 1070 {
		t.Errorf("digits are met %d to %d times", least, most)
	}
}

// TestIsomorphMistakes checks that wrong arguments cause a panic, and that no
// cell beyond a short slice is written.
func TestIsomorphMistakes(t *testing.T) {
	t.Parallel()
	for _, order := range []int{-1, 0, 5, 10, 36} {
		checkPanics(t, func() { NewIsomorpher(geometry.Of(order), 0) })
	}
	for _, order := range solver.Orders() {
		n := order * order
		m := NewIsomorpher(geometry.Of(order), 1)
		cells, to := make([]uint8, n+1), make([]uint8, n+1)
		high := slices.Repeat([]uint8{uint8(order) + 1}, n)
		checkPanics(t, func() { m.Apply(to[:n], cells[:n]) })
		m.Choose(1, 1)
		for _, call := range []func(to, from []uint8){m.Apply, func(to, from []uint8) { m.Isomorph(to, from, 3) }} {
			checkPanics(t, func() { call(to[:n-1], cells[:n]) })
			checkPanics(t, func() { call(to, cells[:n]) })
			checkPanics(t, func() { call(to[:n], cells[:n-1]) })
			checkPanics(t, func() { call(to[:n-1], cells[:n-1]) })
			checkPanics(t, func() { call(to[:n], high) })
		}
	}
}

// checkPanics fails the test unless f panics with a message of this package.
func checkPanics(t *testing.T, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if message, _ := recover().(string); !strings.HasPrefix(message, "generate: ") {
			t.Errorf("panicked with %q", message)
		}
	}()
	f()
}
