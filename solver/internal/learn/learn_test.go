package learn

import (
	"bufio"
	"fmt"
	"os"
	"testing"
	"time"
)

func decode(line string) []uint8 {
	cells := make([]uint8, 0, 256)
	for _, ch := range []byte(line) {
		switch {
		case ch == '.' || ch == '0':
			cells = append(cells, 0)
		case ch >= 'A' && ch <= 'P':
			cells = append(cells, ch-'A'+1)
		case ch >= '1' && ch <= '9':
			cells = append(cells, ch-'0')
		}
	}
	return cells
}

func TestProbe(t *testing.T) {
	f, err := os.Open(os.Getenv("PROBE"))
	if err != nil {
		t.Skip()
	}
	sc := bufio.NewScanner(f)
	var l *Learner
	var total time.Duration
	n, dec, conf := 0, uint64(0), 0
	counts := [4]int{}
	var worst time.Duration
	for sc.Scan() {
		cells := decode(sc.Text())
		if l == nil {
			l = New(map[int]int{81: 9, 256: 16}[len(cells)])
		}
		start := time.Now()
		l.Begin(cells, nil)
		found := 0
		var v Verdict
		for found < 2 {
			v = l.Run(1<<30, 300000)
			if v != Found {
				break
			}
			found++
		}
		d := time.Since(start)
		total += d
		worst = max(worst, d)
		if v == Spent {
			found = 3
		}
		counts[found]++
		n++
		dec += l.Decisions()
		conf += l.Conflicts()
		if d > 50*time.Millisecond || os.Getenv("V") != "" {
			fmt.Printf("%d: found %d, %v decisions %d conflicts %d root %d learned %d\n", n, found, d, l.Decisions(), l.Conflicts(), l.rootLength, l.clauses.learned)
		}
	}
	fmt.Printf("%d puzzles %v, worst %v, %v, decisions %d, conflicts %d, %.1f us/conflict\n", n, total, worst, counts, dec, conf, float64(total.Microseconds())/float64(conf))
}
