package explain

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver"
	shapes "github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Options control a Rater. The zero value has no budget.
type Options struct {
	// MaxSteps is the number of steps after which a puzzle is given up with
	// Status AtLeast; 0 means no limit.
	MaxSteps int
	// MaxRating is the highest rating that is looked for; 0 means no limit. A
	// puzzle that needs more gets Status AtLeast.
	MaxRating Score
	// Scale is the scale of the ratings.
	Scale Scale
	// MaxWork limits the work that chains within chains take for one puzzle; 0
	// means no limit. It counts searches, so it is the same on every machine. A
	// puzzle that needs more gets Status AtLeast.
	MaxWork int
}

// GenerousWork is an Options.MaxWork that suffices for the hardest puzzles
// known.
const GenerousWork = 100_000_000

// A Rater rates puzzles. Create it once and use it for many puzzles: it takes
// 1.2 MiB, and 4 to 20 MiB during one of the hardest. Each goroutine needs its own. The zero Rater has no budget.
type Rater struct {
	options Options
	solver  *solver.Solver
	solves  shapes.Box // the board of solver
	board   shapes.Box // of the puzzle
	grid    grid
	hint    hint
	sweep   sweep
	stale   stale
	record  bool // describe each hint
	unique  bool // the puzzle is known to have one solution

	plainChains bool // find forcing chains start by start
	steps       []Step

	clues    [81]uint8
	marks    *Marks    // of the puzzle; nil: none
	solved   [81]uint8 // memory for the solution
	combiner combiner
	wing     alsWing
	links    linkSearch
	loops    loopSearch
	bug      bug
	aligned  alignment
	graph    graph
	levels   levels
	statics  staticSearch
	chains   chainSearch
	reasoner reasoner
	multi    multiSearch
	scout    *scout // nil until it is needed

	inner   *Rater // looks for chains within chains
	collect bool   // this is an inner Rater: collect all chains
	retell  bool   // keep the links of chains within chains
	proofs  proofs
	work    *work // shared with inner
}

// New returns a Rater.
func New(options Options) *Rater { return &Rater{options: options, board: shapes.Of(9)} }

// uniqueSolver returns the solver that counts up to two solutions.
func (r *Rater) uniqueSolver() *solver.Solver {
	if r.solves != r.board {
		s, err := solver.New(r.board.Side(), solver.Options{Box: r.board, Limit: 2, MaxGuesses: math.MaxUint64})
		if err != nil {
			panic(err) // there is always an engine of each order
		}
		r.solver, r.solves = s, r.board
	}
	return r.solver
}

// Rate returns the rating of a puzzle. cells holds 81 values, row by row, 0 =
// blank, and is not changed. Any other length gives Status Unsupported. Rate
// panics if a value of 81 exceeds 9.
func (r *Rater) Rate(cells []uint8) Rating {
	r.record = false
	return r.rate(shapes.Of(9), cells, nil)
}

// Explain returns the rating of a puzzle and its steps. It takes what Rate
// takes, and finds the same rating.
func (r *Rater) Explain(cells []uint8) (Rating, []Step) {
	return r.ExplainFrom(shapes.Of(9), cells, nil)
}

// ExplainFrom is Explain for a puzzle whose right marks a player has; nil
// means none. It also takes puzzles of 4×4 and 6×6, which have no ER, EP and ED.
func (r *Rater) ExplainFrom(board shapes.Box, cells []uint8, marks *Marks) (Rating, []Step) {
	rating, steps := r.explained(func() Rating { return r.rate(board, cells, marks) })
	if board.Side() < 9 {
		rating.ER, rating.EP, rating.ED = 0, 0, 0
	}
	return rating, steps
}

// explained returns what rate returns, and the steps.
func (r *Rater) explained(rate func() Rating) (Rating, []Step) {
	r.record, r.steps = true, nil
	rating := rate()
	steps := r.steps
	r.steps = nil
	return rating, steps
}

