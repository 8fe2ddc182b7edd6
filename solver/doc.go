// Package solver solves large numbers of Sudoku puzzles fast. The order of a
// puzzle is its number of digits: 4, 6, 8, 9, 12, 16 or 25. Package geometry lists
// the boxes of each order: r rows and c columns, and r·c digits. [Options] can
// transpose them.
//
// A puzzle is a []uint8 of order² cells, row by row, with 0 for a blank and
// 1..order for a clue. A solution has the same shape and no zeros. [Solve], [Count]
// and [IsUnique] take a single puzzle of any order. For many puzzles, make a
// [Solver], which replaces a puzzle with its solution in the same slice.
//
//	s, err := solver.New(9, solver.Options{Limit: 2})
//	…
//	result := s.Solve(cells) // cells now holds the solution
//
// [Solver.SolveBatch] solves many puzzles in one call. [Solver.Feed] and
// [Solver.Flush] solve a stream of batches, each a [Request]. That is the fastest
// way, because the solver begins puzzles of the next batch while it finishes
// the last ones of this batch. [Engines] lists the engines, and [Options]
// chooses one. [Verify] judges a solution, a [MinimalChecker] finds redundant
// clues, and a [Canonicalizer] finds the canonical form of a puzzle.
// [Solver.SolveCandidates] takes puzzles that are given as candidates. A Solver,
// MinimalChecker or Canonicalizer is for one goroutine at a time. Package
// generate makes puzzles.
//
// # The common search
//
// All fast engines run the same search. A puzzle's status, its first solution
// and its number of guesses therefore do not depend on the engine, on the
// processor or on how work is spread. A state holds the candidates of every
// cell. In the first state, a clue is the only candidate of its cell, and blanks
// have all digits; or each cell has the candidates that are given. The closure of
// a state applies these rules until none removes anything more:
//
//  1. naked single: a cell with one candidate takes that digit from its peers;
//  2. hidden single: a digit with one place left in a row, column or box is
//     put there;
//  3. line–box. A digit confined within a box to one line is removed from the
//     rest of that line (pointing), a digit confined within a line to one box
//     from the rest of that box (claiming). In order 9 a stronger rule takes
//     their place: for each digit and each band (and stack), the 3×3 table of
//     mini-rows that still hold the digit keeps only entries that lie on a
//     perfect matching of rows to boxes.
//
// A state is dead if its closure has a cell without a candidate, a digit
// without a place in some house, or two equal digits fixed in one house. A live
// state with open cells branches at one of the cells with the fewest
// candidates: the one with the highest score, the first of several. The score
// of a cell counts its unsolved peers: 1 for each in its row or column alone, 2
// for each in its box alone, and -1 for each that shares two houses with it,
// because the rules already constrain those peers. The first child sets the
// lowest candidate, the second child removes it. The search is depth first.
// Each branch point counts as one guess.
//
// # Clause learning
//
// Depth-first search may take very long. A puzzle that passes a threshold of
// guesses (2,000 in orders up to 9, 300 in others) before two solutions were found
// goes on to clause learning. Clause learning looks for solutions other than the
// one already found. Each of its decisions counts as one more guess. If the search
// found no solution, the first solution is the first one that clause learning
// finds, whatever the limit. If clause learning finds 64 solutions, there is
// another one, and the limit allows it, the search counts from the beginning.
//
// Clause learning uses no clock and no random numbers, so it depends on the
// puzzle alone. Package internal/learn defines its rules. A change that alters a
// number of guesses raises [SearchVersion].
//
// # Budgets
//
// A search ends if it needs one guess more than its budget. A larger budget never
// changes an answer of a smaller one. It only counts more solutions, up to the
// limit, if a count was not complete. A budget up to the threshold allows no
// clause learning. The default budget ([DefaultMaxGuesses]) depends on
// the limit alone.
//
// # Reference engines
//
// The engines dlx, mrv, backtrack and propagate search in ways of their own. They share no search code with the fast engines, nor with each other, so
// that tests can check one against another.
package solver
