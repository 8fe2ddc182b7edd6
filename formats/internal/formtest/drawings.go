package formtest

import "strings"

// This file has drawn grids in the ways of programs and people.

// drawings are files of the form Grid.
var drawings = map[string]drawing{
	"packed":                  {digits: dots, to: "\n"},
	"packed zeros, abutting":  {digits: withZero},
	"titles":                  {digits: withZero, from: "Grid %02d\n"},
	"titles with a number":    {digits: withZero, from: "Sudoku #%d\n", to: "\n"},
	"titles of dates":         {digits: dots, from: "2026-11-2%d\n"},
	"titles of stars":         {digits: dots, from: "*** puzzle %d ***\n\n"},
	"numbers as titles":       {digits: dots, from: "%d\n"},
	"titles with digits":      {digits: dots, from: "Puzzle 12345678%d\n"},
	"slashes":                 {digits: dots, from: "// number %d\n"},
	"underscores":             {digits: "_123456789", to: "\n"},
	"stars":                   {digits: "*123456789", to: "\n"},
	"x":                       {digits: "x123456789", to: "\n"},
	"X":                       {digits: "X123456789", between: " ", to: "\n"},
	"question marks":          {digits: "?123456789", between: " ", to: "\n"},
	"dashes":                  {digits: "-123456789", to: "\n"},
	"dashes and rules":        {digits: "-123456789", between: " ", box: " | ", rule: "------+-------+------\n", to: "\n"},
	"dashes and short rules":  {digits: "-123456789", box: "|", rule: "---+---+---\n", to: "\n"},
	"spaced dots":             {digits: dots, between: " ", to: "\n"},
	"spaced zeros, abutting":  {digits: withZero, between: " "},
	"tabs":                    {digits: withZero, between: "\t", to: "\n"},
	"commas":                  {digits: withZero, between: ","},
	"semicolons":              {digits: withZero, between: ";", to: "\n"},
	"spreadsheet":             {digits: " 123456789", between: ",", to: "\n"},
	"spreadsheet, no gaps":    {digits: " 123456789", between: ","},
	"spreadsheet, empty rows": {digits: " 123456789", between: ",", to: ",,,,,,,,,,\n"},
	"spreadsheet, tabs":       {digits: " 123456789", between: "\t", to: "\n"},
	"spreadsheet, semicolons": {digits: " 123456789", between: ";"},
	"quoted fields":           {digits: " 123456789", cell: `"%s"`, between: ",", to: "\n"},
	"bars":                    {digits: dots, box: "|", rule: "---+---+---\n", to: "\n"},
	"simple sudoku":           {digits: dots, box: "|", rule: "-----------\n", to: "\n"},
	"boxes":                   {digits: dots, between: " ", box: " | ", row: "| %s |", rule: "+-------+-------+-------+\n", from: "+-------+-------+-------+\n", to: "+-------+-------+-------+\n\n"},
	"boxes, abutting":         {digits: dots, between: " ", box: " | ", row: "| %s |", rule: "|-------+-------+-------|\n", from: "+-------+-------+-------+\n", to: "+-------+-------+-------+\n"},
	"boxes of stars":          {digits: dots, box: "|", row: "|%s|", rule: "|---+---+---|\n", from: "*-----------*\n", to: "*-----------*\n\n\n"},
	"boxes of dots":           {digits: dots, between: " ", box: " | ", row: "| %s |", rule: ":-------+-------+-------:\n", from: ".-------.-------.-------.\n", to: "'-------'-------'-------'\n"},
	"double boxes":            {digits: withZero, between: " ", box: " || ", row: "|| %s ||", rule: "++=======++=======++=======++\n", to: "\n"},
	"colons":                  {digits: dots, between: " ", box: " : ", rule: "- - - - - - - - - - -\n", to: "\n"},
	"blanks between boxes":    {digits: dots, box: " ", rule: "\n", to: "\n\n"},
	"blank lines and titles":  {digits: dots, between: " ", box: "  ", rule: "\n", from: "No. %d\n"},
	"blank lines only":        {digits: dots, rule: "\n", to: "\n"},
	"box drawing":             {digits: dots, between: " ", box: " │ ", row: "│ %s │", rule: "├───────┼───────┼───────┤\n", from: "┌───────┬───────┬───────┐\n", to: "└───────┴───────┴───────┘\n"},
	"double box drawing":      {digits: dots, between: " │ ", box: " ║ ", row: "║ %s ║", rule: "╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣\n", from: "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗\n", to: "╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝\n\n"},
	"a rule after each row":   {digits: " 123456789", cell: "%1s", between: " | ", row: "| %s |\n+---+---+---+---+---+---+---+---+---+", from: "+---+---+---+---+---+---+---+---+---+\n", to: "\n"},
	"middle dots":             {digits: "·123456789", between: " ", to: "\n"},
	"wide digits":             {digits: "□１２３４５６７８９", to: "\n"},
	"indented code":           {digits: dots, row: "    \"%s\",", from: "grid = [\n", to: "]\n\n"},
	"C":                       {digits: withZero, between: ",", row: "  {%s},", from: "int grid%d[9][9] = {\n", to: "};\n\n"},
	"C, spaced":               {digits: withZero, between: ", ", row: "\t{ %s },", from: "int grid%d[9][9] = {\n", to: "};\n"},
	"Python":                  {digits: withZero, between: ", ", row: "    [%s],", from: "puzzle%d = [\n", to: "]\n"},
	"Python, None":            {digits: withZero, between: ", ", row: "[%s],", from: "# puzzle %d\n", to: "\n"},
	"numpy":                   {digits: withZero, between: " ", row: " [%s]", from: "grid %d:\n", to: "\n"},
	"numpy of floats":         {digits: withZero, cell: "%s.", between: " ", row: " [%s]", to: "\n"},
	"floats of savetxt":       {digits: withZero, cell: "%s.000000000000000000e+00", between: " ", from: "grid %d:\n", to: "\n"},
	"markdown with numbers":   {digits: " 123456789", cell: "%1s", between: " | ", row: "| %s |", from: "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|\n", to: "\n"},
	"markdown with names":     {digits: " 123456789", cell: "%1s", between: " | ", row: "| %s |", from: "| a | b | c | d | e | f | g | h | i |\n|---|---|---|---|---|---|---|---|---|\n", to: "\n"},
	"LaTeX":                   {digits: " 123456789", cell: "%1s", between: "|", row: "|%s|.", from: "\\begin{sudoku}\n", to: "\\end{sudoku}\n"},
	"sections":                {digits: dots, from: "[Puzzle]\n", to: "[State]\n" + strings.Repeat("123456789\n", 9) + "[Colours]\n" + strings.Repeat(".2.......\n", 9)},
	"SudoCue":                 {digits: dots, from: "#AName\n#B2026-11-2%d\n#DTests\n#L5\n"},
	"BBCode":                  {digits: dots, between: " ", box: " | ", from: "[b]Nr %d[/b]\n[code]\n", rule: "------+-------+------\n", to: "[/code]\n"},
	"YAML":                    {digits: "-123456789", row: "  - %s", from: "grid%d:\n"},
	"YAML of quotes":          {digits: withZero, between: " ", row: "- '%s'", from: "- name: %d\n  rows:\n"},
	"YAML of boxes":           {digits: dots, between: " ", box: " | ", row: "  - \"| %s |\"", rule: "  - \"+-------+-------+-------+\"\n", from: "grid%d:\n"},
	"one of many":             {digits: withZero, from: "Puzzle %d of 50, 24 clues\n=====\n", to: "=====\n"},
	// Rare ones, which are tried only if the usual ones find nothing.
	"spaces in boxes":            {digits: " 123456789", cell: "%1s", between: " ", box: " | ", row: "| %s |", rule: "+-------+-------+-------+\n", from: "+-------+-------+-------+\n", to: "+-------+-------+-------+\n\n"},
	"spaces in boxes, no frame":  {digits: " 123456789", cell: "%1s", between: " ", box: " | ", rule: "------+-------+------\n", to: "\n"},
	"spaces in boxes, packed":    {digits: " 123456789", cell: "%1s", box: "|", rule: "---+---+---\n", to: "\n"},
	"spaces in boxes, lines":     {digits: " 123456789", cell: "%1s", between: " ", box: " │ ", row: "│ %s │", rule: "├───────┼───────┼───────┤\n", from: "┌───────┬───────┬───────┐\n", to: "└───────┴───────┴───────┘\n"},
	"spaces in boxes, indented":  {digits: " 123456789", cell: "%1s", between: " ", box: "|", row: "  |%s|", rule: "  |-----+-----+-----|\n", to: "\n"},
	"spaces between lines":       {digits: " 123456789", cell: "%1s", between: " │ ", box: " ║ ", row: "║ %s ║", rule: "╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣\n", from: "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗\n", to: "╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝\n"},
	"a head that counts":         {digits: withZero, between: ",", from: "0,1,2,3,4,5,6,7,8\n", to: "\n"},
	"a head that counts from 1":  {digits: dots, between: " ", box: " | ", from: "1 2 3   4 5 6   7 8 9\n", to: "\n"},
	"a head above empty fields":  {digits: " 123456789", between: ",", from: "0,1,2,3,4,5,6,7,8\n", to: "\n"},
	"floats below a head":        {digits: withZero, cell: "%s.0", between: ",", from: "0,1,2,3,4,5,6,7,8\n", to: "\n"},
	"floats without a fraction.": {digits: withZero, cell: "%s.", between: ",", from: "1,2,3,4,5,6,7,8,9\n", to: "\n"},
}

