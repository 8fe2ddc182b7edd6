// Package bench measures how fast solvers work on corpora of puzzles.
//
// [LoadSizes] reads corpora and [Run] measures the contenders that a [Config] names: engines in
// memory, engines in the pipeline from file to text, programs as processes, and engines of the
// caller in memory. Every
// contender first answers the whole corpus, and every answer is verified. Then the
// contenders take turns in rounds, so that whatever disturbs the machine disturbs all of
// them. Figures are medians with intervals, and a ratio compares the same rounds.
//
// [WriteTable] and [Report] show a list of [Measurement], [WriteJSON] and [ReadJSON] keep
// it, and [WriteBenchfmt] writes the format that benchstat compares. The folder results
// holds recorded measurements.
//
// The package also has Go benchmarks, named by key=value pairs. They prove their answers, too:
//
//	go test ./bench -run '^$' -bench 'Solve/engine=band' -count 10
//
// NOTES.md records what was measured, and what did and did not pay.
package bench
