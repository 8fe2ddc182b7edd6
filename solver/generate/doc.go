// Package generate makes Sudoku puzzles of orders 9 and 16 from a seed: each
// proven to have one solution, and on request minimal, with an exact number of
// clues, or within a band of difficulty. It also makes random isomorphs and
// mutants of puzzles.
//
// # What a puzzle depends on
//
// Puzzle number i is a function of the options, the seed and i alone: its
// random numbers are those of math/rand/v2's ChaCha8, whose key holds the seed
// and i. So puzzles may be made in any order and on any number of cores.
//
// # Grids
//
// The boxes on the diagonal, which do not see each other, are filled at random,
// and the solver completes them. Its preference for low digits is then undone
// by a walk: again and again two digits trade places in a random part of the
// grid in which they can. A step is as likely as its reverse, so the walk tends
// to the uniform distribution over the grids that it can reach. At last rows
// and columns are permuted within bands and stacks, these among each other, and
// the grid is transposed or not. The outcome is diverse, but it is not proven
// uniform.
//
// # Clues
//
// Clues leave the grid in random order, unless they are needed. What needs them
// is unavoidable sets: cells in which the grid differs from another one, of
// which every puzzle for this grid must hold a clue. A generator begins with
// those that two digits, two rows or two columns form. It keeps, of each known
// set that would lose its last clue, that clue, drops all others at once, and
// has the solver look at what is left. A second solution shows another
// unavoidable set, and the choice is made anew; no second one, and the puzzle is
// proven unique and at the same time minimal, because each of its clues is the
// only one in some unavoidable set. That takes a fraction of the tests that
// trying clue after clue would. (To look for puzzles by sets that their clues
// must hit is the way of G. McGuire, B. Tugemann and G. Civario, There is no
// 16-clue Sudoku, 2012; to find the sets as one goes is implicit hitting sets.)
//
// Minimal puzzles made by dropping clues in random order are not drawn
// uniformly either: they have more clues than average minimal puzzles have
// fewer (D. Berthier, Unbiased Statistics of a CSP, 2009).
package generate
