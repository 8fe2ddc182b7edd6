package gen

// This file chooses puzzles that meet wishes.

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// A chooser makes the puzzles of units that have wishes. It makes several attempts at the puzzles
// of a unit at a time, and takes for each puzzle the first attempt that meets all wishes.
type chooser struct {
	cfg      *Config
	maxTries int
	wanted   []wanted
	reader   *columns.Reader
	made     generate.Series
	numbers  []uint64         // of the puzzles that were made
	meets    []bool           // by puzzle that was made: it meets all wishes
	matcher  pipeline.Matcher // of Config.Where; nil: all puzzles match
	matches  []bool           // by puzzle that the matcher tests
	batch    pipeline.Batch   // what reader and matcher read
	open     []open
}

// An open is a puzzle of a unit that is not made yet.
type open struct {
	index    int    // in the unit
	attempts uint64 // made so far, each a try
	missed   []seen // values of the attempts, by wish
}

// A seen describes the values that attempts had: for numbers the least and the greatest.
type seen struct {
	least, most float64
	texts       []string
	harder      int // attempts whose values are not known, because their ER is too high
}

// newChooser returns a chooser, and a generator for its attempts.
func newChooser(cfg *Config) (*chooser, *generate.Generator, error) {
	opts := cfg.Options
	c := &chooser{cfg: cfg, maxTries: opts.Tries()}
	var names []string
	for i := range cfg.Wishes {
		w, err := newWanted(&cfg.Wishes[i], cfg)
		if err != nil {
			return nil, nil, err
		}
		c.wanted, names = append(c.wanted, w), append(names, w.Column)
	}
	c.reader = columns.NewReader(names...)
	c.reader.Scale, c.reader.MaxRating = cfg.Scale, c.maxRating
	if cfg.Where != nil {
		c.matcher = cfg.Where.NewMatcher()
	}
	opts.MaxTries = 1 // of an attempt
	g, err := generate.New(opts)
	return c, g, err
}

// triesFor returns how many tries a puzzle may take. If nobody set a number, the first puzzle of each
// class that takes turns, which shows whether the wishes can be met at all, may take a tenth.
func (c *chooser) triesFor(number uint64) int {
	classes := 0
	if len(c.cfg.Wishes) > 0 || c.cfg.Where != nil {
		classes = 1
	}
	for i := range c.cfg.Wishes {
		if w := &c.cfg.Wishes[i]; w.InTurn {
			classes = max(classes, len(w.Values))
		}
	}
	if c.cfg.Options.MaxTries == 0 && number < uint64(classes) {
		return c.maxTries / 10
	}
	return c.maxTries
}

// chooses reports whether a chooser makes the puzzles.
func (cfg *Config) chooses() bool {
	return len(cfg.Wishes) > 0 || cfg.Where != nil || len(cfg.Options.Patterns) > 0 || cfg.Options.Symmetry != generate.NoSymmetry || cfg.Options.MaxClues > 0
}

// attemptsAtOnce returns the most attempts to make together.
func attemptsAtOnce(order int) int {
	switch {
	case order <= 9:
		return 512
	case order <= 16:
		return 64
	}
	return 8
}

// choose makes the puzzles of a unit. It returns false if the run has ended.
func (c *chooser) choose(ctx context.Context, g *generate.Generator, u *unit) bool {
	c.open = c.open[:0]
	for i := range u.count {
		c.open = append(c.open, open{index: i})
	}
	most := attemptsAtOnce(u.to.Order)
	for attempts, hits := 0, 0; len(c.open) > 0; {
		// If few attempts hit, the first puzzles get them all: the sooner a run fails that must.
		each := min(max(1, attempts/(hits+1)), most)
		turn := c.open[:min(len(c.open), most/each)]
		c.attempt(ctx, g, u, turn, uint64(each))
		if ctx.Err() != nil {
			return false
		}
		if u.failed != nil && u.failedAt < 0 {
			u.made.Results[0] = generate.Result{}
			return true
		}
		left := c.settle(u, turn, each)
		attempts, hits = attempts+len(turn)*each, hits+len(turn)-left
		c.open = slices.Delete(c.open, left, len(turn))
		if u.failed != nil { // what follows is not written
			c.open = slices.DeleteFunc(c.open, func(o open) bool { return o.index > u.failedAt })
		}
	}
	return true
}

// attempt makes the next attempts at some puzzles, and reads their values.
func (c *chooser) attempt(ctx context.Context, g *generate.Generator, u *unit, turn []open, each uint64) {
	m, size := &c.made, u.to.Order*u.to.Order
	m.Numbers, m.Attempts = m.Numbers[:0], m.Attempts[:0]
	for i := range turn {
		for k := range each {
			m.Numbers = append(m.Numbers, u.first+uint64(turn[i].index))
			m.Attempts = append(m.Attempts, turn[i].attempts+k)
		}
	}
	n := len(m.Numbers)
	m.Cells = slices.Grow(m.Cells[:0], n*size)[:n*size]
	m.Solutions = slices.Grow(m.Solutions[:0], n*size)[:n*size]
	m.Results = slices.Grow(m.Results[:0], n)[:n]
	m.Stop = c.cfg.stop(ctx)
	g.Feed(m)
	g.Flush()
	if ctx.Err() != nil {
		return
	}
	if p := c.cfg.Progress; p != nil {
		p.Tried.Add(int64(n))
	}
	r := &c.batch.Records
	r.N, r.Order, r.Cells, c.numbers = 0, u.to.Order, r.Cells[:0], c.numbers[:0]
	for i := range m.Results {
		if m.Results[i].Made {
			r.N++
			r.Cells = append(r.Cells, m.Cells[i*size:][:size]...)
			c.numbers = append(c.numbers, m.Numbers[i])
		}
	}
	c.batch.From = bulk.Form{Kind: bulk.Line, Order: u.to.Order, Box: u.to.Box}
	c.reader.Read(ctx, &c.batch)
	if err := c.judge(ctx); err != nil {
		u.failed, u.failedAt = err, -1 // no attempt can be tested
	}
}

