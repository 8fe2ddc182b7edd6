package bulk

import (
	"fmt"
	"strings"
	"testing"
)

// A list says how to write a file with one puzzle per line. line has PUZZLE for the puzzle,
// N for its number and SOLUTION for its solution.
type list struct {
	line   string
	header string
	blanks string // replaces the dots of the puzzle
	digits string // the digits of order 16
	end    string // of each line; "": a newline
}

// write returns the list.
func (l list) write(puzzles []string) string {
	var b strings.Builder
	b.WriteString(l.header)
	for i, p := range puzzles {
		solution := strings.Repeat("123456789", 9)
		if len(p) == 256 {
			solution = strings.Repeat("ABCDEFGHIJKLMNOP", 16)
		}
		if l.digits != "" {
			p, solution = (drawing{digits: l.digits}).draw16(p), (drawing{digits: l.digits}).draw16(solution)
		}
		if l.blanks != "" {
			p = strings.ReplaceAll(p, ".", l.blanks)
		}
		b.WriteString(strings.NewReplacer("PUZZLE", p, "SOLUTION", solution, "N", fmt.Sprint(i+1)).Replace(l.line) + l.end + "\n")
	}
	return b.String()
}

// draw16 returns a puzzle of the form Line in the drawing's digits.
func (d drawing) draw16(p string) string {
	var b strings.Builder
	for i := range p {
		b.WriteString(d.glyph(p[i]))
	}
	return b.String()
}

// listFiles are files with one puzzle per line, as they occur in practice.
var listFiles = map[string]list{
	"plain":                       {line: "PUZZLE"},
	"plain, zeros":                {line: "PUZZLE", blanks: "0"},
	"plain, stars":                {line: "PUZZLE", blanks: "*"},
	"plain, underscores":          {line: "PUZZLE", blanks: "_"},
	"plain, dashes":               {line: "PUZZLE", blanks: "-"},
	"plain, x":                    {line: "PUZZLE", blanks: "x"},
	"plain, question marks":       {line: "PUZZLE", blanks: "?"},
	"CRLF":                        {line: "PUZZLE", end: "\r"},
	"indented":                    {line: "  PUZZLE"},
	"indented by tabs":            {line: "\tPUZZLE"},
	"a title and a rule":          {line: "PUZZLE", header: "The hardest puzzles\n===================\n\n"},
	"a count":                     {line: "PUZZLE", header: "6\n"},
	"SadMan":                      {line: "PUZZLE", header: "[Puzzle]\n"},
	"comments":                    {line: "# number N\nPUZZLE"},
	"comments of programs":        {line: "// number N\nPUZZLE"},
	"comments of LaTeX, numbers":  {line: "%% number N\nN. PUZZLE"},
	"solutions in lines":          {line: "Puzzle:   PUZZLE\nSolution: SOLUTION\n"},
	"solutions in YAML":           {line: "- puzzle: \"PUZZLE\"\n  solution: \"SOLUTION\""},
	"names":                       {line: "puzzleN=PUZZLE"},
	"addresses":                   {line: "https://www.sudokuwiki.org/sudoku.htm?bd=PUZZLE", blanks: "0"},
	"SQL, columns":                {line: "(N,'PUZZLE','SOLUTION'),", header: "INSERT INTO `sudoku` (`id`,`puzzle`,`solution`) VALUES\n"},
	"empty rows of a spreadsheet": {line: "N;PUZZLE;SOLUTION\n;;"},
	"quotes":                      {line: `"PUZZLE"`},
	"quotes and commas":           {line: `"PUZZLE",`},
	"single quotes":               {line: `'PUZZLE'`},
	"single quotes and commas":    {line: `'PUZZLE',`},
	"indented quotes":             {line: `    "PUZZLE",`},
	"Python":                      {line: `    "PUZZLE",`, header: "puzzles = [\n"},
	"a comma":                     {line: "PUZZLE,"},
	"HoDoKu":                      {line: ":0703:9:PUZZLE:::"},
	"HoDoKu, candidates":          {line: ":0000:x:PUZZLE:913 615 735 947:482 483:r4c1:"},
	"HoDoKu, comments behind":     {line: ":0100:7:PUZZLE::783:comment N"},
	"tdoku":                       {line: "PUZZLE:1:SOLUTION", blanks: "."},
	"rating before":               {line: "N.2 PUZZLE"},
	"ratings before":              {line: "7.N/1.2/1.2,PUZZLE"},
	"ratings before, blank":       {line: "7.N/1.2/1.2 PUZZLE"},
	"ED before":                   {line: "ED=7.N/1.2/1.2  PUZZLE"},
	"ED before, tab":              {line: "ED=7.N/1.2/1.2\tPUZZLE"},
	"ED behind":                   {line: "PUZZLE ED=7.N/1.2/1.2"},
	"number and colon":            {line: "N: PUZZLE"},
	"number and colon, no blank":  {line: "N:PUZZLE"},
	"number and bracket":          {line: "N) PUZZLE"},
	"number and point":            {line: "N. PUZZLE"},
	"number after a hash":         {line: "no. N PUZZLE"},
	"name in brackets":            {line: "[N] PUZZLE"},
	"name, puzzle, rating":        {line: "aN;PUZZLE;9.N"},
	"semicolons":                  {line: "PUZZLE;SOLUTION;1.N"},
	"bars":                        {line: "PUZZLE|SOLUTION|hard"},
	"bars and blanks":             {line: "N | PUZZLE | hard"},
	"tabs":                        {line: "PUZZLE\tSOLUTION\tA name"},
	"number first, commas":        {line: "N,PUZZLE,SOLUTION"},
	"header, solution first":      {line: "SOLUTION,PUZZLE", header: "solution,puzzle\n"},
	"header of other words":       {line: "N;PUZZLE;easy", header: "nr;text;level\n"},
	"quoted table":                {line: `"N","PUZZLE","a, b"`, header: `"id","puzzle","note"` + "\n"},
	"header and blanks":           {line: "N, PUZZLE, SOLUTION", header: "id, puzzle, solution\n"},
	"Markdown":                    {line: "| N | `PUZZLE` | easy |", header: "| # | puzzle | level |\n|---|---|---|\n"},
	"Markdown list":               {line: "- PUZZLE"},
	"bank":                        {line: "0000183b305c PUZZLE  1.N", blanks: "0"},
	"gsf":                         {line: "PUZZLE # N f C24/M1.6.165", blanks: "."},
	"puzzle, solution, no header": {line: "PUZZLE,SOLUTION", blanks: "0"},
	"puzzle = solution":           {line: "PUZZLE SOLUTION"},
	"solution, puzzle":            {line: "SOLUTION,PUZZLE", blanks: "0"},
	"solution; puzzle":            {line: "SOLUTION;PUZZLE;1.N"},
	"solution, tab, puzzle":       {line: "SOLUTION\tPUZZLE", end: "\r"},
	"solution, blank, puzzle":     {line: "SOLUTION PUZZLE"},
	"solution, quoted puzzle":     {line: `SOLUTION,"PUZZLE"`},
	"solution -> puzzle":          {line: "SOLUTION -> PUZZLE"},
	"solution = puzzle":           {line: "SOLUTION = PUZZLE", blanks: "0"},
	"solution, stars":             {line: "SOLUTION,PUZZLE", blanks: "*"},
}

