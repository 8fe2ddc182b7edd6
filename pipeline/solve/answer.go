package solve

import (
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
)

// answerResults answers records that have no malformed one between them; their
// cells are the first. Nearly all are solved, and those are answered a row of
// them at once.
func (w *worker) answerResults(b *pipeline.Batch, results []solver.Result, cells []uint8) {
	n := b.Records.Order * b.Records.Order
	for len(results) > 0 {
		solved, incomplete, guesses := 0, int64(0), uint64(0)
		for solved < len(results) && results[solved].Status == solver.Solved {
			guesses += results[solved].Guesses
			if !results[solved].Complete {
				incomplete++
			}
			solved++
		}
		b.Counts.Solved += int64(solved)
		b.Counts.Solutions += uint64(solved)
		b.Counts.Incomplete += incomplete
		b.Counts.Guesses += guesses
		b.Out = b.To.AppendSolved(b.Out, cells[:solved*n])
		results, cells = results[solved:], cells[solved*n:]
		if len(results) > 0 {
			w.answerResult(b, &results[0], cells[:n])
			results, cells = results[1:], cells[n:]
		}
	}
}

// answerResult answers a record that has multiple solutions, is proven to have
// none, or was given up. Of multiple solutions it states the number where more
// than a second one was looked for.
func (w *worker) answerResult(b *pipeline.Batch, result *solver.Result, cells []uint8) {
	a := formats.Answer{Verdict: solving.Count(&b.Counts, result), Cells: cells, Guesses: result.Guesses}
	if w.limit > 2 {
		a.Count, a.AtLeast = result.Solutions, !result.Complete
	}
	a.Clash = [2]int{int(result.Clash[0]), int(result.Clash[1])}
	b.Out = b.To.AppendAnswer(b.Out, &a)
}
