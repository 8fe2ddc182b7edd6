package learn

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/solver/internal/overfull"
)

func TestOverfullProbe(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	if n == 0 {
		t.Skip()
	}
	order := 16
	if os.Getenv("ORDER") == "9" {
		order = 9
	}
	m := overfull.New(order, 1)
	l := New(order)
	type stat struct{ n, none, one, two, spent, trivial, long int }
	var stats [3]stat
	var total, worst time.Duration
	conf := 0
	w, _ := os.Create("/tmp/lrn/long.txt")
	defer w.Close()
	for i := range n {
		kind := i % 3
		cells := m.Puzzle(kind)
		s := &stats[kind]
		s.n++
		start := time.Now()
		l.Begin(cells, nil)
		found := 0
		var v Verdict
		for found < 2 {
			v = l.Run(1<<30, 100000)
			if v != Found {
				break
			}
			found++
		}
		d := time.Since(start)
		total += d
		worst = max(worst, d)
		conf += l.Conflicts()
		switch {
		case v == Spent:
			s.spent++
		case found == 0:
			s.none++
			if l.Conflicts() == 0 {
				s.trivial++
			}
		case found == 1:
			s.one++
		case found == 2:
			s.two++
		}
		if l.Conflicts() > 1000 {
			s.long++
			fmt.Printf("%d kind %d: found %d %v, %v decisions %d conflicts %d root %d\n", i, kind, found, v, d, l.Decisions(), l.Conflicts(), l.rootLength)
			for _, c := range cells {
				if c == 0 {
					fmt.Fprint(w, ".")
				} else {
					fmt.Fprintf(w, "%c", 'A'+c-1)
				}
			}
			fmt.Fprintln(w)
		}
	}
	fmt.Printf("%+v total %v worst %v conflicts %d\n", stats, total, worst, conf)
}
