package formats

// A gridStyle is how the grids of a file are drawn.
type gridStyle struct{}