// listFiles16 are files of order 16.
var listFiles16 = map[string]list{
	"1-G":               {line: "PUZZLE", digits: oneG},
	"1-G, zeros":        {line: "PUZZLE", digits: "0123456789ABCDEFG"},
	"1-g, dashes":       {line: "PUZZLE", digits: "-123456789abcdefg"},
	"0-F":               {line: "PUZZLE", digits: zeroF},
	"0-f, dashes":       {line: "PUZZLE", digits: "-0123456789abcdef"},
	"0-F, stars":        {line: "PUZZLE", digits: "*0123456789ABCDEF"},
	"A-P":               {line: "PUZZLE"},
	"A-P, dashes":       {line: "PUZZLE", blanks: "-"},
	"A-P, zeros":        {line: "PUZZLE", blanks: "0"},
	"table 1-G":         {line: "N,PUZZLE", digits: oneG, header: "id,puzzle\n"},
	"table 0-F":         {line: "PUZZLE;SOLUTION", digits: zeroF},
	"table A-P, dashes": {line: "N\tPUZZLE\tSOLUTION", blanks: "-", header: "id\tpuzzle\tsolution\n"},
	"1-G, number first": {line: "N: PUZZLE", digits: oneG},
	"solution first":    {line: "SOLUTION,PUZZLE"},
	"0-F, quotes":       {line: `"PUZZLE",`, digits: zeroF},
}

// rowFiles are files with one puzzle per line and separators between cells or rows.
var rowFiles = map[string]drawing{
	"blanks":              {digits: withZero, between: " "},
	"commas":              {digits: withZero, between: ","},
	"commas and blanks":   {digits: withZero, between: ", ", row: "%s,"},
	"C":                   {digits: withZero, between: ",", row: "{%s},"},
	"C, spaced":           {digits: withZero, between: ", ", row: "    { %s },"},
	"C, with a title":     {digits: withZero, between: ",", row: "{%s},", to: "int puzzles[6][81] = {\n"},
	"Python":              {digits: withZero, between: ", ", row: "    [%s],"},
	"empty fields":        {digits: " 123456789", between: ","},
	"tabs":                {digits: withZero, between: "\t"},
	"semicolons":          {digits: dots, between: ";"},
	"rows with blanks":    {digits: dots, box: " "},
	"rows with slashes":   {digits: dots, box: "/"},
	"rows with bars":      {digits: withZero, box: "|"},
	"rows with commas":    {digits: withZero, box: ","},
	"quoted rows, commas": {digits: withZero, box: `","`, row: `{"%s"},`},
}

