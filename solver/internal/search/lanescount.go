package search

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// A laneCounter counts the solutions of one puzzle in all lanes. A walker goes
// down the search tree, and makes each state with at most taskCells open cells a
// task. Lanes search these tasks, and their results are added in the order of the
// tree. So the count and the number of guesses are the same as of one search. The
// task in which the limit or the budget ends the search is searched again, by a
// walker.
type laneCounter struct {
	k      *lane.Kernels
	walker *band // makes the tasks
	again  *band // searches the last task again

	roots []Subtree // the walker comes to these after its root

	limit      int
	maxGuesses uint64
	out        engine.Outcome // of all tasks that were added
	guesses    uint64         // of the walker since the last task
	walked     bool           // there are no more tasks

	tasks    []countTask // a ring
	first    int         // the task to add next
	begun, n int         // of the tasks from first: lanes have begun these; there are these

	block  []uint16
	lane   [lane.MaxLanes]countLane
	branch [lane.MaxLanes]uint16
	top    [lane.MaxLanes]*uint16 // by lane: the free row on top of its stack
	from   [lane.MaxLanes]*uint16 // by lane: the row to load
	all    uint32
	live   uint32 // lanes with a task
}

const (
	// taskCells is the largest number of open cells of a task. A task has some
	// dozens of solutions.
	taskCells = 32
	// maxTasks is the number of tasks in the ring. The first one may take much
	// longer than the others.
	maxTasks = 256
	// guessesToTask is the number of guesses after which the walker lets the lanes
	// go on, although it found no task.
	guessesToTask = 64
	// countQuorum is the number of sixteenths of the live lanes that must be ready
	// for an event.
	countQuorum = 11
	// passesPerStep is the number of passes that take about as long as a step of
	// clause learning.
	passesPerStep = 8
)

// A countTask is a state with the results of the search below it.
type countTask struct {
	state   bandState
	row     []uint16
	before  uint64 // guesses of the walker between the task before and this one
	found   int
	guesses uint64
	done    bool
}

// A countLane is a lane's search of a task.
type countLane struct {
	task  *countTask
	depth int // of the stack
	stack []uint16
}

// newLaneCounter returns a counter for order 9.
func newLaneCounter(k *lane.Kernels) *laneCounter {
	c := &laneCounter{k: k, walker: newBand(), again: newBand(), tasks: make([]countTask, maxTasks), block: k.NewBlock()}
	c.all = uint32(uint64(1)<<k.Lanes - 1)
	rows := lane.NewRows(maxTasks, k.RowWords)
	for i := range c.tasks {
		c.tasks[i].row, rows = rows[:k.RowWords], rows[k.RowWords:]
	}
	for l := range c.lane[:k.Lanes] {
		c.lane[l].stack = lane.NewRows(taskCells+2, k.RowWords)
		c.top[l] = &c.lane[l].stack[0]
	}
	return c
}

// begin starts with a puzzle.
func (c *laneCounter) begin(cells []uint8, limit int, maxGuesses uint64) {
	c.reset(limit, maxGuesses)
	c.walker.begin(cells)
}

// beginBelow implements partCounter.
func (c *laneCounter) beginBelow(roots []Subtree, limit int, maxGuesses uint64) {
	c.reset(limit, maxGuesses)
	c.roots = roots
	c.nextRoot()
}

// nextRoot lets the walker go on below the next root.
func (c *laneCounter) nextRoot() {
	c.guesses += c.roots[0].Before
	c.walker.restart(&c.roots[0])
	c.roots = c.roots[1:]
}

func (c *laneCounter) reset(limit int, maxGuesses uint64) {
	c.limit, c.maxGuesses, c.out = limit, maxGuesses, engine.Outcome{}
	c.guesses, c.walked, c.roots = 0, false, nil
	c.first, c.begun, c.n, c.live = 0, 0, 0, 0
}

func (c *laneCounter) outcome() engine.Outcome { return c.out }

// goOn makes some steps, and reports whether the count is complete. Its outcome is
// then c.out.
func (c *laneCounter) goOn(steps int) (over bool) {
	for range steps * passesPerStep {
		c.load(c.all &^ c.live)
		switch {
		case c.live != 0:
		case c.walked:
			return c.end()
		default:
			continue
		}
		dead, changed, open := c.k.Pass(&c.block[0])
		ready := (dead | ^changed) & c.live
		if 16*bits.OnesCount32(ready) < countQuorum*bits.OnesCount32(c.live) {
			continue
		}
		if c.event(ready, dead, open) {
			return true
		}
	}
	return false
}

// end ends the count after the last task.
func (c *laneCounter) end() (over bool) {
	if c.out.Guesses+c.guesses > c.maxGuesses {
		c.out.Guesses = c.maxGuesses
		return true
	}
	c.out.Guesses += c.guesses
	c.out.Complete = true
	return true
}