func (r *Rater) rate(board shapes.Box, cells []uint8, marks *Marks) Rating {
	if emptyGrids[board] == nil || len(cells) != board.Cells() {
		return Rating{Status: Unsupported}
	}
	for _, digit := range cells {
		if digit > 9 {
			panic(fmt.Sprintf("explain: cell value %d", digit))
		}
	}
	r.begin(board, cells)
	r.marks = marks
	rating := Rating{Status: Rated}
	switch {
	case marks != nil || !r.quick():
		if !r.grid.load(board, cells) {
			return Rating{Status: NoSolution}
		}
		r.grid.keep(board, marks)
	default:
		if !r.sweep.load(&r.clues) {
			return Rating{Status: NoSolution}
		}
		if r.sweep.run(&rating); r.sweep.left == 0 {
			return rating
		}
		r.sweep.settle(&r.grid)
	}
	return r.solve(rating)
}

// begin prepares for another puzzle.
func (r *Rater) begin(board shapes.Box, cells []uint8) {
	copy(r.clues[:], cells)
	r.board = board
	r.unique = false
	if r.work == nil {
		r.work = new(work)
	}
	*r.work = work{most: r.options.MaxWork}
	r.forget()
}

// solve takes steps until the puzzle is solved.
func (r *Rater) solve(rating Rating) Rating {
	g := &r.grid
	for g.left > 0 && !g.broken {
		if g.one != 0 && rating.ER > mostHidden && r.quick() {
			r.placeHidden(&rating)
			continue
		}
		if r.options.MaxSteps > 0 && rating.Steps >= r.options.MaxSteps {
			return r.giveUp(rating, 0)
		}
		next, ok := r.next()
		if !ok {
			return r.giveUp(rating, next)
		}
		if r.options.MaxRating > 0 && r.hint.rating > r.options.MaxRating {
			return r.giveUp(rating, r.hint.rating)
		}
		rating.count(&r.hint)
		if r.record {
			r.steps = append(r.steps, r.hint.step(g, r.board))
		}
		r.apply()
	}
	if !g.broken {
		return rating
	}
	if status := r.classify(); status != Rated {
		return Rating{Status: status}
	}
	return Rating{} // a step was wrong, which tests exclude
}

// mostHidden is the greatest rating of a hidden single.
const mostHidden Score = 15

// quick reports whether hidden singles may be filled in many at a time: nobody
// asks for the steps one by one, and no limit can end the rating at a single.
func (r *Rater) quick() bool {
	o := &r.options
	return !r.record && o.MaxSteps == 0 && (o.MaxRating == 0 || o.MaxRating >= mostHidden)
}

// placeHidden fills in all hidden singles. They must not be harder than a step
// so far, so that their order does not matter.
func (r *Rater) placeHidden(rating *Rating) {
	g := &r.grid
	for g.one != 0 && !g.broken {
		house := bits.TrailingZeros32(g.one)
		digit := lowest(g.hidden[house])
		g.place(int(houseCells[house][lowest(g.places[house][digit])]), digit)
		rating.Steps++
		rating.Counts[hiddenSingle]++
	}
	if rating.EP == 0 {
		rating.EP = rating.ER
	}
}

// count adds a step to the rating.
func (rating *Rating) count(h *hint) {
	rating.Steps++
	rating.Counts[h.technique]++
	if h.rating > rating.ER {
		rating.ER, rating.Hardest = h.rating, h.technique
	}
	if rating.ED == 0 {
		rating.ED = rating.ER
	}
	if rating.EP == 0 && h.placed {
		rating.EP = rating.ER
	}
}

// giveUp returns the rating of a puzzle that was not solved. least is the
// rating that the next step would need, or 0.
func (r *Rater) giveUp(rating Rating, least Score) Rating {
	if status := r.classify(); status != Rated {
		return Rating{Status: status}
	}
	rating.Status = AtLeast
	rating.ER = max(rating.ER, least)
	return rating
}

