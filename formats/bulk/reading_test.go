package bulk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Puzzles, and their solutions.
var (
	readP = []string{
		".7.6..9.........7..3..1.5.4.8.76...97...4...62...91.8.5.6.3..9..4.........1..8.4.",
		"..6...4..71.4..85.9..8.....24.7.9.....8...9.....5.6.24.....8..9.29..5.81..1...7..",
		"..783..9.3....7........9..2.53.6...19..1.3..88...9.63.5..9........5....7.6..245..",
	}
	readS = []string{
		"472653918615489273938217564183765429759842136264391785526134897847926351391578642",
		"836251497712493856954867213245719638168342975397586124673128549429675381581934762",
		"627835194394217856185649372253768941946153728871492635512976483439581267768324519",
	}
)

// fill replaces @1 to @3 in a text by puzzles, $1 to $3 by their solutions, &1 to &3 by puzzles
// in rows, and %1 to %3 by solutions in rows. !1 is a solution of the first puzzle with two
// digits exchanged.
func fill(text string) string {
	rows := func(grid string) (rows string) {
		for ; grid != ""; grid = grid[9:] {
			rows += grid[:9] + "\n"
		}
		return rows
	}
	var pairs []string
	for i := range readP {
		n := fmt.Sprint(i + 1)
		pairs = append(pairs, "@"+n, readP[i], "$"+n, readS[i], "&"+n, rows(readP[i]), "%"+n, rows(readS[i]))
	}
	wrong := strings.NewReplacer("1", "2", "2", "1").Replace(readS[0])
	return strings.NewReplacer(append(pairs, "!1", rows(wrong))...).Replace(text)
}

// spaced is a grid of nine rows with spaces between its cells.
func spaced(grid string) (rows string) {
	for row := range 9 {
		rows += strings.Join(strings.Split(strings.ReplaceAll(grid[9*row:9*row+9], ".", "0"), ""), " ") + "\n"
	}
	return rows
}

// blanked is a puzzle in rows with another blank.
func blanked(blank string) string { return strings.ReplaceAll(fill("&2"), ".", blank) }

// sized is a grid with size rows whose boxes are sound.
func sized(size int, between string) (grid string) {
	box := map[int][2]int{4: {2, 2}, 6: {2, 3}, 12: {3, 4}, 16: {4, 4}}[size]
	for row := range size {
		var cells []string
		for column := range size {
			cell := "."
			if digit := (row%box[0]*box[1]+row/box[0]+column)%size + 1; (row+2*column)%3 > 0 {
				if cell = string(rune('0' + digit)); digit > 9 {
					cell = string(rune('A' + digit - 10))
				}
			}
			cells = append(cells, cell)
		}
		grid += strings.Join(cells, between) + "\n"
	}
	return grid
}

// boxed draws the boxes of a grid in rows.
func boxed(rows string) (drawn string) {
	for row := range strings.Lines(rows) {
		drawn += row[:3] + "|" + row[3:6] + "|" + row[6:]
	}
	return drawn
}

// A reading says what a small file must be read as.
type reading struct {
	name, file string
	kind       bulk.Kind   // that the user gives
	hints      model.Hints // that the user gives
	want       string      // the records: @1 and $1 as in fill, or "LINE: reason"; or "error: " and a part of it
	form       bulk.Kind   // 0: any
}

// read returns the records of a file as reading.want has them.
func (r *reading) read(file []byte, step int) string {
	form, err := bulk.DetectWith(file, true, r.kind, r.hints)
	if err != nil {
		return "error: " + err.Error()
	}
	if r.form != 0 && form.Kind != r.form {
		return "read as " + form.String()
	}
	var found []string
	framer, lines := form.NewFramer(), 0
	for done, end := 0, min(step, len(file)); done < len(file); {
		from, to := framer.Cut(new(model.Records), file[done:end], end == len(file))
		lines += strings.Count(string(file[done:done+from]), "\n")
		var records model.Records
		form.Decode(&records, file[done+from:done+to])
		found = append(found, describe(&records, lines)...)
		lines += strings.Count(string(file[done+from:done+to]), "\n")
		if done += to; to == 0 {
			end = min(end+step, len(file))
		}
	}
	if fault := framer.Finish(); fault != nil {
		found = append(found, fmt.Sprintf("%d: %s", fault.Line, fault.AppendReason(nil)))
	}
	return strings.Join(found, " ")
}

// describe returns the records of a text after so many lines.
func describe(records *model.Records, lines int) (found []string) {
	cells, faults := records.Cells, records.Faults
	for record := range records.N {
		if len(faults) > 0 && faults[0].Record == record {
			found = append(found, fmt.Sprintf("%d: %s", faults[0].Line+lines, faults[0].AppendReason(nil)))
			faults = faults[1:]
			continue
		}
		grid := strings.ReplaceAll(formats.Format(cells[:len(cells)/max(1, records.N-len(records.Faults)-good(found))]), "0", ".")
		cells = cells[len(grid):]
		for i := range readP {
			grid = strings.ReplaceAll(strings.ReplaceAll(grid, readP[i], fmt.Sprint("@", i+1)), readS[i], fmt.Sprint("$", i+1))
		}
		found = append(found, grid)
	}
	return found
}

// good counts the well-formed records that were described.
func good(found []string) (n int) {
	for _, f := range found {
		if !strings.Contains(f, ": ") {
			n++
		}
	}
	return n
}

// TestReadings reads small files, whole and in pieces.
func TestReadings(t *testing.T) {
	t.Parallel()
	for _, r := range readings {
		file := []byte(fill(r.file))
		for _, ends := range []string{"\n", "\r\n", ""} {
			text := file
			switch ends {
			case "\r\n":
				text = []byte(strings.ReplaceAll(string(file), "\n", ends))
			case "":
				text = []byte(strings.TrimSuffix(string(file), "\n"))
			}
			rows, more := r, r
			rows.form, rows.hints.Rows, more.form, more.hints.More = 0, true, 0, true
			if plain := r.read(text, len(text)); rows.read(text, len(text)) != plain || more.read(text, len(text)) != plain {
				t.Errorf("%s, ends %q: other records with their fields: %s, %s, not %s", r.name, ends, rows.read(text, len(text)), more.read(text, len(text)), plain)
			}
			for _, step := range []int{len(text), 100, 333} {
				got := r.read(text, step)
				if part, isError := strings.CutPrefix(r.want, "error: "); got != r.want && (!isError || !strings.HasPrefix(got, "error: ") || !strings.Contains(got, part)) {
					t.Errorf("%s, ends %q, by %d: got %s, want %s", r.name, ends, step, got, r.want)
				}
			}
		}
	}
}
