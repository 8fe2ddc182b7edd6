package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// schemaVersion is that of the objects in JSON. A change of meaning raises it;
// objects without one are of version 1, too.
const schemaVersion = 1

// A versioned is an object in JSON.
type versioned struct {
	SchemaVersion int `json:"schema_version"`
	*Measurement
}

// WriteJSON writes measurements as one JSON array with an object a line, so
// that recorded results can be compared with line tools too.
func WriteJSON(w io.Writer, measurements []Measurement) error {
	text := []byte("[")
	for i := range measurements {
		object, err := json.Marshal(versioned{schemaVersion, &measurements[i]})
		if err != nil {
			return err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, '\n')
		text = append(text, object...)
	}
	text = append(text, "\n]\n"...)
	_, err := w.Write(text)
	return err
}

// ReadJSON reads what WriteJSON wrote, and nothing behind it.
func ReadJSON(r io.Reader) ([]Measurement, error) {
	var objects []versioned
	decoder := json.NewDecoder(r)
	if err := decoder.Decode(&objects); err != nil {
		return nil, err
	}
	var syntax *json.SyntaxError
	switch _, err := decoder.Token(); {
	case errors.Is(err, io.EOF):
	case err == nil || errors.As(err, &syntax):
		return nil, errors.New("something is behind the measurements, which are one JSON array: load several files one by one")
	default:
		return nil, err
	}
	measurements := make([]Measurement, len(objects))
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
	}
	return measurements, nil
}
