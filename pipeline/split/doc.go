// Package split divides corpora into parts, such as training and test sets, so
// that no puzzle of one part is in another, not even relabelled or permuted.
//
// Where a record goes depends on its puzzle and a seed alone: a keyed hash of the
// canonical form is a point, and every part is an interval of points. So isomorphs
// fall into the same part, and records stay where they are when others are added.
// [Run] has one part then. Where the sizes are to be exact, the ends of the
// intervals are known only when the last record was seen: so records are kept in a
// temporary file, and points sorted in another; memory is bounded. What is written
// does not depend on the number of workers.
package split
