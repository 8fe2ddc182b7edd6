package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// solvedUniquely is what puzzles are whose solution was proven to be the only one.
const solvedUniquely = "solved, each solution the only one"

// summarize writes what a run did, for people; solved is what the puzzles that
// count as solved are known to be.
func summarize(w io.Writer, solved string, s pipeline.Stats, bytesOut int64) {
	seconds := s.Elapsed.Seconds()
	fmt.Fprintf(w, "%s %s in %s: %s puzzles/s\n",
		humanize.Comma(s.Puzzles()), plural(s.Puzzles(), "puzzle"), shortTime(s.Elapsed), perSecond(float64(s.Puzzles()), seconds))
	for _, line := range []struct {
		count int64
		name  string
	}{
		{s.Solved, solved},
		{s.Multiple, "with multiple solutions"},
		{s.NoSolution, "with no solution"},
		{s.Contradiction, "with a contradiction (equal clues in a house)"},
		{s.GaveUp, "gave up"},
		{s.Malformed, "malformed"},
		{int64(s.Unreadable), plural(int64(s.Unreadable), "input") + " unreadable"},
		{s.Unchecked, plural(s.Unchecked, "zstd frame") + " without a checksum"},
	} {
		if line.count > 0 {
			fmt.Fprintf(w, "  %12s %s\n", humanize.Comma(line.count), line.name)
		}
	}
	fmt.Fprintf(w, "  %12s %s\n", humanize.Comma(int64(s.Guesses)), plural(int64(s.Guesses), "guess"))
	fmt.Fprintf(w, "read %s (%s/s), wrote %s (%s/s)\n",
		humanize.Bytes(uint64(s.BytesIn)), bytesPerSecond(s.BytesIn, seconds),
		humanize.Bytes(uint64(bytesOut)), bytesPerSecond(bytesOut, seconds))
	writeBusy(w, s)
	if n := len(s.Engines); n > 0 {
		fmt.Fprintf(w, "%s %s; ", plural(int64(n), "engine"), strings.Join(s.Engines, ", "))
	}
	fmt.Fprintf(w, "cpu %s\n", cpuFeatures())
}

// writeBusy tells where the time went: of the source, of the workers and of the
// sink.
func writeBusy(w io.Writer, s pipeline.Stats) {
	workers := s.Elapsed * time.Duration(max(s.Jobs, 1))
	fmt.Fprintf(w, "busy: reading %s, ", share(s.Reading, s.Elapsed))
	if s.Decompressing > 0 {
		fmt.Fprintf(w, "decompressing %s, ", share(s.Decompressing, workers))
	}
	fmt.Fprintf(w, "solving %s", share(s.Working, workers))
	if s.Compressing > 0 {
		fmt.Fprintf(w, ", compressing %s", share(s.Compressing, workers))
	}
	fmt.Fprintf(w, " of %d %s, writing %s; peak memory %s\n", s.Jobs, plural(int64(s.Jobs), "worker"),
		share(s.Writing, s.Elapsed), humanize.IBytes(uint64(peakRSS())))
}

// plural adds the ending of the plural to a noun, unless there is one of it.
func plural(n int64, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "s"):
		return noun + "es"
	}
	return noun + "s"
}

// shortTime writes a time in milliseconds, or finer if it is that short.
func shortTime(d time.Duration) string {
	if d < 10*time.Millisecond {
		return d.Round(time.Microsecond).String()
	}
	return d.Round(time.Millisecond).String()
}

// perSecond writes a rate, from a thousand on with an SI prefix: "216.2 k".
func perSecond(n, seconds float64) string {
	if seconds <= 0 || n == 0 {
		return "0"
	}
	rate := n / seconds
	switch {
	case rate < 10:
		return fmt.Sprintf("%.1f", rate)
	case rate < 1000:
		return fmt.Sprintf("%.0f", rate)
	}
	scaled, prefix := humanize.ComputeSI(rate)
	return fmt.Sprintf("%.1f %s", scaled, prefix)
}

// bytesPerSecond writes a rate of bytes.
func bytesPerSecond(n int64, seconds float64) string {
	if seconds <= 0 {
		return "0 B"
	}
	return humanize.Bytes(uint64(float64(n) / seconds))
}

// share writes a part of a time as a percentage.
func share(part, whole time.Duration) string {
	if whole <= 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.0f %%", 100*part.Seconds()/whole.Seconds())
}

