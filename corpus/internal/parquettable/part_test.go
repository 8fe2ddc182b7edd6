package parquettable

import (
	"slices"
	"testing"
)

// TestBorder finds borders in footers as others write them: with row groups that have
// no rows, chunks that are not in the order of columns, and groups that lie anywhere.
func TestBorder(t *testing.T) {
	t.Parallel()
	group := func(rows int64, starts ...int64) (g rowGroup) {
		g.rows = rows
		for _, start := range starts {
			c := chunk{}
			c.said[chunkDataOffset] = start
			g.chunks = append(g.chunks, c)
		}
		return g
	}
	for name, c := range map[string]struct {
		groups []rowGroup
		want   []Border // after each of the bytes 1, 5, 51, 101; nil: there are none
	}{
		"usual":     {[]rowGroup{group(3, 4, 20), group(5, 50, 70), group(7, 100, 120)}, []Border{{50, 3}, {50, 3}, {100, 8}, {200, 15}}},
		"empty":     {[]rowGroup{group(0, 4, 4), group(3, 4, 20), group(0, 20, 20), group(5, 50, 70)}, []Border{{50, 3}, {50, 3}, {200, 8}, {200, 8}}},
		"backwards": {[]rowGroup{group(3, 20, 4), group(5, 70, 50)}, []Border{{50, 3}, {50, 3}, {200, 8}, {200, 8}}},
		"one":       {[]rowGroup{group(3, 4, 20)}, []Border{{200, 3}, {200, 3}, {200, 3}, {200, 3}}},
		"none":      {nil, []Border{{200, 0}, {200, 0}, {200, 0}, {200, 0}}},
		"anywhere":  {[]rowGroup{group(3, 50, 70), group(5, 4, 20)}, nil},
	} {
		r := &Reader{footer: &footer{groups: c.groups, size: 200}}
		var got []Border
		for _, at := range []int64{1, 5, 51, 101} {
			if b, ok := r.Border(at); ok {
				got = append(got, b)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
