package run

import (
	"encoding/json"

	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

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
	Incomplete       int64    `json:"incomplete_counts"`
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
	Split            any      `json:"split,omitempty"`
	Convert          any      `json:"convert,omitempty"`
}

// statsSchemaVersion is also that of what check reports of each record. In version
// 2 a puzzle without a solution is no_solution, and one with several multiple:
// before, these were none, and several in the records.
const statsSchemaVersion = 2

// newStats makes the statistics of a run, for programs. Complete says that the
// answers are: the run neither failed nor was stopped.
func newStats(j *Job, s pipeline.Stats, bytesOut int64, complete bool) *statsJSON {
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
		Incomplete:    s.Incomplete,
		Seconds:       (s.Elapsed + s.Earlier).Seconds(),
		BytesIn:       s.BytesIn,
		BytesOut:      bytesOut,
		TextIn:        s.TextIn,
		TextOut:       s.TextOut,

		ReadingSeconds: s.Reading.Seconds(),
		Decompressing:  s.Decompressing.Seconds(),
		Compressing:    s.Compressing.Seconds(),
		SolvingSeconds: s.Working.Seconds(),
		WritingSeconds: s.Writing.Seconds(),

		Limit:        j.Limit,
		Jobs:         s.Jobs,
		Engine:       j.Engine,
		Engines:      append([]string{}, s.Engines...),
		CPU:          program.CPU(),
		PeakRSSBytes: process.PeakRSS(),
		Version:      program.Version(),
		Commit:       program.Commit(),
	}
	if stats.Seconds > 0 {
		stats.PuzzlesPerSecond = float64(stats.Puzzles) / stats.Seconds
	}
	if j.Found != nil {
		*stats.own(j.Verb) = j.Found()
	}
	return stats
}

// own is the member for what a verb alone says.
func (s *statsJSON) own(verb string) *any {
	switch verb {
	case "split":
		return &s.Split
	case "convert":
		return &s.Convert
	}
	return &s.Check
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