// event serves lanes that are ready. It reports whether the count is complete.
func (c *laneCounter) event(ready, dead, open uint32) (over bool) {
	branch := ready & open &^ dead // dead lanes and solved ones go back
	for set := ready &^ (open | dead); set != 0; set &= set - 1 {
		c.lane[bits.TrailingZeros32(set)%lane.MaxLanes].task.found++
	}
	if branch != 0 {
		branch &^= c.k.Branch(&c.block[0], &c.branch)
		c.k.RowsOut(&c.block[0], &c.top, branch)
	}
	back := ready &^ c.guess(branch)
	var finished, loaded uint32
	for set := back; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set) % lane.MaxLanes
		s := &c.lane[l]
		if s.depth == 0 {
			s.task.done = true
			finished |= 1 << l
			continue
		}
		s.depth--
		c.top[l] = &s.stack[s.depth*c.k.RowWords]
		c.from[l] = c.top[l]
		loaded |= 1 << l
	}
	if finished != 0 {
		c.live &^= finished
		if c.add() {
			return true
		}
		loaded |= c.take(finished)
	}
	if loaded != 0 {
		c.k.RowsIn(&c.block[0], &c.from, loaded)
	}
	return false
}

// guess branches lanes, and returns those that go on with the first child. A lane
// whose solutions are known without search is not among them.
func (c *laneCounter) guess(branch uint32) (guessing uint32) {
	for set := branch; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set) % lane.MaxLanes
		s := &c.lane[l]
		row := s.stack[s.depth*c.k.RowWords:][:c.k.RowWords]
		if open := lane.OpenCells(&row[0]); open <= fewCells {
			n := solutionsOfFew(open, open < fewCells || lane.OnlyPairs(&row[0]))
			s.task.found += n
			s.task.guesses += uint64(n - 1)
			continue
		}
		s.task.guesses++
		guessing |= 1 << l
		cell := int(c.branch[l])
		lowest := row[cell] & -row[cell]
		row[cell] &^= lowest
		c.block[cell*c.k.Lanes+l] = lowest
		s.depth++
		c.top[l] = &s.stack[s.depth*c.k.RowWords]
	}
	return guessing
}

// load gives lanes tasks.
func (c *laneCounter) load(lanes uint32) {
	if lanes == 0 {
		return
	}
	if loaded := c.take(lanes); loaded != 0 {
		c.k.RowsIn(&c.block[0], &c.from, loaded)
	}
}

// take gives each of the lanes a task as long as there are some, and returns the
// lanes to load.
func (c *laneCounter) take(lanes uint32) (loaded uint32) {
	for ; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros32(lanes) % lane.MaxLanes
		if c.begun == c.n && !c.walk() {
			break
		}
		t := &c.tasks[(c.first+c.begun)%maxTasks]
		c.begun++
		s := &c.lane[l]
		s.task, s.depth = t, 0
		c.top[l], c.from[l] = &s.stack[0], &t.row[0]
		loaded |= 1 << l
	}
	c.live |= loaded
	return loaded
}

// walk makes the next task. It returns false if there is none, if there is no room
// for it, or if it takes many guesses to come to it.
func (c *laneCounter) walk() bool {
	if c.walked || c.n == maxTasks {
		return false
	}
	w := c.walker
	before := w.guesses
	ended := w.walkTo(taskCells, before+guessesToTask)
	c.guesses += w.guesses - before
	if ended == exhausted && len(c.roots) > 0 {
		c.nextRoot()
		return c.walk()
	}
	if ended != arrived {
		c.walked = ended == exhausted || w.guesses > c.maxGuesses
		return false
	}
	t := &c.tasks[(c.first+c.n)%maxTasks]
	c.n++
	t.state = w.path[w.depth]
	t.state.row(t.row)
	t.before, t.found, t.guesses, t.done = c.guesses, 0, 0, false
	c.guesses = 0
	return true
}

// add adds the results of finished tasks, in order. It reports whether the limit
// or the budget ended the search in one of them.
func (c *laneCounter) add() (over bool) {
	for c.begun > 0 && c.tasks[c.first].done {
		t := &c.tasks[c.first]
		out := &c.out
		if out.Guesses+t.before > c.maxGuesses {
			out.Guesses = c.maxGuesses
			return true
		}
		out.Guesses += t.before
		if out.Found+t.found >= c.limit || out.Guesses+t.guesses > c.maxGuesses {
			w := c.again
			w.walk, w.path[0] = walk{alive: true, guesses: out.Guesses}, t.state
			found, _ := count(w, c.limit-out.Found, c.maxGuesses)
			out.Found, out.Guesses = out.Found+found, w.guesses
			return true
		}
		out.Found += t.found
		out.Guesses += t.guesses
		c.first = (c.first + 1) % maxTasks
		c.begun--
		c.n--
	}
	return false
}
