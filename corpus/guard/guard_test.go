package guard

import (
	"errors"
	"strings"
	"testing"
)

func TestDo(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	if err := Do(func() error { return boom }); err != boom { //nolint:errorlint // as it is
		t.Errorf("an error: %v", err)
	}
	if err := Do(func() error { return nil }); err != nil {
		t.Errorf("no error: %v", err)
	}
	err := Do(func() error { explode(); return nil })
	p, ok := errors.AsType[*Panic](err)
	if !ok || p.Value != "bang" || !strings.Contains(string(p.Stack), "explode") || !strings.HasPrefix(err.Error(), "panic: bang\n") {
		t.Errorf("a panic: %v", err)
	}
	if errors.Unwrap(err) != nil {
		t.Errorf("a text was unwrapped: %v", errors.Unwrap(err))
	}
	if err := Do(func() error { panic(boom) }); !errors.Is(err, boom) {
		t.Errorf("a panic with an error: %v", err)
	}
}

func explode() { panic("bang") }
