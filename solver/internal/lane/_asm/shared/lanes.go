package shared

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Pointer loads a pointer among the parameters.
func Pointer(name string) Register { return Load(Param(name), GP64()).(Register) }

// Lanes loads the set of lanes among the parameters into a register of 64 bits.
func Lanes() Register {
	lanes := GP64()
	Load(Param("lanes"), lanes.As32())
	return lanes
}

// EachLane generates a loop over a set of lanes, which it empties. body is given the number of the
// current lane.
func EachLane(lanes Register, body func(lane Register)) {
	lane := GP64()
	TESTQ(lanes, lanes)
	JZ(LabelRef("done"))
	Label("lane")
	TZCNTQ(lanes, lane)
	body(lane)
	BLSRQ(lanes, lanes)
	JNZ(LabelRef("lane"))
	Label("done")
}

// PointerOf returns the pointer of one lane.
func PointerOf(pointers, lane Register) Register {
	p := GP64()
	MOVQ(Mem{Base: pointers, Index: lane, Scale: 8}, p)
	return p
}

// EachPointer generates body for each of the first so many pointers.
func EachPointer(lanes int, pointers Register, body func(lane int, p Register)) {
	for l := range lanes {
		p := GP64()
		MOVQ(Mem{Base: pointers, Disp: 8 * l}, p)
		body(l, p)
	}
}

// Transpose transposes 8×8 words in each 128-bit part of vectors: word i of result j is word j of
// v[i]. It takes the usual three rounds of unpacking.
func Transpose(vector func() VecVirtual, v [8]VecVirtual) [8]VecVirtual {
	var a, b, c [8]VecVirtual
	for i := range 4 {
		a[2*i], a[2*i+1] = vector(), vector()
		VPUNPCKLWD(v[2*i+1], v[2*i], a[2*i])
		VPUNPCKHWD(v[2*i+1], v[2*i], a[2*i+1])
	}
	for i := range 2 {
		for j := range 2 {
			low, high := vector(), vector()
			VPUNPCKLDQ(a[4*i+2+j], a[4*i+j], low)
			VPUNPCKHDQ(a[4*i+2+j], a[4*i+j], high)
			b[4*i+2*j], b[4*i+2*j+1] = low, high
		}
	}
	for j := range 4 {
		c[2*j], c[2*j+1] = vector(), vector()
		VPUNPCKLQDQ(b[4+j], b[j], c[2*j])
		VPUNPCKHQDQ(b[4+j], b[j], c[2*j+1])
	}
	return c
}
