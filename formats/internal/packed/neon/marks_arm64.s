//go:build gc && !noasm

#include "textflag.h"

#define to R0
#define from R1
#define left R2
#define word R3

#define quote V16
#define given V17
#define newline V18
#define places V19

// MARKS stores the places of a byte among the 64 of V0 to V3, as bits of a word:
// each vector keeps the bit of a byte's place where that is equal, and three sums of
// neighbours bring eight bytes together.
#define MARKS(wanted) \
	VCMEQ  wanted.B16, V0.B16, V4.B16 \
	VCMEQ  wanted.B16, V1.B16, V5.B16 \
	VCMEQ  wanted.B16, V2.B16, V6.B16 \
	VCMEQ  wanted.B16, V3.B16, V7.B16 \
	VAND   places.B16, V4.B16, V4.B16 \
	VAND   places.B16, V5.B16, V5.B16 \
	VAND   places.B16, V6.B16, V6.B16 \
	VAND   places.B16, V7.B16, V7.B16 \
	VADDP  V5.B16, V4.B16, V4.B16     \
	VADDP  V7.B16, V6.B16, V6.B16     \
	VADDP  V6.B16, V4.B16, V4.B16     \
	VADDP  V4.B16, V4.B16, V4.B16     \
	VMOV   V4.D[0], word              \
	MOVD.P word, 8(to)

// func findMarks(marks *uint64, text *byte, blocks int, separator byte)
TEXT ·findMarks(SB), NOSPLIT, $0-25
	MOVD  marks+0(FP), to
	MOVD  text+8(FP), from
	MOVD  blocks+16(FP), left
	MOVBU separator+24(FP), word
	VMOVI $'"', quote.B16
	VDUP  word, given.B16
	VMOVI $'\n', newline.B16
	MOVD  $0x8040201008040201, word
	VDUP  word, places.D2

block:
	VLD1.P 64(from), [V0.B16, V1.B16, V2.B16, V3.B16]
	MARKS(quote)
	MARKS(given)
	MARKS(newline)
	SUBS $1, left
	BNE  block
	RET
