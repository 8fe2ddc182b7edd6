package puzzletest

import (
	"hash/crc32"
	"slices"
)

// FuzzPuzzle makes a puzzle of any bytes. The first chooses the order, and
// whether clues that clash with earlier ones are left out; each of the others
// is a cell.
func FuzzPuzzle(data []byte) []uint8 {
	if len(data) == 0 {
		return nil
	}
	order := 9
	if data[0]&1 != 0 {
		order = 16
	}
	cells := make([]uint8, order*order)
	for i, value := range data[1:min(len(data), len(cells)+1)] {
		value %= 32
		clash := func(peer int) bool { return cells[peer] == value }
		if int(value) > order || data[0]&2 != 0 && slices.ContainsFunc(Peers[order][i], clash) {
			continue
		}
		cells[i] = value
	}
	return cells
}

// FuzzPick is a number that the bytes of FuzzPuzzle decide on: by it a fuzz target chooses one of
// several slow checks, so that all are made, of different puzzles.
func FuzzPick(data []byte) int {
	return int(crc32.ChecksumIEEE(data[:min(len(data), 257)]) >> 1)
}

// FuzzSeeds are puzzles of all kinds and bytes of no kind.
func FuzzSeeds() [][]byte {
	seeds := [][]byte{{}, {0}, {1}, {0, 1, 1}, {1, 16, 16}}
	for _, line := range []string{Escargot, None, Two, Many, SolvedGrid} {
		seeds = append(seeds, append([]byte{0}, Decode(line)...))
	}
	for i, order := range Orders {
		g := NewGenerator(order, 15)
		for kind := range 4 {
			seeds = append(seeds, append([]byte{uint8(i)}, g.Puzzle(kind)...))
		}
		for range 5 {
			seed := []byte{uint8(i + 2)}
			for range order * order {
				seed = append(seed, uint8(g.IntN(256)))
			}
			seeds = append(seeds, seed)
		}
	}
	return seeds
}
