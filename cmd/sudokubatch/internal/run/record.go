package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A record is what is known of a run that may be stopped, in a file beside its
// output. One without a checkpoint is that of a run that has just begun.
type record struct {
	plan

	Checkpoint *pipeline.Checkpoint `json:"checkpoint"`
	State      []json.RawMessage    `json:"state"` // of the verb
	Outputs    []partial            `json:"outputs"`

	// Finished says that all outputs are whole, and perhaps published; Bad, that
	// some record was not as asked.
	Finished bool `json:"finished"`
	Bad      bool `json:"bad"`
}

// A partial is an output that is not complete.
type partial struct {
	Name       string            `json:"name"`
	Checkpoint corpus.Checkpoint `json:"checkpoint"`
	Whole      corpus.Checkpoint `json:"whole"` // where it is finished
}

// recordSuffix is what the name of a record has behind that of the output.
const recordSuffix = corpus.PartialSuffix + ".json"

// A sealed record is what is in the file.
type sealed struct {
	Digest string          `json:"digest"` // XXH3 of the record
	Record json.RawMessage `json:"record"`
}

// readRecord reads a record; nil if there is none.
func readRecord(path string) (*record, error) {
	r := new(record)
	if found, err := readSealed(path, r); err != nil || !found {
		return nil, err
	}
	return r, nil
}

// write puts a record in the place of that before.
func (r *record) write(path string) error { return writeSealed(path, r) }

// readSealed reads what writeSealed wrote, if there is such a file.
func readSealed(path string, into any) (found bool, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var s sealed
	err = json.Unmarshal(text, &s)
	if whole, _ := seal(s.Record); err != nil || !bytes.Equal(text, whole) {
		return false, fmt.Errorf("%s is damaged", path)
	}
	if err := json.Unmarshal(s.Record, into); err != nil {
		return false, fmt.Errorf("%s: %w", path, err)
	}
	return true, nil
}

// writeSealed puts a file with a digest in the place of that before.
func writeSealed(path string, what any) error {
	text, err := json.Marshal(what)
	if err != nil {
		return err
	}
	text, err = seal(text)
	if err != nil {
		return err
	}
	w, err := corpus.Create(path, corpus.CreateOptions{Force: true})
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return errors.Join(err, w.Abort())
	}
	return w.Commit()
}

// seal is what a file holds of a record, to the byte.
func seal(record []byte) ([]byte, error) {
	text, err := json.Marshal(sealed{strconv.FormatUint(xxh3.Hash(record), 16), record})
	return append(text, '\n'), err
}
