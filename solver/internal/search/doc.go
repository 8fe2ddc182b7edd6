// Package search has the engines of the common search, which the documentation of
// package solver defines: band and grid in plain Go, lanes with a puzzle in each
// lane of wide vectors, and the tail, which hands hard puzzles on to clause
// learning. All have the same outcomes, to the last guess.
package search
