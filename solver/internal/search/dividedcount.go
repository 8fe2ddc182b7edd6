package search

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// A dividedCounter counts the solutions of one puzzle in several goroutines. A walker goes down
// the search tree and cuts off parts, in the order of the tree. Whoever is idle counts one; the
// counter itself counts those that nobody takes. It adds the results in the order of the parts,
// so the count and the number of guesses are the same as of one search. The part in which the
// limit or the budget ends the search is searched again.
type dividedCounter struct {
	walker     walker // makes the parts, and searches the last one again
	newCounter func() partCounter
	share      func(part func()) (taken bool) // see engine.Sharer

	limit      int
	maxGuesses uint64
	out        engine.Outcome // of all parts that were added
	guesses    uint64         // of the walker since the last root
	open       int            // the most open cells of a root
	roots      int            // wanted in the next part
	walked     bool           // there are no more parts

	parts [maxParts]countPart // a ring
	first int                 // the part to add next
	begun int                 // of the parts from first: somebody counts these
	n     int                 // of the parts from first: there are these
	own   *countPart          // the one that the counter itself counts, or nil
}

const (
	// maxParts is the number of parts in the ring, and with it of those who count at a time.
	maxParts = 16
	// maxRoots is the largest number of roots of a part.
	maxRoots = 64
	// leastGuesses and mostGuesses limit the wanted guesses in a part: a millisecond's at first,
	// then a sixteenth of the guesses so far, as each part costs a little.
	leastGuesses, mostGuesses = 16 << 10, 256 << 10
	// worthDividing is the number of solutions to find from which a count is divided.
	worthDividing = 4 << 10
	// guessesToCut is the largest number of guesses that cut makes to come to a root.
	guessesToCut = 256
	// stepsPerOffer is the number of steps after which the counter offers parts again.
	stepsPerOffer = 8
)

// A partCounter counts the solutions below states of the search.
type partCounter interface {
	// beginBelow starts with at least one root. They stay unchanged until goOn has returned true.
	beginBelow(roots []Subtree, limit int, maxGuesses uint64)
	// goOn makes some steps, and reports whether the count is complete.
	goOn(steps int) (over bool)
	outcome() engine.Outcome
}

// A countPart is a part of a count: some roots and all states below them.
type countPart struct {
	roots    []Subtree
	exact    bool // the counter knows how far the search may go
	counter  partCounter
	unneeded atomic.Bool   // the search ended before it
	done     chan struct{} // closed when the part is counted, or not needed
	panicked any           // why it was not counted, if done is closed
}

// count counts the part. It is called by the goroutine that takes it.
func (p *countPart) count() {
	defer func() {
		p.panicked = recover()
		close(p.done)
	}()
	for !p.counter.goOn(stepsPerOffer) && !p.unneeded.Load() {
	}
}

// newDividedCounter returns a counter for puzzles of a shape. newCounter makes the counters of parts.
func newDividedCounter(shape geometry.Box, newCounter func() partCounter) *dividedCounter {
	return &dividedCounter{walker: portable(shape), open: subtreeCells(shape.Side()) * 11 / 8, newCounter: newCounter}
}

func (c *dividedCounter) begin(cells []uint8, limit int, maxGuesses uint64) {
	c.limit, c.maxGuesses, c.out = limit, maxGuesses, engine.Outcome{}
	c.guesses, c.roots, c.walked = 0, 1, false
	c.first, c.begun, c.n, c.own = 0, 0, 0, nil
	c.walker.begin(cells)
}

func (c *dividedCounter) outcome() engine.Outcome { return c.out }

// goOn makes some steps, and waits for the others only if it has nothing to count. It reports
// whether the count is complete. Its outcome is then c.out.
func (c *dividedCounter) goOn(steps int) (over bool) {
	for ; steps > 0; steps -= stepsPerOffer {
		for c.cut() && c.share(c.next().count) {
			c.begun++
		}
		switch {
		case c.own != nil:
		case c.begun < c.n:
			c.own = c.next()
			if c.begun == 0 {
				c.beginExactly(c.own)
			}
			c.begun++
		case c.walked && c.n == 0:
			return c.end()
		case c.walked || c.n == maxParts:
			<-c.parts[c.first].done
		}
		if c.own != nil && c.own.counter.goOn(stepsPerOffer) {
			close(c.own.done)
			c.own = nil
		}
		if c.add() {
			c.dismiss()
			return true
		}
	}
	return false
}

// dismiss waits until nobody counts a part of a search that has ended.
func (c *dividedCounter) dismiss() {
	for i := range c.begun {
		c.parts[(c.first+i)%maxParts].unneeded.Store(true)
	}
	for i := range c.begun {
		if p := &c.parts[(c.first+i)%maxParts]; p != c.own {
			<-p.done
		}
	}
}

