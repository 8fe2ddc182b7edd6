// Command avx2 generates the kernel of package avx2.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// vector is the size of a vector in bytes.
const vector = 32

func main() {
	ConstraintExpr("amd64,gc,!noasm")
	encode()
	Generate()
}

// encode generates the Huffman coder. Each byte is looked up by its low four bits, in one
// of two tables: bit 5 says which. Codes of neighbours are then put together three times:
// the earlier one is shifted by the length of the later one, as a stream begins with the
// end of the text. That makes four words of eight codes each, which go to the stream one
// after the other.
func encode() {
	TEXT("encodeAVX2", NOSPLIT, "func(dst *byte, text *byte, vectors int, code *[3][2][16]uint8, stream *uint64, bits *uint64) (size int, ok bool)")
	Pragma("noescape")
	Doc("encodeAVX2 is Encode for so many vectors of text, at least one (AVX2, BMI2).")
	at, from := Load(Param("dst"), GP64()), Load(Param("text"), GP64())
	vectors, code := Load(Param("vectors"), GP64()), Load(Param("code"), GP64())
	stream, bits, first := GP64(), GP64(), GP64()
	load("stream", stream)
	load("bits", bits)
	MOVQ(at, first)
	var tables [6]VecVirtual // symbols, codes and lengths: of bytes without bit 5, and of those with it
	for i := range tables {
		tables[i] = YMM()
		VBROADCASTI128(Mem{Base: code, Disp: 16 * i}, tables[i])
	}
	bad := YMM()
	VPXOR(bad, bad, bad)
	powers := constant("powers", func(i int) uint8 { return uint8(1 << (i % 16)) }) // of two; 0 from 256 on
	ones := constant("ones", func(int) uint8 { return 1 })
	oneWords := constant("oneWords", func(i int) uint8 { return uint8(1 - i%2) })
	highOne := constant("highOne", func(i int) uint8 { return uint8(i % 2) })                         // of each word
	highOneWord := constant("highOneWord", func(i int) uint8 { return uint8(i % 4 / 2 * (1 - i%2)) }) // of each double word
	lowBytes := constant("lowBytes", func(i int) uint8 { return uint8(255 * (1 - i%2)) })
	room := AllocLocal(2 * vector)

	end := GP64()
	MOVQ(vectors, end)
	SHLQ(U8(5), end) // times vector
	ADDQ(end, from)
	Label("vector")
	SUBQ(U8(vector), from)
	v, which := YMM(), YMM()
	VMOVDQU(Mem{Base: from}, v)
	VPSLLW(U8(2), v, which)
	lookUp := func(table int) VecVirtual {
		a, b := YMM(), YMM()
		VPSHUFB(v, tables[table], a)
		VPSHUFB(v, tables[table+1], b)
		VPBLENDVB(which, b, a, a)
		return a
	}
	symbols := lookUp(0)
	VPXOR(v, symbols, symbols)
	VPOR(symbols, bad, bad)
	codes, lengths := lookUp(2), lookUp(4)

	pow, late := YMM(), YMM()
	VMOVDQU(powers, pow)
	VPSHUFB(lengths, pow, pow)
	VPSRLW(U8(8), pow, late) // of the later byte of two
	VPAND(lowBytes, pow, pow)
	VPMULLW(late, pow, pow) // of two bytes
	VPOR(highOne, late, late)
	VPMADDUBSW(codes, late, codes)
	VPMADDUBSW(ones, lengths, lengths)

	VPSRLD(U8(16), pow, pow)
	VPOR(highOneWord, pow, pow)
	VPMADDWD(pow, codes, codes)
	VPMADDWD(oneWords, lengths, lengths)

	lateLengths, lateCodes := YMM(), YMM()
	VPSRLQ(U8(32), lengths, lateLengths)
	VPSRLQ(U8(32), codes, lateCodes)
	VPSLLQ(U8(32), codes, codes)
	VPSRLQ(U8(32), codes, codes)
	VPSLLVQ(lateLengths, codes, codes)
	VPOR(lateCodes, codes, codes)
	VPADDD(lateLengths, lengths, lengths)
	VMOVDQU(codes, room)
	VMOVDQU(lengths, room.Offset(vector))
	for word := vector - 8; word >= 0; word -= 8 {
		put(at, stream, bits, room.Offset(word), room.Offset(vector+word))
	}
	DECQ(vectors)
	JNE(LabelRef("vector"))

	good := GP8()
	VPTEST(bad, bad)
	SETEQ(good)
	VZEROUPPER()
	store(stream, "stream")
	store(bits, "bits")
	SUBQ(first, at)
	Store(at, ReturnIndex(0))
	Store(good, ReturnIndex(1))
	RET()
}

// put generates that a word of codes goes to the stream, and what is whole of that to memory.
func put(at, stream, bits Register, codes, length Mem) {
	word, n := GP64(), GP64()
	SHLXQ(bits, codes, word)
	ORQ(word, stream)
	MOVL(length, n.As32())
	ADDQ(n, bits)
	MOVQ(stream, Mem{Base: at})
	MOVQ(bits, n)
	SHRQ(U8(3), n)
	ADDQ(n, at)
	MOVQ(bits, n)
	ANDQ(U8(0x38), n)
	SHRXQ(n, stream, stream)
	ANDQ(U8(7), bits)
}

// load and store have a word that a parameter points to.
func load(param string, to Register) { MOVQ(Mem{Base: Load(Param(param), GP64())}, to) }

func store(word Register, param string) { MOVQ(word, Mem{Base: Load(Param(param), GP64())}) }

// constant is a vector in memory.
func constant(name string, of func(i int) uint8) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range vector {
		DATA(i, U8(of(i)))
	}
	return m
}
