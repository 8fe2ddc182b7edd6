// Package solver solves Sudoku puzzles of orders 9 and 16, many of them, fast.
//
// A puzzle is a []uint8 of order² cells, row by row, with 0 for a blank and
// 1..order for a clue; a solution has the same shape and no zeros. The same
// slice serves for both: solving happens in place.
//
//	s, err := solver.New(9, solver.Options{Limit: 2})
//	…
//	result := s.Solve(cells) // cells now holds the solution
//
// [Solver.SolveBatch] solves many puzzles in one call, and [Solver.Feed] with
// [Solver.Flush] a stream of batches, each a [Batch]: the fastest way, because
// puzzles of the next batch are begun while the last ones of this batch are
// finished. [Engines] lists the engines, one of which [Options] may choose.
// [Verify] judges a solution, a [MinimalChecker] finds redundant clues, and a
// [Canonicalizer] the canonical form of a puzzle. A Solver, MinimalChecker or
// Canonicalizer is for one goroutine at a time. Package generate makes puzzles.
//
// # One search
//
// All engines that are made for speed run the same search, so that a puzzle's
// status, its first solution and its number of guesses do not depend on the
// engine, on the processor or on how work is spread. A state holds the
// candidates of every cell. Its closure applies these rules until none
// removes anything more:
//
//  1. naked single: a cell with one candidate takes that digit from its peers;
//  2. hidden single: a digit with one place left in a row, column or box is
//     put there;
//  3. line–box. Order 9: for each digit and each band (and stack), the 3×3
//     table of mini-rows that still hold the digit keeps only entries that lie
//     on a perfect matching of rows to boxes. Order 16: a digit confined
//     within a box to one line is removed from the rest of that line (pointing),
//     a digit confined within a line to one box from the rest of that box
//     (claiming).
//
// A state is dead if its closure has a cell without a candidate, a digit
// without a place in some house, or two equal digits fixed in one house. A
// live state with open cells branches at the cell with exactly two candidates
// that has the highest score; ties go to the lowest cell; where no cell has two
// candidates, the same among the cells with the fewest. A cell's score counts
// its unsolved peers: 1 for each in its row or column alone, 2 for each in its
// box alone, and -1 for each that shares two houses with it, because the rules
// already constrain those peers. The first child sets the lowest candidate, the
// second child removes it; the search is depth first. Each branch point counts
// as one guess.
//
// A puzzle that passes a threshold of guesses (2,000 in order 9, 300 in order 16)
// before two solutions were found goes on to clause learning, which finishes
// what depth-first search might not. It determines whether there are solutions
// other than the one already found, if any; each of its decisions counts as one
// guess more. If the search found none, the first solution is the first that
// clause learning comes to, whatever the limit. Where there are more than 64
// others, and the limit asks for them, they are counted by the search, from the
// beginning. That too depends on the puzzle alone: clause learning uses no
// clock and no random numbers. Its rules are those of the code, in
// internal/learn, and a change that alters a number of guesses raises
// [SearchVersion].
//
// A search that would need a guess more than its budget ends there. So a larger
// budget never changes an answer that a smaller one gave; it only counts more
// solutions, up to the limit, where a count was not complete. A budget of as many
// guesses as the threshold or fewer allows no clause learning. The default budget
// ([DefaultMaxGuesses]) grows with the limit, and depends on nothing else.
//
// The reference engines (dlx, mrv, backtrack, propagate, cdcl) search in ways
// of their own, so that the fast ones can be checked against them: they share
// no search code with those, nor with each other.
package solver
