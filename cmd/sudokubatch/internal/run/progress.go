package run

// Progress: the progress bar, and messages about inputs and records while a job runs.

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// MessageFlags choose the messages on standard error.
type MessageFlags struct {
	Progress string `group:"Messages" default:"auto" enum:"auto,always,never,json" placeholder:"auto|always|never|json" help:"Show a progress bar on standard error. auto shows it on a terminal, unless the answers go to the same terminal. json writes a line of JSON each second and at the end, also with -q. Default: ${default}."`
	Quiet    bool   `group:"Messages" brief:"" short:"q" aliases:"silent" help:"Show warnings and errors only."`
	Verbose  bool   `group:"Messages" brief:"" short:"v" help:"Show the whole summary, not one line. A terminal shows it in any case."`
}

// Whole reports whether the summary is shown in full, not as one line.
func (c *MessageFlags) Whole() bool {
	return !c.Quiet && (c.Verbose || console.IsTerminal(os.Stderr))
}

// StartBar starts the progress bar that the flags ask for. Shared says that the terminal also
// shows results.
func (c *MessageFlags) StartBar(shared bool, look func(elapsed time.Duration) console.Look) *console.Bar {
	if c.Progress == "json" {
		return console.StartJSON(look)
	}
	wanted := c.Progress == "always" || c.Progress == "auto" && console.IsTerminal(os.Stderr) && !shared
	if !wanted || c.Quiet {
		return new(console.Bar)
	}
	return console.StartBar(look)
}

// StartBarOrLog is like StartBar, but auto shows a line every ten seconds if there is no terminal. It is
// for verbs that write nothing else for a long time.
func (c *MessageFlags) StartBarOrLog(look func(elapsed time.Duration) console.Look) *console.Bar {
	if c.Progress == "auto" && !console.IsTerminal(os.Stderr) && !c.Quiet {
		return console.StartLog(look)
	}
	return c.StartBar(false, look)
}

// startBar starts the progress bar of a job. Answers that scroll by on the same terminal are progress
// enough.
func (r *Run) startBar(j *Job) {
	size := j.size(r.flags, r.Part)
	r.look = func(elapsed time.Duration) console.Look { return size.look(r.Progress, elapsed) }
	r.shown = r.flags.Progress != "json" && r.flags.Output == "-" && j.Answers != nil && console.IsTerminal(os.Stdout)
	r.bar = r.flags.StartBar(r.shown, r.look)
}

// ShowAbove has a terminal show the answers above the progress bar, because they are few.
func (r *Run) ShowAbove() {
	if r.shown {
		r.bar.Stop()
		r.bar = r.flags.StartBar(false, r.look)
		r.Answers = r.bar.Above(r.Answers)
	}
}

// A size is the size of a job, as far as it is known at the start: puzzles, if not 0, or else
// bytes to read. Bytes are -1 if they are unknown, and 0 if none are read.
type size struct{ puzzles, bytes int64 }

func (j *Job) size(c *Flags, p *parts.Part) (s size) {
	records := c.records.Records()
	if makes := j.Parts.Makes; makes != nil && *makes > 0 {
		first, end := p.Numbers(*makes)
		return size{puzzles: int64(min(end-first, math.MaxInt64))}
	} else if records.Last > 0 {
		s.puzzles = records.Last - max(records.First, 1) + 1
	}
	if n, ok := p.Bytes(); ok {
		s.bytes = n
	} else {
		s.bytes = totalBytes(slices.Concat(j.OtherInputs, c.Inputs))
	}
	return s
}

// look returns the progress to show.
func (s size) look(p *pipeline.Progress, elapsed time.Duration) console.Look {
	puzzles, bytes := max(p.Puzzles.Load(), p.Made.Load()), p.BytesIn.Load()
	look := s.running(p, puzzles, bytes, elapsed)
	if stage := p.Stage(); stage != nil {
		done := stage.Done.Load()
		look = console.Look{Stage: stage.Name, Done: done, Total: stage.Total, Words: []string{of(humanize.Comma, min(done, stage.Total), stage.Total)}}
	}
	look.Figures = console.Figures{Records: &puzzles, TotalRecords: console.Known(s.puzzles), TotalBytes: console.Known(s.bytes), Tries: console.Known(p.Tried.Load())}
	if s.bytes != 0 {
		look.Figures.Bytes = &bytes
	}
	return look
}