// classify solves the puzzle. It returns Rated if it has one solution.
func (r *Rater) classify() Status {
	if r.unique {
		return Rated
	}
	n := r.board.Cells()
	r.solved = r.clues
	var result solver.Result
	if r.marks == nil {
		result = r.uniqueSolver().Solve(r.solved[:n])
	} else {
		result = r.uniqueSolver().SolveCandidates(r.marks.of(r.clues[:n], r.board.Side()), r.solved[:n])
	}
	switch {
	case result.Unique():
		r.unique = true
		return Rated
	case result.Solutions > 1:
		return Multiple
	}
	return NoSolution
}

// apply changes the grid by the hint.
func (r *Rater) apply() {
	for _, c := range r.hint.removed {
		r.grid.remove(int(c.cell), int(c.digit))
	}
	if r.hint.placed {
		r.grid.place(int(r.hint.at.cell), int(r.hint.at.digit))
	}
}

// next finds the next step. If there is none, it returns the rating that the
// next step would have at least.
func (r *Rater) next() (Score, bool) {
	if r.hiddenSingle() {
		return 0, true
	}
	r.stale.update(&r.grid)
	if r.directLocking() || r.directHiddenSet(2) || r.nakedSingle() || r.directHiddenSet(3) {
		return 0, true
	}
	if r.classify() != Rated {
		return 0, false
	}
	for i := range indirect {
		t := &indirect[i]
		if r.options.MaxRating > 0 && t.after > r.options.MaxRating {
			return t.after, false
		}
		if t.only != 0 && t.only>>r.options.Scale&1 == 0 {
			continue
		}
		if t.find(r) {
			return 0, true
		}
		if r.work.spent() {
			return t.least, false
		}
	}
	return beyond, false
}

// beyond is the least rating of a step that no technique here finds.
const beyond = 110

// An indirectTechnique finds steps that need not place a digit.
type indirectTechnique struct {
	least, most Score // of its ratings
	gives       []Technique
	find        func(*Rater) bool
	only        scales // which have it; 0 means all
	after       Score  // least rating of this technique and those that follow
}

// unbounded is the greatest rating of chains, which may have any length.
const unbounded = math.MaxUint8

// scales is a set of scales.
type scales uint8

const (
	sukakuOnly scales = 1 << Sukaku
	se121Only  scales = 1 << SE121
)

