package main_test

// This file leaves runs early, throws values of every kind into them, and ends the engine: in Node.js, in a page
// and in a worker.

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// anEnd is how a case of leave.mjs ends: its outcome as JSON, and "closed" if its source was closed.
type anEnd struct{ outcome, closed string }

// leaving returns how all cases of leave.mjs end.
func leaving() map[string]anEnd {
	const ended = "error the engine ended, perhaps for lack of memory; the next call starts it again"
	ends := map[string]anEnd{
		"break":             {`"unique"`, "closed"},
		"break of lines":    {`"unique"`, ""},
		"break of generate": {`81`, ""},
		"break of a source that cannot be closed": {`"unique"`, ""},
		"cancel":                             {`"error the output was cancelled"`, "closed"},
		"cancel with text":                   {`"why"`, "closed"},
		"cancel with null":                   {`"error the output was cancelled"`, ""},
		"cancel of a silent stream":          {`"why"`, "closed"},
		"abort":                              {`true`, "closed"},
		"abort with text":                    {`"why"`, "closed"},
		"abort with null":                    {`null`, "closed"},
		"abort of a silent source":           {`"why"`, ""},
		"abort of a silent stream":           {`"why"`, "closed"},
		"abort of empty texts":               {`"why"`, ""},
		"abort before":                       {`"why"`, ""},
		"abort after":                        {`"no error"`, ""},
		"other size":                         {`"error size: 7: want 4, 6, 8, 9, 12, 16 or 25"`, ""},
		"row of another type":                {`"error the source has a value of type number, want text or bytes"`, ""},
		"row of null":                        {`"error the source has null, want text or bytes"`, ""},
		"row of a list":                      {`"error the source has a list, want text or bytes"`, ""},
		"row of 16 bits":                     {`"error the source has a value of type object, want text or bytes"`, ""},
		"generate by a bad condition":        {`"error where: at the end: want a column or a value"`, ""},
		"generate a bad tier":                {`"error tier: unknown value \"nice\" (known: easy, medium, hard, expert, extreme, beyond)"`, ""},
		"generate too many clues":            {`"error no puzzle of order 9 has 99 clues and one solution: choose 17 to 81"`, ""},
		"generate by a function that throws": {`"error why"`, ""},
		"a list that is too long":            {`"error 1000000000 cells, want 16, 36, 64, 81, 144, 256 or 625"`, ""},
		"out of memory":                      {`["` + ended + `","` + ended + `"]`, ""},
		"broken":                             {`["` + ended + `","` + ended + `"]`, ""},
	}
	for value, words := range map[string]string{
		"text": "why", "undefined": "undefined", "null": "null", "number": "7", "bigint": "7", "symbol": "Symbol(why)", "list": "why", "error": "why",
		"function": "() => {}", "bare": "something that is no text was thrown", "message that is no text": "[object Object]",
		"message that throws": "something that is no text was thrown", "text that throws": "something that is no text was thrown",
	} {
		ends["a source throws: "+value] = anEnd{`"error ` + words + `"`, ""}
		ends["a stream fails: "+value] = anEnd{`"error ` + words + `"`, ""}
		ends["onProgress throws: "+value] = anEnd{`"error ` + words + `"`, "closed"}
	}
	return ends
}

// checkLeaving compares what leaveAll returned, as JSON, with how all cases end.
func checkLeaving(t *testing.T, text string) {
	t.Helper()
	var found map[string][2]any
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	want := leaving()
	for name, end := range want {
		outcome := strings.NewReplacer(`\u003e`, ">").Replace(string(must(json.Marshal(found[name][0]))))
		if outcome != end.outcome || found[name][1] != end.closed {
			t.Errorf("%s: %s, %v; want %s, %q", name, outcome, found[name][1], end.outcome, end.closed)
		}
	}
	if len(found) != len(want) {
		t.Errorf("%d cases, want %d", len(found), len(want))
	}
}

// leaver returns leave.mjs for a package at an address.
func leaver(t *testing.T, address string) string {
	t.Helper()
	return strings.Replace(string(must(os.ReadFile("testdata/leave.mjs"))), "@PACKAGE@", address, 1)
}

// TestLeave leaves in Node.js, which ends at once if a promise is rejected that no one awaits, and does not end while a run goes on.
func TestLeave(t *testing.T) {
	t.Parallel()
	const module = `import { leaveAll } from "./leave.mjs"; import { writeFileSync } from "node:fs"; writeFileSync("ends.json", JSON.stringify(await leaveAll()));`
	dir := project(t, map[string]string{"leave.mjs": leaver(t, "sudokubatch"), "test.mjs": module})
	runNode(t, dir, "test.mjs") // which also prints why the engine ended
	checkLeaving(t, string(must(os.ReadFile(filepath.Join(dir, "ends.json")))))
}

// TestLeaveBrowser leaves in a page and in a worker.
func TestLeaveBrowser(t *testing.T) {
	t.Parallel()
	const call = `import { leaveAll } from "./leave.mjs"; const found = JSON.stringify(await leaveAll());`
	dir := project(t, map[string]string{
		"leave.mjs":   leaver(t, "./node_modules/sudokubatch/index.js"),
		"page.html":   `<!DOCTYPE html><script type="module">` + call + ` window.found = found;</script>`,
		"worker.html": `<!DOCTYPE html><script>new Worker("worker.mjs", { type: "module" }).onmessage = ({ data }) => { window.found = data; };</script>`,
		"worker.mjs":  call + ` postMessage(found);`,
	})
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	p := openTab(t, "")
	for _, where := range []string{"page", "worker"} {
		p.Go(fmt.Sprintf("%s/%s.html", server.URL, where))
		p.Wait(`window.found !== undefined`)
		found, _ := p.Eval(`window.found`).(string)
		checkLeaving(t, found)
	}
	for _, thrown := range p.Events["Runtime.exceptionThrown"] {
		t.Errorf("it throws %s", thrown)
	}
}