// running returns the progress of a run that is in no stage.
func (s size) running(p *pipeline.Progress, puzzles, bytes int64, elapsed time.Duration) console.Look {
	perSecond := func(n int64) string { return console.PerSecond(float64(n), elapsed.Seconds()) }
	look := console.Look{Done: puzzles, Total: s.puzzles, Words: []string{of(count, puzzles, s.puzzles) + " puzzles"}}
	if s.puzzles == 0 {
		if s.bytes > 0 {
			bytes = min(bytes, s.bytes) // a file may have grown
		}
		size := func(n int64) string { return humanize.Bytes(uint64(n)) }
		look = console.Look{Done: bytes, Total: max(s.bytes, 0), Words: []string{of(size, bytes, s.bytes), count(puzzles) + " puzzles"}}
	}
	tried, rate := p.Tried.Load(), perSecond(puzzles-p.Earlier.Load())+"/s"
	if tried > 0 {
		look.Words = append(look.Words, count(tried)+" tries", rate, perSecond(tried)+" tries/s")
	} else {
		look.Words = append(look.Words, rate)
	}
	if engine := p.Engine(); engine != "" {
		look.Words = append(look.Words, engine)
	}
	return look
}

// of returns "n of total", or only n if the total is unknown.
func of(write func(int64) string, n, total int64) string {
	if total <= 0 {
		return write(n)
	}
	return write(n) + " of " + write(total)
}

// count returns a number of puzzles as text; large numbers are rounded.
func count(n int64) string {
	if n < 1e6 {
		return humanize.Comma(n)
	}
	return console.PerSecond(float64(n), 1)
}

// maxShown is how many malformed records are shown one by one. It also limits the messages for
// records left out, and for inputs without puzzles.
const maxShown = 20

// say shows a message about the inputs, unless another share shows it too.
func (r *Run) say(format string, args ...any) {
	if !r.Part.Repeats() {
		r.bar.Say(format, args...)
	}
}

// hooks returns the hooks that show faults of inputs and records.
func (r *Run) hooks() pipeline.Hooks {
	unread := false
	return pipeline.Hooks{
		OnForm: r.OnForm,
		OnFault: func(fault *model.SyntaxError) {
			if r.malformed++; r.malformed <= maxShown {
				r.say("%v", fault)
			}
		},
		OnLoss: func(fault *model.SyntaxError) { r.say("%v", fault) },
		OnUnread: func(input, solutions string) {
			if !unread {
				r.say("%s: %q is a list apart from the puzzles, and is not read: "+model.ListsToRows, input, solutions)
			}
			unread = true
		},
		OnEmpty: func(input string) {
			if r.empty++; r.empty <= maxShown {
				r.say("no puzzles in %s", input)
			}
		},
		OnUnreadable: func(err error) { r.say("%v", err) },
	}
}

// OnLeftOut shows a well-formed record that is left out, if it is one of the first. Only this
// share sees it, so it is always shown.
func (r *Run) OnLeftOut(fault *model.SyntaxError) {
	if r.leftOut++; r.leftOut <= maxShown {
		r.bar.Say("%v", fault)
	}
}

// countFaults shows how many faults were not shown one by one, the number of rounded solutions,
// how many solutions were left out, and how many grids are in comments.
func (r *Run) countFaults(stats *pipeline.Stats) {
	if stats.Rounded > 1 {
		r.bar.Say("%s rounded solutions in all", humanize.Comma(stats.Rounded))
	}
	if n := stats.Answers; n > 0 {
		r.bar.Say("left out %s %s of the %s before", humanize.Comma(n), console.Plural(n, "solution"), console.Plural(n, "puzzle"))
	}
	if n := stats.Commented; n > 0 {
		r.bar.Say("%s %s in comments, not read", humanize.Comma(n), console.Plural(n, "grid"))
	}
	if more := r.malformed - maxShown; more > 0 {
		r.say("… and %d more malformed", more)
	}
	if more := r.leftOut - maxShown; more > 0 {
		r.bar.Say("… and %d more left out", more)
	}
	if more := r.empty - maxShown; more > 0 {
		r.say("… and no puzzles in %d more inputs", more)
	}
}

