package bench

import (
	"encoding/json"
	"fmt"
	"io"
)

// WriteJSON writes measurements as one JSON array with an object a line, so
// that recorded results can be compared with line tools too.
func WriteJSON(w io.Writer, measurements []Measurement) error {
	text := []byte("[")
	for i := range measurements {
		object, err := json.Marshal(&measurements[i])
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

// ReadJSON reads what WriteJSON wrote.
func ReadJSON(r io.Reader) ([]Measurement, error) {
	var measurements []Measurement
	if err := json.NewDecoder(r).Decode(&measurements); err != nil {
		return nil, err
	}
	for i := range measurements {
		m := &measurements[i]
		if m.Corpus == "" || m.Engine == "" || m.Error == "" && m.PuzzlesPerSecond <= 0 {
			return nil, fmt.Errorf("object %d is no measurement", i+1)
		}
	}
	return measurements, nil
}
