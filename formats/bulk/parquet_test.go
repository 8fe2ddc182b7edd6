package bulk_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestNotOfKind checks the errors for text that the user declares to be an array or a
// Parquet file.
func TestNotOfKind(t *testing.T) {
	t.Parallel()
	for kind, want := range map[bulk.Kind]error{bulk.Npy: bulk.ErrNotNpy, bulk.Parquet: bulk.ErrNotParquet} {
		for _, text := range []string{p9a + "\n", "puzzle\ntext\n" + p9a + "\n", "\x93NUM"} {
			if form, err := bulk.Detect([]byte(text), true, kind); !errors.Is(err, want) {
				t.Errorf("%q as %v: %v, %v", text, kind, form, err)
			}
		}
	}
}

// TestParquetHeader has names that span lines, and files without rows.
func TestParquetHeader(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		header, rows, hint string
		puzzle             string // the name of the puzzle's column
		types              string
	}{
		{"puzzle,\"a\nb\"\ntext,int\n", p9a + ",1\n", "", "puzzle", "text int"},
		{"\"a\n\",\"pu\r\nzzle\"\ntext,text\n", "x," + p9a + "\n", "", "pu\r\nzzle", "text text"},
		{"puzzle\ntext\n", "", "", "puzzle", "text"},
		{"id,board,\"x\ny\"\nint,text,float\n", "", "", "board", "int text float"},
		{"start,puzzle\ntext,text\n", "", "", "puzzle", "text text"},
		{"id,a\nint,text\n", "", "", "id", "int text"},
		{"id,a\nint,text\n", "", "a", "a", "int text"},
		{"id,a\nint,text\n", "", "2", "a", "int text"},
		{"id,puzzle\nint,text\n", "", "board", "", ""},
		{"id,a\nint,text\n", "1,b\n", "", "", ""},
	} {
		text := c.header + c.rows
		form, err := bulk.DetectWith([]byte(text), true, 0, model.Hints{Puzzle: c.hint, Typed: true})
		if err != nil || c.puzzle == "" {
			if err == nil || c.puzzle != "" {
				t.Errorf("%q, column %q: %v, %v", text, c.hint, form, err)
			}
			continue
		}
		var types []string
		for _, column := range form.Layout.Columns {
			types = append(types, column.Type.String())
		}
		if got := form.Layout.Columns[form.Layout.Puzzle].Name; got != c.puzzle || strings.Join(types, " ") != c.types {
			t.Errorf("%q, column %q: the puzzle is %q, of %v", text, c.hint, got, types)
		}
		if form.Order != 9 || string(form.File().Info().Header) != c.header {
			t.Errorf("%q: %v, header %q", text, form, form.File().Info().Header)
		}
		if to, _, err := form.Target(bulk.Parquet, nil, bulk.Form{}); err != nil || string(to.AppendHeader(nil)) != c.header {
			t.Errorf("%q: %v, header %q", text, err, to.AppendHeader(nil))
		}
		if got := formtest.Read(form, []byte(text)); got != strings.Repeat(p9a+"\n", min(1, len(c.rows))) {
			t.Errorf("%q: %q", text, got)
		}
	}
}
