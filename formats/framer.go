package formats

// NewFramer returns a Framer for one file in the form f. A byte order mark at
// the beginning of the file is not for the Framer: see [BOMLen].
func (f Form) NewFramer() Framer {
	return f.grammar().framer(f)
}

// PassRecords has a Framer of a form with a RecordSize go on behind so many records that
// are not presented to it, which follow those that it has cut. It reports whether there are
// as many; if not it does nothing.
func PassRecords(framer Framer, records int) bool {
	n, ok := framer.(*npyFramer)
	if !ok || n.header > 0 || n.want >= 0 && records > n.want-n.have {
		return false
	}
	n.pass(int64(records))
	return true
}

// UnreadSolutions returns the name of an array, or object, of solutions that a Framer
// came by behind the puzzles in a JSON file; "": by none. They are not read, as a solution
// is then far from its puzzle.
func UnreadSolutions(framer Framer) (name string) {
	if j, ok := framer.(*jsonFramer); ok {
		name = j.tail.solutions
	}
	return name
}

// NewFramerFrom returns a Framer for the rest of a file in the form f, which is
// Divisible, after its header and so many records. These need only be known where
// records have a RecordSize.
func (f Form) NewFramerFrom(records int64) Framer {
	framer := f.NewFramer()
	if f.Layout != nil {
		framer.Cut(f.Layout.Header, false)
	}
	if n, ok := framer.(*npyFramer); ok {
		n.pass(records)
	}
	return framer
}