// indirect lists the other techniques in the order in which they are tried.
var indirect = func() []indirectTechnique {
	list := []indirectTechnique{
		{least: 26, most: 28, gives: []Technique{pointing, claiming}, find: (*Rater).locking},
		{least: 30, most: 30, gives: []Technique{nakedPair}, find: func(r *Rater) bool { return r.nakedSet(2) }},
		{least: 32, most: 32, gives: []Technique{xWing}, find: func(r *Rater) bool { return r.fish(2) }},
		{least: 34, most: 34, gives: []Technique{hiddenPair}, find: func(r *Rater) bool { return r.hiddenSet(2) }},
		{least: 36, most: 36, gives: []Technique{nakedTriplet}, find: func(r *Rater) bool { return r.nakedSet(3) }},
		{least: 38, most: 38, gives: []Technique{swordfish}, find: func(r *Rater) bool { return r.fish(3) }},
		{least: 40, most: 40, gives: []Technique{hiddenTriplet}, find: func(r *Rater) bool { return r.hiddenSet(3) }},
		{least: 40, most: 43, gives: []Technique{skyscraper, twoStringKite, turbotFish, groupedSkyscraper, groupedTwoStringKite, groupedTurbotFish}, find: func(r *Rater) bool { return r.strongLinks(2) }, only: sukakuOnly},
		{least: 42, most: 42, gives: []Technique{xyWing}, find: func(r *Rater) bool { return r.xyWing(false) }},
		{least: 44, most: 44, gives: []Technique{xyzWing}, find: func(r *Rater) bool { return r.xyWing(true) }},
		{least: 45, most: 56, gives: []Technique{uniqueRectangle, uniqueLoop}, find: (*Rater).uniqueLoop},
		{least: 50, most: 50, gives: []Technique{nakedQuad}, find: func(r *Rater) bool { return r.nakedSet(4) }},
		{least: 52, most: 52, gives: []Technique{jellyfish}, find: func(r *Rater) bool { return r.fish(4) }},
		{least: 54, most: 54, gives: []Technique{hiddenQuad}, find: func(r *Rater) bool { return r.hiddenSet(4) }},
		{least: 54, most: 57, gives: []Technique{threeStrongLinks, strongLinkLoop}, find: func(r *Rater) bool { return r.strongLinks(3) }, only: sukakuOnly},
		{least: 55, most: 56, gives: []Technique{wxyzWing}, find: func(r *Rater) bool { return r.alsWing(3) }, only: sukakuOnly},
		{least: 56, most: 63, gives: []Technique{bivalueUniversalGrave}, find: (*Rater).bivalueGrave},
		{least: 58, most: 61, gives: []Technique{fourStrongLinks, strongLinkLoop}, find: func(r *Rater) bool { return r.strongLinks(4) }, only: sukakuOnly},
		{least: 62, most: 64, gives: []Technique{vwxyzWing}, find: func(r *Rater) bool { return r.alsWing(4) }, only: sukakuOnly},
		{least: 62, most: 62, gives: []Technique{alignedPairExclusion}, find: (*Rater).alignedPair},
		{least: 66, most: 66, gives: []Technique{uvwxyzWing}, find: func(r *Rater) bool { return r.alsWing(5) }, only: sukakuOnly},
		{least: 65, most: unbounded, gives: []Technique{xCycle, xChain, yCycle, xyCycle, forcingChain}, find: (*Rater).forcingChain},
		{least: 75, most: 75, gives: []Technique{tuvwxyzWing}, find: func(r *Rater) bool { return r.alsWing(6) }, only: sukakuOnly},
		{least: 75, most: 75, gives: []Technique{alignedTripletExclusion}, find: (*Rater).alignedTriplet},
		{least: 75, most: unbounded, gives: []Technique{nishioForcingChains}, find: (*Rater).nishio},
		{least: 80, most: unbounded, gives: []Technique{cellForcingChains, regionForcingChains}, find: (*Rater).staticChains},
		{least: 85, most: unbounded, gives: dynamicTechniques(levelLinks), find: dynamicChains(levelLinks, 0)},
		{least: 90, most: unbounded, gives: dynamicTechniques(levelPlus), find: dynamicChains(levelPlus, 0)},
		{least: 95, most: unbounded, gives: dynamicTechniques(levelForcing), find: dynamicChains(levelForcing, 0)},
		{least: 100, most: unbounded, gives: dynamicTechniques(levelStatic), find: dynamicChains(levelStatic, 0)},
		{least: 105, most: unbounded, gives: dynamicTechniques(levelDynamic), find: dynamicChains(levelDynamic, levelLinks)},
		{least: 105, most: unbounded, gives: dynamicTechniques(levelDynamic), find: dynamicChains(levelDynamic, levelPlus), only: sukakuOnly},
		{least: 105, most: unbounded, gives: dynamicTechniques(levelDynamic), find: dynamicChains(levelDynamic, levelForcing), only: sukakuOnly},
		{least: 105, most: unbounded, gives: dynamicTechniques(levelDynamic), find: dynamicChains(levelDynamic, levelStatic), only: sukakuOnly},
		{least: 110, most: unbounded, gives: dynamicTechniques(levelNested), find: dynamicChains(levelNested, levelLinks), only: se121Only},
	}
	after := Score(beyond)
	for i := len(list) - 1; i >= 0; i-- {
		after = min(after, list[i].least)
		list[i].after = after
	}
	return list
}()

// dynamicTechniques returns the techniques of dynamic chains of a level.
func dynamicTechniques(level int) (all []Technique) {
	for t := dynamicCellForcingChains; t <= dynamicContradictionForcingChains; t++ {
		all = append(all, t+Technique(4*level))
	}
	return all
}

// Limit replaces Options.MaxRating for the puzzles that are rated next.
func (r *Rater) Limit(most Score) { r.options.MaxRating = most }
