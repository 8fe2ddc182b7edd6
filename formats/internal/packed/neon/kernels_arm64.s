//go:build gc && !noasm

#include "textflag.h"

// A kernel maps the bytes at from to those at to, 16 in a vector, for each line
// until one holds a byte that it cannot map. most keeps the greatest value of
// all lines: the line that makes it exceed the greatest allowed is the first
// bad one, so it is never cleared. Vectors are taken four at a time, V0 to V3.
#define to R0
#define from R1
#define left R2
#define done R3
#define t0 R4
#define t1 R5

#define mask V6
#define dashes V7
#define zero V16
#define most V17
#define greatest V18
#define base V19
#define dot V20
#define dash V21
#define lower V22
#define one V23

// CLEAR sets up what all kernels use.
#define CLEAR(atMost) \
	VEOR  zero.B16, zero.B16, zero.B16 \
	VEOR  most.B16, most.B16, most.B16 \
	VMOVI $atMost, greatest.B16        \
	VMOVI $'.', dot.B16                \
	MOVD  ZR, done

// BAD makes t0 other than 0 if a byte of most exceeds greatest.
#define BAD \
	VUMIN greatest.B16, most.B16, mask.B16 \
	VEOR  most.B16, mask.B16, mask.B16     \
	VMOV  mask.D[0], t0                    \
	VMOV  mask.D[1], t1                    \
	ORR   t1, t0

// FOUR, and LAST for the 17 bytes that are left of order 9, take what a kernel
// maps from memory to memory. The last vector overlaps the one before, to stay
// within the line.
#define FOUR(MAP) \
	VLD1.P 64(from), [V0.B16, V1.B16, V2.B16, V3.B16] \
	MAP(V0)                                           \
	MAP(V1)                                           \
	MAP(V2)                                           \
	MAP(V3)                                           \
	VST1.P [V0.B16, V1.B16, V2.B16, V3.B16], 64(to)

#define LAST(MAP) \
	FMOVQ (from), F0  \
	FMOVQ 1(from), F1 \
	ADD   $17, from   \
	MAP(V0)           \
	MAP(V1)           \
	FMOVQ F0, (to)    \
	FMOVQ F1, 1(to)   \
	ADD   $17, to

#define LINE9(MAP) \
	FOUR(MAP) \
	LAST(MAP) \
	BAD

#define LINE16(MAP) \
	FOUR(MAP) \
	FOUR(MAP) \
	FOUR(MAP) \
	FOUR(MAP) \
	BAD

// CELLS9 reads "1" to "9", "." and "0".
#define INITCELLS9 \
	CLEAR(9)               \
	VMOVI $'0', base.B16

#define CELLS9(V) \
	VCMEQ dot.B16, V.B16, mask.B16  \
	VSUB  base.B16, V.B16, V.B16   \
	VBIT  mask.B16, zero.B16, V.B16  \
	VUMAX V.B16, most.B16, most.B16

// CELLS16 reads "A" to "P" and "a" to "p", "." and "-". What may not exceed 15
// is the place in the alphabet; mask, -1 for blanks, takes back what is added.
#define INITCELLS16 \
	CLEAR(15)              \
	VMOVI $'a', base.B16   \
	VMOVI $'-', dash.B16   \
	VMOVI $0x20, lower.B16 \
	VMOVI $1, one.B16

#define CELLS16(V) \
	VCMEQ dot.B16, V.B16, mask.B16         \
	VCMEQ dash.B16, V.B16, dashes.B16      \
	VORR  dashes.B16, mask.B16, mask.B16   \
	VORR  lower.B16, V.B16, V.B16          \
	VSUB  base.B16, V.B16, V.B16           \
	VBIT  mask.B16, zero.B16, V.B16        \
	VUMAX V.B16, most.B16, most.B16        \
	VADD  one.B16, mask.B16, mask.B16      \
	VADD  mask.B16, V.B16, V.B16

// TEXT9AND16 writes "." for 0 and the bytes behind base for digits.
#define TEXT9AND16(V) \
	VUMAX V.B16, most.B16, most.B16 \
	VCMEQ zero.B16, V.B16, mask.B16 \
	VADD  base.B16, V.B16, V.B16    \
	VBIT  mask.B16, dot.B16, V.B16

// func readLines9(cells *uint8, text *byte, lines int) int
TEXT ·readLines9(SB), NOSPLIT, $0-32
	MOVD cells+0(FP), to
	MOVD text+8(FP), from
	MOVD lines+16(FP), left
	INITCELLS9

line:
	MOVBU 81(from), t0
	CMP   $'\n', t0
	BNE   return
	LINE9(CELLS9)
	CBNZ  t0, return
	ADD   $1, from
	ADD   $1, done
	CMP   left, done
	BNE   line

return:
	MOVD done, ret+24(FP)
	RET

// func readLines16(cells *uint8, text *byte, lines int) int
TEXT ·readLines16(SB), NOSPLIT, $0-32
	MOVD cells+0(FP), to
	MOVD text+8(FP), from
	MOVD lines+16(FP), left
	INITCELLS16

line:
	MOVBU 256(from), t0
	CMP   $'\n', t0
	BNE   return
	LINE16(CELLS16)
	CBNZ  t0, return
	ADD   $1, from
	ADD   $1, done
	CMP   left, done
	BNE   line

return:
	MOVD done, ret+24(FP)
	RET

// func readCells9(cells *uint8, text *byte) bool
TEXT ·readCells9(SB), NOSPLIT, $0-17
	MOVD cells+0(FP), to
	MOVD text+8(FP), from
	INITCELLS9
	LINE9(CELLS9)
	CMP  $0, t0
	CSET EQ, t0
	MOVB t0, ret+16(FP)
	RET

// func readCells16(cells *uint8, text *byte) bool
TEXT ·readCells16(SB), NOSPLIT, $0-17
	MOVD cells+0(FP), to
	MOVD text+8(FP), from
	INITCELLS16
	LINE16(CELLS16)
	CMP  $0, t0
	CSET EQ, t0
	MOVB t0, ret+16(FP)
	RET

// func writeLines9(text *byte, cells *uint8, lines int) int
TEXT ·writeLines9(SB), NOSPLIT, $0-32
	MOVD  text+0(FP), to
	MOVD  cells+8(FP), from
	MOVD  lines+16(FP), left
	CLEAR(9)
	VMOVI $('1'-1), base.B16

line:
	LINE9(TEXT9AND16)
	CBNZ   t0, return
	MOVD   $'\n', t0
	MOVB.P t0, 1(to)
	ADD    $1, done
	CMP    left, done
	BNE    line

return:
	MOVD done, ret+24(FP)
	RET

// func writeLines16(text *byte, cells *uint8, lines int) int
TEXT ·writeLines16(SB), NOSPLIT, $0-32
	MOVD  text+0(FP), to
	MOVD  cells+8(FP), from
	MOVD  lines+16(FP), left
	CLEAR(16)
	VMOVI $('A'-1), base.B16

line:
	LINE16(TEXT9AND16)
	CBNZ   t0, return
	MOVD   $'\n', t0
	MOVB.P t0, 1(to)
	ADD    $1, done
	CMP    left, done
	BNE    line

return:
	MOVD done, ret+24(FP)
	RET
