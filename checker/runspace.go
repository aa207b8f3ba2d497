package checker

import (
	"fmt"
	"sort"
)

// runSpace keeps many states: levels and visited states are sorted runs of
// blocks. What is new is found out at the end of a level, for all its
// candidates together: each worker's are sorted and freed of repetitions, then
// ranges of keys are merged and the visited runs subtracted, range by range.
//
// Invariants: the runs of visited are disjoint and hold every state of every
// level; the parts of a level are disjoint; states that were settled at once
// make one run.
type runSpace[K key] struct {
	crew
	w       int
	opt     storeOptions
	all     []runLevel[K]
	visited []visitedRun[K] // oldest first
	hands   []runHand[K]
	count   int64
	serial  int // numbers the runs, for names
	// segments keeps the workers' segments, in memory as long as they are few:
	// they do not live long.
	segments *blobs
	narrow   bool // few candidates are being resolved
}

// runLevel is the states of a level: the parts of one or more runs.
type runLevel[K key] struct {
	parts  []*part[K]
	starts []int // by part: its first chunk
	chunks int   // a chunk is a block
	keys   int64
}

func (l *runLevel[K]) add(parts []*part[K]) {
	for _, p := range parts {
		l.parts = append(l.parts, p)
		l.starts = append(l.starts, l.chunks)
		l.chunks += len(p.blocks)
		l.keys += p.keys
	}
}

// visitedRun is a run of visited states: a level's, or one of its own.
type visitedRun[K key] struct {
	*run[K]
	own bool
}

// runHand is what a worker has for itself.
type runHand[K key] struct {
	recent   recent[K]
	buf, tmp []K       // candidates, and as much room for sorting
	segments []*run[K] // candidates that were sorted when buf was full
	flushes  int       // so far, for names
	reader   cursor[K]
	flat     []uint64 // packed states for the reader of a level, and for fresh
	writer   runWriter[K]
	kit      kit[K]
	wanted   []K // for locate
	sorted   []K
	room     []K
	numbers  []int64
}

const (
	// roundBlocks is how many blocks a worker expands in a round.
	roundBlocks = 64
	// tasksAhead is how many ranges a merge has left when they begin to become
	// smaller.
	tasksAhead = 6
)

// bufferKeys is how many candidates a worker keeps before it sorts them.
func (s *runSpace[K]) bufferKeys() int {
	n := s.opt.mostBuffer
	if s.opt.memory > 0 {
		n = min(n, int(s.opt.memory/8/int64(8*s.w)/int64(s.workers)))
	}
	return max(n, s.opt.leastBuffer)
}

// emptyRunSpace returns a space without states, for the same states as t.
func emptyRunSpace[K key](t *tableSpace[K]) *runSpace[K] {
	s := &runSpace[K]{crew: t.crew, w: t.w, opt: t.opt, hands: make([]runHand[K], t.workers)}
	s.segments = newBlobs(max(s.opt.memory/8, 1), nil, nil)
	n := s.bufferKeys()
	for i := range s.hands {
		s.hands[i].recent = newRecent[K](s.opt.recentBytes)
		s.hands[i].buf = make([]K, 0, n)
		s.hands[i].tmp = make([]K, n)
	}
	return s
}

// newRunSpace copies the states of a tableSpace, done chunks of whose given
// level are expanded. If that fails, the tableSpace is as it was.
func newRunSpace[K key](t *tableSpace[K], level, done int) (*runSpace[K], int, error) {
	s := emptyRunSpace(t)
	s.count = t.count
	newDone := 0
	for l, states := range t.all {
		var lv runLevel[K]
		split := len(states)
		if l == level {
			split = min(done*s.opt.tableChunk*s.w, split)
		}
		for i, piece := range [][]uint64{states[:split], states[split:]} {
			parts, err := s.write("level", appendKeys(make([]K, 0, len(piece)/s.w), piece, s.w))
			if err != nil {
				return nil, 0, err
			}
			lv.add(parts)
			if l == level && i == 0 {
				newDone = lv.chunks
			}
		}
		s.all = append(s.all, lv)
	}
	keys := make([]K, 0, t.count)
	for i := range t.shards {
		keys = t.shards[i].appendAll(keys)
	}
	parts, err := s.write("visited", keys)
	if err != nil {
		return nil, 0, err
	}
	if len(parts) > 0 {
		s.visited = append(s.visited, visitedRun[K]{join(parts), true})
	}
	return s, newDone, s.tidy()
}

