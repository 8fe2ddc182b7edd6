package pipeline

import "sync/atomic"

// Progress can be read while a run goes on. Runs that follow each other may share
// one: they go on counting.
type Progress struct {
	BytesIn atomic.Int64 // raw bytes read
	Puzzles atomic.Int64 // records written

	stage  atomic.Pointer[Stage]
	engine atomic.Pointer[string]
}

// A Stage is work on what was read before: records are compared, sorted or
// written.
type Stage struct {
	Name  string // what is done: "comparing"
	Total int64  // records
	Done  atomic.Int64
}

// Begin begins a stage. On a nil Progress it is shown to nobody.
func (p *Progress) Begin(name string, total int64) *Stage {
	s := &Stage{Name: name, Total: total}
	if p != nil {
		p.stage.Store(s)
	}
	return s
}

// Stage is the current stage; nil: the inputs are being read.
func (p *Progress) Stage() *Stage { return p.stage.Load() }

// Engine names an engine that runs, with its kernels; "" if none is known yet.
func (p *Progress) Engine() string {
	if name := p.engine.Load(); name != nil {
		return *name
	}
	return ""
}

// noteEngine notes the engine of a worker, which must be between two batches.
func (p *Progress) noteEngine(w Worker) {
	if p.engine.Load() != nil {
		return
	}
	if r, ok := w.(EngineReporter); ok {
		if names := r.Engines(); len(names) > 0 {
			p.engine.Store(&names[0])
		}
	}
}
