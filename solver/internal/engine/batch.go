package engine

// A Batch is puzzles that a BatchEngine searches together.
type Batch struct {
	Cells    []uint8     // of the puzzles, one after the other
	Outcomes []Outcome   // one for each puzzle, set by the engine
	Stop     func() bool // called now and then: true = give up; may be nil
	Done     func()      // called when all outcomes are set
	left     int         // outcomes that are not
}

// Begin begins a search of all puzzles.
func (b *Batch) Begin() { b.left = len(b.Outcomes) }

// Set sets one outcome. The last one completes the batch.
func (b *Batch) Set(puzzle int, out Outcome) {
	b.Outcomes[puzzle] = out
	if b.left--; b.left == 0 {
		b.Done()
	}
}
