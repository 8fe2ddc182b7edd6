package main

import "sync"

// atExit holds what a process that is ended at once still has to tidy up.
var atExit cleanup

// A cleanup is one function to call before the process ends early.
type cleanup struct {
	mu sync.Mutex
	f  func()
}

// set says what to do; nil is nothing.
func (c *cleanup) set(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.f = f
}

// run does it.
func (c *cleanup) run() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.f != nil {
		c.f()
	}
}
