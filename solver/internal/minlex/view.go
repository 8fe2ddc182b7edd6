package minlex

import "math/bits"

// A view holds the rows of a puzzle in one of its two orientations.
type view struct {
	// rows holds four times the digit of each cell: the shift of its label in a
	// partial's labels.
	rows [9][9]uint8
	// repeats is the set of rows that have a digit twice.
	repeats uint16
	// rowTwins holds, for each row, the set of equal rows in its band,
	// including itself.
	rowTwins [9]uint16
	// bandTwins holds, for each band, the set of bands with the same rows in
	// any order, including itself. A band is represented by its first row.
	bandTwins [3]uint16
}

// setRows sets the rows from a puzzle. Cell i of row r is cells[r·down +
// i·right].
func (v *view) setRows(cells []uint8, down, right int) {
	v.repeats = 0
	var packed [9]uint64 // the rows, four bits a cell
	for r := range v.rows {
		row, met, line := &v.rows[r], uint64(0), uint64(0)
		cell := r * down
		for i := range row {
			digit := cells[cell]
			cell += right
			row[i] = 4 * digit
			line = line<<4 | uint64(digit)
			met += 1 << (4 * digit) // four bits count each digit
		}
		packed[r] = line
		v.repeats |= bit(met&0xeeeeeeeee0 != 0, r)
	}
	v.setTwins(&packed)
}

// setTwins finds equal rows and bands.
func (v *view) setTwins(packed *[9]uint64) {
	var sorted [3][3]uint64
	for band := range sorted {
		r := 3 * band
		a, b, c := packed[r], packed[r+1], packed[r+2]
		v.rowTwins[r] = 1<<r | bit(a == b, r+1) | bit(a == c, r+2)
		v.rowTwins[r+1] = 1<<(r+1) | bit(a == b, r) | bit(b == c, r+2)
		v.rowTwins[r+2] = 1<<(r+2) | bit(a == c, r) | bit(b == c, r+1)
		a, b = min(a, b), max(a, b)
		b, c = min(b, c), max(b, c)
		a, b = min(a, b), max(a, b)
		sorted[band] = [3]uint64{a, b, c}
	}
	for band := range sorted {
		v.bandTwins[band] = 0
		for other := range sorted {
			v.bandTwins[band] |= bit(sorted[band] == sorted[other], 3*other)
		}
	}
}

func bit(set bool, i int) uint16 {
	if set {
		return 1 << i
	}
	return 0
}

// choices returns the number of unused rows that are equivalent to a row,
// including itself, or 0 if an earlier one represents them. At the beginning of
// a band, all its rows are unused.
func (v *view) choices(row int, unused uint16, newBand bool) uint32 {
	earlier := uint16(1)<<row - 1
	rows := v.rowTwins[row] & unused
	if rows&earlier != 0 {
		return 0
	}
	n := bits.OnesCount16(rows)
	if newBand {
		first := row / 3 * 3
		bands := v.bandTwins[row/3] & unused
		if bands&(1<<first-1) != 0 {
			return 0
		}
		n *= bits.OnesCount16(bands)
	}
	return uint32(n)
}
