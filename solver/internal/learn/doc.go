// Package learn finds the solutions of Sudoku puzzles by conflict-driven clause
// learning. It is specialised for the constraints of Sudoku. For the hardest
// puzzles, depth-first search makes millions of guesses; this package needs
// about ten conflicts.
//
// # Clause learning
//
// A variable is a candidate: one digit in one cell. Every candidate is a member
// of four groups: its cell, and its digit's row, column and box. Exactly one
// member of a group is true. No clause states this. A group is a bit mask,
// propagation is a few bit operations, and the solver constructs a reason only
// when conflict analysis asks for it. Only learned facts are stored as clauses.
//
// The rest follows the standard small solvers: conflict analysis up to the
// first unique implication point (J. P. Marques-Silva and K. A. Sakallah,
// "GRASP", 1996; L. Zhang and others, "Efficient conflict driven learning",
// 2001), two watched literals and decisions by activity (M. Moskewicz and
// others, "Chaff", 2001), clause minimisation (N. Sörensson and A. Biere,
// 2009), the overall structure (N. Eén and N. Sörensson, "An extensible
// SAT-solver", 2003), restarts (M. Luby, A. Sinclair and D. Zuckerman, 1993),
// and dropping clauses by glue (the number of levels they connect; G. Audemard
// and L. Simon, "Predicting learnt clauses quality", 2009). Two choices differ
// from the usual ones, because they suit Sudoku better. A decision always makes
// a candidate true, whatever value it had last. And learned clauses are
// shrunk with the help of groups; see shrink.go.
//
// All clauses lie in one arena. The watch lists are links within it (as in A.
// Biere's PicoSAT, 2008), so solving a puzzle allocates no memory.
//
// # Counting
//
// Clause learning is a form of resolution, and resolution cannot count. For
// example, it needs exponentially many steps to show that eight rows cannot
// share seven columns for one digit (A. Haken, 1985). Two other methods fill
// this gap.
//
// Matchings: for each digit there must be a perfect matching of rows to
// columns, of rows to boxes, and of columns to boxes; for each house, one of
// cells to digits. At the root (before any decision), edges that lie on no
// perfect matching are dropped (J.-C. Régin, "A filtering algorithm for
// constraints of difference in CSPs", 1994). Régin finds these edges by
// strongly connected components (R. Tarjan, 1972); this package uses transitive
// closure. Below the root, a missing matching is a conflict, and Hall's
// condition gives its clause.
//
// Prices: a weighting of the groups can prove that a puzzle has no solution,
// not even a fractional one. It can also exclude candidates that are in no
// fractional solution; see prices.go. No counting argument over several digits
// can prove more; Ryser's condition for rectangles is one case. The search for
// weightings runs after restarts, at the root and after the first decisions, in
// orders up to 16; see auction.go.
//
// # Determinism
//
// A search depends only on the puzzle and the known solution. It uses no clock,
// no random numbers, no rounding that depends on the processor, and no state
// from earlier puzzles.
package learn
