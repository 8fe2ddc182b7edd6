package split

import (
	"errors"
	"math"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline/internal/draw"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestNested divides a part of one division again: into other parts as any rows, and
// into the same parts with an error, as all rows are in one of them.
func TestNested(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 2000)
	first, _ := mustInto(t, "train=90,test=10", Config{}, pipetest.Text("in.csv", table(lines)))
	_, summary := mustInto(t, "train=90,val=10", Config{}, pipetest.Text("in.csv", first[0]))
	if got := summary.Rows[1]; got < 120 || got > 240 {
		t.Errorf("%d of %d rows in val, want about 10 %%", got, summary.Solved)
	}
	_, _, err := into(t.Context(), t, "train=90,test=10", Config{}, pipetest.Text("in.csv", first[0]))
	uneven := (*unevenError)(nil)
	if !errors.As(err, &uneven) || uneven.Chance || !errors.Is(err, ErrUneven) {
		t.Errorf("the same division again: %v", err)
	}
	_, summary = mustInto(t, "train=90,test=10", Config{Exact: true}, pipetest.Text("in.csv", first[0]))
	if want := (summary.Solved + 5) / 10; summary.Rows[1] != want {
		t.Errorf("exact: %d rows in test, want %d", summary.Rows[1], want)
	}
}

// TestCheckEven wants large groups to explain large deviations, and empty parts to be
// errors whatever explains them.
func TestCheckEven(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name         string
		rows         []int64
		groups, size int
		even, chance bool
	}{
		{"nothing", []int64{0, 0}, 0, 0, true, false},
		{"expected", []int64{9000, 1000}, 10_000, 1, true, false},
		{"five deviations", []int64{9150, 850}, 10_000, 1, true, false},
		{"seven deviations", []int64{9220, 780}, 10_000, 1, false, false},
		{"groups of a hundred", []int64{9500, 500}, 100, 100, true, false},
		{"empty", []int64{10_000, 0}, 10_000, 1, false, false},
		{"few", []int64{3, 0}, 3, 1, false, true},
		{"one group", []int64{10_000, 0}, 1, 10_000, false, true},
	} {
		var sizes draw.Sizes
		p := newPointer(&Config{Seed: 1, Parts: trainTest})
		for group := range test.groups {
			point := p.ofGroup([]byte{byte(group), byte(group >> 8)}).point()
			for range test.size {
				sizes.Add(point)
			}
		}
		if want := float64(test.groups * test.size * test.size); math.Abs(sizes.Squares()-want) > want/5 {
			t.Errorf("%s: squares %.0f, want %.0f", test.name, sizes.Squares(), want)
		}
		err := checkEven(trainTest, test.rows, &sizes)
		uneven := (*unevenError)(nil)
		if errors.As(err, &uneven) == test.even || !test.even && uneven.Chance != test.chance {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
