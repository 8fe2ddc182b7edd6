// Package bench measures how fast corpora are solved. Its suites are Go
// benchmarks whose names are key=value pairs, so that benchstat can compare
// them by any key:
//
//	go test ./bench -run '^$' -bench 'Solve/engine=band' -count 10
//
// Every benchmark first proves its answers, on the whole corpus. NOTES.md
// beside this file is the memory of what was measured, and of what did and did
// not pay.
package bench
