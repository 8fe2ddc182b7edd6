package learn

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

func TestScatter(t *testing.T) {
	if os.Getenv("SC") == "" {
		t.Skip()
	}
	r := rand.New(rand.NewPCG(7, 7))
	l := New(16)
	for want := 70; want <= 130; want += 5 {
		var worst time.Duration
		conf, worstc := 0, 0
		res := [4]int{}
		for range 100 {
			l.Begin(make([]uint8, 256), nil)
			cells := make([]uint8, 256)
			for n := 0; n < want; {
				cell := r.IntN(256)
				m := l.masks[cell]
				if cells[cell] != 0 || m == 0 {
					continue
				}
				if m&(m-1) == 0 { // known already
					n++
					continue
				}
				for range r.IntN(bits.OnesCount16(m)) {
					m &= m - 1
				}
				cells[cell] = uint8(bits.TrailingZeros16(m)) + 1
				n++
				l.Begin(cells, nil)
				if l.dead {
					cells[cell] = 0
					n--
					l.Begin(cells, nil)
				}
			}
			start := time.Now()
			l.Begin(cells, nil)
			v := More
			found := 0
			for found < 2 {
				v = l.Run(1<<30, 30000)
				if v != Found {
					break
				}
				found++
			}
			if v == Spent {
				found = 3
			}
			res[found]++
			worst = max(worst, time.Since(start))
			worstc = max(worstc, l.Conflicts())
			conf += l.Conflicts()
		}
		fmt.Println(want, res, "worst", worst, "conflicts", conf/100, worstc)
	}
}
