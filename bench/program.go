package bench

// This file measures other programs, as processes.

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/sudokubatch/sudokubatch/corpus/owned"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A Program solves puzzles as a process of its own. It reads them on standard input, one a
// line with "." for blanks, and writes an answer a line, in the same order: a grid,
// "puzzle:count:grid", or anything else where there is no solution.
type Program struct {
	Name string
	// Command is the program and its arguments. {limit} and {jobs} in them stand for the
	// number of solutions to look for and the number of workers. A program with {jobs} runs with
	// each number of workers.
	Command []string
	// Engine is "", or says that the program is this project's and uses that engine. Then it must
	// mark puzzles with multiple solutions.
	Engine string

	order int // of the puzzles that it solves; 0 = any
}

// ParseProgram reads "NAME=command", or "NAME:9=command" for a program that solves only
// puzzles of that order. Spaces separate the words of the command, but not within quotes, ' or ".
// There is no shell.
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

// splitWords splits a command at spaces that are not within quotes. Quotes may begin and end within a word, and
// hold quotes of the other kind. Backslashes stand for themselves, as in paths of Windows.
func splitWords(command string) (words []string, err error) {
	var word strings.Builder
	quote, inWord := rune(0), false
	for _, r := range command + " " {
		switch {
		case quote == 0 && unicode.IsSpace(r):
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
			continue
		case r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		default:
			word.WriteRune(r)
		}
		inWord = true
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("the quote %c is not closed: %s", quote, command)
	case len(words) == 0:
		return nil, errors.New("no command")
	}
	return words, nil
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

// takesJobs reports whether the command says how many workers to use.
func (p *Program) takesJobs() bool {
	return slices.ContainsFunc(p.Command, func(word string) bool { return strings.Contains(word, "{jobs}") })
}

// A process is a contender: a Program. Its time covers the whole process: start, pipes at
// both ends, and end.
type process struct {
	corpus *Corpus
	args   []string
	strict bool
	want   *want // its answers to one lap, once they are verified
}

func newProcess(c *Corpus, p Program, limit, jobs int) *process {
	r := strings.NewReplacer("{limit}", strconv.Itoa(limit), "{jobs}", strconv.Itoa(jobs))
	args := make([]string, len(p.Command))
	for i, word := range p.Command {
		args[i] = r.Replace(word)
	}
	return &process{corpus: c, args: args, strict: p.Engine != ""}
}

func (p *process) prove(ctx context.Context, k *key) (*evidence, error) {
	out := output{room: k.corpus.N*(4*k.corpus.Order*k.corpus.Order+100) + 1<<16, watched: true}
	if _, err := p.exec(ctx, p.corpus.Text, 1, &out); err != nil {
		return nil, err
	}
	p.want = newWant(k, out.text, p.strict)
	seen, err := judgeText(k, out.text, p.strict)
	if err == nil {
		seen.memory = out.memory
	}
	return seen, err
}

// run times the program with one puzzle, an easy one, and with so many laps.
func (p *process) run(ctx context.Context, laps int) (effort, error) {
	start, err := p.exec(ctx, easyPuzzle(p.corpus), 1, &output{room: 1 << 16})
	if err != nil {
		return start, fmt.Errorf("with one easy puzzle: %w", err)
	}
	out := output{want: p.want}
	spent, err := p.exec(ctx, p.corpus.Text, laps, &out)
	if out.at == len(p.want.text)-1 { // the last line may have no end
		out.advance(out.at + 1)
	}
	if err == nil && (out.laps != laps || out.at != 0 || out.differs) {
		err = fmt.Errorf("%d of %d laps answered", out.laps, laps)
	}
	spent.start = start.took
	return spent, err
}

// easyPuzzle returns a line with a puzzle of the size of a corpus, with one blank.
func easyPuzzle(c *Corpus) []byte {
	s, err := solver.New(c.Order, solver.Options{Limit: 1})
	if err != nil {
		panic(err) // every order has an engine
	}
	cells := make([]uint8, c.Order*c.Order)
	s.Solve(cells)
	cells[0] = 0
	return lineForm(c).AppendPuzzle(nil, cells)
}

// exec runs the program on a text, so many times in a row.
func (p *process) exec(ctx context.Context, text []byte, laps int, out *output) (effort, error) {
	cmd := exec.Command(p.args[0], p.args[1:]...)
	input := make([]io.Reader, laps)
	for i := range input {
		input[i] = bytes.NewReader(text)
	}
	var complaint beginning
	cmd.Stdin, cmd.Stdout, cmd.Stderr = io.MultiReader(input...), out, &complaint
	out.cmd = cmd
	start := time.Now()
	err := owned.Run(ctx, cmd)
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
		return spent, fmt.Errorf("%w: %s", err, escaped(string(bytes.TrimSpace(complaint))))
	}
	return spent, err
}