// drawings16 are files of order 16.
var drawings16 = map[string]drawing{
	"numbers":             {digits: "16", cell: "%2s", between: " ", to: "\n"},
	"numbers, abutting":   {digits: "16", between: " "},
	"numbers in boxes":    {digits: "16", cell: "%2s", between: " ", box: " | ", row: "| %s |", rule: "|-------------+-------------|\n", to: "\n"},
	"numbers and commas":  {digits: "16", between: ",", row: "[%s],", from: "Puzzle %d\n"},
	"1-G":                 {digits: oneG, to: "\n"},
	"1-G, zeros, spaced":  {digits: "0123456789ABCDEFG", between: " ", to: "\n"},
	"1-g in boxes":        {digits: strings.ToLower(oneG), box: "|", rule: "----+----+----+----\n", to: "\n"},
	"0-F":                 {digits: zeroF, to: "\n"},
	"0-f and dashes":      {digits: "-0123456789abcdef", between: " ", from: "Nr %d\n"},
	"0-F, empty fields":   {digits: " 0123456789ABCDEF", between: ",", to: "\n"},
	"0-F and spaces":      {digits: " 0123456789ABCDEF", cell: "%1s", box: "|", rule: "----+----+----+----\n", to: "\n"},
	"A-P in boxes":        {digits: aToP, between: " ", box: " | ", rule: "--------+---------+---------+--------\n", to: "\n"},
	"A-P, titles":         {digits: aToP, from: "Nr %d\n"},
	"A-P, gaps in grids":  {digits: aToP, box: " ", rule: "\n", to: "\n\n"},
	"numbers in a table":  {digits: "16", between: " | ", row: "| %s |", from: "|" + strings.Repeat(" |", 16) + "\n|" + strings.Repeat("--|", 16) + "\n", to: "\n"},
	"numbers after count": {digits: "16", between: "\t", from: "", to: ""},
}

// Draw draws puzzles in the way of a name. digits are a blank and the digits; "": the usual ones.
func Draw(name, digits string, puzzles []string) string {
	d, ok := drawings[name]
	if !ok {
		d = drawings16[name]
	}
	if digits != "" {
		d.digits = digits
	}
	return d.write(puzzles)
}
