package search

import "sync"

// The tables of engine band. Together they take 14 KiB, so they fit into the
// first-level cache with the state.
var (
	bandPeers  [81]bandSet // the twenty peers of each cell
	bandScores [81]scorePeers

	matchedRows   [512]uint32 // by the mini-rows of a band that hold a digit (bit 3·box+row): the cells of the mini-rows on a perfect matching
	spreadColumns [512]uint32 // by a row's cells: its three stacks, nine bits apart
	// By the columns of the first stack that hold a digit (bit 3·band+column):
	// the columns on a perfect matching of columns to bands (bit
	// 27·band+column).
	matchedColumns [512]uint64

	spreadCells [256]uint64 // by eight bits: each in a byte of its own
)

// scorePeers are the peers of a cell by their weight in its score.
type scorePeers struct {
	alone bandSet // peers that share one house
	box   uint64  // the peers in alone that share the box
	twice uint64  // peers that share two houses; like box, all in the cell's own word
}

// fillBandTables fills the tables, once.
var fillBandTables = sync.OnceFunc(func() {
	for i := range bandPeers {
		t := &bandScores[i]
		for j := range bandPeers {
			line, box := i/9 == j/9 || i%9 == j%9, i/27 == j/27 && i%9/3 == j%9/3
			if j == i || !line && !box {
				continue
			}
			word, bit := j/54, uint64(1)<<(j%54)
			bandPeers[i][word] |= bit
			switch {
			case line && box:
				t.twice |= bit
				continue
			case box:
				t.box |= bit
			}
			t.alone[word] |= bit
		}
	}
	for w := range spreadCells {
		for i := range 8 {
			spreadCells[w] |= uint64(w>>i&1) << (8 * i)
		}
	}
	for w := range uint32(512) {
		for k := range 3 {
			spreadColumns[w] |= (w >> (3 * k) & 7) << (9 * k)
		}
		for i, matched := 0, onMatching(uint16(w)); i < 9; i++ {
			if matched>>i&1 != 0 {
				matchedRows[w] |= 7 << (i/3*3 + i%3*9)
				matchedColumns[w] |= 1 << (i/3*bandWidth + i%3)
			}
		}
	}
})

// onMatching returns the entries of a 3×3 table (bit 3·row+column) that lie on
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
