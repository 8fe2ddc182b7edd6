package corpus

import (
	"bufio"

	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// SkipRecords moves the next Read to a later frame, so that as many records as
// possible, but no more than n from the beginning of the text, are skipped:
// records as CreateOptions.CountRecords counted them. It returns the numbers of
// records and lines skipped, 0 unless the file is a regular one that [Create]
// compressed, with a usable table. It may be called once, by
// the goroutine that reads, however much was read; the text's digest is then
// not checked, only the checksums of the frames that are read.
func (r *Reader) SkipRecords(n int64) (records, lines int64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.src.file == nil || r.Codec() != Zstd || r.dec == nil || r.err != nil {
		return 0, 0, nil
	}
	to := zframe.Find(r.src.file, r.src.size, n)
	if to.Records == 0 {
		return 0, 0, nil
	}
	old := r.frames.Load()
	old.Close()
	old.Wait()
	if err := r.src.seek(to.Offset); err != nil {
		return 0, 0, fileerr.Wrap("reading", r.name, err)
	}
	r.raw = bufio.NewReaderSize(r.src, rawBuffer)
	r.fresh = false
	return to.Records, to.Lines, r.readFrames(to)
}
