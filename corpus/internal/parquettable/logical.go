package parquettable

// A Type is the type of a column of typed CSV.
type Type string

// The types of columns.
const (
	Text  Type = "text"
	Int   Type = "int"
	Float Type = "float"
	Bool  Type = "bool"
	JSON  Type = "json"
)

// physical is how a value is stored.
type physical int8

const (
	boolean physical = iota
	int32s
	int64s
	int96s
	floats
	doubles
	byteArrays
	fixedArrays
	noPhysical physical = -1 // of a group
)

// repetition says how often a field occurs in what is around it.
type repetition int8

const (
	required repetition = iota
	optional
	repeated
)

// compression is the codec of a chunk's pages.
type compression int8

const (
	uncompressed compression = iota
	snappyCodec
	gzipCodec
	lzoCodec
	brotliCodec
	lz4Hadoop
	zstdCodec
	lz4Raw
)

// meaning is what stored values stand for.
type meaning uint8

const (
	asStored meaning = iota
	meansText
	meansJSON
	meansMap
	meansList
	meansDecimal
	meansDate
	meansTime
	meansTimestamp
	meansUnsigned
	meansUUID
	meansFloat16
	meansNull
)

// logical is a meaning with its parameters.
type logical struct {
	meaning          meaning
	scale, precision int // of decimals
	digits           int // of a second's fraction: 3, 6 or 9
	utc              bool
}

// convert takes the older of two ways to state a meaning. The newer one comes
// later in a file, and replaces it.
func (l *logical) convert(converted int) {
	switch converted {
	case 0, 4: // UTF8, ENUM
		l.meaning = meansText
	case 1, 2: // MAP, MAP_KEY_VALUE
		l.meaning = meansMap
	case 3:
		l.meaning = meansList
	case 5:
		l.meaning = meansDecimal
	case 6:
		l.meaning = meansDate
	case 7, 8: // TIME_MILLIS, TIME_MICROS
		l.meaning, l.digits, l.utc = meansTime, 3*(converted-6), true
	case 9, 10: // TIMESTAMP_MILLIS, TIMESTAMP_MICROS
		l.meaning, l.digits, l.utc = meansTimestamp, 3*(converted-8), true
	case 11, 12, 13, 14: // UINT_8 to UINT_64
		l.meaning = meansUnsigned
	case 19:
		l.meaning = meansJSON
	}
}

// read reads the newer way to state a meaning: a union, so one field.
func (l *logical) read(t *thriftReader) {
	t.structure(func(at thriftField) bool {
		if at.kind != thriftStruct {
			return false
		}
		switch at.id {
		case 1, 4: // STRING, ENUM
			l.meaning = meansText
		case 2:
			l.meaning = meansMap
		case 3:
			l.meaning = meansList
		case 5:
			l.meaning = meansDecimal
			l.readDecimal(t)
			return true
		case 6:
			l.meaning = meansDate
		case 7:
			l.meaning = meansTime
			l.readTime(t)
			return true
		case 8:
			l.meaning = meansTimestamp
			l.readTime(t)
			return true
		case 10:
			l.readInteger(t)
			return true
		case 11:
			l.meaning = meansNull
		case 12:
			l.meaning = meansJSON
		case 14:
			l.meaning = meansUUID
		case 15:
			l.meaning = meansFloat16
		}
		return false
	})
}

func (l *logical) readDecimal(t *thriftReader) {
	t.structure(func(at thriftField) bool {
		switch at {
		case thriftField{1, thriftI32}:
			l.scale = t.int32()
		case thriftField{2, thriftI32}:
			l.precision = t.int32()
		default:
			return false
		}
		return true
	})
}

func (l *logical) readTime(t *thriftReader) {
	l.utc = false
	t.structure(func(at thriftField) bool {
		switch at {
		case thriftField{1, thriftTrue}:
			l.utc = true
		case thriftField{2, thriftStruct}:
			t.structure(func(unit thriftField) bool {
				l.digits = 3 * int(min(max(unit.id, 1), 3))
				return false
			})
			return true
		}
		return false
	})
}

func (l *logical) readInteger(t *thriftReader) {
	l.meaning = meansUnsigned
	t.structure(func(at thriftField) bool {
		if at == (thriftField{2, thriftTrue}) {
			l.meaning = asStored
		}
		return false
	})
}
