package parquettable

import "bytes"

// appendField appends a field that is not null, in quotes where it needs them.
func appendField(dst, v []byte) []byte {
	if len(v) > 0 && !holdsSpecial(v) {
		return append(dst, v...)
	}
	dst = append(dst, '"')
	for {
		at := bytes.IndexByte(v, '"')
		if at < 0 {
			break
		}
		dst = append(append(dst, v[:at+1]...), '"')
		v = v[at+1:]
	}
	return append(append(dst, v...), '"')
}

// appendHeader appends the two lines ahead of the rows.
func appendHeader(dst []byte, columns []column) []byte {
	for i := range columns {
		dst = appendField(append(dst, separator(i)...), []byte(columns[i].path))
	}
	dst = append(dst, '\n')
	for i := range columns {
		dst = append(append(dst, separator(i)...), columns[i].kind...)
	}
	return append(dst, '\n')
}

func separator(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}
