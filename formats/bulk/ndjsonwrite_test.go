package bulk

import (
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// rowsTo reads a file and writes its records as rows of a target.
func rowsTo(form, to Form, file string, added [][]byte) string {
	framer := form.NewFramer()
	var rows []byte
	var records model.Records
	var writer RowWriter
	for text := []byte(file); len(text) > 0; {
		from, end := framer.Cut(new(model.Records), text, true)
		part := text[from:end]
		text = text[end:]
		form.Decode(&records, part)
		cells, faults := records.Cells, records.Faults
		for i, span := range records.Spans {
			row := Row{From: form, Record: part[span.From:span.To], Added: added}
			if len(faults) > 0 && faults[0].Record == i {
				faults = faults[1:]
			} else {
				size := form.Order * form.Order
				row.Cells, cells = cells[:size], cells[size:]
			}
			rows = writer.Append(rows, to, &row)
		}
	}
	return string(rows)
}