// statsJSON is what --stats-json writes. Names, once published, stay; a change
// of meaning raises the version.
type statsJSON struct {
	SchemaVersion    int      `json:"schema_version"`
	Complete         bool     `json:"complete"`
	Puzzles          int64    `json:"puzzles"`
	Solved           int64    `json:"solved"`
	Multiple         int64    `json:"multiple"`
	NoSolution       int64    `json:"no_solution"`
	Contradiction    int64    `json:"contradiction"`
	Malformed        int64    `json:"malformed"`
	GaveUp           int64    `json:"gave_up"`
	Unreadable       int      `json:"unreadable_inputs"`
	Unchecked        int64    `json:"frames_without_checksum"`
	Unverified       string   `json:"unverified_input"`
	Guesses          uint64   `json:"guesses"`
	Solutions        uint64   `json:"solutions"`
	Seconds          float64  `json:"seconds"`
	PuzzlesPerSecond float64  `json:"puzzles_per_second"`
	BytesIn          int64    `json:"bytes_in"`
	BytesOut         int64    `json:"bytes_out"`
	TextIn           int64    `json:"text_in"`
	TextOut          int64    `json:"text_out"`
	ReadingSeconds   float64  `json:"reading_seconds"`
	Decompressing    float64  `json:"decompressing_seconds"`
	Compressing      float64  `json:"compressing_seconds"`
	SolvingSeconds   float64  `json:"solving_seconds"`
	WritingSeconds   float64  `json:"writing_seconds"`
	Limit            int      `json:"limit"`
	Jobs             int      `json:"jobs"`
	Engine           string   `json:"engine"`  // that was asked for
	Engines          []string `json:"engines"` // that ran
	CPU              string   `json:"cpu"`
	PeakRSSBytes     int64    `json:"peak_rss_bytes"`
	Version          string   `json:"version"`
	Commit           string   `json:"commit"`
	Check            any      `json:"check,omitempty"`
}

// statsSchemaVersion is also that of what check tells of each record. In version
// 2 a puzzle without a solution is no_solution, and one with several multiple:
// before, these were none, and several in the records.
const statsSchemaVersion = 2

// newStats makes the statistics of a run, for programs. Complete says that the
// answers are: the run neither failed nor was stopped.
func newStats(c *runFlags, j *job, s pipeline.Stats, bytesOut int64, complete bool) *statsJSON {
	stats := &statsJSON{
		SchemaVersion: statsSchemaVersion,
		Complete:      complete,
		Puzzles:       s.Puzzles(),
		Solved:        s.Solved,
		Multiple:      s.Multiple,
		NoSolution:    s.NoSolution,
		Contradiction: s.Contradiction,
		Malformed:     s.Malformed,
		GaveUp:        s.GaveUp,
		Unreadable:    s.Unreadable,
		Unchecked:     s.Unchecked,
		Unverified:    s.Unverified,
		Guesses:       s.Guesses,
		Solutions:     s.Solutions,
		Seconds:       s.Elapsed.Seconds(),
		BytesIn:       s.BytesIn,
		BytesOut:      bytesOut,
		TextIn:        s.TextIn,
		TextOut:       s.TextOut,

		ReadingSeconds: s.Reading.Seconds(),
		Decompressing:  s.Decompressing.Seconds(),
		Compressing:    s.Compressing.Seconds(),
		SolvingSeconds: s.Working.Seconds(),
		WritingSeconds: s.Writing.Seconds(),

		Limit:        j.limit,
		Jobs:         s.Jobs,
		Engine:       c.Engine,
		Engines:      append([]string{}, s.Engines...),
		CPU:          cpuFeatures(),
		PeakRSSBytes: peakRSS(),
		Version:      version(),
		Commit:       commit(),
	}
	if stats.Seconds > 0 {
		stats.PuzzlesPerSecond = float64(stats.Puzzles) / stats.Seconds
	}
	if j.found != nil {
		stats.Check = j.found()
	}
	return stats
}

// writeStats writes statistics and finishes the file.
func writeStats(w *corpus.Writer, stats *statsJSON) error {
	text, err := json.MarshalIndent(stats, "", "  ")
	if err != nil {
		return err
	}
	if _, err := w.Write(append(text, '\n')); err != nil {
		return err
	}
	return w.Finish()
}
