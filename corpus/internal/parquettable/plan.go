package parquettable

import (
	"errors"
	"fmt"
	"math"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
)

const (
	// pageMemory is how much memory pages may take that are decoded ahead, and
	// pageMemoryEach how much more for each worker.
	pageMemory, pageMemoryEach = 12 << 20, 2 << 20
	// maxGroupMemory is how much more they may take of a row group.
	maxGroupMemory = 48 << 20
	// maxHeld is the most that pages may take whose rows are needed together.
	maxHeld = 512 << 20
	// pieceText is about how much text a piece has, and pieceRows how many rows
	// at most.
	pieceText, pieceRows = 256 << 10, 8192
)

// errQuit ends the goroutine that plans when the reader was closed.
var errQuit = errors.New("closed")

// groupMemory is what the largest row group takes in the columns that are read, if that
// is not too much. There are files with one page for each group and column: they too
// have the next pages decoded while these are used.
func (r *Reader) groupMemory() (most int64) {
	for _, g := range r.footer.groups[r.from:r.to] {
		size := int64(0)
		for _, l := range r.leaves {
			c := &g.chunks[l.leaf]
			size += min(max(0, c.size), maxGroupMemory) + min(max(0, c.text), maxGroupMemory)
		}
		most = max(most, min(size, maxGroupMemory))
	}
	return most
}

// plan walks the rows that are to be read: it has pages decoded, and makes pieces of
// them, in order. It runs in a goroutine of its own and returns what ended it.
func (r *Reader) plan() error {
	for r.left > 0 {
		if err := r.planPiece(); err != nil {
			return err
		}
		if err := r.fetchAhead(); err != nil {
			return err
		}
	}
	return r.planEnd()
}

// planPiece makes a piece of the next rows.
func (r *Reader) planPiece() error {
	for _, l := range r.leaves {
		if err := r.cover(l); err != nil {
			return err
		}
	}
	rows := min(r.left, int64(r.rowsAhead()))
	r.left -= rows
	return r.send(int(rows))
}

// planEnd sees whether the columns end where their rows do.
func (r *Reader) planEnd() error {
	for _, l := range r.leaves { // the last chunk may have more rows than it should
		switch more, err := l.more(); {
		case err != nil:
			return err
		case more:
			return l.damaged(l.at, errRowCount)
		}
	}
	return nil
}

// cover makes sure that a row at least of a leaf is decoded.
func (r *Reader) cover(l *leaf) error {
	for {
		if len(l.window) > 0 {
			n, err := l.decodeAhead(1)
			if err != nil || l.ahead(n) > 0 {
				return err
			}
		}
		if _, err := r.fetch(l, true); err != nil {
			return err
		}
	}
}

// rowsAhead is how many rows the next piece may have.
func (r *Reader) rowsAhead() int {
	rows, size := pieceRows, 1.0
	for _, l := range r.leaves {
		size += l.meanText()
		rows = min(rows, l.ahead(l.decoded))
	}
	return min(rows, max(1, int(pieceText/size)))
}

// meanText is about how much text a row of the leaf has.
func (l *leaf) meanText() float64 {
	p := l.window[0]
	if p.indexed {
		d := &p.dict.values
		return 1 + float64(len(d.data))/float64(max(d.n, 1))*float64(len(p.indices))/float64(max(p.rows, 1))
	}
	return 1 + float64(len(p.text))/float64(max(p.rows, 1))
}

// fetchAhead reads pages that later pieces need, as far as there is memory:
// always of the leaf that has the fewest rows.
func (r *Reader) fetchAhead() error {
	for {
		var least *leaf
		rows := math.MaxInt
		for _, l := range r.leaves {
			n := l.fetched()
			if n >= rows || l.pagesInFlight() > r.opts.Pool.Workers() {
				continue
			}
			more, err := l.more()
			if err != nil {
				return err
			}
			if more {
				least, rows = l, n
			}
		}
		if least == nil {
			return nil
		}
		if had, err := r.fetch(least, false); err != nil || !had {
			return err
		}
	}
}

// pagesInFlight is how many pages are being decoded, as far as is known.
func (l *leaf) pagesInFlight() int { return len(l.window) - l.decoded }

// fetched is how many rows ahead are known to be there.
func (l *leaf) fetched() int {
	if l.rep > 0 {
		return l.ahead(l.decoded)
	}
	return l.ahead(len(l.window))
}

// fetch reads the next page of a leaf. Unless it is needed, nothing is read
// where memory is short.
func (r *Reader) fetch(l *leaf, needed bool) (bool, error) {
	more, err := l.more()
	if err != nil {
		return false, err
	}
	if !more {
		return false, l.damaged(l.at, errRowCount)
	}
	p, err := l.next()
	if err != nil {
		return false, err
	}
	for r.held.Load()+p.cost > r.budget {
		if !needed {
			return false, nil
		}
		if r.inFlight.Load() == 0 {
			break // all that is held is needed
		}
		select {
		case <-r.freed:
		case <-r.quit:
			return false, errQuit
		}
	}
	if held := r.held.Load() + p.cost; held > maxHeld {
		return false, p.damaged(fmt.Errorf("pages whose rows belong together take %d MiB, at most %d are read: write the file with smaller pages", held>>20, maxHeld>>20))
	}
	r.held.Add(p.cost)
	return true, l.fetch()
}

// release gives memory back that pages held.
func (r *Reader) release(cost int64) {
	r.held.Add(-cost)
	r.signal()
}

// signal wakes the goroutine that plans, if it waits for memory.
func (r *Reader) signal() {
	select {
	case r.freed <- struct{}{}:
	default:
	}
}

// send makes a piece of the next rows and hands it on.
func (r *Reader) send(rows int) error {
	p, err := r.take()
	if err != nil {
		return err
	}
	p.begin(rows)
	for _, l := range r.leaves {
		n, err := l.decodeAhead(rows)
		if err != nil {
			return err
		}
		p.scans[l.leaf].begin(l, n)
		l.use(rows)
	}
	r.inFlight.Add(1)
	r.opts.Pool.Do(p)
	r.pieces <- p // there is room for all
	return nil
}

// take returns a piece to fill: it waits where all are in flight.
func (r *Reader) take() (*piece, error) {
	if r.made < r.most {
		select {
		case p := <-r.free:
			return p, nil
		default:
		}
		r.made++
		return newPiece(r), nil
	}
	select {
	case p := <-r.free:
		return p, nil
	case <-r.quit:
		return nil, errQuit
	}
}

// start starts the goroutine that plans.
func (r *Reader) start() {
	r.began = true
	r.group.Go(func() error {
		err := guard.Do(r.plan)
		if errors.Is(err, errQuit) {
			return nil
		}
		r.ended <- err // nil is a clean end
		close(r.pieces)
		return nil
	})
}