// next returns the part that nobody counts.
func (c *dividedCounter) next() *countPart { return &c.parts[(c.first+c.begun)%maxParts] }

// cut makes a part, and reports whether there is one that nobody counts. It returns false if there
// are no more, if there is no room, or if it takes many guesses to come to a root.
func (c *dividedCounter) cut() bool {
	if c.begun < c.n || c.walked || c.n == maxParts {
		return c.begun < c.n
	}
	p := c.next()
	p.roots = p.roots[:0]
	for ended := arrived; ended == arrived && len(p.roots) < c.roots; {
		at := c.walker.at()
		before := at.guesses
		ended = c.walker.walkTo(c.open, before+guessesToCut)
		c.guesses += at.guesses - before
		if ended != arrived {
			c.walked = ended == exhausted || at.guesses > c.maxGuesses
			break
		}
		n := len(p.roots)
		p.roots = slices.Grow(p.roots, 1)[:n+1]
		p.roots[n].Before, c.guesses = c.guesses, 0
		c.walker.save(&p.roots[n])
	}
	if len(p.roots) == 0 {
		return false
	}
	if p.counter == nil {
		p.counter = c.newCounter()
	}
	p.counter.beginBelow(p.roots, math.MaxInt, engine.Unlimited)
	p.exact = false
	p.done = make(chan struct{})
	p.unneeded.Store(false)
	c.n++
	return true
}

// add adds the results of counted parts, in order. It reports whether the limit or the budget
// ended the search in one of them.
func (c *dividedCounter) add() (over bool) {
	for c.begun > 0 {
		p := &c.parts[c.first]
		select {
		case <-p.done:
		default:
			return false
		}
		if p.panicked != nil {
			panic(p.panicked)
		}
		part := p.counter.outcome()
		over = c.out.Found+part.Found >= c.limit || c.out.Guesses+part.Guesses > c.maxGuesses || p.exact && !part.Complete
		if over && !p.exact {
			c.beginExactly(p)
			for !p.counter.goOn(stepsPerOffer) {
			}
			part = p.counter.outcome()
		}
		c.out.Found += part.Found
		c.out.Guesses += part.Guesses
		if over {
			return true
		}
		wanted := min(max(c.out.Guesses/16, leastGuesses), mostGuesses)
		c.roots = int(min(uint64(len(p.roots))*wanted/(part.Guesses+1)+1, maxRoots))
		c.first = (c.first + 1) % maxParts
		c.begun--
		c.n--
	}
	return false
}

// beginExactly begins the first part with the rest of the limit and the budget.
func (c *dividedCounter) beginExactly(p *countPart) {
	p.exact = true
	p.counter.beginBelow(p.roots, c.limit-c.out.Found, c.maxGuesses-c.out.Guesses)
}

// end ends the count after the last part.
func (c *dividedCounter) end() (over bool) {
	c.out.Guesses += c.guesses
	c.out.Complete = c.out.Guesses <= c.maxGuesses
	c.out.Guesses = min(c.out.Guesses, c.maxGuesses)
	return true
}

// A walkCounter is the partCounter of a walker.
type walkCounter struct {
	walker
	roots      []Subtree // after the one that the walker is below
	limit      int
	maxGuesses uint64
	out        engine.Outcome
}

func (c *walkCounter) beginBelow(roots []Subtree, limit int, maxGuesses uint64) {
	c.roots, c.limit, c.maxGuesses, c.out = roots, limit, maxGuesses, engine.Outcome{}
	c.nextRoot()
}

// nextRoot lets the walker go on below the next root.
func (c *walkCounter) nextRoot() {
	c.restart(&c.roots[0])
	c.out.Guesses += c.roots[0].Before
	c.at().guesses = c.out.Guesses
	c.roots = c.roots[1:]
}

func (c *walkCounter) outcome() engine.Outcome { return c.out }

func (c *walkCounter) goOn(steps int) (over bool) {
	for range steps {
		most := min(c.at().guesses+guessesToTask, c.maxGuesses)
		if c.out.Guesses > c.maxGuesses {
			c.out.Guesses = c.maxGuesses
			return true
		}
		found, ended := count(c.walker, c.limit-c.out.Found, most)
		c.out.Found += found
		c.out.Guesses = c.at().guesses
		switch {
		case ended == arrived, ended == paused && most == c.maxGuesses:
			return true
		case ended == paused:
		case len(c.roots) == 0:
			c.out.Complete = true
			return true
		default:
			c.nextRoot()
		}
	}
	return false
}
