package main_test

// This file drives a headless Chromium over pipes, by the DevTools protocol. It needs no network and
// no other program.

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/cmd/internal/browser"
)

// patience is how long the browser may take for one command on a busy machine.
const patience = time.Minute

// A tab is a page in a browser. Its methods end the test if the browser does not answer.
type tab struct {
	// Events receives the parameters of all events by name, such as Network.requestWillBeSent. Read
	// it between calls.
	Events map[string][]json.RawMessage

	t       testing.TB
	send    *os.File
	replies chan message
	calls   int
	session string
}

// A message is an answer or an event.
type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// openTab starts a browser with an empty page, which the end of the test closes. Files that the page
// downloads go to a folder.
func openTab(t testing.TB, downloads string) *tab {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the browser is driven over inherited pipes")
	}
	path := browser.Find()
	if path == "" {
		t.Skip("no chromium here (Debian: apt-get install chromium)")
	}
	fromTest, toBrowser, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fromBrowser, toTest, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), path, append(browser.Flags(), "--no-sandbox", "--hide-scrollbars", "--remote-debugging-pipe", "--user-data-dir="+dir, "about:blank")...)
	cmd.ExtraFiles = []*os.File{fromTest, toTest} // descriptors 3 and 4, as the flag has it
	var stderr bytes.Buffer
	cmd.Stderr, cmd.WaitDelay = &stderr, 10*time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = fromTest.Close(), toTest.Close() // the browser has its own
	p := &tab{Events: map[string][]json.RawMessage{}, t: t, send: toBrowser, replies: make(chan message, 1000)}
	go p.receive(fromBrowser)
	t.Cleanup(func() {
		p.session = ""
		_ = p.try("Browser.close", nil, nil) // it may have ended by itself
		_ = toBrowser.Close()
		_ = cmd.Wait()
		if t.Failed() && stderr.Len() > 0 {
			t.Logf("the browser says: %s", stderr.Bytes())
		}
	})
	var target struct{ TargetID string }
	p.Call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	p.Call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	if downloads != "" {
		p.Call("Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": downloads, "eventsEnabled": true}, nil)
	}
	p.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log", "DOM"} {
		p.Call(domain+".enable", nil, nil)
	}
	return p
}

// receive reads messages, which end with a zero byte.
func (p *tab) receive(from *os.File) {
	defer close(p.replies)
	defer from.Close()
	r := bufio.NewReader(from)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(text[:len(text)-1], &m) == nil {
			p.replies <- m
		}
	}
}

// Call calls a method of the protocol and stores its result, unless that is nil.
func (p *tab) Call(method string, params, result any) {
	p.t.Helper()
	if err := p.try(method, params, result); err != nil {
		p.t.Fatalf("%s: %v", method, err)
	}
}

func (p *tab) try(method string, params, result any) error {
	p.calls++
	request := map[string]any{"id": p.calls, "method": method}
	if params != nil {
		request["params"] = params
	}
	if p.session != "" {
		request["sessionId"] = p.session
	}
	text, err := json.Marshal(request)
	if err != nil {
		return err
	}
	if _, err := p.send.Write(append(text, 0)); err != nil {
		return err
	}
	timeout := time.After(patience)
	for {
		select {
		case m, open := <-p.replies:
			switch {
			case !open:
				return fmt.Errorf("the browser ended")
			case m.Method != "":
				p.Events[m.Method] = append(p.Events[m.Method], m.Params)
			case m.ID != p.calls:
			case m.Error != nil:
				return fmt.Errorf("%s", m.Error.Message)
			case result != nil:
				return json.Unmarshal(m.Result, result)
			default:
				return nil
			}
		case <-timeout:
			return fmt.Errorf("no answer within %v", patience)
		}
	}
}

// Eval returns the value of an expression in the page, as JSON has it. It waits for a promise.
func (p *tab) Eval(expression string) any {
	p.t.Helper()
	var answer struct {
		Result           struct{ Value any }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	p.Call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true}, &answer)
	if e := answer.ExceptionDetails; e != nil {
		p.t.Fatalf("%s: %s %s", expression, e.Text, e.Exception.Description)
	}
	return answer.Result.Value
}

// Wait waits until an expression is true.
func (p *tab) Wait(expression string) {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if p.Eval(expression) == true {
			return
		}
		if thrown := p.Events["Runtime.exceptionThrown"]; len(thrown) > 0 {
			p.t.Fatalf("%s is not true, and the page threw %s", expression, thrown[0])
		}
	}
	p.t.Fatalf("%s is not true within %v", expression, patience)
}

// Go opens an address.
func (p *tab) Go(address string) {
	p.t.Helper()
	p.Call("Page.navigate", map[string]any{"url": address}, nil)
	p.Wait("document.readyState === 'complete' && location.href === " + quote(address))
}

func quote(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // texts always marshal
	}
	return string(quoted)
}

// codes are the key codes of keys that have no text.
var codes = map[string]int{"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Backspace": 8, "Tab": 9, "Enter": 13, "Home": 36, "End": 35}

// Press presses keys, such as "5" or "ArrowLeft".
func (p *tab) Press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		down := map[string]any{"type": "keyDown", "key": key, "windowsVirtualKeyCode": codes[key]}
		if codes[key] == 0 {
			down["text"] = key
		}
		p.Call("Input.dispatchKeyEvent", down, nil)
		p.Call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key, "windowsVirtualKeyCode": codes[key]}, nil)
	}
}

// SetFile chooses a file in the input that a selector finds.
func (p *tab) SetFile(selector, path string) {
	p.t.Helper()
	var found struct{ Result struct{ ObjectID string } }
	p.Call("Runtime.evaluate", map[string]any{"expression": "document.querySelector(" + quote(selector) + ")"}, &found)
	p.Call("DOM.setFileInputFiles", map[string]any{"objectId": found.Result.ObjectID, "files": []string{path}}, nil)
}

// View sets the width of the page in pixels, and whether the reader prefers dark colours.
func (p *tab) View(width int, dark bool, media string) {
	p.t.Helper()
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	p.Call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false}, nil)
	p.Call("Emulation.setEmulatedMedia", map[string]any{"media": media, "features": []any{map[string]any{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// Picture returns the whole page as PNG.
func (p *tab) Picture() []byte {
	p.t.Helper()
	var shot struct{ Data string }
	p.Call("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true}, &shot)
	png, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		p.t.Fatal(err)
	}
	return png
}
