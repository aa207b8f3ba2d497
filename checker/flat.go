package checker

// flatSpace keeps states as they come, one behind the other, and numbers them: a
// level is a stretch of them, and a table of numbers finds one again. It is what a
// browser has instead of tableSpace and runSpace, which are compiled once for each
// width and are ten times as much to load. Its checks are small, and it has one
// thread: states are settled one after the other.
type flatSpace struct {
	crew
	opt  storeOptions
	set  flatSet
	ends []int      // by level: the number behind its last state
	out  [][]uint64 // by worker: candidates
}

func newFlatSpace(w int, c crew, opt storeOptions) *flatSpace {
	return &flatSpace{crew: c, opt: opt, set: newFlatSet(w), out: make([][]uint64, c.workers)}
}

func (s *flatSpace) states() int64        { return int64(s.set.count()) }
func (s *flatSpace) levels() int          { return len(s.ends) }
func (s *flatSpace) size(level int) int64 { return int64(len(s.level(level)) / s.set.w) }
func (s *flatSpace) begin()               { s.ends = append(s.ends, s.set.count()) }
func (s *flatSpace) cut(level int)        { s.ends = s.ends[:level] }
func (s *flatSpace) round() int           { return s.opt.tableRound }

// bytes is as much as that many states take in the tables of other builds, so that
// a limit means the same. It is less here.
func (s *flatSpace) bytes() int64  { return s.states() * tableBytes(s.set.w) }
func (s *flatSpace) held() int64   { return int64(8*cap(s.set.words) + 4*len(s.set.slots)) }
func (s *flatSpace) stored() int64 { return s.held() }

// level is the packed states of a level.
func (s *flatSpace) level(level int) []uint64 {
	from := 0
	if level > 0 {
		from = s.ends[level-1]
	}
	return s.set.words[from*s.set.w : s.ends[level]*s.set.w]
}

func (s *flatSpace) chunks(level int) int {
	n := s.set.w * s.opt.tableChunk
	return (len(s.level(level)) + n - 1) / n
}

func (s *flatSpace) read(_, level, chunk int) ([]uint64, error) {
	all, n := s.level(level), s.set.w*s.opt.tableChunk
	return all[chunk*n : min((chunk+1)*n, len(all))], nil
}

// send puts states that are not visited into the worker's buffer.
func (s *flatSpace) send(worker int, states []uint64) error {
	for w := s.set.w; len(states) > 0; states = states[w:] {
		if _, ok := s.set.index(states[:w]); !ok {
			s.out[worker] = append(s.out[worker], states[:w]...)
		}
	}
	return nil
}

func (s *flatSpace) settle(_ bool, fresh freshFunc) error {
	return s.parallel(1, func(worker, _ int) error {
		from := len(s.set.words)
		for i, states := range s.out {
			for ; len(states) > 0; states = states[s.set.w:] {
				s.set.add(states[:s.set.w])
			}
			s.out[i] = s.out[i][:0]
		}
		s.ends[len(s.ends)-1] = s.set.count()
		fresh(worker, s.set.words[from:])
		return nil
	})
}

func (s *flatSpace) beyond() (bool, error) {
	some := false
	for i := range s.out {
		some = some || len(s.out[i]) > 0
		s.out[i] = s.out[i][:0]
	}
	return some, nil
}

func (s *flatSpace) grown(_, done int) (space, int, error) { return s, done, nil }

func (s *flatSpace) unite() error { return nil }

func (s *flatSpace) locate(_ int, states []uint64, at []int64) error {
	for i := range at {
		n, ok := s.set.index(states[i*s.set.w : (i+1)*s.set.w])
		at[i] = int64(n)
		if !ok {
			at[i] = -1
		}
	}
	return nil
}

func (s *flatSpace) slots() int64 { return s.states() }

// flatSet numbers states of one width: a dictionary.
//
// Invariants: words holds the states by number; a slot is zero, or a number and 1;
// a state's is in the run of taken slots that begins at its home slot.
type flatSet struct {
	w     int
	words []uint64
	slots []uint32 // a power of two
}

func newFlatSet(w int) flatSet { return flatSet{w: w, slots: make([]uint32, leastSlots)} }

func (t *flatSet) count() int { return len(t.words) / t.w }

// state is the packed state of a number.
func (t *flatSet) state(n int) []uint64 { return t.words[n*t.w : (n+1)*t.w] }

// find returns the slot of a state, or the empty one where it would go.
func (t *flatSet) find(state []uint64) int {
	h := mix(state[0])
	for _, x := range state[1:] {
		h = mix(h ^ x)
	}
	mask := len(t.slots) - 1
	for i := int(h) & mask; ; i = (i + 1) & mask {
		if n := t.slots[i]; n == 0 || same(t.state(int(n-1)), state) {
			return i
		}
	}
}

// same is what slices.Equal is, which a browser's build does not inline.
func same(a, b []uint64) bool {
	for i, x := range a {
		if x != b[i] {
			return false
		}
	}
	return true
}

func (t *flatSet) index(state []uint64) (int, bool) {
	n := int(t.slots[t.find(state)])
	return n - 1, n > 0
}

func (t *flatSet) add(state []uint64) int {
	at := t.find(state)
	if n := int(t.slots[at]); n > 0 {
		return n - 1
	}
	n := t.count()
	t.words = append(t.words, state...)
	t.slots[at] = uint32(n + 1)
	if (n+1)*8 >= len(t.slots)*fullEighths {
		t.grow()
	}
	return n
}

func (t *flatSet) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	for n := range t.count() {
		t.slots[t.find(t.state(n))] = uint32(n + 1)
	}
}
