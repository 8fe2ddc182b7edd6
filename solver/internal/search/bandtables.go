package search

// The tables of the band engine: 19 KiB together, so that they stay in the
// first-level cache beside the state.
var (
	bandPeers  [81][3]uint32 // the twenty peers of each cell, by band
	bandScores [81]scorePeers

	boxesOfRow    [512]uint8  // a row's cells to the set of its mini-rows that hold any
	matchedRows   [512]uint32 // nine mini-rows, three bits a row, to the cells of those on a perfect matching
	matching      [512]uint16 // a 3×3 table to its entries on a perfect matching
	spreadColumns [512]uint32 // a row's cells, its three stacks nine bits apart
)

// scorePeers are the peers of a cell as they count for its score.
type scorePeers struct {
	alone01, alone2 uint64 // that share one house, of the first two bands side by side and of the third
	box             uint32 // of these, those in its box
	twice           uint32 // that share two houses; these and the box are in its own band
}

func init() {
	for i := range bandPeers {
		t := &bandScores[i]
		for j := range bandPeers {
			line, box := i/9 == j/9 || i%9 == j%9, i/27 == j/27 && i%9/3 == j%9/3
			if j == i || !line && !box {
				continue
			}
			bandPeers[i][j/27] |= 1 << (j % 27)
			switch {
			case line && box:
				t.twice |= 1 << (j % 27)
				continue
			case box:
				t.box |= 1 << (j % 27)
			}
			if j < 54 {
				t.alone01 |= 1 << j
			} else {
				t.alone2 |= 1 << (j - 54)
			}
		}
	}
	for w := range uint32(512) {
		for k := range 3 {
			stack := w >> (3 * k) & 7
			spreadColumns[w] |= stack << (9 * k)
			if stack != 0 {
				boxesOfRow[w] |= 1 << k
			}
		}
		matching[w] = onMatching(uint16(w))
		for i := range 9 {
			if matching[w]>>i&1 != 0 {
				matchedRows[w] |= 7 << (3 * i)
			}
		}
	}
}

// onMatching returns the entries of a 3×3 table, bit 3·row+column, that lie on
// a perfect matching of rows to columns.
func onMatching(table uint16) uint16 {
	var kept uint16
	for _, m := range [...]uint16{0o421, 0o241, 0o412, 0o142, 0o214, 0o124} {
		if table&m == m {
			kept |= m
		}
	}
	return kept
}
