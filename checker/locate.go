package checker

import (
	"errors"
	"slices"
)

// unite makes one run of all visited ones, if there is room for that.
func (s *runSpace[K]) unite() error {
	if len(s.visited) < 2 {
		return nil
	}
	err := s.replace(0)
	if err == nil {
		err = s.tidy()
	}
	if errors.Is(err, ErrFull) {
		return nil
	}
	return err
}

// locate numbers the states of the visited runs one after the other. The
// states that are asked for are sorted, so that each block is decoded once.
func (s *runSpace[K]) locate(worker int, states []uint64, at []int64) error {
	h := &s.hands[worker]
	h.wanted = appendKeys(h.wanted[:0], states, s.w)
	h.sorted = append(h.sorted[:0], h.wanted...)
	h.room = slices.Grow(h.room[:0], len(h.sorted))[:len(h.sorted)]
	sorted := sortKeys(h.sorted, h.room)
	h.numbers = h.numbers[:0]
	for range sorted {
		h.numbers = append(h.numbers, -1)
	}
	var base int64
	for i := len(s.visited) - 1; i >= 0; i-- {
		r := s.visited[i].run
		h.kit.reset()
		c := h.kit.cursor(r, s.opt.blobs)
		c.cache = s.opt.cache
		if err := c.number(sorted, h.numbers, base); err != nil {
			return err
		}
		base += r.keys
	}
	for i := range at {
		at[i] = h.numbers[lowerBound(sorted, &h.wanted[i])]
	}
	return nil
}

// number writes base and the position in the run of those keys that are there.
// Only the last block of a part has fewer keys than the others.
func (c *cursor[K]) number(keys []K, numbers []int64, base int64) error {
	part := 0
	for i := range keys {
		if numbers[i] >= 0 {
			continue
		}
		c.seek(&keys[i])
		if c.done() {
			return nil
		}
		for ; part < c.p; part++ {
			base += c.run.parts[part].keys
		}
		block, err := c.block()
		if err != nil {
			return err
		}
		if j := lowerBound(block, &keys[i]); j < len(block) && block[j] == keys[i] {
			numbers[i] = base + int64(c.b*int(c.run.parts[c.p].blocks[0].keys)) + int64(j)
		}
	}
	return nil
}
