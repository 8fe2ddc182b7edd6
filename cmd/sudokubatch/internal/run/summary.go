package run

// The summary of a run for people, and the statistics for programs.

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver"
)

// SolvedUniquely describes solved puzzles with only one solution.
const SolvedUniquely = "solved, each solution the only one"

// summarize writes the summary of a run for people, in full or as one line. The line has all
// counts except the number of solved puzzles.
func summarize(w io.Writer, whole bool, s *Outcome, bytesOut int64) {
	took := s.Elapsed + s.Earlier
	seconds := took.Seconds()
	format := ", %s %s"
	if whole {
		format = "\n  %12s %s"
	}
	line := func(count int64, words string) { fmt.Fprintf(w, format, humanize.Comma(count), words) }
	fmt.Fprintf(w, "%s %s in %s: %s puzzles/s",
		humanize.Comma(s.Puzzles()), console.Plural(s.Puzzles(), "puzzle"), shortTime(took), console.PerSecond(float64(s.Puzzles()), seconds))
	for _, c := range []struct {
		count int64
		name  string
	}{
		{s.Stats.Solved, s.Solved},
		{s.Multiple, "with multiple solutions"},
		{s.NoSolution, "with no solution"},
		{s.Contradiction, "with a contradiction (equal clues in a house)"},
		{s.GaveUp, "gave up"},
		{s.Malformed, "malformed"},
		{s.LeftOut, "left out by --where"},
		{s.Commented, console.Plural(s.Commented, "grid") + " in comments, not read"},
		{s.Answers, console.Plural(s.Answers, "solution") + " left out"},
		{int64(s.Unreadable), console.Plural(int64(s.Unreadable), "input") + " unreadable"},
		{s.Unchecked, console.Plural(s.Unchecked, "frame") + " without a checksum"},
	} {
		if c.count > 0 && (whole || c.name != s.Solved) {
			line(c.count, c.name)
		}
	}
	if s.Summary != nil {
		s.Summary(line)
	}
	if s.Limit > 2 || s.Counts {
		line(int64(s.Solutions), countWords(&s.Stats))
	}
	if !whole {
		fmt.Fprintln(w)
		return
	}
	line(int64(s.Guesses), console.Plural(int64(s.Guesses), "guess"))
	fmt.Fprintln(w)
	writeEffort(w, &s.Stats, bytesOut, seconds)
}

// writeEffort writes the bytes read and written, where the time went, and the engines.
func writeEffort(w io.Writer, s *pipeline.Stats, bytesOut int64, seconds float64) {
	fmt.Fprintf(w, "read %s (%s/s), wrote %s (%s/s)\n",
		humanize.Bytes(uint64(s.BytesIn)), bytesPerSecond(s.BytesIn, seconds),
		humanize.Bytes(uint64(bytesOut)), bytesPerSecond(bytesOut, seconds))
	writeBusy(w, s)
	if n := len(s.Engines); n > 0 {
		fmt.Fprintf(w, "%s %s; ", console.Plural(int64(n), "engine"), strings.Join(s.Engines, ", "))
	}
	fmt.Fprintf(w, "cpu %s\n", program.CPU())
}

// countWords returns the words for the number of solutions, and says how many counts may be
// too low.
func countWords(s *pipeline.Stats) string {
	words := console.Plural(int64(s.Solutions), "solution")
	if s.Incomplete > 0 {
		words += fmt.Sprintf(" or more: %s %s may have more than were counted", humanize.Comma(s.Incomplete), console.Plural(s.Incomplete, "puzzle"))
	}
	return words
}

// writeBusy writes how busy the source, the workers and the sink were.
func writeBusy(w io.Writer, s *pipeline.Stats) {
	workers := s.Elapsed * time.Duration(max(s.Jobs, 1))
	fmt.Fprintf(w, "busy: reading %s, ", percent(s.Reading, s.Elapsed))
	if s.Decompressing > 0 {
		fmt.Fprintf(w, "decompressing %s, ", percent(s.Decompressing, workers))
	}
	fmt.Fprintf(w, "solving %s", percent(s.Working, workers))
	if s.Compressing > 0 {
		fmt.Fprintf(w, ", compressing %s", percent(s.Compressing, workers))
	}
	fmt.Fprintf(w, " of %d %s, writing %s; peak memory %s\n", s.Jobs, console.Plural(int64(s.Jobs), "worker"),
		percent(s.Writing, s.Elapsed), humanize.IBytes(uint64(process.PeakRSS())))
}

