package split

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestLargestFirst divides groups by a column that are too large for most orders. Parts that miss their shares are said.
func TestLargestFirst(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 100)
	for _, tt := range []struct {
		groups []int // rows of each; the other rows are groups of their own
		spec   string
		exact  bool
		want   string // rows of the parts, and what the run says
	}{
		{[]int{90, 5, 5}, "a=80,b=10,c=10", true, "[90 5 5] part a has 90 of 100 rows, want 80 %: groups of rows stay together"},
		{[]int{40, 40, 20}, "a=90,b=5,c=5", true, "[40 40 20] part a has 40 of 100 rows, want 90 %: groups of rows stay together"},
		{[]int{60, 20, 10, 10}, "a=20rows,b=20rows", true, "[20 20] <nil>"},
		{[]int{50, 49}, "a=90,b=5,c=5", true, "[50 49 1] part b has 49 of 100 rows, want 5 %: groups of rows stay together"},
		{[]int{50}, "a=60,b=30,c=10", true, "[60 30 10] <nil>"},
		{[]int{50, 30}, "a=10,b=90", true, "[10 90] <nil>"},
		{[]int{30, 30, 20, 10, 5, 5}, "a=80,b=20", false, "[95 5] part a has 95 of 100 rows, want 80 %: groups of rows stay together"},
		{[]int{2, 2}, "a=50,b=50", false, "[54 46] <nil>"},
		{[]int{50, 50}, "a=90,b=5,c=5", true, "part c would be empty: the input has only 100 rows in 2 groups"},
	} {
		text, i := "puzzle,source\n", 0
		for _, n := range tt.groups {
			for last := i + n; i < last; i++ {
				text += fmt.Sprintf("%s,%d\n", lines[i], last)
			}
		}
		for ; i < len(lines); i++ {
			text += fmt.Sprintf("%s,s%d\n", lines[i], i)
		}
		for jobs := 1; jobs < 3; jobs++ {
			cfg := Config{Config: pipeline.Config{Jobs: jobs}, Exact: tt.exact, By: "source", Seed: 1}
			_, summary, err := into(t.Context(), t, tt.spec, cfg, pipetest.Text("in.csv", text))
			got := fmt.Sprint(summary.Rows, summary.Missed)
			if err != nil {
				got = err.Error()
			}
			if got = fmt.Sprintf("%.200s", got); got != tt.want {
				t.Errorf("%v %s, exact %v: got %s, want %s", tt.groups, tt.spec, tt.exact, got, tt.want)
			}
		}
	}
}

// TestDivision divides random groups. All are in the part that is counted, and many come nearer to the wanted rows with
// the largest first. No part is empty if there are groups enough.
func TestDivision(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	nearer := 0
	for range 3000 {
		known, groups, rows := []sizedGroup(nil), []sizedGroup(nil), int64(0)
		single, all := random.IntN(2)*random.IntN(30), random.IntN(2) == 0
		for i := range 1 + random.IntN(12) + single {
			g := sizedGroup{random.Uint64(), 2 + random.Int64N(1+random.Int64N(60))}
			if i < single {
				g.rows = 1
			}
			if i >= single || all {
				known = append(known, g)
			}
			groups, rows = append(groups, g), rows+g.rows
		}
		slices.SortFunc(groups, func(a, b sizedGroup) int { return slices.Compare([]uint64{a.place}, []uint64{b.place}) })
		wanted := make([]int64, 1+random.IntN(4))
		for i := range rows {
			wanted[min(int(i)%7, len(wanted)-1)]++
		}
		divisions := []*division{newDivision(wanted, nil, false), newDivision(wanted, sortLargest(known), all || single == 0)}
		for _, d := range divisions {
			got := make([]int64, len(wanted))
			for _, g := range groups {
				d.add(g)
			}
			for _, g := range groups {
				got[d.of(g.place)] += g.rows
			}
			if !slices.Equal(got, d.got) {
				t.Fatalf("%v: counted %v, are %v", groups, d.got, got)
			}
		}
		in, first := divisions[0], divisions[1]
		if (all || single == 0) && len(groups) >= len(wanted) && first.empty() > 0 {
			t.Errorf("%v: %v of %v", groups, first.got, wanted)
		}
		if first.off() < in.off() {
			nearer++
		}
	}
	if nearer < 1000 {
		t.Errorf("only %d of 3000 come nearer", nearer)
	}
}
