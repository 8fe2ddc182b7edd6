package learn

import (
	"bufio"
	"fmt"
	"math/bits"
	"os"
	"testing"
	"time"
)

func (l *Learner) perceptron(iters int) (int, int, int) {
	u := make([]int32, 4*l.square)
	count := make([]int32, 4*l.square)
	var cells []int
	var gs []int
	for cell := 0; cell < l.square; cell++ {
		if m := l.masks[cell]; m&(m-1) != 0 {
			cells = append(cells, cell)
		}
	}
	ncand := 0
	for g := l.square; g < 4*l.square; g++ {
		if m := l.masks[g]; m&(m-1) != 0 {
			gs = append(gs, g)
			ncand += bits.OnesCount16(m)
		}
	}
	best := -1 << 30
	fixed := 0
	for it := 1; it <= iters; it++ {
		L := int32(0)
		for _, g := range gs {
			count[g] = -1
			L -= u[g]
		}
		for _, cell := range cells {
			low := int32(1 << 30)
			pick := 0
			c0 := cell * l.order
			m := l.masks[cell]
			for ; m != 0; m &= m - 1 {
				c := c0 + bits.TrailingZeros16(m)
				g := &l.groups[c]
				cost := (u[g[1]]+u[g[2]]+u[g[3]])
				if cost < low || cost == low && (c*7+it)%3 == 0 {
					low = cost
					pick = c
				}
			}
			L += low
			g := &l.groups[pick]
			count[g[1]]++
			count[g[2]]++
			count[g[3]]++
		}
		if int(L) > best {
			best = int(L)
		}
		if L > 0 {
			return it, int(L), ncand / 3
		}
		for _, g := range gs {
			u[g] += count[g]
		}
	}
	_ = fixed
	return iters, best, ncand / 3
}

func TestPerceptron(t *testing.T) {
	f, err := os.Open(os.Getenv("PROBE"))
	if err != nil {
		t.Skip()
	}
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	n := 0
	var l *Learner
	for sc.Scan() {
		n++
		cells := decode(sc.Text())
		if l == nil {
			l = New(map[int]int{81: 9, 256: 16}[len(cells)])
		}
		l.Begin(cells, nil)
		if l.dead {
			continue
		}
		start := time.Now()
		it, L, nc := l.perceptron(20000)
		fmt.Println(n, it, L, nc, time.Since(start), time.Since(start)/time.Duration(it))
	}
}

func (l *Learner) auction(iters, every int) (int, int, int) {
	u := make([]int32, 4*l.square)
	type cellT struct{ cands [][3]uint16 }
	var cells []cellT
	var gs []int
	for cell := 0; cell < l.square; cell++ {
		if m := l.masks[cell]; m&(m-1) != 0 {
			var ct cellT
			for ; m != 0; m &= m - 1 {
				c := cell*l.order + bits.TrailingZeros16(m)
				g := &l.groups[c]
				ct.cands = append(ct.cands, [3]uint16{g[1], g[2], g[3]})
			}
			cells = append(cells, ct)
		}
	}
	for g := l.square; g < 4*l.square; g++ {
		if m := l.masks[g]; m&(m-1) != 0 {
			gs = append(gs, g)
		}
	}
	best := -1 << 30
	for it := 1; it <= iters; it++ {
		for i := range cells {
			low := int32(1 << 30)
			var pick *[3]uint16
			cs := cells[i].cands
			for j := range cs {
				g := &cs[j]
				cost := u[g[0]] + u[g[1]] + u[g[2]]
				if cost < low {
					low = cost
					pick = g
				}
			}
			u[pick[0]]++
			u[pick[1]]++
			u[pick[2]]++
		}
		for _, g := range gs {
			u[g]--
		}
		if it%every == 0 {
			L := int32(0)
			for _, g := range gs {
				L -= u[g]
			}
			for i := range cells {
				low := int32(1 << 30)
				cs := cells[i].cands
				for j := range cs {
					g := &cs[j]
					low = min(low, u[g[0]]+u[g[1]]+u[g[2]])
				}
				L += low
			}
			best = max(best, int(L))
			if L > 0 {
				return it, int(L), 0
			}
		}
	}
	return iters, best, 0
}

func TestAuction(t *testing.T) {
	f, err := os.Open(os.Getenv("PROBE"))
	if err != nil {
		t.Skip()
	}
	sc := bufio.NewScanner(f)
	n := 0
	var l *Learner
	for sc.Scan() {
		n++
		cells := decode(sc.Text())
		if l == nil {
			l = New(map[int]int{81: 9, 256: 16}[len(cells)])
		}
		l.Begin(cells, nil)
		if l.dead {
			continue
		}
		start := time.Now()
		it, L, nc := l.auction(20000, 8)
		fmt.Println(n, it, L, nc, time.Since(start), time.Since(start)/time.Duration(it))
	}
}
