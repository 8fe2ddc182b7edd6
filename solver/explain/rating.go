package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Score is a rating in tenths: 72 is 7.2. The zero Score means no rating.
type Score uint8

// String returns the rating with one decimal, for example "7.2", and "" for none.
func (s Score) String() string {
	if s == 0 {
		return ""
	}
	return strconv.Itoa(int(s/10)) + "." + strconv.Itoa(int(s%10))
}

// Float returns the rating as a number.
func (s Score) Float() float64 { return float64(s) / 10 }

// scoreOf rounds a rating to tenths.
func scoreOf(rating float64) Score { return Score((rating + 0.05) * 10) }

// A Scale says whose ratings a Rater finds.
type Scale uint8

const (
	// Sukaku is SukakuExplainer with its default techniques.
	Sukaku Scale = iota
	// SE121 is Sudoku Explainer 1.2.1, which has fewer techniques.
	SE121
)

// String returns the name that ParseScale knows, or "Scale(N)".
func (s Scale) String() string {
	if int(s) < len(scaleNames) {
		return scaleNames[s]
	}
	return "Scale(" + strconv.Itoa(int(s)) + ")"
}

var scaleNames = [...]string{"sukaku", "se121"}

// ParseScale returns the scale with a name, or an error that lists the names.
func ParseScale(name string) (Scale, error) {
	if i := slices.Index(scaleNames[:], name); i >= 0 {
		return Scale(i), nil
	}
	return 0, fmt.Errorf("unknown scale %q (known: %s)", name, strings.Join(scaleNames[:], ", "))
}

// A Status says whether a puzzle has a rating, or why it has none.
type Status uint8

const (
	// Unknown is the zero Status: nothing was rated.
	Unknown Status = iota
	// Rated means that the techniques solve the puzzle.
	Rated
	// AtLeast means that the puzzle has one solution, but the techniques or a
	// limit of Options ended the rating before it was solved. ER is then the
	// least rating that the puzzle can have.
	AtLeast
	// Multiple means that the puzzle has several solutions.
	Multiple
	// NoSolution means that the puzzle has no solution.
	NoSolution
	// Unsupported means that the puzzle is not 9×9.
	Unsupported

	statusCount = iota
)

var statusNames = [statusCount]string{"unknown", "rated", "at least", "multiple", "no solution", "not supported"}

// String returns the status in words, or "Status(N)" for an undefined value.
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return "Status(" + strconv.Itoa(int(s)) + ")"
}

// Why says why a puzzle has neither rating nor steps: "it has several solutions".
func (s Status) Why() string {
	switch s {
	case Multiple:
		return "it has several solutions"
	case NoSolution:
		return "it has no solution"
	}
	return "steps are for 4×4, 6×6 and 9×9"
}

// A Rating is the difficulty of a puzzle. Only Status Rated and AtLeast come
// with other fields.
type Rating struct {
	Status Status
	// ER is the rating of the hardest step. If Status is AtLeast, the true
	// rating may be higher.
	ER Score
	// EP is the highest rating up to the first step that places a digit. It is
	// 0 if Status is AtLeast and no digit was placed.
	EP Score
	// ED is the rating of the first step. It is 0 if there is no step.
	ED Score
	// Hardest is the technique of the first step with rating ER. If Status is
	// AtLeast, it is the hardest technique of the steps that were found.
	Hardest Technique
	// Steps is the number of steps.
	Steps int
	// Counts has the number of steps by technique.
	Counts [techniqueCount]uint16
}
