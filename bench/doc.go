// Package bench measures how fast corpora are solved, and says it honestly:
// whatever is timed has first answered the whole corpus, and every answer was
// verified; contenders take turns, so that what disturbs the machine disturbs
// all of them; figures are medians with their spread, and ratios are those of
// the same rounds. Run measures, for `sudokubatch bench`: engines in memory,
// the pipeline end to end, and whole processes, other programs among them.
// The Write functions and Report show the result, and Compare compares it with
// an older one. results holds recorded ones, named by date and machine.
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
