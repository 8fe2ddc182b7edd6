// Package bench measures how fast corpora are solved, and says it honestly:
// whatever is timed has first answered the whole corpus, and every answer was
// verified; contenders take turns, so that what disturbs the machine disturbs
// all of them; figures are medians with their spread, and ratios are those of
// the same rounds.
//
// [Load] reads a [Corpus], and [Run] measures what a [Config] names: an [Engine]
// in memory or in the pipeline from file to text, a [Program] as a process, and
// a [Variant], an engine in a process with another environment. Each gives a
// [Measurement]. [WriteTable], [WriteMarkdown], [WriteBenchfmt] and [Report] show
// them; [WriteJSON] records them, [ReadJSON] loads them again, and [Compare] finds
// the [Change] from older ones. results holds recorded ones, named by date and
// machine.
//
// The suites are Go benchmarks too, whose names are key=value pairs, so that
// benchstat can compare them by any key:
//
//	go test ./bench -run '^$' -bench 'Solve/engine=band' -count 10
//
// Every benchmark first proves its answers, on the whole corpus. NOTES.md
// beside this file is the memory of what was measured, and of what did and did
// not pay.
package bench
