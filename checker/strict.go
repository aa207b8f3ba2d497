package checker

import (
	"fmt"
	"hash/crc32"
)

// check is the strict mode: it reads everything back and checks the invariants
// of blocks, runs, levels and visited states. It takes as long as all states
// take to read, so only tests with few of them have it.
func (s *runSpace[K]) check() error {
	if !s.opt.strict {
		return nil
	}
	inLevels := map[K]int{}
	var keys int64
	for l := range s.all {
		level := &s.all[l]
		var sum int64
		for _, p := range level.parts {
			sum += p.keys
			err := s.checkRun(&run[K]{parts: []*part[K]{p}, keys: p.keys}, func(k K) error {
				if other, ok := inLevels[k]; ok {
					return fmt.Errorf("state %x is in levels %d and %d", k, other, l)
				}
				inLevels[k] = l
				return nil
			})
			if err != nil {
				return fmt.Errorf("level %d: %w", l, err)
			}
		}
		if sum != level.keys {
			return fmt.Errorf("level %d has %d states and says %d", l, sum, level.keys)
		}
		keys += sum
	}
	if keys != s.count {
		return fmt.Errorf("the levels have %d states, the count is %d", keys, s.count)
	}
	visited := map[K]bool{}
	for i, r := range s.visited {
		err := s.checkRun(r.run, func(k K) error {
			if _, ok := inLevels[k]; !ok || visited[k] {
				return fmt.Errorf("state %x is in no level, or in two runs", k)
			}
			visited[k] = true
			return nil
		})
		if err != nil {
			return fmt.Errorf("run %d of visited states: %w", i, err)
		}
	}
	if len(visited) != len(inLevels) {
		return fmt.Errorf("%d states are visited, %d are in levels", len(visited), len(inLevels))
	}
	return nil
}

// checkRun checks a run and calls f for every key.
func (s *runSpace[K]) checkRun(r *run[K], f func(k K) error) error {
	var c cursor[K]
	var last *K
	var keys int64
	for c.open(r, s.opt.blobs); !c.done(); c.advance() {
		p, ref := r.parts[c.p], c.ref()
		data, err := c.bytes(ref)
		if err != nil {
			return err
		}
		if sum := crc32.Checksum(data, castagnoli); sum != ref.sum {
			return fmt.Errorf("block %d of %s has checksum %x, want %x", c.b, p.blob.name, sum, ref.sum)
		}
		if c.b+1 < len(p.blocks) && int(ref.keys) != s.opt.blockKeys || ref.keys == 0 {
			return fmt.Errorf("block %d of %s has %d keys", c.b, p.blob.name, ref.keys)
		}
		block, err := c.block()
		if err != nil {
			return err
		}
		for i := range block {
			if last != nil && !less(last, &block[i]) {
				return fmt.Errorf("%x comes after %x", block[i], *last)
			}
			k := block[i]
			last = &k
			keys++
			if err := f(k); err != nil {
				return err
			}
		}
		if c.b == len(p.blocks)-1 && *last != p.last {
			return fmt.Errorf("%s ends with %x, and says %x", p.blob.name, *last, p.last)
		}
	}
	if keys != r.keys {
		return fmt.Errorf("%d keys, and it says %d", keys, r.keys)
	}
	return nil
}
