package pipeline

import (
	"context"
	"errors"
)

// ErrEnough is what Config.OnBatch returns if nothing more of the inputs is
// needed. The run ends with it, or with an error that says that what was used is
// wrong.
var ErrEnough = errors.New("enough")

// An earlyStop ends a run that needs no more input. Run then still verifies the
// input that was used, and a checksum error found there replaces it.
type earlyStop struct {
	in   *inputState // the last input of which something was needed
	upto int64       // and how much of its text
}

func (*earlyStop) Error() string { return ErrEnough.Error() }
func (*earlyStop) Unwrap() error { return ErrEnough }

// earlyStopOf returns the earlyStop that ended a context, if one did.
func earlyStopOf(ctx context.Context) (e *earlyStop, ok bool) {
	ok = ctx.Err() != nil && errors.As(context.Cause(ctx), &e)
	return e, ok
}

// closeOnCancel closes the current input when the run's context ends, unless its
// text is still to be verified and that is worth a wait.
func (s *source) closeOnCancel(ctx context.Context, in *inputState, src Source, closeSrc func()) {
	if e, ok := earlyStopOf(ctx); ok && e.in == in {
		if v, ok := src.(verifier); ok && (!src.Stream() || v.RequiresChecksum()) {
			return
		}
	}
	closeSrc()
}

// verify has the text of an input that was not read to its end verified up to a
// byte. Inputs before the current one were read to their ends.
func (s *source) verify(in *inputState, upto int64) error {
	v, ok := s.src.(verifier)
	if !ok || in != s.in {
		return nil
	}
	verified, err := v.Verify(upto)
	if err == nil && !verified {
		s.unverified = in.name
	}
	return err
}

// finishInput verifies what was used of the current input, if that was not read
// to its end. It is called when the input's batches were sent and it is still
// open, with the error that ended them, if any, and returns what ends them now.
func (s *source) finishInput(ctx context.Context, ended error) error {
	if e, ok := earlyStopOf(ctx); ok {
		_ = s.verify(e.in, e.upto) // while it is still open; the ring calls it again
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

// offset is how much text of the input was read, where it matters.
func (s *source) offset() int64 {
	if v, ok := s.src.(verifier); ok {
		return v.Offset()
	}
	return 0
}
