// Package generate makes Sudoku puzzles of orders 9 and 16 from a seed: each
// proven to have one solution, and on request minimal, with an exact number of
// clues, or within a band of difficulty. It also makes random isomorphs and
// mutants of puzzles.
//
// A [Generator] is fed batches, each a [Batch], and makes many puzzles at a time;
// [Options] say what they are like. An
// [Isomorpher] makes isomorphs of a puzzle, a [Mutator] mutants. A Generator,
// Isomorpher or Mutator is for one goroutine at a time.
//
// # What a puzzle depends on
//
// Puzzle number i is a function of the options, the seed and i alone: its
// random numbers come from math/rand/v2's ChaCha8, whose key holds the seed
// and i. So puzzles may be made in any order and on any number of cores.
//
// # Grids
//
// The boxes on the diagonal, which do not see each other, are filled at random,
// and the solver completes them. Rows and columns are permuted within bands and
// stacks, these among each other, and the grid is transposed or not. A walk then
// undoes the rest of the solver's preference for low digits: again and again two
// digits trade places in a random part of the grid in which they
// can. A step is as likely as its reverse, so the walk tends to the uniform
// distribution over the grids that it can reach. After 60 steps (200 in order 16)
// the numbers of such parts of each size are, on average, what they are after
// thousands: 11.4 of two rows in order 9, and 10.1 before the walk. So grids are
// diverse, but they are not proven uniform.
//
// # Clues
//
// Clues are dropped in random order, unless dropping them would let in a second
// solution. That is so if they are the last ones in an unavoidable set: cells in
// which the grid differs from another one, so that every puzzle for this grid
// needs a clue among them. A generator begins with those sets in which two digits
// trade places. It drops the next clues in turn, except for the last ones of
// the sets that it knows, and has the solver look at the rest. A second
// solution shows another unavoidable set, and the choice is made anew. If there
// is none, the puzzle is proven unique; and if no more clues may be dropped it
// is proven minimal too, as each is the only one in some unavoidable set. This
// takes about 25 tests of the solver for a minimal puzzle of order 9, where
// trying clue after clue takes 81, and gives the same puzzle. (That puzzles are
// what meets all unavoidable sets is the way of G. McGuire, B. Tugemann and G.
// Civario, There is no 16-clue Sudoku, 2012; to find the sets on the way is
// known as implicit hitting sets.)
//
// Minimal puzzles that are made by dropping clues are not uniform either. They
// have 24.4 clues on average, where the average of all minimal puzzles of order 9
// is about 26.6: the more clues, the less likely such a puzzle comes up (D.
// Berthier, Unbiased Statistics of a CSP, 2009).
package generate
