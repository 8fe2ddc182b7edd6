package main

import "fmt"

// vector is the size of a vector in bytes.
const vector = 16

// A memory is an address.
type memory struct {
	base   R
	offset int
}

func load(m memory) V {
	v := newV()
	emit(fmt.Sprintf("FMOVQ\t%d(R%%[2]d), F%%[1]d", m.offset), sets(v), uses(m.base))
	return v
}

func store(v V, m memory) {
	emit(fmt.Sprintf("FMOVQ\tF%%[1]d, %d(R%%[2]d)", m.offset), nil, uses(v, m.base))
}

// loadNext loads a vector and advances the pointer. storeNext stores one in the same way.
func loadNext(p R) V {
	v := newV()
	emit("FMOVQ.P\t16(R%[2]d), F%[1]d", []register{v.register, p.register}, uses(p))
	return v
}

func storeNext(v V, p R) { emit("FMOVQ.P\tF%[2]d, 16(R%[1]d)", []register{p.register}, uses(v, p)) }

// A virtual is V or R.
type virtual interface{ self() register }

func (r register) self() register { return r }

func uses(list ...virtual) (registers []register) {
	for _, r := range list {
		registers = append(registers, r.self())
	}
	return registers
}

func sets(list ...virtual) []register { return uses(list...) }

// into sets d to the result of an instruction for a and b. shape is the arrangement of elements:
// bytes (B16), words (H8), and so on. In Go's syntax the second operand comes first.
func into(d V, name, shape string, a, b V) {
	emit(fmt.Sprintf("%s\tV%%[3]d.%[2]s, V%%[2]d.%[2]s, V%%[1]d.%[2]s", name, shape), sets(d), uses(a, b))
}

func lanewise(name, shape string, a, b V) V {
	d := newV()
	into(d, name, shape, a, b)
	return d
}

func and(a, b V) V     { return lanewise("VAND", "B16", a, b) }
func or(a, b V) V      { return lanewise("VORR", "B16", a, b) }
func xor(a, b V) V     { return lanewise("VEOR", "B16", a, b) }
func add(a, b V) V     { return lanewise("VADD", "H8", a, b) }
func sub(a, b V) V     { return lanewise("VSUB", "H8", a, b) }
func minimum(a, b V) V { return lanewise("VUMIN", "H8", a, b) }
func equal(a, b V) V   { return lanewise("VCMEQ", "H8", a, b) }

// test returns ones in the words in which a and b share a bit.
func test(a, b V) V { return lanewise("VCMTST", "H8", a, b) }

// andNot returns a &^ b.
func andNot(a, b V) V { return word2("bic", a, b) }

// greater returns ones in the words in which a > b.
func greater(a, b V) V { return word2("cmhi", a, b) }

func word2(name string, a, b V) V {
	d := newV()
	emitWord(name, sets(d), uses(a, b))
	return d
}

func word1(name string, a V) V {
	d := newV()
	emitWord(name, sets(d), uses(a))
	return d
}

func or3(a, b, c V) V { return or(or(a, b), c) }

func orTo(sum, v V)  { into(sum, "VORR", "B16", sum, v) }
func andTo(all, v V) { into(all, "VAND", "B16", all, v) }
func addTo(sum, v V) { into(sum, "VADD", "H8", sum, v) }

// insert copies the bits in which from v to d.
func insert(d, v, which V) {
	emit("VBIT\tV%[4]d.B16, V%[3]d.B16, V%[1]d.B16", sets(d), uses(d, v, which))
}

// choose returns the bits of a for the bits in which, and of b for all others. It overwrites which.
func choose(which, a, b V) V {
	emit("VBSL\tV%[4]d.B16, V%[3]d.B16, V%[1]d.B16", sets(which), uses(which, a, b))
	return which
}

// majority returns the bits that are set in at least two of a, b and c.
func majority(a, b, c V) V { return choose(xor(a, b), c, a) }

func shiftLeft(v V, by int) V {
	d := newV()
	emit(fmt.Sprintf("VSHL\t$%d, V%%[2]d.H8, V%%[1]d.H8", by), sets(d), uses(v))
	return d
}

// count counts the bits of each word.
func count(v V) V {
	d := newV()
	emit("VCNT\tV%[2]d.B16, V%[1]d.B16", sets(d), uses(v))
	return word1("uaddlp", d)
}

// zero returns a register of zeros, ones one of ones.
func zero() V { return everyByte(0) }
func ones() V { return everyByte(0xff) }

func everyByte(n int) V {
	v := newV()
	emit(fmt.Sprintf("VMOVI\t$%d, V%%[1]d.B16", n), sets(v), nil)
	return v
}

// words returns a register with n in each word.
func words(n uint16) V {
	r, v := newR(), newV()
	emit(fmt.Sprintf("MOVD\t$%d, R%%[1]d", n), sets(r), nil)
	emit("VDUP\tR%[2]d, V%[1]d.H8", sets(v), uses(r))
	return v
}

// vectorOf returns a register with the given bytes.
func vectorOf(b [vector]byte) V {
	var low, high uint64
	for i := range 8 {
		low, high = low|uint64(b[i])<<(8*i), high|uint64(b[8+i])<<(8*i)
	}
	v := newV()
	emit(fmt.Sprintf("VMOVQ\t$%#016x, $%#016x, V%%[1]d", low, high), sets(v), nil)
	return v
}

// laneBits returns a register with the bit of its lane in each word.
func laneBits() V {
	var b [vector]byte
	for l := range 8 {
		b[2*l] = 1 << l
	}
	return vectorOf(b)
}

// bitsOf returns the lanes in which the words of v are ones. All words must be ones or zeros.
func bitsOf(v V) R {
	sum := newV()
	emit("VADDV\tV%[2]d.H8, V%[1]d", sets(sum), uses(and(v, laneBits())))
	return first(sum)
}

// first returns the first word of a vector.
func first(v V) R {
	r := newR()
	emit("VMOV\tV%[2]d.H[0], R%[1]d", sets(r), uses(v))
	return r
}

// transpose transposes 8×8 words: word i of result j is word j of v[i]. The place of a word is the
// number of its vector, followed by the number of its lane. Each round moves the top bit of the
// place below the lowest.
func transpose(v [8]V) [8]V {
	for range 3 {
		var w [8]V
		for i := range 4 {
			w[2*i] = lanewise("VZIP1", "H8", v[i], v[i+4])
			w[2*i+1] = lanewise("VZIP2", "H8", v[i], v[i+4])
		}
		v = w
	}
	return v
}
