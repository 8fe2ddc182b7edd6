package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// within2 generates the check of cells' values.
func within2() {
	TEXT("withinAVX2", NOSPLIT, "func(cells *uint8, n uint64, greatest uint8) bool")
	Doc("withinAVX2 reports whether no one of n cells, at least 32, is beyond the greatest (AVX2).")
	at, left := Load(Param("cells"), GP64()).(Register), Load(Param("n"), GP64()).(Register)
	x, greatest, over := XMM(), YMM(), zero2()
	VMOVD(Load(Param("greatest"), GP32()), x)
	VPBROADCASTB(x, greatest)
	check := func(m Mem) {
		v := load2(m)
		VPSUBUSB(greatest, v, v) // nothing is left of values within
		VPOR(v, over, over)
	}
	check(Mem{Base: at, Index: left, Scale: 1, Disp: -vector2}) // the last ones, whole or not
	SUBQ(U32(2*vector2), left)
	JB(LabelRef("rest"))
	Label("pairs")
	check(Mem{Base: at})
	check(Mem{Base: at, Disp: vector2})
	ADDQ(U32(2*vector2), at)
	SUBQ(U32(2*vector2), left)
	JAE(LabelRef("pairs"))
	Label("rest")
	ADDQ(U32(vector2), left)
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
