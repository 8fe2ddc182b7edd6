package console

import "os"

// Bold returns a function that makes text bold where a file is a terminal that
// shows it, and NO_COLOR does not ask to do without.
func Bold(f *os.File) func(string) string {
	kind := os.Getenv("TERM")
	if os.Getenv("NO_COLOR") != "" || kind == "" || kind == "dumb" || !IsTerminal(f) {
		return func(text string) string { return text }
	}
	return func(text string) string { return "\x1b[1m" + text + "\x1b[0m" }
}
