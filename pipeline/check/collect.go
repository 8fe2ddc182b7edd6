package check

import (
	"io"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A collector receives the workers' results in input order. It counts, keeps keys to be
// compared, and reports records at once or keeps them until all were read.
type collector struct {
	cfg     *Config
	part    *partWriter // nil: the run is no part
	summary *Summary
	places  places // files of all records; the files of Config.Against come first
	own     int64  // number of the first record of Config.Inputs

	puzzles, forms *spill.Sorter // keys with numbers and lines; nil: not compared
	spool          *spill.Spool  // kept records; nil: none are kept, or a part keeps them in Config.Output
	answers        *spill.Spool  // of Config.Answers; nil: none
	unread         unread        // of Config.Answers
	compared       int64         // number of keys
	encoded        []byte
	at             Record        // the current record
	seen           pipeline.Seen // for a part: how the form of the last input was found
}

func newCollector(cfg *Config, part *partWriter) (c *collector, err error) {
	if cfg.Output == nil {
		cfg.Output = io.Discard
	}
	c = &collector{cfg: cfg, part: part, summary: new(Summary), places: newPlaces(cfg.Inputs)}
	if len(cfg.Against) > 0 {
		c.places = newPlaces(cfg.Against)
	}
	if err := cfg.Solver.Check(); err != nil || !cfg.compares() {
		return c, err
	}
	c.puzzles = spill.NewSorter(cfg.TempDir, cfg.share())
	c.forms = spill.NewSorter(cfg.TempDir, cfg.share())
	if part == nil {
		c.spool, err = spill.NewSpool(cfg.TempDir)
	}
	return c, err
}

// keeps reports whether records are kept because later records may concern them.
func (c *collector) keeps() bool { return c.part != nil || c.spool != nil }

// share returns the memory of each sorter: for puzzles, for canonical forms, and for the
// matches.
func (cfg *Config) share() int64 {
	sorters := int64(1)
	if cfg.findsEqual() {
		sorters++
	}
	if cfg.Isomorphs {
		sorters++
	}
	return cfg.Memory / sorters
}

// close removes the temporary files.
func (c *collector) close() {
	for _, s := range []*spill.Sorter{c.puzzles, c.forms} {
		if s != nil {
			_ = s.Close() // the file is temporary
		}
	}
	for _, s := range []*spill.Spool{c.spool, c.answers} {
		if s != nil {
			_ = s.Close()
		}
	}
}

// batchAgainst receives a batch of Config.Against.
func (c *collector) batchAgainst(b *pipeline.Batch, p pipeline.Place) error {
	c.enter(b, p, false)
	for i := range checksOf(b).Records {
		if err := c.compare(b, i, p); err != nil {
			return err
		}
		c.places.count++
	}
	return nil
}

// batch receives a batch of the inputs.
func (c *collector) batch(b *pipeline.Batch, p pipeline.Place) error {
	if c.cfg.OnBatch != nil {
		if err := c.cfg.OnBatch(b, p); err != nil {
			return err
		}
	}
	c.enter(b, p, true)
	c.unread.compare(b)
	checks := checksOf(b)
	order2 := b.Records.Order * b.Records.Order
	faults, cells := b.Records.Faults, b.Records.Cells
	good := 0 // well-formed records so far
	first := c.places.count
	for i := range checks.Records {
		c.places.count = first + int64(b.Number(i))
		checked := &checks.Records[i]
		var fault *model.SyntaxError
		var puzzle []uint8
		if checked.Verdict == bulk.Malformed {
			fault, faults = &faults[0], faults[1:]
		} else {
			puzzle = checks.puzzle(good, order2)
		}
		if c.answers != nil {
			if err := c.judge(b, i, good, puzzle, cells[:min(order2, len(cells))]); err != nil {
				return err
			}
		}
		c.summary.add(checked, func() HardPuzzle {
			return HardPuzzle{Where: c.places.here(lineOf(b, i, p)), Number: c.places.count - c.own + 1, Cells: slices.Clone(puzzle)}
		})
		if fault == nil {
			c.summary.addKeys(checks, i, c.cfg.Fingerprint)
			c.summary.addLabels(c.cfg.Labels, checks.labels.Of(good))
		}
		if err := c.compare(b, i, p); err != nil {
			return err
		}
		// Comparisons may show later that a record failed, but its text is available only now.
		if failedAlone(checked.Verdict, checked.Given, checked.Redundant) || c.cfg.AllRecords || c.cfg.WithText && c.cfg.compares() {
			r := c.record(b, i, p, fault)
			if fault == nil {
				c.describe(r, b, good, puzzle, cells[:order2])
			}
			if err := c.emit(b, r); err != nil {
				return err
			}
		}
		if fault == nil {
			cells = cells[order2:]
			good++
		}
	}
	c.places.count = first + int64(b.Number(b.Records.N))
	return nil
}

// describe completes a well-formed record, by its index among these. cells holds its solution, if it
// has one.
func (c *collector) describe(r *Record, b *pipeline.Batch, good int, puzzle, cells []uint8) {
	r.labels = checksOf(b).labels.Of(good)
	if c.cfg.Rows {
		return
	}
	if c.cfg.WithText {
		r.Puzzle, r.Candidates = puzzle, candidatesOf(b, good)
	}
	if r.Verdict == bulk.Solved || r.Verdict == bulk.Multiple {
		r.Solution = cells
	}
}

// enter stores which file the records of a batch are in. own says that it is one of the inputs.
func (c *collector) enter(b *pipeline.Batch, at pipeline.Place, own bool) {
	if c.places.enter(b, at) && c.part != nil {
		c.part.addFile(c, at, own)
	}
}

// add adds a key to a sorter.
func (c *collector) add(to *spill.Sorter, e spill.Entry) error {
	c.compared++
	return to.Add(e)
}

// opened stores the form of an input.
func (c *collector) opened(o pipeline.Opened) {
	if c.places.forms == nil {
		c.places.forms = map[string]bulk.Form{}
	}
	c.places.forms[o.Name] = o.From
	c.seen = o.Seen
	c.part.opened(o)
	if c.cfg.OnForm != nil {
		c.cfg.OnForm(o)
	}
}

// spanOf returns the position of a record in its batch. Workers find positions only if all
// records need them.
func spanOf(b *pipeline.Batch, i int) model.Span {
	c := checksOf(b)
	if len(c.Spans) == 0 {
		c.Spans = b.Spans(c.Spans)
	}
	return c.Spans[i]
}

// candidatesOf returns the candidates of a well-formed puzzle, by its index among these, or nil.
func candidatesOf(b *pipeline.Batch, good int) []uint32 {
	if r := &b.Records; len(r.Candidates) > 0 {
		return r.Candidates[good*r.Order*r.Order:][:r.Order*r.Order]
	}
	return nil
}

// lineOf returns the line of a record in its file.
func lineOf(b *pipeline.Batch, i int, p pipeline.Place) int64 {
	return lineIn(p, spanOf(b, i).Line)
}

// lineIn turns a line of a batch into a line of the file, or returns 0 if the form has no
// lines.
func lineIn(p pipeline.Place, line int) int64 {
	if line == 0 {
		return 0
	}
	return int64(p.Lines + line)
}

// isCompared reports whether the puzzle of a record is compared with others.
func (c *collector) isCompared(r *checked) bool {
	return r.Verdict != bulk.Malformed && (c.cfg.Compared == nil || c.cfg.Compared(r.Verdict, r.Given, r.Redundant))
}

// compare keeps the keys of a puzzle.
func (c *collector) compare(b *pipeline.Batch, i int, p pipeline.Place) error {
	checks := checksOf(b)
	if !c.cfg.compares() || !c.isCompared(&checks.Records[i]) {
		return nil
	}
	number := uint64(c.places.count)
	line := uint64(lineOf(b, i, p))
	if c.cfg.Isomorphs {
		key := checks.Forms[i].Key
		if err := c.add(c.forms, spill.Entry{key[0], key[1], number, line}); err != nil {
			return err
		}
	}
	if c.cfg.findsEqual() {
		key := checks.Keys[i]
		return c.add(c.puzzles, spill.Entry{key[0], key[1], number, line})
	}
	return nil
}

// record fills the collector's Record.
func (c *collector) record(b *pipeline.Batch, i int, p pipeline.Place, fault *model.SyntaxError) *Record {
	checks := checksOf(b)
	checked := &checks.Records[i]
	span := spanOf(b, i)
	r := &c.at
	*r = Record{
		Where:   c.places.here(lineIn(p, span.Line)),
		Number:  c.places.count - c.own + 1,
		Order:   b.Records.Order,
		Form:    b.From,
		Verdict: checked.Verdict,
		clues:   int(checked.Clues),
		Guesses: checked.Guesses,
		Clash:   [2]int{int(checked.Clash[0]), int(checked.Clash[1])},
		Given:   checked.Given,

		Solutions: checked.Solutions,
		Complete:  checked.Complete,
	}
	if fault != nil {
		r.FaultLine, r.Column = lineIn(p, fault.Line), fault.Column
		r.Reason = string(fault.AppendReason(nil))
	}
	switch checked.Given {
	case GivenWrong:
		r.Reason = checks.wrong[checked.wrong].Error()
	case GivenMalformed:
		fault := checks.malformed[checked.wrong]
		r.FaultLine, r.Column = lineIn(p, span.LineOf(fault.Line)), fault.Column
		r.Reason = string(fault.AppendReason(nil))
	}
	if checked.Redundant > 0 {
		r.Redundant = checks.redundant[checked.firstRedundant:][:checked.Redundant]
	}
	if len(checks.Forms) > 0 {
		r.Automorphisms = checks.Forms[i].Automorphisms
	}
	if c.cfg.WithText {
		r.Text, r.Missing = b.Text[span.From:span.To], span.Missing
	}
	if c.cfg.Rows && c.isCompared(checked) {
		r.Row = checks.rows.Of(i)
	}
	return r
}

// emit reports a record, or keeps it.
func (c *collector) emit(b *pipeline.Batch, r *Record) (err error) {
	if !c.keeps() {
		b.Out, err = c.report(b.Out, r)
		return err
	}
	if r.Failed() {
		c.summary.Failed++
	}
	c.encoded = appendRecord(c.encoded[:0], r)
	if c.spool != nil {
		return c.spool.Add(c.encoded)
	}
	b.Out = spill.AppendText(b.Out, c.encoded)
	return nil
}

// report counts a record whose results are complete, and calls OnRecord.
func (c *collector) report(dst []byte, r *Record) ([]byte, error) {
	failed := r.Failed()
	if failed {
		c.summary.Failed++
	}
	if c.cfg.OnRecord == nil || !failed && !c.cfg.AllRecords {
		return dst, nil
	}
	return c.cfg.OnRecord(dst, r)
}
