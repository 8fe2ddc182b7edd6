package bench

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/solver"
)

// A Program solves puzzles as a process of its own: it reads them on standard
// input, one a line with "." for blanks, until that ends, and writes an answer
// a line, in their order: a grid, or "puzzle:count:grid", or anything else where
// there is no solution.
type Program struct {
	Name string
	// Command is the program and its arguments. {limit} and {jobs} in them stand
	// for the number of solutions to look for and of workers.
	Command []string
	// Orders are the orders of puzzles that it solves; nil: all.
	Orders []int
	// Own says that the program is this project's: it is run with each number
	// of workers, and must mark puzzles with multiple solutions.
	Own bool
}

// ParseProgram reads "NAME=command", or "NAME:9=command" for a program that
// solves that order alone. Words of the command are separated by spaces;
// quotes, ' or ", keep them together. There is no shell.
func ParseProgram(text string) (Program, error) {
	name, command, ok := strings.Cut(text, "=")
	if name = strings.TrimSpace(name); !ok || name == "" {
		return Program{}, fmt.Errorf("%q is not NAME=command", text)
	}
	words, err := splitWords(command)
	if err != nil {
		return Program{}, fmt.Errorf("%s: %w", name, err)
	}
	if len(words) == 0 {
		return Program{}, fmt.Errorf("%s: no command", name)
	}
	p := Program{Name: name, Command: words}
	for _, order := range solver.Orders() {
		if short, ok := strings.CutSuffix(name, fmt.Sprint(":", order)); ok {
			p.Name, p.Orders = short, []int{order}
		}
	}
	return p, nil
}

// splitWords splits a command at spaces that are not within quotes.
func splitWords(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote := false, rune(0)
	for _, r := range command {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, inWord = r, true
		case !unicode.IsSpace(r):
			word.WriteRune(r)
			inWord = true
		case inWord:
			words = append(words, word.String())
			word.Reset()
			inWord = false
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("%s is not closed in %q", string(quote), command)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// A process is a contender that is a Program. Its time is that of the whole
// process: its start, pipes at both ends, its end.
type process struct {
	corpus  *Corpus
	program Program
	args    []string
	want    []byte // its answers to one lap, once they are verified
	peak    int64  // the most memory it had, in bytes; 0 = unknown
}

func newProcess(c *Corpus, p Program, limit, jobs int) *process {
	r := strings.NewReplacer("{limit}", strconv.Itoa(limit), "{jobs}", strconv.Itoa(jobs))
	args := make([]string, len(p.Command))
	for i, word := range p.Command {
		args[i] = r.Replace(word)
	}
	return &process{corpus: c, program: p, args: args}
}

func (p *process) prove(ctx context.Context, k *key) (proof, error) {
	out := bounded{room: k.corpus.N*(4*k.corpus.Order*k.corpus.Order+100) + 1<<16}
	if _, err := p.exec(ctx, 1, &out); err != nil {
		return proof{}, err
	}
	checked, err := judgeText(k, out.text, p.program.Own)
	p.want = out.text
	return proof{checked: checked}, err
}

func (p *process) run(ctx context.Context, laps int) (effort, error) {
	out := repeated{want: p.want}
	spent, err := p.exec(ctx, laps, &out)
	if err == nil && (out.laps != laps || out.at != 0) {
		err = fmt.Errorf("%d of %d laps answered", out.laps, laps)
	}
	return spent, err
}

// grace is how long a program's pipes may stay open after its end: something
// that it left behind may hold them.
const grace = time.Second

// exec runs the program on laps times the corpus.
func (p *process) exec(ctx context.Context, laps int, out outputReader) (effort, error) {
	cmd := exec.CommandContext(ctx, p.args[0], p.args[1:]...)
	var stderr tail
	cmd.Stdin = &lapReader{text: p.corpus.Text, left: laps}
	cmd.Stdout, cmd.Stderr = out, &stderr
	cmd.WaitDelay = grace
	killTogether(cmd)
	var watch errgroup.Group
	var over atomic.Bool
	start := time.Now()
	err := cmd.Start()
	if err == nil {
		watch.Go(func() error {
			for ; !over.Load(); time.Sleep(5 * time.Millisecond) {
				p.peak = max(p.peak, peakOf(cmd.Process.Pid))
			}
			return nil
		})
		err = cmd.Wait()
	}
	spent := effort{took: time.Since(start)}
	over.Store(true)
	_ = watch.Wait() // it does not fail
	if cmd.ProcessState != nil {
		spent.busy = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	switch {
	case ctx.Err() != nil:
		return spent, context.Cause(ctx)
	case out.refused() != nil:
		return spent, out.refused()
	case err != nil && len(stderr.text) > 0:
		return spent, fmt.Errorf("%w: %s", err, bytes.TrimSpace(stderr.text))
	}
	return spent, err
}
