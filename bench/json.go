package bench

// This file keeps measurements as JSON.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// schemaVersion is the version of the objects in JSON. A change of meaning raises it. Objects
// without a version are of version 1.
const schemaVersion = 1

// A versioned is an object in JSON.
type versioned struct {
	SchemaVersion int `json:"schema_version"`
	*Measurement
}

// WriteJSON writes measurements as a JSON array with an object a line.
func WriteJSON(w io.Writer, measurements []Measurement) error {
	lines := make([][]byte, len(measurements))
	for i := range measurements {
		var err error
		if lines[i], err = json.Marshal(versioned{schemaVersion, &measurements[i]}); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "[\n%s\n]\n", bytes.Join(lines, []byte(",\n")))
	return err
}

// ReadJSON reads what WriteJSON wrote. It refuses objects that are no measurements, and two
// of the same contender, corpus, mode and limit.
func ReadJSON(r io.Reader) ([]Measurement, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var objects []versioned
	if err := json.Unmarshal(text, &objects); err != nil {
		return nil, err
	}
	measurements := make([]Measurement, len(objects))
	first := map[string]int{}
	for i, o := range objects {
		if o.SchemaVersion > schemaVersion {
			return nil, fmt.Errorf("object %d has schema version %d; this program knows %d", i+1, o.SchemaVersion, schemaVersion)
		}
		m := &measurements[i]
		if o.Measurement != nil {
			*m = *o.Measurement
		}
		if m.Corpus == "" || m.Engine == "" || m.Error == "" && m.PuzzlesPerSecond <= 0 {
			return nil, fmt.Errorf("object %d is not a measurement", i+1)
		}
		m.print()
		id := fmt.Sprintf("%q %d %s %d %d", m.Corpus, m.Order, m.Mode, m.Limit, m.Jobs) + m.Engine
		if before := first[id]; before > 0 {
			return nil, fmt.Errorf("objects %d and %d measure the same", before, i+1)
		}
		first[id] = i + 1
	}
	return measurements, nil
}

// print escapes what must not be printed: a file may come from anywhere.
func (m *Measurement) print() {
	texts := []*string{
		&m.Corpus, &m.Mode, &m.Engine, &m.Baseline, &m.Checked, &m.Error,
		&m.CPU, &m.OS, &m.Arch, &m.Go, &m.Version, &m.Commit, &m.Date,
	}
	if m.Seen != nil {
		texts = append(texts, &m.Seen.Unproven)
	}
	if m.Latency != nil {
		for i := range m.Latency.Slowest {
			texts = append(texts, &m.Latency.Slowest[i].Cells)
		}
	}
	for _, text := range texts {
		*text = escaped(*text)
	}
}
