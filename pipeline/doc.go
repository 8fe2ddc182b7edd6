// Package pipeline runs the records of many inputs through workers on every
// core and writes what they make of them in input order, in bounded memory.
//
// [Run] does so for a [Config]: its inputs, often made by [Files], its output,
// and NewWorker, which makes the [Worker] of each core. Packages solve, check,
// convert, split, gen and augment have workers; the examples show runs, and a worker of
// one's own. A worker is handed a [Batch] of whole records at a time. In place of
// inputs, a [Feed] can send batches of tasks, by a [Sender]; what a task is lies in
// the batch's Slot, and a Slot with methods of [Tasks] lets a panic be traced to
// one task. [Each] reads records without a worker.
//
// The pipeline is a ring. A fixed number of batches circulates; those that are
// not in flight wait in free, and taking a batch from there is the only
// back-pressure:
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
// it is reported in input order, on every run the same. What ends the run is
// returned by the sink when it reaches that batch, and so are errors of OnBatch
// and of the output. Apart from these the errgroup carries cancellation, and a
// worker that panicked and cannot be replaced, or had no batch in flight, or that
// does not give its batches back. A panic is an error like others, and one of a
// worker names the puzzle: another worker does its batches again.
package pipeline
