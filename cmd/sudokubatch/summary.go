package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// summarize writes what a run did, for people.
func summarize(w io.Writer, c *solveCmd, s pipeline.Stats, bytesOut int64) {
	seconds := s.Elapsed.Seconds()
	fmt.Fprintf(w, "%s puzzles in %s: %s puzzles/s\n",
		humanize.Comma(s.Puzzles()), s.Elapsed.Round(time.Millisecond), perSecond(float64(s.Puzzles()), seconds))
	for _, line := range []struct {
		count int64
		name  string
	}{
		{s.Solved, c.solvedWords()},
		{s.Multiple, "with several solutions"},
		{s.None, "without a solution"},
		{s.Contradiction, "contradictory (equal clues in a house)"},
		{s.GaveUp, "given up"},
		{s.Malformed, "malformed"},
		{int64(s.Unreadable), "inputs unreadable"},
	} {
		if line.count > 0 {
			fmt.Fprintf(w, "  %12s %s\n", humanize.Comma(line.count), line.name)
		}
	}
	fmt.Fprintf(w, "  %12s guesses\n", humanize.Comma(int64(s.Guesses)))
	fmt.Fprintf(w, "read %s (%s/s), wrote %s (%s/s)\n",
		humanize.IBytes(uint64(s.BytesIn)), perSecond(float64(s.BytesIn), seconds)+"B",
		humanize.IBytes(uint64(bytesOut)), perSecond(float64(bytesOut), seconds)+"B")
	fmt.Fprintf(w, "busy: reading %s, solving %s of %d workers, writing %s; peak memory %s\n",
		share(s.Reading, s.Elapsed), share(s.Working, s.Elapsed*time.Duration(max(s.Jobs, 1))), s.Jobs,
		share(s.Writing, s.Elapsed), humanize.IBytes(uint64(peakRSS())))
	fmt.Fprintf(w, "engine %s; cpu %s\n", c.Engine, cpuFeatures())
}

// solvedWords says what a puzzle that counts as solved is known to be.
func (c *solveCmd) solvedWords() string {
	if c.Limit > 1 {
		return "solved, each solution the only one"
	}
	return "solved"
}

// perSecond writes a rate with an SI prefix.
func perSecond(n, seconds float64) string {
	if seconds <= 0 {
		return "0"
	}
	return humanize.SIWithDigits(n/seconds, 2, "")
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
	SchemaVersion    int     `json:"schema_version"`
	Puzzles          int64   `json:"puzzles"`
	Solved           int64   `json:"solved"`
	Multiple         int64   `json:"multiple"`
	None             int64   `json:"none"`
	Contradiction    int64   `json:"contradiction"`
	Malformed        int64   `json:"malformed"`
	GaveUp           int64   `json:"gave_up"`
	Unreadable       int     `json:"unreadable_inputs"`
	Guesses          uint64  `json:"guesses"`
	Seconds          float64 `json:"seconds"`
	PuzzlesPerSecond float64 `json:"puzzles_per_second"`
	BytesIn          int64   `json:"bytes_in"`
	BytesOut         int64   `json:"bytes_out"`
	TextIn           int64   `json:"text_in"`
	TextOut          int64   `json:"text_out"`
	ReadingSeconds   float64 `json:"reading_seconds"`
	SolvingSeconds   float64 `json:"solving_seconds"`
	WritingSeconds   float64 `json:"writing_seconds"`
	Limit            int     `json:"limit"`
	Jobs             int     `json:"jobs"`
	Engine           string  `json:"engine"`
	CPU              string  `json:"cpu"`
	PeakRSSBytes     int64   `json:"peak_rss_bytes"`
	Version          string  `json:"version"`
	Commit           string  `json:"commit"`
}

const statsSchemaVersion = 1

// writeStats writes the statistics of a run, for programs.
func writeStats(c *solveCmd, s pipeline.Stats, bytesOut int64) error {
	stats := statsJSON{
		SchemaVersion: statsSchemaVersion,
		Puzzles:       s.Puzzles(),
		Solved:        s.Solved,
		Multiple:      s.Multiple,
		None:          s.None,
		Contradiction: s.Contradiction,
		Malformed:     s.Malformed,
		GaveUp:        s.GaveUp,
		Unreadable:    s.Unreadable,
		Guesses:       s.Guesses,
		Seconds:       s.Elapsed.Seconds(),
		BytesIn:       s.BytesIn,
		BytesOut:      bytesOut,
		TextIn:        s.TextIn,
		TextOut:       s.TextOut,

		ReadingSeconds: s.Reading.Seconds(),
		SolvingSeconds: s.Working.Seconds(),
		WritingSeconds: s.Writing.Seconds(),

		Limit:        c.Limit,
		Jobs:         s.Jobs,
		Engine:       c.Engine,
		CPU:          cpuFeatures(),
		PeakRSSBytes: peakRSS(),
		Version:      version(),
		Commit:       commit(),
	}
	if stats.Seconds > 0 {
		stats.PuzzlesPerSecond = float64(stats.Puzzles) / stats.Seconds
	}
	text, err := json.MarshalIndent(stats, "", "  ")
	if err != nil {
		return err
	}
	w, err := corpus.Create(c.StatsJSON, corpus.CreateOptions{Force: true})
	if err != nil {
		return err
	}
	if _, err := w.Write(append(text, '\n')); err != nil {
		_ = w.Abort()
		return err
	}
	return w.Commit()
}
