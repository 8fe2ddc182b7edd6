package learn

import "math/bits"

// A restarts says when to go back to the root: after as many conflicts as
// restartUnit times the next term of Luby's sequence 1, 1, 2, 1, 1, 2, 4, …,
// or when there is no room for another clause.
type restarts struct {
	conflicts int // since the last one
	next      int // how many there may be
	number    uint
	total     int
}

const restartUnit = 50

func (r *restarts) reset()    { *r = restarts{next: restartUnit} }
func (r *restarts) count()    { r.conflicts++; r.total++ }
func (r *restarts) hurry()    { r.next = 0 }
func (r *restarts) due() bool { return r.conflicts >= r.next }

func (r *restarts) begin() {
	r.number++
	r.conflicts = 0
	r.next = restartUnit * luby(r.number+1)
}

// luby is the i-th term of Luby's sequence, i from 1.
func luby(i uint) int {
	for {
		k := bits.Len(i) // 2^(k-1) <= i < 2^k
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}
