package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// A Variant is an engine in memory as it is with another environment, such as
// GODEBUG=cpu.avx512f=off, which makes the processor one without AVX-512. It
// runs in a process of its own, which waits while others are timed.
type Variant struct {
	Name   string
	Engine string
	Env    []string // NAME=VALUE, in addition to this process' environment
}

// ParseVariant reads "NAME=ENGINE VARIABLE=VALUE...".
func ParseVariant(text string) (Variant, error) {
	p, err := ParseProgram(text)
	if err != nil {
		return Variant{}, err
	}
	v := Variant{Name: p.Name, Engine: p.Command[0], Env: p.Command[1:]}
	for _, setting := range v.Env {
		if !strings.Contains(setting, "=") {
			return v, fmt.Errorf("%s: %q is not VARIABLE=VALUE", v.Name, setting)
		}
	}
	if len(v.Env) == 0 {
		return v, fmt.Errorf("%s: no VARIABLE=VALUE", v.Name)
	}
	return v, nil
}

// An assignment is what a variant's process is sent first.
type assignment struct {
	Path   string `json:"path"` // of the corpus
	Engine string `json:"engine"`
	Limit  int    `json:"limit"`
	Jobs   int    `json:"jobs"`
}

// A reply is what a variant's process says, once when all its answers are
// verified and then after each number of laps that it was sent.
type reply struct {
	Error     string        `json:"error,omitempty"`
	Guesses   uint64        `json:"guesses"`
	GuessBits []int64       `json:"guess_bits,omitempty"`
	Took      time.Duration `json:"took"`
	Busy      time.Duration `json:"busy"`
}

// Serve is what the process of Config.VariantCommand calls, with its standard
// input and output: it reads what to measure for a Variant and writes the times,
// until the input ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	orders, replies := json.NewDecoder(in), json.NewEncoder(out)
	var a assignment
	if err := orders.Decode(&a); err != nil {
		return fmt.Errorf("reading an assignment: %w", err)
	}
	m, p, err := a.prepare(ctx)
	if err != nil {
		return replies.Encode(reply{Error: err.Error()})
	}
	answer := reply{Guesses: p.guesses, GuessBits: p.guessBits}
	for {
		if err := replies.Encode(answer); err != nil {
			return err
		}
		var laps int
		if err := orders.Decode(&laps); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return fmt.Errorf("reading a number of laps: %w", err)
		}
		spent, err := m.run(ctx, laps)
		answer = reply{Took: spent.took, Busy: spent.busy}
		if err != nil {
			answer.Error = err.Error()
		}
	}
}

// prepare makes the contender and verifies it.
func (a *assignment) prepare(ctx context.Context) (*inMemory, proof, error) {
	c, err := Load(ctx, a.Path, corpus.Options{})
	if err != nil {
		return nil, proof{}, err
	}
	engines, err := Engines([]string{a.Engine})
	if err != nil {
		return nil, proof{}, err
	}
	k, err := newKey(ctx, c, a.Limit)
	if err != nil {
		return nil, proof{}, err
	}
	m, err := newInMemory(c, engines[0], a.Limit, a.Jobs)
	if err != nil {
		return nil, proof{}, err
	}
	p, err := m.prove(ctx, k)
	return m, p, err
}

// A remote is a contender that is a Variant.
type remote struct {
	assignment
	serve   []string // the command that calls Serve
	env     []string
	cmd     *exec.Cmd
	stderr  tail
	orders  *json.Encoder
	replies *json.Decoder
}

// prove starts the process, which verifies its answers by a key that it finds
// itself. The guesses must be those of this process' key too.
func (r *remote) prove(ctx context.Context, k *key) (proof, error) {
	r.cmd = exec.Command(r.serve[0], r.serve[1:]...)
	r.cmd.Env = append(os.Environ(), r.env...)
	r.cmd.Stderr = &r.stderr
	r.cmd.WaitDelay = grace
	in, err1 := r.cmd.StdinPipe()
	out, err2 := r.cmd.StdoutPipe()
	if err := errors.Join(err1, err2, r.cmd.Start()); err != nil {
		return proof{}, err
	}
	r.orders, r.replies = json.NewEncoder(in), json.NewDecoder(out)
	answer, err := r.ask(ctx, &r.assignment)
	if err != nil {
		return proof{}, err
	}
	engines, err := Engines([]string{r.Engine})
	if err == nil && engines[0].Common && answer.Guesses != k.guesses {
		err = fmt.Errorf("%d guesses, where the search takes %d", answer.Guesses, k.guesses)
	}
	return proof{checked: checkedAll, counted: true, guesses: answer.Guesses, guessBits: answer.GuessBits}, err
}

func (r *remote) run(ctx context.Context, laps int) (effort, error) {
	answer, err := r.ask(ctx, laps)
	return effort{took: answer.Took, busy: answer.Busy}, err
}

// ask sends the process an order and waits for the reply. The end of ctx ends
// the process.
func (r *remote) ask(ctx context.Context, order any) (answer reply, err error) {
	defer context.AfterFunc(ctx, func() { _ = r.cmd.Process.Kill() })()
	if err = r.orders.Encode(order); err == nil {
		err = r.replies.Decode(&answer)
	}
	switch {
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case err != nil:
		err = fmt.Errorf("its process failed: %w", err)
	case answer.Error != "":
		err = errors.New(answer.Error)
	}
	return answer, err
}

// close ends the process.
func (r *remote) close() {
	if r.cmd != nil && r.cmd.Process != nil {
		_ = r.cmd.Process.Kill()
		_ = r.cmd.Wait() // it was killed
	}
}
