package drawing

import (
	"encoding/xml"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// svg is what a drawing consists of.
type svg struct {
	ViewBox string `xml:"viewBox,attr"`
	Lines   []struct {
		D string `xml:"d,attr"`
	} `xml:"path"`
	Texts []struct {
		Size   int    `xml:"font-size,attr"`
		Weight string `xml:"font-weight,attr"`
		Lines  []struct {
			Y     int `xml:"y,attr"`
			Spans []struct {
				X    int    `xml:"x,attr"`
				Text string `xml:",chardata"`
			} `xml:"tspan"`
		} `xml:"text"`
	} `xml:"g>g"`
}

// TestAppend draws grids of several sizes and reads them again: each digit is in its cell, each candidate
// is one that no house of its cell has, and lines are between boxes and cells.
func TestAppend(t *testing.T) {
	t.Parallel()
	for _, shape := range append(geometry.Boxes(), geometry.Box{Rows: 3, Columns: 2}) {
		order := shape.Side()
		var glyphs []string
		for digit := range order {
			glyphs = append(glyphs, strconv.Itoa(digit+1))
		}
		g := New(shape, glyphs)
		puzzle, solved := make([]uint8, order*order), make([]uint8, order*order)
		for at := range puzzle {
			row, column := at/order, at%order
			solved[at] = uint8((row%shape.Rows*shape.Columns+row/shape.Rows+column)%order) + 1
			if at%3 == 0 {
				puzzle[at] = solved[at]
			}
		}
		question, answer := read(t, g.Append(nil, puzzle, nil, true)), read(t, g.Append(nil, puzzle, solved, false))
		for at := range puzzle {
			digits := func(s *svg, i int) string { return strings.Join(inCell(s, i, at/order, at%order), " ") }
			clue, rest := "", strconv.Itoa(int(solved[at]))
			if puzzle[at] > 0 {
				clue, rest = rest, ""
			}
			if got := digits(question, 0) + "," + digits(answer, 0) + "," + digits(answer, 1); got != clue+","+clue+","+rest {
				t.Fatalf("%d: cell %d: %q", order, at, got)
			}
			if got, want := digits(question, 1), strings.Join(candidates(puzzle, order, shape.Rows, shape.Columns, at), " "); got != want {
				t.Fatalf("%d: cell %d: candidates %s, want %s", order, at, got, want)
			}
		}
		thin, thick := strings.Count(question.Lines[0].D, "M"), strings.Count(question.Lines[1].D, "M")
		if want := order/shape.Rows + order/shape.Columns + 2; thick != want || thin+thick != 2*(order+1) {
			t.Errorf("%d: %d thin and %d thick lines", order, thin, thick)
		}
	}
}

func read(t *testing.T, drawn []byte) *svg {
	t.Helper()
	s := new(svg)
	if err := xml.Unmarshal(drawn, s); err != nil {
		t.Fatal(err)
	}
	return s
}

// inCell returns the texts of a group that are within a cell.
func inCell(s *svg, group, row, column int) (texts []string) {
	for _, line := range s.Texts[group].Lines {
		for _, span := range line.Spans {
			high := s.Texts[group].Size * 7 / 10
			if top := line.Y - high; top > row*cell && line.Y < (row+1)*cell && span.X > column*cell && span.X < (column+1)*cell {
				texts = append(texts, span.Text)
			}
		}
	}
	return texts
}

// candidates finds the candidates of a cell the slow way.
func candidates(puzzle []uint8, order, boxRows, boxColumns, at int) (free []string) {
	for digit := 1; digit <= order && puzzle[at] == 0; digit++ {
		met := false
		for other, d := range puzzle {
			inBox := at/order/boxRows == other/order/boxRows && at%order/boxColumns == other%order/boxColumns
			met = met || int(d) == digit && (at/order == other/order || at%order == other%order || inBox)
		}
		if !met {
			free = append(free, strconv.Itoa(digit))
		}
	}
	return free
}
