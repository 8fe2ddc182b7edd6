// Package minlex finds canonical forms of 9×9 Sudoku puzzles. Two puzzles are
// isomorphic if and only if their forms are equal.
//
// The form of a puzzle is the lexicographically least string of 81 digits (row
// by row, 0 = blank) that results from any combination of these steps: relabel
// digits; permute bands, rows within a band, stacks, and columns within a
// stack; transpose. Players call it the minlex form.
//
// There are 2·6⁸ = 3,359,232 geometric transformations. For each, the best
// relabelling is by first appearance. The search builds the form row by row
// from the top. It keeps all partial transformations whose rows so far are the
// least possible. For each of them it tries every row that may come next. Those
// that give the least next row are the partial transformations of the next
// level.
//
// The idea is M. Deverin's ("Row Minimal Standard Form", 2007; M. Dobrichev's
// gridchecker still uses it): keep all mappings that give the least string so
// far, and fix columns and labels only when a clue requires it. The code and
// the following refinements are this package's own.
//
// A partial transformation represents many while they cannot be distinguished:
//
//   - columns of a stack that are equal in all rows so far form a group, whose
//     order is open;
//   - stacks that were blank in all rows so far are tied: their order is open;
//   - of equal rows in a band, and of bands with equal rows, only the first is
//     tried. It counts as often as there are such rows or bands.
//
// So for a given source row, the least next row needs no search: sort the
// labels within each group, then sort tied stacks by the result. Digits without
// a label come after all others, and get the next labels from left to right. If
// several of them are in one group, or in equal stacks, each order becomes a
// partial transformation of its own.
//
// This keeps the list short: at most three for most puzzles, and a few thousand
// for symmetric ones. In a solved grid, the first row can come from any row in
// 1,296 ways, so the search chooses the first two rows at once. The longest
// known lists, of 23,328, belong to invalid grids with 123456789 in all rows;
// they take two milliseconds.
//
// At the end, the remaining transformations are all that map the puzzle to its
// form. Their number is the number of automorphisms.
package minlex
