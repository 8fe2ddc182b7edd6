package pipeline

import "context"

// A Feed sends batches in place of those that inputs would give: tasks for the
// workers, such as numbers of puzzles to make. Its workers must set
// Batch.Records.N.
type Feed struct {
	Name string // for messages: "puzzles"
	// Run sends all batches, in the order of the output. It returns nil when it has
	// sent all, or an error, which ends the run after what was sent. It gets no
	// further batch once ctx has ended. Of a run that goes on at a Checkpoint it sends only
	// what comes after that.
	Run func(ctx context.Context, to *Sender) error
}

// A Sender is how a Feed sends batches. It is for one goroutine.
type Sender struct{ source *source }

// Tasks can be implemented by a Slot where a feed sends several tasks in a batch:
// the ring then finds out at which of them a worker panics.
type Tasks interface {
	// Len is the number of tasks.
	Len() int
	// CopyTo gives another batch task i, and no other.
	CopyTo(b *Batch, i int)
	// Truncate keeps only the first n tasks.
	Truncate(n int)
	// Puzzle is the puzzle that the first task is about, as text for a message; ""
	// if there is none yet.
	Puzzle() string
}

// Take waits for a free batch, which is as good as new but for its Slot: room for
// what the workers are to do. Every batch that was taken must be sent.
func (s *Sender) Take(ctx context.Context) (*Batch, error) { return s.source.take(ctx) }

// Send sends a batch on its way.
func (s *Sender) Send(b *Batch) {
	b.fed = true
	s.source.send(b)
}

// runFeed has the feed send its batches.
func (s *source) runFeed(ctx context.Context, feed *Feed) error {
	s.in = &inputState{name: feed.Name}
	if start := s.cfg.Start; start != nil {
		s.in.records = int(start.Records)
	}
	err := feed.Run(ctx, &Sender{s})
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	return s.sendEnd(ctx, problem{kind: brokenFeed, err: err})
}
