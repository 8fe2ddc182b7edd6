package bench

// This file measures other programs, as processes.

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/sudokubatch/sudokubatch/solver"
)

// A Program solves puzzles as a process of its own. It reads them on standard input, one a
// line with "." for blanks, and writes an answer a line, in the same order: a grid,
// "puzzle:count:grid", or anything else where there is no solution.
type Program struct {
	Name string
	// Command is the program and its arguments. {limit} and {jobs} in them stand for the
	// number of solutions to look for and the number of workers.
	Command []string
	// Engine is "", or says that the program is this project's and uses that engine. Then it
	// runs with each number of workers, and must mark puzzles with multiple solutions.
	Engine string

	order int // of the puzzles that it solves; 0 = any
}

// ParseProgram reads "NAME=command", or "NAME:9=command" for a program that solves only
// puzzles of that order. Spaces separate the words of the command; quotes, ' or ", keep words
// together. There is no shell.
func ParseProgram(text string) (Program, error) {
	name, command, ok := strings.Cut(text, "=")
	if name = strings.TrimSpace(name); !ok || name == "" {
		return Program{}, fmt.Errorf("%q is not NAME=command", text)
	}
	words, err := splitWords(strings.TrimSpace(command))
	if err != nil {
		return Program{}, fmt.Errorf("%s: %w", name, err)
	}
	p := Program{Name: name, Command: words}
	for _, order := range solver.Orders() {
		if short, ok := strings.CutSuffix(name, fmt.Sprint(":", order)); ok {
			p.Name, p.order = short, order
		}
	}
	return p, nil
}

// splitWords splits a command at spaces that are not within quotes.
func splitWords(command string) ([]string, error) {
	r := csv.NewReader(strings.NewReader(strings.ReplaceAll(command, "'", `"`)))
	r.Comma, r.TrimLeadingSpace = ' ', true
	words, err := r.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("no command")
	}
	return words, err
}

// solves reports whether the program solves puzzles of an order.
func (p *Program) solves(order int) bool {
	if p.Engine == "" || p.Engine == solver.Auto {
		return p.order == 0 || p.order == order
	}
	_, err := solver.New(order, solver.Options{Engine: p.Engine})
	return err == nil
}

// conflicts reports whether another program has the same name and solves the same puzzles.
func (p Program) conflicts(o Program) bool {
	return p.Name == o.Name && (p.order == 0 || o.order == 0 || p.order == o.order)
}

// A process is a contender: a Program. Its time covers the whole process: start, pipes at
// both ends, and end.
type process struct {
	corpus *Corpus
	args   []string
	strict bool
	want   []byte // its answers to one lap, once they are verified
}

func newProcess(c *Corpus, p Program, limit, jobs int) *process {
	r := strings.NewReplacer("{limit}", strconv.Itoa(limit), "{jobs}", strconv.Itoa(jobs))
	args := make([]string, len(p.Command))
	for i, word := range p.Command {
		args[i] = r.Replace(word)
	}
	return &process{corpus: c, args: args, strict: p.Engine != ""}
}

func (p *process) prove(ctx context.Context, k *key) (checked string, guesses *uint64, err error) {
	out := output{room: k.corpus.N*(4*k.corpus.Order*k.corpus.Order+100) + 1<<16}
	if _, err := p.exec(ctx, 1, &out); err != nil {
		return "", nil, err
	}
	p.want = out.text
	checked, err = judgeText(k, out.text, p.strict)
	return checked, nil, err
}

func (p *process) run(ctx context.Context, laps int) (effort, error) {
	out := output{want: p.want}
	spent, err := p.exec(ctx, laps, &out)
	if err == nil && (out.laps != laps || out.at != 0) {
		err = fmt.Errorf("%d of %d laps answered", out.laps, laps)
	}
	return spent, err
}

// pipeWait is how long a program's pipes may stay open after its end: a process that it left
// behind may hold them.
const pipeWait = time.Second

// exec runs the program on the text of so many laps.
func (p *process) exec(ctx context.Context, laps int, out *output) (effort, error) {
	cmd := exec.CommandContext(ctx, p.args[0], p.args[1:]...)
	input := make([]io.Reader, laps)
	for i := range input {
		input[i] = bytes.NewReader(p.corpus.Text)
	}
	var complaint beginning
	cmd.Stdin, cmd.Stdout, cmd.Stderr = io.MultiReader(input...), out, &complaint
	cmd.WaitDelay = pipeWait
	killTogether(cmd)
	start := time.Now()
	err := cmd.Run()
	spent := effort{took: time.Since(start)}
	if cmd.ProcessState != nil {
		spent.busy = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	switch {
	case ctx.Err() != nil:
		return spent, context.Cause(ctx)
	case out.err != nil:
		return spent, out.err // it says more than how the program ends without a reader
	case err != nil && len(complaint) > 0:
		return spent, fmt.Errorf("%w: %s", err, bytes.TrimSpace(complaint))
	}
	return spent, err
}

// An output receives a program's answers. It keeps them if want is nil, up to so many bytes.
// Otherwise it compares them with want, lap after lap.
type output struct {
	want     []byte
	at, laps int

	text []byte
	room int

	err error
}

func (o *output) Write(p []byte) (int, error) {
	if o.want == nil {
		if len(o.text)+len(p) > o.room {
			o.err = errors.New("far more output than answers")
			return 0, o.err
		}
		o.text = append(o.text, p...)
		return len(p), nil
	}
	for rest := p; len(rest) > 0; {
		n := min(len(rest), len(o.want)-o.at)
		if n == 0 || !bytes.Equal(rest[:n], o.want[o.at:o.at+n]) {
			o.err = errDiffers
			return 0, o.err
		}
		rest = rest[n:]
		if o.at += n; o.at == len(o.want) {
			o.at = 0
			o.laps++
		}
	}
	return len(p), nil
}

// A beginning keeps the first bytes of a program's error messages.
type beginning []byte

func (b *beginning) Write(p []byte) (int, error) {
	*b = append(*b, p[:min(len(p), 500-len(*b))]...)
	return len(p), nil
}
