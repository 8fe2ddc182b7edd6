package parquettable

import (
	"errors"
	"io"
)

// The kinds of pages.
const (
	dataPage       = 0
	dictionaryPage = 2
	dataPageV2     = 3
)

// The encodings of values.
const (
	plainEncoding        = 0
	plainDictionary      = 2
	runLengths           = 3
	deltaBinaryPacked    = 5
	deltaLengthByteArray = 6
	deltaByteArray       = 7
	dictionaryIndices    = 8
	byteStreamSplit      = 9
)

// A pageHeader is what stands ahead of a page.
type pageHeader struct {
	kind       int
	described  int // the kind that the rest of the header is for
	text       int // bytes when decompressed, levels included
	packed     int // bytes that follow
	entries    int // values, nulls included
	encoding   int
	levels     int // the encoding of levels, of dataPage
	repBytes   int // of dataPageV2, whose levels are not compressed
	defBytes   int
	compressed bool
	checksum   uint32 // of what follows
	checked    bool   // there is one
}

// maxPageHeader is the most that is read of a header: it may hold two values
// of the page.
const maxPageHeader = 4 << 20

// readPageHeader reads the header at an offset, and says how long it is. The
// buffer grows with it.
func readPageHeader(r io.ReaderAt, at, end int64, buf *[]byte) (h pageHeader, size int, err error) {
	for want := int64(512); ; want *= 8 {
		want = min(want, end-at)
		if want <= 0 {
			return h, 0, errThriftCut
		}
		if int64(cap(*buf)) < want {
			*buf = make([]byte, want)
		}
		b := (*buf)[:want]
		if err := readAt(r, b, at); err != nil {
			return h, 0, err
		}
		t := &thriftReader{b: b}
		h = parsePageHeader(t)
		if t.err == nil {
			return h, t.at, nil
		}
		if !errors.Is(t.err, errThriftCut) || want == end-at || want >= maxPageHeader {
			return h, 0, t.err
		}
	}
}

func parsePageHeader(t *thriftReader) pageHeader {
	h := pageHeader{kind: -1, described: -2, compressed: true}
	t.structure(func(at thriftField) bool {
		switch at {
		case thriftField{1, thriftI32}:
			h.kind = t.int32()
		case thriftField{2, thriftI32}:
			h.text = t.int32()
		case thriftField{3, thriftI32}:
			h.packed = t.int32()
		case thriftField{4, thriftI32}:
			h.checksum, h.checked = uint32(t.integer()), true
		case thriftField{5, thriftStruct}:
			h.described = dataPage
			h.plain(t)
		case thriftField{7, thriftStruct}:
			h.described = dictionaryPage
			h.plain(t)
		case thriftField{8, thriftStruct}:
			h.described = dataPageV2
			h.second(t)
		default:
			return false
		}
		return true
	})
	return h
}

// plain reads what is particular to data pages of the first version and to
// dictionaries.
func (h *pageHeader) plain(t *thriftReader) {
	h.levels = runLengths
	t.structure(func(at thriftField) bool {
		switch at {
		case thriftField{1, thriftI32}:
			h.entries = t.int32()
		case thriftField{2, thriftI32}:
			h.encoding = t.int32()
		case thriftField{3, thriftI32}:
			h.levels = t.int32()
		default:
			return false
		}
		return true
	})
}

// second reads what is particular to data pages of the second version.
func (h *pageHeader) second(t *thriftReader) {
	t.structure(func(at thriftField) bool {
		switch at {
		case thriftField{1, thriftI32}:
			h.entries = t.int32()
		case thriftField{4, thriftI32}:
			h.encoding = t.int32()
		case thriftField{5, thriftI32}:
			h.defBytes = t.int32()
		case thriftField{6, thriftI32}:
			h.repBytes = t.int32()
		case thriftField{7, thriftFalse}:
			h.compressed = false
		default:
			return false
		}
		return true
	})
}
