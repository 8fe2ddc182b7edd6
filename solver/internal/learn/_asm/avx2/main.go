// Command avx2 generates the kernel of package learn/avx2, which makes the rounds of prices.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// vector is the size in bytes of a vector. A house has one vector of prices.
const vector = 32

func main() {
	ConstraintExpr("amd64,gc,!noasm")
	rounds()
	addPrices()
	Generate()
}

// rounds generates the rounds. A digit that a cell cannot hold costs 2¹⁶-1.
func rounds() {
	TEXT("roundsAVX2", NOSPLIT, "func(prices *[16]uint16, cells *uint64, n, rounds int)")
	Pragma("noescape")
	Doc("roundsAVX2 makes rounds with n cells; rounds and n must be at least 1 (AVX2).")
	prices, cells := pointer("prices"), pointer("cells")
	rounds := Load(Param("rounds"), GP64())
	end := Load(Param("n"), GP64())
	LEAQ(Mem{Base: cells, Index: end, Scale: 8}, end)
	digits, zero, taken := YMM(), YMM(), GP64()
	bits, ones := digitTables()
	VMOVDQU(bits, digits)
	VPXOR(zero, zero, zero)
	LEAQ(ones, taken)

	Label("round")
	at := GP64()
	MOVQ(cells, at)
	Label("cell")
	var house [3]Mem
	for i := range house {
		h := GP64()
		MOVBLZX(Mem{Base: at, Disp: 2 + i}, h.As32())
		SHLL(U8(5), h.As32())
		ADDQ(prices, h)
		house[i] = Mem{Base: h}
	}
	cost, closed := YMM(), YMM()
	VPBROADCASTW(Mem{Base: at}, closed)
	VPAND(digits, closed, closed)
	VPCMPEQW(zero, closed, closed)
	VMOVDQU(house[0], cost)
	VPADDW(house[1], cost, cost)
	VPADDW(house[2], cost, cost)
	VPOR(closed, cost, cost)

	least, high := XMM(), XMM()
	VEXTRACTI128(U8(1), cost, high)
	VPMINUW(high, cost.AsX(), least)
	VPHMINPOSUW(least, least)
	cheapest := YMM()
	VPBROADCASTW(least, cheapest)
	VPCMPEQW(cheapest, cost, cheapest)
	first, one := GP64(), YMM()
	VPMOVMSKB(cheapest, first.As32())
	BSFL(first.As32(), first.As32()) // twice the digit
	SHLL(U8(4), first.As32())
	VMOVDQU(Mem{Base: taken, Index: first, Scale: 1}, one)
	for _, h := range house {
		dearer := YMM()
		VPADDW(h, one, dearer)
		VMOVDQU(dearer, h)
	}
	ADDQ(U8(8), at)
	CMPQ(at, end)
	JNE(LabelRef("cell"))
	DECQ(rounds)
	JNE(LabelRef("round"))
	VZEROUPPER()
	RET()
}

// addPrices generates the summation of prices.
func addPrices() {
	TEXT("addPricesAVX2", NOSPLIT, "func(sum *[16]int32, prices *[16]uint16, houses int)")
	Pragma("noescape")
	Doc("addPricesAVX2 adds the prices of at least one house to sum (AVX2).")
	sum, prices := pointer("sum"), pointer("prices")
	houses := Load(Param("houses"), GP64())
	Label("house")
	for half := range 2 {
		wide, at := YMM(), Mem{Base: sum, Disp: vector * half}
		VPMOVZXWD(Mem{Base: prices, Disp: vector / 2 * half}, wide)
		VPADDD(at, wide, wide)
		VMOVDQU(wide, at)
	}
	ADDQ(U8(2*vector), sum)
	ADDQ(U8(vector), prices)
	DECQ(houses)
	JNE(LabelRef("house"))
	VZEROUPPER()
	RET()
}

// digitTables returns two tables of 16 words: the bit of each digit, and for each digit a vector
// with a one in its word.
func digitTables() (bits, ones Mem) {
	bits = GLOBL("bits", RODATA|NOPTR)
	for d := range 16 {
		DATA(2*d, U16(1<<d))
	}
	ones = GLOBL("ones", RODATA|NOPTR)
	for d := range 16 {
		for other := range 16 {
			one := 0
			if other == d {
				one = 1
			}
			DATA(vector*d+2*other, U16(one))
		}
	}
	return bits, ones
}

// pointer loads a parameter into a register.
func pointer(name string) Register {
	return Load(Param(name), GP64()).(Register)
}
