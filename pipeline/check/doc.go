// Package check judges corpora: whether every puzzle is well-formed, has exactly
// one solution, carries the right one, can lose no clue, and is new.
//
// [Run] has two parts. The first is a run of the pipeline: its workers solve and
// hash, and what they find comes together in input order. Where puzzles are
// compared with each other, nothing can be said of them before the last was
// seen: so what is known is kept in temporary files, the hashes are sorted
// (equal ones then lie side by side), the matches are sorted by record number,
// and the second part merges both, in input order again. Memory is
// bounded in both; the results do not depend on the number of workers.
package check
