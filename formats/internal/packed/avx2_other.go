//go:build !amd64 || !gc || noasm

package packed

const hasAVX2 = false

func readLinesAVX2([]uint8, []byte, int, int) int { panic("packed: no kernel") }

func writeLinesAVX2([]byte, []uint8, int, int) int { panic("packed: no kernel") }

func readCellsAVX2([]uint8, []byte) bool { panic("packed: no kernel") }
