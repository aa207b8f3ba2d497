package checker

import "slices"

// tidy merges runs of visited states when there are many, and moves everything
// into files when memory is full.
func (s *runSpace[K]) tidy() error {
	if err := s.pack(); err != nil {
		return err
	}
	if err := s.opt.blobs.sweep(); err != nil {
		return err
	}
	return s.check()
}

func (s *runSpace[K]) pack() error {
	if len(s.visited) > s.opt.mostRuns {
		if err := s.compact(); err != nil {
			return err
		}
	}
	b := s.opt.blobs
	if b.full() {
		if err := b.open(); err != nil {
			return err
		}
	}
	if b.dir == nil || b.held.Load() == 0 {
		return nil
	}
	for i := range s.all {
		for _, p := range s.all[i].parts {
			if err := b.move(p.blob); err != nil {
				return err
			}
		}
	}
	for _, r := range s.visited {
		for _, p := range r.parts {
			if err := b.move(p.blob); err != nil {
				return err
			}
		}
	}
	return nil
}

// compact merges the youngest runs: a few, and as many more as it takes for
// the one before them to be larger than they are together.
func (s *runSpace[K]) compact() error {
	from := max(0, len(s.visited)-s.opt.leastMerged)
	var sum int64
	for _, r := range s.visited[from:] {
		sum += r.keys
	}
	for from > 0 && s.visited[from-1].keys < 2*sum {
		from--
		sum += s.visited[from].keys
	}
	return s.replace(from)
}

// replace merges the visited runs from the given one on.
func (s *runSpace[K]) replace(from int) error {
	old := s.visited[from:]
	r, err := s.merge(old)
	if err != nil {
		return err
	}
	for _, o := range old {
		if o.own {
			o.drop(s.opt.blobs)
		}
	}
	s.visited = append(s.visited[:from:from], visitedRun[K]{r, true})
	return nil
}

// merge makes one run of several, by ranges of keys.
func (s *runSpace[K]) merge(old []visitedRun[K]) (*run[K], error) {
	largest := slices.MaxFunc(old, func(a, b visitedRun[K]) int { return int(a.keys - b.keys) })
	tasks := s.tasks(largest.parts)
	name := s.name("visited")
	merged := make([][]*part[K], len(tasks))
	err := s.parallel(len(tasks), func(worker, i int) error {
		w, kit := &s.hands[worker].writer, &s.hands[worker].kit
		kit.reset()
		w.begin(&s.opt, taskName(name, i))
		all := make([]stream[K], 0, len(old))
		for _, r := range slices.Backward(old) { // small ones first
			all = append(all, newRunStream(kit.cursor(r.run, s.opt.blobs), tasks[i]))
		}
		from := kit.unite(all)
		for {
			keys, err := from.next()
			if err != nil {
				return err
			}
			if keys == nil {
				merged[i], err = w.end()
				return err
			}
			if err := w.add(keys); err != nil {
				return err
			}
		}
	})
	return join(slices.Concat(merged...)), err
}
