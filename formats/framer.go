package formats

// A Framer finds the borders between records in the text of one file, front to
// back. It only frames and decodes nothing, because it runs where the file is
// read, ahead of everything else. A Framer belongs to one file and one
// goroutine.
type Framer interface {
	// Cut finds the records at the beginning of text. text[:from] belongs to no
	// record (a header, or what follows the declared end); text[from:to] is
	// whole records with whatever lies between them, ready for one call of
	// [Form.Decode]; text[to:] must be presented again at the next call, before
	// the text that follows it in the file.
	//
	// eof says that nothing follows text. Cut then cuts until nothing is left,
	// but it may take several calls: to < len(text) asks for another one with
	// text[to:], and every call gets further. Without eof, a call that returns
	// to == 0 asks for more text after this one.
	//
	// A line longer than MaxLine may be shortened to its first MaxLine+1 bytes
	// before it is presented. Neither that, nor how the file is split into
	// texts, changes where the borders are.
	//
	// Cut keeps no reference to text, and does not allocate while there are records.
	Cut(text []byte, eof bool) (from, to int)

	// Finish is called after the last Cut. It returns what is wrong with the
	// file as a whole, or nil: a bad header ([ErrHeader]), fewer records than
	// the header says ([ErrCount]), text after the last record
	// ([ErrTrailing]), puzzles in an array that is not read ([ErrArrays]). Line and
	// Column count from the beginning of the file; File is left empty and Record 0.
	Finish() *SyntaxError
}

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
