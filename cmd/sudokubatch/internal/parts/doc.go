// Package parts has everything about the parts of a run: shares (--shard and merge), and runs that go on
// after they were stopped (--resume).
//
// A part is the work of one process on a run, between two borders. A share is a part with borders inside the
// inputs; share I of N of the same run begins where share I-1 ends. With --resume the whole run is one part,
// and a checkpoint says how far it is. A manifest describes the part: the run (verb, options, inputs), the
// borders, the outputs with their digests, and the checkpoint or the statistics. A run without these flags has
// no part: then *Part is nil.
//
//	         Begin ── no manifest ──────────► fresh ──┐
//	           │ ──── another run's ────────► error   ├─► Create, Start, Configure: the run
//	           │ ──── with a checkpoint ────► goes on ┘      │            │
//	           └───── complete, verified ───► exit code      │ ends       │ fails, is stopped
//	                                                         ▼            ▼
//	share: Published writes the manifest  ◄── Finished, outputs renamed   Stopped
//	--resume: Published removes it                                        keeps or removes the files
//
// Files of a run with --resume that writes out.csv:
//
//	out.csv.partial        the answers so far
//	out.csv.partial.json   the manifest: replaced by each checkpoint, removed at the end
//
// Files of share 2 of 3 in its folder:
//
//	part-00002-of-00003.csv             the answers, or .records.zst and .index for verbs that compare
//	part-00002-of-00003.manifest.json   written when the answers are published
//
// A run that goes on. The ring calls checkpoint after each batch. Every few seconds startSave takes the size
// and digest of the output; a goroutine syncs the output, then replaces the manifest. So the output
// always holds at least what the manifest says. The next process cuts off the rest. Configure gives the
// ring the place where it begins: that is all that the ring knows.
//
// Locks. A process locks the partial file while it lives (corpus/internal/atomicfile). Begin asks for the lock
// before it compares anything, so a second start says "in use" and gives no advice to remove files. A
// process whose partial file was removed or replaced publishes nothing and leaves all files. Shares need no
// lock: each writes temporary files, and renames them.
//
// Comparison. Manifest.differs compares a run that goes on, a share that runs again, and the shares that
// merge joins: version, verb, every option but Neutral, inputs (name, size, samples of bytes; with --resume
// also the time), number of shares. merge also compares the times of an input between shares that read it on
// one machine at one path. A share that runs again compares the digest of every byte of the inputs that it
// read, as does merge --verify. If only its outputs are damaged, it is done again.
//
// Trust. A manifest may come from elsewhere. It is read only if it is exactly what this version
// writes, and if its numbers are possible and agree. Its names stay in its folder, it names no output, and its
// numbers allocate nothing. Outputs are compared with their digests. A checkpoint counts the bytes of the
// inputs before it, and is refused where they are others. A run that does not reach its checkpoint fails (pipeline.ErrUnreached).
//
// The files: flags (what the user asks for), part (a part from beginning to end), manifest, inputs and options
// (the comparison), resume (checkpoints), shard (borders and names), join (merge), possible (what a manifest
// may say).
package parts
