package generate

// This file makes puzzles with patterns that the user drew: each try is another grid.

// PatternOf returns the index of the pattern of a puzzle, or -1 if there are no patterns.
func (o Options) PatternOf(number uint64) int {
	if len(o.Patterns) == 0 {
		return -1
	}
	return int(number / max(o.PatternRun, 1) % uint64(len(o.Patterns)))
}

// draw makes the clues of the pattern the next test.
func (d *digger) draw() {
	d.test = testUnique
	for cell, clue := range d.pattern {
		d.cells[cell] = 0
		if clue {
			d.cells[cell] = d.grid[cell]
		}
	}
}
