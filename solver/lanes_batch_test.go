package solver

// searchBatch solves one batch from beginning to end.
func (e *lanes) searchBatch(cells []uint8, out []outcome, limit int, maxGuesses uint64) {
	if len(out) == 0 {
		return
	}
	e.feed(&batch{cells: cells, outcomes: out, done: func() {}}, limit, maxGuesses)
	e.flush()
}