// maxRating returns the highest ER with which a puzzle can meet all wishes.
func (c *chooser) maxRating(record int) explain.Score {
	most := anyER
	for i := range c.wanted {
		most = min(most, c.wanted[i].mostER(c.numbers[record]))
	}
	return most
}

// judge finds the puzzles that meet all wishes. It tests only these with Config.Where.
func (c *chooser) judge(ctx context.Context) error {
	r := &c.batch.Records
	size := r.Order * r.Order
	c.meets, r.N = c.meets[:0], 0
	for record, number := range c.numbers {
		meets := true
		for i := range c.wanted {
			meets = meets && c.wanted[i].met(c.reader.Value(record, i), number)
		}
		if c.meets = append(c.meets, meets); meets {
			copy(r.Cells[r.N*size:][:size], r.Cells[record*size:])
			r.N++
		}
	}
	if c.matcher == nil || r.N == 0 {
		return nil
	}
	r.Cells = r.Cells[:r.N*size]
	c.matches = slices.Grow(c.matches[:0], r.N)[:r.N]
	_, err := c.matcher.Match(ctx, &c.batch, c.matches)
	matches := c.matches
	for record, meets := range c.meets {
		if meets {
			c.meets[record], matches = matches[0], matches[1:]
		}
	}
	return err
}

// settle takes attempts that meet the wishes, and gives puzzles up that had too many tries. It moves
// the puzzles that are still open to the front, and returns their number.
func (c *chooser) settle(u *unit, turn []open, each int) (left int) {
	record := 0 // of the reader
	for i := range turn {
		o := &turn[i]
		done := false
		for k := i * each; k < (i+1)*each; k++ {
			r := &c.made.Results[k]
			if r.Made {
				record++
			}
			if done {
				continue
			}
			tries := int(o.attempts) + k - i*each + 1
			number := u.first + uint64(o.index)
			if r.Made {
				c.note(o, record-1)
			}
			if done = r.Made && c.meets[record-1]; done {
				c.take(u, o, k)
				if p := c.cfg.Progress; p != nil {
					p.Made.Add(1)
				}
			} else if tries >= c.triesFor(number) {
				done = true
				u.made.Results[o.index] = generate.Result{Tries: tries}
				if u.failed == nil || o.index < u.failedAt {
					u.failed, u.failedAt = c.cfg.notMade(number, tries, c.nearest(o)), o.index
				}
			}
		}
		if o.attempts += uint64(each); !done {
			turn[left] = *o
			left++
		}
	}
	return left
}

// note notes the values of an attempt.
func (c *chooser) note(o *open, record int) {
	if o.missed == nil {
		o.missed = make([]seen, len(c.wanted))
		for i := range o.missed {
			o.missed[i] = seen{least: math.Inf(1), most: math.Inf(-1)}
		}
	}
	for i := range c.wanted {
		o.missed[i].note(c.reader.Value(record, i))
	}
}

func (s *seen) note(value []byte) {
	const most = 5 // texts to remember
	switch n, err := strconv.ParseFloat(string(value), 64); {
	case err == nil:
		s.least, s.most = min(s.least, n), max(s.most, n)
	case value == nil || bytes.HasPrefix(value, []byte("at least ")):
		s.harder++
	case len(s.texts) < most && !slices.Contains(s.texts, string(value)):
		s.texts = append(s.texts, string(value))
	}
}

// nearest describes the values that the attempts had, for a message.
func (c *chooser) nearest(o *open) (text string) {
	for i := range o.missed {
		s := &o.missed[i]
		slices.Sort(s.texts)
		had := strings.Join(s.texts, ", ")
		if s.least <= s.most {
			had = fmt.Sprintf("%v to %v", s.least, s.most)
		}
		if s.harder > 0 {
			had = strings.TrimPrefix(fmt.Sprintf("%s, %s harder", had, grouped(s.harder)), ", ")
		}
		if c.wanted[i].Column != "techniques" {
			text += fmt.Sprintf("; their %s: %s", c.wanted[i].Column, had)
		}
	}
	return text
}

// take makes an attempt the puzzle of a unit.
func (c *chooser) take(u *unit, o *open, k int) {
	size := u.to.Order * u.to.Order
	copy(u.made.Cells[o.index*size:][:size], c.made.Cells[k*size:])
	copy(u.made.Solutions[o.index*size:][:size], c.made.Solutions[k*size:])
	u.made.Results[o.index] = c.made.Results[k]
}