// write makes a run of keys in any order.
func (s *runSpace[K]) write(kind string, keys []K) ([]*part[K], error) {
	var w runWriter[K]
	w.begin(&s.opt, s.name(kind))
	if err := w.add(sortKeys(keys, make([]K, len(keys)))); err != nil {
		return nil, err
	}
	return w.end()
}

// name returns a name for the parts of a new run.
func (s *runSpace[K]) name(kind string) string {
	s.serial++
	return fmt.Sprintf("%s-%05d", kind, s.serial)
}

func (s *runSpace[K]) states() int64        { return s.count }
func (s *runSpace[K]) levels() int          { return len(s.all) }
func (s *runSpace[K]) size(level int) int64 { return s.all[level].keys }
func (s *runSpace[K]) chunks(level int) int { return s.all[level].chunks }
func (s *runSpace[K]) round() int           { return roundBlocks * s.workers }
func (s *runSpace[K]) begin()               { s.all = append(s.all, runLevel[K]{}) }
func (s *runSpace[K]) cut(level int)        { s.all = s.all[:level] }
func (s *runSpace[K]) slots() int64         { return s.count }

// bytes: a state is in a level and in a visited run; in each it takes one to
// four bytes a word.
func (s *runSpace[K]) bytes() int64 { return s.count * runBytes(s.w) }

func runBytes(w int) int64 { return 8 * int64(w) }

func (s *runSpace[K]) held() int64 {
	n := s.opt.blobs.held.Load() + s.segments.held.Load()
	for i := range s.hands {
		n += int64(cap(s.hands[i].buf)+len(s.hands[i].tmp)) * int64(8*s.w)
	}
	return n
}

func (s *runSpace[K]) stored() int64 {
	var n int64
	for _, l := range s.all {
		n += blobBytes(l.parts)
	}
	for _, v := range s.visited {
		if v.own {
			n += blobBytes(v.parts)
		}
	}
	return n
}

func blobBytes[K key](parts []*part[K]) (n int64) {
	for _, p := range parts {
		n += int64(p.blob.size)
	}
	return n
}

func (s *runSpace[K]) grown(_, done int) (space, int, error) { return s, done, nil }

func (s *runSpace[K]) read(worker, level, chunk int) ([]uint64, error) {
	h, l := &s.hands[worker], &s.all[level]
	c := &h.reader
	if c.run == nil || len(c.run.parts) == 0 || &c.run.parts[0] != &l.parts[0] {
		c.open(&run[K]{parts: l.parts}, s.opt.blobs)
	}
	c.p = sort.SearchInts(l.starts, chunk+1) - 1
	c.b = chunk - l.starts[c.p]
	c.ready = false
	keys, err := c.block()
	if err != nil {
		return nil, err
	}
	h.recent.note(keys) // many steps lead to states of the same level
	h.flat = appendWords(h.flat[:0], keys, s.w)
	return h.flat, nil
}

func (s *runSpace[K]) send(worker int, states []uint64) error {
	h := &s.hands[worker]
	for len(states) > 0 {
		room := cap(h.buf) - len(h.buf)
		if room == 0 {
			if err := s.flush(worker); err != nil {
				return err
			}
			continue
		}
		some := states[:min(room*s.w, len(states))]
		h.buf = h.recent.filter(h.buf, some, s.w)
		states = states[len(some):]
	}
	return nil
}

// sort sorts a worker's candidates.
func (h *runHand[K]) sort() {
	sorted := sortKeys(h.buf, h.tmp)
	if len(sorted) > 0 && &sorted[0] == &h.tmp[0] {
		h.buf, h.tmp = h.tmp, h.buf[:cap(h.buf)]
	}
	h.buf = h.buf[:len(sorted)]
}

// flush makes room for candidates: by dropping repetitions, or else by making
// a segment of them.
func (s *runSpace[K]) flush(worker int) error {
	h := &s.hands[worker]
	h.sort()
	if len(h.buf) <= cap(h.buf)/4 {
		return nil
	}
	if err := s.segments.relieve(s.opt.blobs); err != nil {
		return err
	}
	opt := s.opt
	opt.blobs = s.segments
	h.writer.begin(&opt, fmt.Sprintf("segment-%05d-%d-%d", s.serial, worker, h.flushes))
	h.flushes++
	if err := h.writer.add(h.buf); err != nil {
		return err
	}
	parts, err := h.writer.end()
	if err != nil {
		return err
	}
	h.segments = append(h.segments, join(parts))
	h.buf = h.buf[:0]
	return nil
}