// A want is the answers to one lap that were verified.
type want struct {
	text  []byte
	ends  []int // of its lines
	judge *textJudge
}

func newWant(k *key, text []byte, strict bool) *want {
	if !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, '\n')
	}
	w := &want{text: text, judge: newTextJudge(k, strict)}
	for i, c := range text {
		if c == '\n' {
			w.ends = append(w.ends, i+1)
		}
	}
	return w
}

// An output receives a program's answers. It keeps them if want is nil, up to so many bytes.
// Otherwise it compares them with want, lap after lap, and judges a line that differs: a puzzle
// with several solutions has several right answers.
type output struct {
	want     *want
	at, laps int    // up to where the answers are judged
	differs  bool   // the current line is not the wanted one
	line     []byte // what was received of it

	text []byte
	room int

	cmd     *exec.Cmd // that writes it
	watched bool      // look at its memory at each write
	memory  int64     // the most that was seen; 0 = unknown

	err error
}

func (o *output) Write(p []byte) (int, error) {
	if o.watched {
		o.memory = max(o.memory, peakMemory(o.cmd.Process.Pid))
	}
	switch {
	case o.want != nil:
		o.err = o.compare(p)
	case len(o.text)+len(p) > o.room:
		o.err = errors.New("far more output than answers")
	default:
		o.text = append(o.text, p...)
	}
	return len(p), o.err
}

// compare compares answers with the wanted ones.
func (o *output) compare(p []byte) error {
	for len(p) > 0 {
		if !o.differs {
			n := sameBytes(p, o.want.text[o.at:])
			o.advance(o.at + n)
			if p = p[n:]; n > 0 {
				continue
			}
		}
		line, found := slices.BinarySearch(o.want.ends, o.at)
		if found {
			line++
		}
		start := 0
		if line > 0 {
			start = o.want.ends[line-1]
		}
		if !o.differs {
			o.differs, o.line = true, append(o.line[:0], o.want.text[start:o.at]...)
		}
		n := bytes.IndexByte(p, '\n') + 1
		if o.line = append(o.line, p[:cmp.Or(n, len(p))]...); len(o.line) > longestAnswer {
			return errDiffers
		}
		if n == 0 {
			return nil
		}
		show, err := o.want.judge.line(line, bytes.TrimRight(o.line, "\r\n"))
		if was, _ := o.want.judge.line(line, bytes.TrimRight(o.want.text[start:o.want.ends[line]], "\r\n")); err == nil && show != was {
			err = fmt.Errorf("%.90q shows other things", o.line)
		}
		if err != nil {
			return fmt.Errorf("%w: puzzle %d: %w", errDiffers, line+1, err)
		}
		o.differs, p = false, p[n:]
		o.advance(o.want.ends[line])
	}
	return nil
}

// longestAnswer is the greatest length of a line to judge.
const longestAnswer = 1 << 12

// advance moves to a place in the wanted text.
func (o *output) advance(at int) {
	if o.at = at; at == len(o.want.text) {
		o.at, o.laps = 0, o.laps+1
	}
}

// sameBytes returns how many bytes at the beginning of a and b are equal.
func sameBytes(a, b []byte) int {
	n := min(len(a), len(b))
	if bytes.Equal(a[:n], b[:n]) {
		return n
	}
	i := 0
	for a[i] == b[i] {
		i++
	}
	return i
}

// A beginning keeps the first bytes of a program's error messages.
type beginning []byte

func (b *beginning) Write(p []byte) (int, error) {
	*b = append(*b, p[:min(len(p), 500-len(*b))]...)
	return len(p), nil
}
