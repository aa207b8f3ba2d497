package checker

import (
	"cmp"
	"fmt"
	"slices"
)

func (s *runSpace[K]) settle(last bool, fresh freshFunc) error {
	if !last {
		return nil
	}
	name := s.name("level")
	parts, err := s.resolve(name, fresh)
	if err != nil {
		return err
	}
	if len(parts) > 0 {
		r := join(parts)
		s.all[len(s.all)-1].add(parts)
		s.visited = append(s.visited, visitedRun[K]{run: r})
		s.count += r.keys
	}
	return s.tidy()
}

func (s *runSpace[K]) beyond() (bool, error) {
	some := make([]bool, s.workers)
	_, err := s.resolve("", func(worker int, _ []uint64) { some[worker] = true })
	for i := range s.hands {
		s.hands[i].recent.forget()
	}
	return slices.Contains(some, true), err
}

// resolve finds out which candidates are new, and forgets them. It returns
// them as parts, unless name is empty.
func (s *runSpace[K]) resolve(name string, fresh freshFunc) ([]*part[K], error) {
	err := s.parallel(len(s.hands), func(_, i int) error {
		s.hands[i].sort()
		return nil
	})
	if err != nil {
		return nil, err
	}
	tasks := s.tasks(s.all[max(0, len(s.all)-2)].parts)
	// Where the buffers are cut is found out before anybody begins: a task
	// overwrites its pieces.
	pieces := make([][][]K, len(tasks))
	for i := range tasks {
		for j := range s.hands {
			if keys := cut(s.hands[j].buf, tasks[i]); len(keys) > 0 {
				pieces[i] = append(pieces[i], keys)
			}
		}
	}
	s.narrow = s.few()
	found := make([][]*part[K], len(tasks))
	err = s.parallel(len(tasks), func(worker, i int) error {
		parts, err := s.resolveRange(worker, tasks[i], pieces[i], taskName(name, i), fresh)
		found[i] = parts
		return err
	})
	for i := range s.hands {
		h := &s.hands[i]
		h.buf = h.buf[:0]
		for _, r := range h.segments {
			r.drop(s.segments)
		}
		h.segments = nil
	}
	if e := s.segments.sweep(); err == nil {
		err = e
	}
	return slices.Concat(found...), err
}

// few reports whether there are few candidates for so many visited states.
func (s *runSpace[K]) few() bool {
	var n int64
	for i := range s.hands {
		n += int64(len(s.hands[i].buf))
		for _, r := range s.hands[i].segments {
			n += r.keys
		}
	}
	return n < s.count/int64(s.opt.blockKeys)*fewPerBlock
}

func taskName(name string, i int) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf("%s-%03d", name, i)
}

// resolveRange does the work of resolve for a range of keys; pieces are what
// the workers' buffers have in it.
func (s *runSpace[K]) resolveRange(worker int, in stretch[K], pieces [][]K, name string, fresh freshFunc) ([]*part[K], error) {
	b, kit := s.opt.blobs, &s.hands[worker].kit
	kit.reset()
	var all []stream[K]
	for _, keys := range pieces {
		all = append(all, &keysStream[K]{keys})
	}
	for i := range s.hands {
		for _, r := range s.hands[i].segments {
			all = append(all, newRunStream(kit.cursor(r, s.segments), in))
		}
	}
	from := kit.unite(all)
	for i := len(s.visited) - 1; i >= 0; i-- {
		c := kit.cursor(s.visited[i].run, b)
		if s.narrow {
			c.cache = s.opt.cache
		}
		from = &difference[K]{from, c}
	}
	h := &s.hands[worker]
	h.writer.begin(&s.opt, name)
	for {
		keys, err := from.next()
		if err != nil {
			return nil, err
		}
		if keys == nil {
			return h.writer.end()
		}
		h.flat = appendWords(h.flat[:0], keys, s.w)
		fresh(worker, h.flat)
		if name != "" {
			if err := h.writer.add(keys); err != nil {
				return nil, err
			}
		}
	}
}

// tasks divides the keys into ranges by the blocks that the given parts have in
// them: large ranges first, then smaller ones, so that the workers are done at
// about the same time. They do not depend on workers.
func (s *runSpace[K]) tasks(parts []*part[K]) []stretch[K] {
	var firsts []*K
	for _, p := range parts {
		for i := range p.blocks {
			firsts = append(firsts, &p.blocks[i].first)
		}
	}
	slices.SortFunc(firsts, func(a, b *K) int {
		return cmp.Compare(below(b, a), below(a, b))
	})
	all := make([]stretch[K], 1)
	for at := 0; ; {
		left := len(firsts) - at
		at += max(min(left/tasksAhead, s.opt.taskBlocks), s.opt.leastTask)
		if at >= len(firsts) {
			return all
		}
		pivot := firsts[at]
		all[len(all)-1].hi = pivot
		all = append(all, stretch[K]{lo: pivot})
	}
}