// sayLacking shows what the answers do not say, because they are arrays.
func (r *Run) sayLacking(c *pipeline.Counts) {
	if n := c.Unmarked; n > 0 {
		console.Say("%s: the first solution stands for %s %s with several: an array cannot say so; write .csv or .parquet", r.flags.answers(), humanize.Comma(n), console.Plural(n, "puzzle"))
	}
	if n := c.Zeroed; n > 0 {
		console.Say("%s: zeros stand for %s missing %s: an array holds nothing else there; write .csv or .parquet", r.flags.answers(), humanize.Comma(n), console.Plural(n, "solution"))
	}
}

// OnForm notes the form of the answers, and shows what they cannot hold.
func (r *Run) OnForm(o pipeline.Opened) {
	if r.written.Kind == 0 {
		r.written = o.To // the first input decides the header
	}
	r.noteChanged(o)
	r.SayDoubts(o)
	if outfile.IsNpz(r.flags.Output) && o.To.Kind.IsTyped() {
		r.SayNoArrays(o)
	}
	why := fmt.Sprintf("the form %v cannot hold them", o.To.Kind)
	if o.To.Kind.IsTable() {
		why = "the rows have the columns of the first input"
	}
	r.SayLost(o.Name, why, o.Lost)
	if o.To.DropsWords(o.From, r.renewed.puzzles || r.renewed.solutions) {
		r.say("%s: the words around the grids are left out", o.Name)
	}
}

// SayNoArrays shows the columns of an input that an .npz file cannot hold.
func (r *Run) SayNoArrays(o pipeline.Opened) {
	r.SayLost(o.Name, "an .npz file holds puzzles, one solution each, and numbers only", bulk.NoArrays(o.To))
}

// Written returns the form of the answers. It is zero until the first input is open, which decides it.
func (r *Run) Written() *bulk.Form { return &r.written }

// Renews says, before anything is read, that the rows have other puzzles or other solutions than their records.
func (r *Run) Renews(puzzles, solutions bool) {
	r.renewed.puzzles, r.renewed.solutions = puzzles, solutions
}

// noteChanged notes the columns of an input that the answers do not have as they came.
func (r *Run) noteChanged(o pipeline.Opened) {
	for _, name := range o.To.Changed(o.From, r.renewed.puzzles, r.renewed.solutions) {
		if !slices.Contains(r.changed, name) {
			r.changed = append(r.changed, name)
		}
	}
}

// SayDoubts warns if an input has solutions as records of their own, puzzles in several columns, or arrays that
// are not read.
func (r *Run) SayDoubts(o pipeline.Opened) {
	r.SayLost(o.Name, "they belong to no set of puzzles, or do not have one grid or value for each", o.From.Unjoined())
	if l := o.From.Layout; l != nil && len(l.Others) > 0 {
		r.say("%s: puzzles are read from the column %s, but %s holds puzzles, too: choose with --column", o.Name, cmp.Or(l.Columns[l.Puzzle].Name, strconv.Itoa(l.Puzzle+1)), strings.Join(l.Others, ", "))
	}
	if o.Solved {
		side := o.From.Order
		digits := fmt.Sprintf("1-%d", side)
		if last := 'A' + side - 1; side > 12 {
			digits = fmt.Sprintf("A-%ca-%c", last, last|0x20)
		} else if side > 9 {
			digits = fmt.Sprintf("1-9A-%c", last-9)
		}
		solution := fmt.Sprintf("[%s]{%d}", digits, side*side)
		r.say("%s: each solution after a puzzle is a record of its own: to leave out solutions use grep -vE '^%s' FILE", o.Name, solution)
	}
}

// SayLost shows that columns of an input are left out, and why; each column once.
func (r *Run) SayLost(input, why string, names []string) {
	var lost []string
	for _, name := range names {
		if !r.lost[name] {
			lost = append(lost, name)
		}
	}
	if len(lost) == 0 {
		return
	}
	if r.lost == nil {
		r.lost = map[string]bool{}
	}
	for _, name := range lost {
		r.lost[name] = true
	}
	r.say("%s: left out columns, as %s: %s", input, why, strings.Join(lost, ", "))
}
