package spill

import (
	"cmp"
	"math/bits"
	"slices"
)

// This file sorts entries in memory.

const (
	// fewEntries is how many entries are sorted by comparisons.
	fewEntries = 24
	// bucketBits is how many bits of a number decide its bucket.
	bucketBits = 10
)

// sortEntries sorts entries. It divides them by their first numbers into buckets of equal width,
// and sorts each bucket: first numbers are mostly hashes, or numbers of records, and so evenly
// distributed (American flag sort: P. McIlroy, K. Bostic and D. McIlroy, 1993).
func sortEntries(entries []Entry) {
	if len(entries) <= fewEntries {
		slices.SortFunc(entries, compare)
		return
	}
	least, most := entries[0][0], entries[0][0]
	for i := range entries {
		least, most = min(least, entries[i][0]), max(most, entries[i][0])
	}
	if least == most {
		slices.SortFunc(entries, compare)
		return
	}
	shift := max(bits.Len64(most-least), bucketBits) - bucketBits
	var next, ends [1 << bucketBits]int // of the buckets: where to put the next entry, and the end
	for i := range entries {
		ends[(entries[i][0]-least)>>shift]++
	}
	sum := 0
	for b, n := range ends {
		next[b] = sum
		sum += n
		ends[b] = sum
	}
	for b, end := range ends {
		for next[b] < end {
			i := next[b]
			to := (entries[i][0] - least) >> shift
			entries[i], entries[next[to]] = entries[next[to]], entries[i]
			next[to]++
		}
	}
	from := 0
	for _, end := range ends {
		sortEntries(entries[from:end])
		from = end
	}
}

// compare is [Entry.Compare], faster where the first numbers differ.
func compare(a, b Entry) int {
	if a[0] != b[0] {
		return cmp.Compare(a[0], b[0])
	}
	return a.Compare(&b)
}
