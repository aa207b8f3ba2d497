package checker

// tableSpace keeps few states: visited ones in hash tables, levels as they
// come. It is divided into shards by hash, each of which one worker at a time
// fills.
type tableSpace[K key] struct {
	crew
	w      int
	opt    storeOptions
	shards [shardCount]table[K]
	all    [][]uint64 // levels
	hands  []tableHand[K]
	merged [shardCount][]uint64 // new states of a round
	count  int64
}

// tableHand is what a worker has for itself.
type tableHand[K key] struct {
	recent recent[K]
	out    [shardCount][]K
}

const (
	// The top shardBits of the hash choose a shard, the bits at the bottom a
	// slot in it.
	shardBits  = 4
	shardCount = 1 << shardBits
	shardShift = 64 - shardBits
)

func newTableSpace[K key](w int, c crew, opt storeOptions) *tableSpace[K] {
	s := &tableSpace[K]{crew: c, w: w, opt: opt, hands: make([]tableHand[K], c.workers)}
	for i := range s.shards {
		s.shards[i].slots = make([]K, leastSlots)
	}
	for i := range s.hands {
		s.hands[i].recent = newRecent[K](opt.recentBytes)
	}
	return s
}

func (s *tableSpace[K]) states() int64        { return s.count }
func (s *tableSpace[K]) levels() int          { return len(s.all) }
func (s *tableSpace[K]) size(level int) int64 { return int64(len(s.all[level]) / s.w) }
func (s *tableSpace[K]) begin()               { s.all = append(s.all, nil) }
func (s *tableSpace[K]) cut(level int)        { s.all = s.all[:level] }
func (s *tableSpace[K]) round() int           { return s.opt.tableRound }

// bytes is what the tables and levels take at most: a table that has just
// grown has four slots for a state, and a level holds it again.
func (s *tableSpace[K]) bytes() int64 { return s.count * tableBytes(s.w) }

func tableBytes(w int) int64 { return 40 * int64(w) }

func (s *tableSpace[K]) held() int64 {
	n := s.count + s.slots()
	return n * int64(8*s.w)
}

func (s *tableSpace[K]) stored() int64 { return s.held() }

func (s *tableSpace[K]) chunks(level int) int {
	n := s.w * s.opt.tableChunk
	return (len(s.all[level]) + n - 1) / n
}

func (s *tableSpace[K]) read(_, level, chunk int) ([]uint64, error) {
	all := s.all[level]
	n := s.w * s.opt.tableChunk
	return all[chunk*n : min((chunk+1)*n, len(all))], nil
}

// send puts states that are not visited into the worker's buffers.
func (s *tableSpace[K]) send(worker int, states []uint64) error {
	h := &s.hands[worker]
	for i := 0; i+s.w <= len(states); i += s.w {
		k := loadKey[K](states[i : i+s.w])
		if h.recent.seen(&k) {
			continue
		}
		x := hash(&k)
		shard := x >> shardShift
		if _, ok := s.shards[shard].find(&k, x); !ok {
			h.out[shard] = append(h.out[shard], k)
		}
	}
	return nil
}

func (s *tableSpace[K]) settle(_ bool, fresh freshFunc) error {
	err := s.parallel(shardCount, func(worker, shard int) error {
		t := &s.shards[shard]
		merged := s.merged[shard][:0]
		for i := range s.hands {
			out := s.hands[i].out[shard]
			for j := range out {
				if t.add(&out[j], hash(&out[j])) {
					merged = appendWords(merged, out[j:j+1], s.w)
				}
			}
			s.hands[i].out[shard] = out[:0]
		}
		s.merged[shard] = merged
		fresh(worker, merged)
		return nil
	})
	if err != nil {
		return err
	}
	level := &s.all[len(s.all)-1]
	for _, merged := range s.merged {
		*level = append(*level, merged...)
		s.count += int64(len(merged) / s.w)
	}
	return nil
}

func (s *tableSpace[K]) beyond() (bool, error) {
	some := false
	for i := range s.hands {
		h := &s.hands[i]
		h.recent.forget()
		for shard := range h.out {
			some = some || len(h.out[shard]) > 0
			h.out[shard] = h.out[shard][:0]
		}
	}
	return some, nil
}

func (s *tableSpace[K]) grown(level, done int) (space, int, error) {
	wide := s.size(level)*wideShare > s.count
	if s.count <= s.opt.tableLeast || s.count <= s.opt.tableMost && !wide {
		return s, done, nil
	}
	return newRunSpace(s, level, done)
}

func (s *tableSpace[K]) unite() error { return nil }

func (s *tableSpace[K]) locate(_ int, states []uint64, at []int64) error {
	var bases [shardCount]int64
	for i := range shardCount - 1 {
		bases[i+1] = bases[i] + int64(len(s.shards[i].slots)) + 1
	}
	for i := range at {
		k := loadKey[K](states[i*s.w : (i+1)*s.w])
		h := hash(&k)
		slot, ok := s.shards[h>>shardShift].find(&k, h)
		at[i] = bases[h>>shardShift] + int64(slot)
		if !ok {
			at[i] = -1
		}
	}
	return nil
}

func (s *tableSpace[K]) slots() int64 {
	n := int64(shardCount)
	for i := range s.shards {
		n += int64(len(s.shards[i].slots))
	}
	return n
}