// shortTime returns a time in milliseconds, or in microseconds if it is short.
func shortTime(d time.Duration) string {
	if d < 10*time.Millisecond {
		return d.Round(time.Microsecond).String()
	}
	return d.Round(time.Millisecond).String()
}

func bytesPerSecond(n int64, seconds float64) string {
	if seconds <= 0 {
		return "0 B"
	}
	return humanize.Bytes(uint64(float64(n) / seconds))
}

func percent(part, whole time.Duration) string {
	if whole <= 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.0f %%", 100*part.Seconds()/whole.Seconds())
}

// A member is a name and a value in the JSON object of --stats-json.
type member struct {
	name  string
	value any
}

// statsSchemaVersion is the version of the statistics, and of the records that check reports.
// Version 3 counts puzzles under their status, so solved is unique where searches had a limit of 2
// or more; and the records are rows with the same columns in NDJSON, CSV and Parquet.
const statsSchemaVersion = 3

// statsMembers returns the statistics of a run. Complete says that the answers are complete:
// the run neither failed nor was stopped. Published names stay; a change of meaning raises the
// version.
func statsMembers(verb string, s *Outcome, bytesOut int64, complete bool) []member {
	seconds, perSecond := (s.Elapsed + s.Earlier).Seconds(), 0.0
	if seconds > 0 {
		perSecond = float64(s.Puzzles()) / seconds
	}
	limit := s.Limit
	if s.Counts {
		limit = max(limit, 2) // 0: all solutions
	}
	members := []member{
		{"schema_version", statsSchemaVersion},
		{"complete", complete},
		{"puzzles", s.Puzzles()},
		{columns.Status(solver.Solved, limit), s.Stats.Solved},
		{columns.StatusName(bulk.Multiple), s.Multiple},
		{columns.StatusName(bulk.NoSolution), s.NoSolution},
		{columns.StatusName(bulk.Contradiction), s.Contradiction},
		{columns.StatusName(bulk.Malformed), s.Malformed},
		{"unmatched", s.LeftOut}, // left out by --where
		{"rounded_solutions", s.Rounded},
		{"dropped_solutions", s.Answers},
		{"zeroed_solutions", s.Zeroed},
		{"unmarked_solutions", s.Unmarked},
		{"commented_grids", s.Commented},
		{columns.StatusName(bulk.GaveUp), s.GaveUp},
		{"unreadable_inputs", s.Unreadable},
		{"frames_without_checksum", s.Unchecked},
		{"unverified_input", s.Unverified},
		{"guesses", s.Guesses},
		{"solutions", s.Solutions},
		{"incomplete_counts", s.Incomplete},
		{"seconds", seconds},
		{"puzzles_per_second", perSecond},
		{"bytes_in", s.BytesIn},
		{"bytes_out", bytesOut},
		{"text_in", s.TextIn},
		{"text_out", s.TextOut},
		{"reading_seconds", s.Reading.Seconds()},
		{"decompressing_seconds", s.Decompressing.Seconds()},
		{"compressing_seconds", s.Compressing.Seconds()},
		{"solving_seconds", s.Working.Seconds()},
		{"writing_seconds", s.Writing.Seconds()},
		{"limit", s.Limit},
		{"jobs", s.Jobs},
		{"engine", s.Engine},                          // engine of the flags
		{"engines", append([]string{}, s.Engines...)}, // engines that ran
		{"cpu", program.CPU()},
		{"peak_rss_bytes", process.PeakRSS()},
		{"version", program.Version()},
		{"commit", program.Commit()},
	}
	if s.Found != nil {
		members = append(members, member{verb, s.Found})
	}
	return members
}

// columnMembers returns the statistics that name columns: columns of the inputs whose values the answers do not
// have as they came, and columns that the run added. A merge opens no inputs, and a verb that makes puzzles keeps none, so
// these lack them.
func (r *Run) columnMembers(j *Job) []member {
	if r.written.Kind == 0 || r.flags.joined != nil || j.Parts.Makes != nil {
		return nil
	}
	return []member{
		{"changed_columns", append([]string{}, r.changed...)},
		{"added_columns", append([]string{}, r.written.AddedNames()...)},
	}
}

// writeStats writes statistics as JSON and finishes the file.
func writeStats(w *corpus.Writer, members []member) error {
	text := []byte("{")
	for i, m := range members {
		value, err := json.MarshalIndent(m.value, "  ", "  ")
		if err != nil {
			return err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = fmt.Appendf(text, "\n  %q: %s", m.name, value)
	}
	if _, err := w.Write(append(text, "\n}\n"...)); err != nil {
		return err
	}
	return w.Finish()
}
