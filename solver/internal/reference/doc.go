// Package reference has the reference engines, classic methods that serve as
// witnesses and yardsticks: backtrack, mrv, propagate, dlx and cdcl. They share
// no search code with the common search, nor with each other.
package reference
