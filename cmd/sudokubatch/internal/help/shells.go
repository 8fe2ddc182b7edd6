package help

import (
	"embed"
	"fmt"
	"io"
)

// The scripts that have a shell ask the command what may stand where the cursor is,
// by its hidden verb complete.
//
//go:embed shells
var shells embed.FS

// WriteShell writes the script for a shell: bash, zsh or fish.
func WriteShell(w io.Writer, shell string) error {
	script, err := shells.ReadFile("shells/" + shell)
	if err != nil {
		return fmt.Errorf("no completion for the shell %s", shell)
	}
	_, err = w.Write(script)
	return err
}

// Write writes the completion as the scripts read it: a word and its meaning a
// line, with a tab between them, and :files or :folders where such names may
// stand, too.
func (c *Completion) Write(w io.Writer) error {
	for _, x := range c.Candidates {
		if _, err := fmt.Fprintf(w, "%s\t%s\n", x.Word, x.Meaning); err != nil {
			return err
		}
	}
	for _, names := range []struct {
		wanted bool
		mark   string
	}{{c.Files, ":files\n"}, {c.Folders, ":folders\n"}} {
		if !names.wanted {
			continue
		}
		if _, err := io.WriteString(w, names.mark); err != nil {
			return err
		}
	}
	return nil
}
