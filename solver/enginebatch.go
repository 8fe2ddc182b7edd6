package solver

// A batch is puzzles that a batchEngine searches together.
type batch struct {
	cells    []uint8     // of the puzzles, one after the other
	outcomes []outcome   // one for each puzzle
	stop     func() bool // asked now and then whether to give up, if it is not nil
	done     func()      // called when all outcomes are set
	left     int         // outcomes that are not
}

// begin begins a search of all puzzles.
func (b *batch) begin() { b.left = len(b.outcomes) }

// set sets one outcome. The last one completes the batch.
func (b *batch) set(puzzle int, out outcome) {
	b.outcomes[puzzle] = out
	if b.left--; b.left == 0 {
		b.done()
	}
}

// stopped reports whether to give up.
func (b *batch) stopped() bool { return b.stop != nil && b.stop() }
