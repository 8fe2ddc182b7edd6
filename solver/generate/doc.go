// Package generate makes Sudoku puzzles of all orders from a seed. Each
// puzzle is proven to have one solution. On request it is minimal, has an exact
// number of clues, or is within a range of difficulty. The package also makes
// random isomorphs of puzzles.
//
// A [Generator] makes many puzzles at a time, in batches; each is a [Series].
// [Options] describe the puzzles. An [Isomorpher] makes isomorphs of a puzzle.
// Each goroutine needs its own Generator and Isomorpher.
//
// # What determines a puzzle
//
// Puzzle number i depends only on the options, the seed and i. Its random
// numbers come from math/rand/v2's ChaCha8, whose key holds the seed and i. So
// puzzles can be made in any order and on any number of cores.
//
// # Grids
//
// The boxes on the diagonal share no house. They are filled at random, and the
// solver completes the grid. Then rows, columns, bands and stacks are permuted,
// and the grid is transposed or not.
//
// The solver prefers low digits, so such grids are biased. A random walk
// removes most of the bias: in each step two digits trade places in a random
// part of the grid in which they can. A step is as likely as its reverse, so
// the walk tends to the uniform distribution over all grids that it can reach.
// It has 60 steps (200 in order 16). After these, the numbers of such parts of
// each size are, on average, the same as after thousands of steps. In order 9
// there are 11.4 parts of two rows, against 10.1 before the walk. So the grids
// are diverse, but not proven uniform.
//
// # Clues
//
// Clues are dropped in random order, unless a clue is the last one in an
// unavoidable set. An unavoidable set is a set of cells in which the grid
// differs from another grid. Every puzzle for this grid needs a clue in each,
// because otherwise it has both grids as solutions.
//
// A generator first collects the sets in which two digits can trade places. It
// drops clues in turn, except the last ones of the known sets, and the solver
// tests the rest. If there is a second solution, it gives another unavoidable
// set, and the generator chooses again. If there is none, the puzzle is unique.
// If no more clues can be dropped, the puzzle is also minimal, because each
// clue is the only one in some unavoidable set.
//
// A minimal puzzle of order 9 takes about 25 tests. Testing clue after clue
// would take 81, and give the same puzzle. G. McGuire, B. Tugemann and G.
// Civario (There is no 16-clue Sudoku, 2012) describe puzzles as sets of clues
// that meet all unavoidable sets. Finding these sets during the search is known
// as implicit hitting sets.
//
// Minimal puzzles made by dropping clues are not uniformly distributed. They
// have 24.4 clues on average, but all minimal puzzles of order 9 have about
// 26.6: the more clues, the less likely such a puzzle is made (D. Berthier,
// Unbiased Statistics of a CSP, 2009).
package generate