// rowFiles16 are files of order 16.
var rowFiles16 = map[string]drawing{
	"numbers and blanks": {digits: "16", between: " "},
	"numbers and commas": {digits: "16", between: ","},
	"numbers in C":       {digits: "16", between: ", ", row: "  {%s},"},
	"1-G and blanks":     {digits: oneG, between: " "},
	"0-F and commas":     {digits: zeroF, between: ","},
}

// drawLines returns the title, to, and each puzzle on one line with box between rows.
func (d drawing) drawLines(puzzles []string) string {
	var b strings.Builder
	b.WriteString(d.to)
	for _, p := range puzzles {
		line, order := "", 9
		if len(p) == 256 {
			order = 16
		}
		for i := range p {
			if i > 0 && i%order == 0 && d.box != "" {
				line += d.box
			} else if i > 0 {
				line += d.between
			}
			line += d.glyph(p[i])
		}
		if d.row != "" {
			line = fmt.Sprintf(d.row, line)
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

func TestRowFiles(t *testing.T) {
	t.Parallel()
	for name, d := range rowFiles {
		checkList(t, name, d.drawLines(wild9), wild9)
	}
	for name, d := range rowFiles16 {
		checkList(t, name, d.drawLines(wild16), wild16)
	}
}

func TestListFiles(t *testing.T) {
	t.Parallel()
	for name, l := range listFiles {
		checkList(t, name, l.write(wild9), wild9)
	}
	for name, l := range listFiles16 {
		checkList(t, name, l.write(wild16), wild16)
	}
}

// checkList reads a file of any form and compares its puzzles with want.
func checkList(t *testing.T, name, text string, want []string) {
	t.Helper()
	form, err := Detect([]byte(text), true, 0)
	if err != nil {
		t.Errorf("%s: Detect = %v, %v", name, form, err)
		return
	}
	if got := readWhole(form, []byte(text)); got != strings.Join(want, "\n")+"\n" {
		t.Errorf("%s: %v %+v reads as\n%s\nof\n%.700s", name, form, form.Layout, got, text)
	}
}

// TestPlacedDigits checks that digits after a plus, which a player placed, are blanks.
func TestPlacedDigits(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, p := range wild9 {
		placed := strings.Replace(p, ".", "+5", 3)
		fmt.Fprintf(&b, ":0000:x:%s:171 283 591:482::\n", placed)
	}
	checkList(t, "HoDoKu", b.String(), wild9)
}

// TestListDigits checks that Detect asks for the digits if it cannot tell them apart.
func TestListDigits(t *testing.T) {
	t.Parallel()
	line := strings.Repeat("123456789ABCDEF.", 16)
	even := strings.Repeat("0123456789ABCDEF", 16)
	for _, text := range []string{line + "\n" + line, "id,puzzle\n1," + line + "\n2," + line + "\n", even + "\n" + even + "\n"} {
		_, err := Detect([]byte(text), true, 0)
		if err == nil || !strings.Contains(err.Error(), "its digits may be") {
			t.Errorf("%.20s: %v", text, err)
		}
	}
}

// TestNamed checks the errors for files whose puzzles were damaged.
func TestNamed(t *testing.T) {
	t.Parallel()
	var numbers strings.Builder
	for _, b := range wild9[2] {
		cell := "null"
		if b != '.' {
			cell = string(b - 1)
		}
		numbers.WriteString(cell + ",")
	}
	letters := strings.Repeat("..CD.F.HIX..M..P....U..TY", 25)
	for text, want := range map[string]string{
		"id,puzzle\n1,7.06E+79\n2,6.00040071040085E+78\n":     "7.06E+79 was a puzzle",
		"#1 " + wild9[0] + "\n#2 " + wild9[1] + "\n":          "found puzzles only in comments",
		"[" + strings.TrimSuffix(numbers.String(), ",") + "]": "digits are 0 to 8",
		letters + "\n":                   "25×25",
		"id,puzzle\n1," + letters + "\n": "25×25",
	} {
		if form, err := Detect([]byte(text), true, 0); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60q: %v, %v", text, form, err)
		}
	}
	for _, text := range []string{"# none\n", "# see " + wild9[0] + "\n" + wild9[1] + "\n"} {
		if _, err := Detect([]byte(text), true, 0); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
