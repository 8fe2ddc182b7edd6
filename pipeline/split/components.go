package split

import (
	"context"
	"errors"
	"fmt"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/draw"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/later"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// This file joins rows with the same value of Config.By, or isomorphic puzzles: the components of
// the graph whose nodes are values, with an edge between two values that have isomorphs. Only such
// values are sorted; any other value is a component. The edges become stars around the least value
// of each component, by passes over sorted edges (R. Kiveris and others, Connected components in
// MapReduce and beyond, 2014). So memory is bounded, and few passes are needed.

// join gives the rows of each component one point.
func (p *plan) join(ctx context.Context, stage *pipeline.Stage) error {
	edges, err := p.edges(ctx, stage)
	if err != nil {
		return err
	}
	if p.joined, err = p.contract(ctx, edges); err != nil {
		return err
	}
	joined, lookup := p.sorter(), spill.NewLookup(p.joined)
	owners := owner{parts: p.parts, what: "the same value of " + p.by}
	err = p.each(ctx, p.points, stage, func(e spill.Entry) (err error) {
		if err = owners.see(e[0], e[2]); err != nil {
			return err
		}
		if e[0], err = p.pointOf(lookup, e[0]); err != nil {
			return err
		}
		return joined.Add(e)
	})
	p.points = joined
	return err
}

// pointOf returns the point of the component of a value.
func (p *plan) pointOf(joined *spill.Lookup, value uint64) (uint64, error) {
	point, found, err := joined.Find([2]uint64{value})
	if !found {
		point = value
	}
	return point, err
}

// edges returns the edges between values, each in both directions.
func (p *plan) edges(ctx context.Context, stage *pipeline.Stage) (*spill.Sorter, error) {
	edges, owners := p.sorter(), owner{parts: p.parts, what: sameClass}
	return edges, p.each(ctx, p.pairs, stage, starsOf(func(puzzle, least, value, old uint64) error {
		err := owners.see(puzzle, old)
		if err == nil && value != least {
			err = addEdge(edges, value, least)
		}
		return err
	}))
}

func addEdge(edges *spill.Sorter, a, b uint64) error {
	err := edges.Add(spill.Entry{a, b})
	if err == nil {
		err = edges.Add(spill.Entry{b, a})
	}
	return err
}

// starsOf returns a function for sorted edges from a node to another. It calls do with each edge
// and the least node to which an edge leads from the same node. Equal edges count once.
func starsOf(do func(from, least, to, mark uint64) error) func(spill.Entry) error {
	var last spill.Entry
	var least uint64
	none := true
	return func(e spill.Entry) error {
		switch {
		case none || e[0] != last[0]:
			least = e[1]
		case e == last:
			return nil
		}
		last, none = e, false
		return do(e[0], least, e[1], e[2])
	}
}

// contract makes stars of edges, and returns the point of the component of each node.
func (p *plan) contract(ctx context.Context, edges *spill.Sorter) (*spill.Set, error) {
	for changed := true; changed; {
		changed = false
		down := p.sorter() // from greater to smaller nodes
		err := p.each(ctx, edges, new(pipeline.Stage), starsOf(func(from, least, to, _ uint64) error {
			if to < from {
				return nil
			}
			changed = changed || least < from
			return down.Add(spill.Entry{to, min(from, least)})
		}))
		if err != nil {
			return nil, err
		}
		edges = p.sorter()
		err = p.each(ctx, down, new(pipeline.Stage), starsOf(func(from, least, to, _ uint64) error {
			if to == least {
				return addEdge(edges, from, least)
			}
			changed = true
			return addEdge(edges, to, least)
		}))
		if err != nil {
			return nil, err
		}
	}
	points := p.sorter()
	err := p.each(ctx, edges, new(pipeline.Stage), starsOf(func(from, least, _, _ uint64) error {
		// The least of several points is no random point, but its hash is.
		return points.Add(spill.Entry{from, 0, min(draw.Sequence(0).Of(min(from, least)), beyond-1)})
	}))
	if err != nil {
		return nil, err
	}
	return spill.NewSet(points, p.dir, sortMemory)
}

// each calls do with the sorted entries of a sorter, which is empty at the end.
func (p *plan) each(ctx context.Context, s *spill.Sorter, stage *pipeline.Stage, do func(e spill.Entry) error) error {
	if err := s.Sort(); err != nil {
		return err
	}
	err := later.Walk(ctx, stage, s.Next, do)
	p.spilled += s.Spilled()
	_ = s.Close() // the file is temporary
	return err
}

// An owner finds keys, in ascending order, with rows in two parts of an earlier division.
type owner struct {
	parts     []Part
	what      string // rows with one key have
	key, part uint64
}

// ErrJoint is returned, wrapped, if parts of an earlier division have rows that must be in one part.
var ErrJoint = errors.New("both have rows that must be in one part")

// sameClass is what rows with the point of a puzzle have.
const sameClass = "equal or isomorphic puzzles"

// see returns an error if a part, from 1, is the second with rows of a key. Part 0 is none.
func (o *owner) see(key, part uint64) error {
	if key != o.key {
		o.key, o.part = key, 0
	}
	if part > 0 && o.part > 0 && part != o.part {
		return fmt.Errorf("the parts %s and %s of the earlier split %w: %s",
			o.parts[min(o.part, part)-1].Name, o.parts[max(o.part, part)-1].Name, ErrJoint, o.what)
	}
	o.part = max(o.part, part)
	return nil
}
