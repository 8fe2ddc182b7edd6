package pipeline

import (
	"context"
	"errors"
)

// ErrEnough is the error that Config.OnBatch returns if the run needs no more input. The run
// ends with it, or with an error if the text that was used is wrong.
var ErrEnough = errors.New("enough")

// An earlyStop ends a run that needs no more input. Run then verifies the text that was used; a
// checksum error replaces the earlyStop.
type earlyStop struct {
	in   *inputState // the last input that was used
	upto int64       // length of its text that was used
}

func (*earlyStop) Error() string { return ErrEnough.Error() }
func (*earlyStop) Unwrap() error { return ErrEnough }

// earlyStopOf returns the earlyStop that ended a context, if one did.
func earlyStopOf(ctx context.Context) (e *earlyStop, ok bool) {
	ok = ctx.Err() != nil && errors.As(context.Cause(ctx), &e)
	return e, ok
}

// closeOnCancel closes the current input when the run's context ends, unless its text must
// still be verified and that is worth a wait.
func closeOnCancel(ctx context.Context, in *inputState, src Source, closeSrc func()) {
	if e, ok := earlyStopOf(ctx); ok && e.in == in {
		if _, ok := src.(file); ok && !src.Stream() {
			return
		}
	}
	closeSrc()
}

// verify verifies the text of a partly read input up to a byte. Inputs before the current one
// were read to their ends.
func (s *source) verify(in *inputState, upto int64) error {
	if s.file == nil || in != s.in {
		return nil
	}
	verified, err := s.file.Verify(upto)
	if err == nil && !verified {
		s.unverified = in.name
	}
	return err
}

// finishInput verifies the used text of the current input if that was not read to its end. It
// is called after the last batch, while the input is still open. It gets the error that ended
// the batches and returns the error that ends them now.
func (s *source) finishInput(ctx context.Context, ended error) error {
	if e, ok := earlyStopOf(ctx); ok {
		_ = s.verify(e.in, e.upto) // while the input is open; the ring calls verify again
		return ended
	}
	if !s.past {
		return ended
	}
	if err := s.verify(s.in, s.offset()); err != nil && ctx.Err() == nil {
		return s.sendEnd(ctx, problem{kind: brokenFeed, err: err})
	}
	return ended
}

// offset returns how much text of the input was read, or 0 if the input cannot verify text.
func (s *source) offset() int64 {
	if s.file == nil {
		return 0
	}
	return s.file.Offset()
}
