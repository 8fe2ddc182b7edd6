// Package minlex finds canonical forms of 9×9 Sudoku puzzles: the
// lexicographically least of the 81-digit strings (row by row, 0 = blank) that
// a puzzle becomes under relabelling of digits, permutation of bands, of rows
// within a band, of stacks and of columns within a stack, and transposition.
// Players call it the minlex form. Two puzzles are isomorphic if and only if
// their forms are equal.
//
// There are 2·6⁸ = 3,359,232 geometric transformations; for each, the best
// relabelling is by first appearance. The search builds the form from the
// top, row by row. It keeps all partial transformations whose rows so far are
// the least possible, and tries every row that may come next with each; those
// that give the least next row are the partial transformations of the next
// level. The idea, to keep all mappings that show the least so far and to fix
// columns and labels no sooner than a clue shows them, is M. Deverin's ("Row
// Minimal Standard Form", 2007; it lives on in M. Dobrichev's gridchecker). The
// code and what follows are this package's own.
//
// A partial transformation stands for many where they cannot be distinguished
// yet:
//
//   - columns of a stack that are equal in all rows so far form a group, whose
//     order is open;
//   - stacks that were blank in all rows so far are tied: their order is open;
//   - of equal rows of a band, and of bands of equal rows, one is tried, and
//     counted as often as there are such rows or bands.
//
// So the least next row, for a chosen source row, follows without search: sort
// the labels within each group, and tied stacks by what they then show. Digits
// that were not labelled yet come after all others, and get the next labels
// from left to right; where several are in one group, or in stacks that are
// alike, each order is a partial transformation of its own.
//
// That keeps the list short: three or fewer for most puzzles, and a few
// thousand for symmetric ones. Solved grids, whose first row can come from any
// row in 1,296 ways, get their first two rows at once. The longest lists that
// were found, of 23,328, belong to grids that break the rules, with
// 123456789 in all rows; they take two milliseconds.
//
// The transformations left at the end map the puzzle to its form in all possible
// ways. There are as many of them as automorphisms.
package minlex
