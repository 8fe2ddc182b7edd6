// Package learn searches for the solutions of Sudoku puzzles by conflict-driven
// clause learning, made for these constraints. Where depth-first search may take
// millions of guesses, it takes some ten conflicts.
//
// # Clause learning
//
// Its variables are candidates, a digit in a cell. Each is a member of four
// groups: of its cell, and of its digit in the row, column and box. Exactly one
// member of a group is true. No clauses say so: groups are masks, and propagation
// is a few bit operations; the reasons are made up when conflict analysis asks
// for them. What it learns are clauses.
//
// The rest is as in the small solvers that came to be the standard: conflict
// analysis up to the first unique implication point (J. P. Marques-Silva and K. A.
// Sakallah, "GRASP", 1996; L. Zhang and others, "Efficient conflict driven
// learning", 2001), two watched literals and decisions by activity (M. Moskewicz
// and others, "Chaff", 2001), minimised clauses (N. Sörensson and A. Biere, 2009) and
// the layout of the whole (N. Eén and N. Sörensson, "An extensible SAT-solver",
// 2003), restarts (M. Luby, A. Sinclair and D. Zuckerman, 1993), and dropping clauses by
// glue, the number of levels they connect (G. Audemard and L. Simon, "Predicting
// learnt clauses quality", 2009). Two things suit these constraints better than what
// is usual: a decision always makes a candidate true, whatever it was last, and clauses
// are shrunk by what groups say; see shrink.go.
//
// Clauses are in one arena, linked there to what watches them (as in A. Biere's
// PicoSAT, 2008), so that a puzzle takes no memory.
//
// # Counting
//
// Resolution, which clause learning is, cannot count: that eight rows have seven
// columns for a digit takes it exponentially many steps (A. Haken, 1985). So two
// other ways of reasoning are at work.
//
// Matchings: each digit's rows must have a perfect matching to its columns and
// to its boxes, its columns to its boxes, and the cells of each house to its
// digits. At the root, edges on no perfect matching are dropped (J.-C. Régin, "A
// filtering algorithm for constraints of difference in CSPs", 1994; there by
// strongly connected components, R. Tarjan, 1972, here by transitive closure).
// Below the root a missing matching is a conflict, whose clause Hall's condition
// gives.
//
// Prices: a weighting of the groups refutes a puzzle that has no solution even in
// fractions, and excludes candidates that are in no such solution; see prices.go. That is all
// that counting can do over several digits at once, Ryser's condition for rectangles
// included. Weightings are looked for after restarts, at the root and after the first
// decisions; see auction.go.
//
// # Determinism
//
// A search is a function of the puzzle and the known solution alone: no clock, no
// random numbers, no rounding that depends on the processor, and nothing left from
// earlier puzzles.
package learn
