package checkreport

import (
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/solver"
)

// checkJSON is the object check in the file of --stats-json.
type checkJSON struct {
	Asked              string     `json:"asked"`
	SearchVersion      int        `json:"search_version"`
	Records            int64      `json:"records"`
	Failed             int64      `json:"failed"`
	Unique             int64      `json:"unique"`
	GivenSolutions     int64      `json:"given_solutions"`
	WrongSolutions     int64      `json:"wrong_solutions"`
	MalformedSolutions int64      `json:"malformed_solutions"`
	MissingSolutions   int64      `json:"missing_solutions"`
	OtherAnswers       int64      `json:"other_answers,omitempty"`
	ExtraAnswers       int64      `json:"extra_answers,omitempty"`
	NotMinimal         int64      `json:"not_minimal"`
	RedundantClues     int64      `json:"redundant_clues"`
	Duplicates         int64      `json:"duplicates"`
	Isomorphs          int64      `json:"isomorphs"`
	Leaks              int64      `json:"leaks"`
	IsomorphicLeaks    int64      `json:"isomorphic_leaks"`
	Symmetric          int64      `json:"symmetric"`
	NoCanonicalForm    int64      `json:"without_canonical_form"`
	AgainstRecords     int64      `json:"against_records"`
	AgainstMalformed   int64      `json:"against_malformed"`
	SpilledBytes       int64      `json:"spilled_bytes"`
	Fingerprint        string     `json:"fingerprint,omitempty"`
	FormsFingerprint   string     `json:"canonical_fingerprint,omitempty"`
	Clues              []binJSON  `json:"clues"`
	Guesses            []binJSON  `json:"guesses"`
	Hardest            []hardJSON `json:"hardest"`
}

// A binJSON counts the puzzles whose number of clues or guesses is in a range.
type binJSON struct {
	From    uint64 `json:"from"`
	To      uint64 `json:"to"`
	Puzzles int64  `json:"puzzles"`
}

// A hardJSON is one of the puzzles with the most guesses.
type hardJSON struct {
	File    string `json:"file"`
	Record  int64  `json:"record"`
	Line    int64  `json:"line"`
	Clues   int    `json:"clues"`
	Guesses uint64 `json:"guesses"`
}

// Statistics returns the statistics that only check has, for encoding as JSON.
func Statistics(a Asked, s *check.Summary) any {
	j := checkJSON{
		Asked:              a.String(),
		SearchVersion:      solver.SearchVersion,
		Records:            s.Records,
		Failed:             s.Failed,
		Unique:             s.Solved,
		GivenSolutions:     s.GivenSolutions,
		WrongSolutions:     s.WrongSolutions,
		MalformedSolutions: s.MalformedSolutions,
		MissingSolutions:   s.MissingSolutions,
		OtherAnswers:       s.OtherAnswers,
		ExtraAnswers:       s.ExtraAnswers,
		NotMinimal:         s.NotMinimal,
		RedundantClues:     s.RedundantClues,
		Duplicates:         s.Duplicates,
		Isomorphs:          s.Isomorphs,
		Leaks:              s.Leaks,
		IsomorphicLeaks:    s.IsomorphicLeaks,
		Symmetric:          s.Symmetric,
		NoCanonicalForm:    s.NoCanonicalForm,
		AgainstRecords:     s.Against,
		AgainstMalformed:   s.AgainstMalformed,
		SpilledBytes:       s.Spilled,
		Clues:              []binJSON{},
		Guesses:            []binJSON{},
		Hardest:            []hardJSON{},
	}
	if a.Fingerprint {
		j.Fingerprint = s.Fingerprint.String()
	}
	if a.Isomorphs {
		j.FormsFingerprint = s.FormsFingerprint.String()
	}
	for n, count := range s.Clues {
		if count > 0 {
			j.Clues = append(j.Clues, binJSON{uint64(n), uint64(n), count})
		}
	}
	for bits, count := range s.Guesses {
		if count > 0 {
			j.Guesses = append(j.Guesses, binJSON{1 << bits >> 1, 1<<bits - 1, count})
		}
	}
	for _, h := range s.Hardest {
		j.Hardest = append(j.Hardest, hardJSON{h.File, h.Record, h.Line, h.Clues, h.Guesses})
	}
	return j
}
