package solver

// searchBatch solves one batch from beginning to end.
func (e *lanes) searchBatch(cells []uint8, out []outcome, limit int, maxGuesses uint64) {
	if len(out) == 0 {
		return
	}
	b := &Batch{Cells: cells, Results: make([]Result, len(out))}
	e.feed(b, limit, maxGuesses)
	e.flush()
	for i, r := range b.Results {
		out[i] = outcome{found: r.Solutions, guesses: r.Guesses, complete: r.Complete}
	}
}
