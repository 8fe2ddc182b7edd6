package solver

import "math/bits"

// The rules of order 16 for one digit, on the words of engine grid.

// lockRows applies pointing and claiming to a digit's mini-rows in one band,
// each the first bit of its nibble, until they remove nothing more. It returns
// 0 where that leaves a row or a box without any.
func lockRows(minis uint64) uint64 {
	for {
		boxes := (minis + minis>>4 + minis>>8 + minis>>12) & (7 * gridRows) // of each row: how many
		claimed := minis & (boxes &^ (boxes >> 1) & gridRows * 0x1111)      // a row's only box
		pointed := minis &^ otherRows(minis)                                // a box's only row
		points := (pointed + pointed>>4 + pointed>>8 + pointed>>12) & (7 * gridRows)
		if points&(6*gridRows) != 0 {
			return 0 // two boxes want the same row
		}
		gone := minis & (otherRows(claimed) | points*0x1111&^pointed)
		if gone == 0 {
			rows := (minis | minis>>4 | minis>>8 | minis>>12) & gridRows
			if rows != gridRows || foldRows(minis) != 0x1111 {
				return 0
			}
			return minis
		}
		minis &^= gone
	}
}

// lockColumns does what lockRows does along columns: bit 16·b+c of cols says
// that the digit has a place in column c of band b, so that a nibble is a box.
// Every box must hold a place.
func lockColumns(cols uint64) uint64 {
	several := lowestCleared(cols, gridMinis)
	several = (several | several>>1 | several>>2 | several>>3) & gridMinis
	pointed := cols &^ (several * 0xf) // a box's only column
	claimed := cols &^ otherRows(cols) // a column's only box
	claims := (claimed | claimed>>1 | claimed>>2 | claimed>>3) & gridMinis
	if lowestCleared(claimed, claims) != 0 {
		return 0 // two columns want the same box
	}
	return cols &^ (otherRows(pointed) | claims*0xf&^claimed)
}

// lowestCleared clears the lowest set bit of each field of w, where firsts has
// the first bits of the fields; all these fields must hold a bit.
func lowestCleared(w, firsts uint64) uint64 { return w & (w - firsts) }

// otherRows returns the bits that are set in w in another row of the band.
func otherRows(w uint64) uint64 {
	return bits.RotateLeft64(w, 16) | bits.RotateLeft64(w, 32) | bits.RotateLeft64(w, 48)
}

// foldRows returns the union of the four rows of a band.
func foldRows(w uint64) uint64 {
	w |= w >> 32
	return (w | w>>16) & row16
}

// loneInRow16 returns the cells of w that are alone in their row. No row of w
// may be empty.
func loneInRow16(w uint64) uint64 {
	rest := lowestCleared(w, gridRows)
	some := (rest&(0x7fff*gridRows) + 0x7fff*gridRows | rest) & (0x8000 * gridRows)
	return w & ((0x8000 * gridRows &^ some) >> 15 * row16)
}
