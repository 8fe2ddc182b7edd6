package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// within generates the check that no cell is beyond a value.
func within() {
	TEXT("withinAVX2", NOSPLIT, "func(cells *uint8, n uint64, greatest uint8) bool")
	Doc("withinAVX2 reports whether no one of n cells, at least 32, is beyond the greatest (AVX2).")
	at, left := shared.Pointer("cells"), Load(Param("n"), GP64()).(Register)
	x, greatest, over := XMM(), YMM(), zero()
	VMOVD(Load(Param("greatest"), GP32()), x)
	VPBROADCASTB(x, greatest)
	check := func(m Mem) {
		v := load(m)
		VPSUBUSB(greatest, v, v) // nothing is left of values within
		VPOR(v, over, over)
	}
	check(Mem{Base: at, Index: left, Scale: 1, Disp: -vector}) // the last ones, whole or not
	SUBQ(U32(2*vector), left)
	JB(LabelRef("rest"))
	Label("pairs")
	check(Mem{Base: at})
	check(Mem{Base: at, Disp: vector})
	ADDQ(U32(2*vector), at)
	SUBQ(U32(2*vector), left)
	JAE(LabelRef("pairs"))
	Label("rest")
	ADDQ(U32(vector), left)
	JNC(LabelRef("last"))
	check(Mem{Base: at})
	Label("last")
	VPTEST(over, over)
	in := GP8()
	SETEQ(in)
	Store(in, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
