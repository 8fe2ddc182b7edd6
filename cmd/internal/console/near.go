package console

import "strings"

// Meant is what to add to a message where a name is not among the known ones:
// ", did you mean "lanes"?". It is nothing if two changes make none of them of the name,
// or would have to change half of its letters.
func Meant(name string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if d := distance(strings.ToLower(name), k); d < least && 2*d < len(k) {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return `, did you mean "` + best + `"?`
}

// distance is the number of characters to insert, drop, change or swap with their
// neighbour to make one text of the other.
func distance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	before, last, row := rows[0], rows[1], rows[2]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
