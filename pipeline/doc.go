// Package pipeline runs the records of many inputs through workers on every
// core and writes what they make of them in input order, in bounded memory.
//
// It is a ring. A fixed number of batches goes round; what is not in flight
// waits in free, and taking a batch from there is all the back-pressure there
// is:
//
//	    ┌───────────────────── free ◄────────────────────┐
//	    ▼                                                │
//	source ──► work ──► worker × jobs ──► done ──► sink ─┘
//	frames             decode, work,             restores order,
//	records            append text               writes
//
// One goroutine owns each part: the source its input and the text carried
// from batch to batch, each worker its solvers and scratch, the sink the
// output and the counts of records and lines. A batch belongs to whoever
// received it last. Every channel can hold all batches, so that no send ever
// blocks, and nothing is done per puzzle: no goroutine, no channel operation,
// no allocation. A worker may take the next batches before it has finished one,
// and finish them in another order; the sink restores theirs.
//
// Whatever happens in the input travels inside the batches, through the ring:
// a malformed record, an unreadable file, a stream that ends in an error. So
// it is met in input order, on every run the same. The errgroup carries only
// failures of the output and cancellation. A panic of a part is an error, too,
// and one of a worker names the puzzle: another worker does its batches again.
package pipeline
