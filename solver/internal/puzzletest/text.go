package puzzletest

// Puzzles of order 9, as text; lineStalls16 is one of order 16.
const (
	Escargot   = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	SolvedGrid = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
	None       = "..3......4...8..37..8...1...4..6..73...9...1......2.....4.7..686....4...7.....5.."
	Two        = "16285.4.353412.6.8789643521475312986913586742628794135356478219241935867897261354"
	Many       = "...4......5..8.2.6.....3...2...4....3......1...5.3.8.25...6.3.8..6....95..8......" // 847

	// The common search makes more than 20,000 guesses for these: one
	// without a solution, one with one.
	Stalls   = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
	Stalls16 = ".JGBI.KL.....C.AF..KC....M..J.B........E.C..LH..A.I...HF..D.............K..IB..HM.....N....B...." +
		".....C..E....KG..D.C...M...GA...IKA...JB.......GD.F.....A.......E.........PH..CD..BG.I.A.D....FE..." +
		"L......BJ...F....FE..LG....J......DBC.A..HEI......H.....FD.KB"
)

// Decode turns "." to 0, and digits and letters to values.
func Decode(line string) []uint8 {
	cells := make([]uint8, len(line))
	for i, char := range []byte(line) {
		switch {
		case char >= 'A':
			cells[i] = char - 'A' + 1
		case char >= '1':
			cells[i] = char - '0'
		}
	}
	return cells
}

// Encode is the inverse of Decode, for messages.
func Encode(cells []uint8) string {
	line := make([]byte, len(cells))
	for i, value := range cells {
		switch {
		case value == 0:
			line[i] = '.'
		case len(cells) == 256:
			line[i] = 'A' + value - 1
		default:
			line[i] = '0' + value
		}
	}
	return string(line)
}

// OrderOf returns the order of a puzzle.
func OrderOf(cells []uint8) int {
	if len(cells) == 256 {
		return 16
	}
	return 9
}
