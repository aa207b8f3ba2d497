package checker

// Cache keeps decoded blocks for look-ups of single states. It may forget at
// any time, and need not keep what it is given: it saves decoding, and never
// decides anything. It is safe for concurrent use.
type Cache interface {
	Get(block uint64) (keys any, ok bool)
	// Set offers the keys of a block, and reports whether the cache may keep
	// them: then they are not changed any more.
	Set(block uint64, keys any, bytes int64) bool
}

// fewPerBlock is up to how many candidates to a block of visited states count
// as few: then the look-ups of a level go through the cache.
const fewPerBlock = 8

// cached returns the keys of the block at hand, which nobody may change, by way
// of the cache.
func (c *cursor[K]) cached() ([]K, error) {
	id := c.run.parts[c.p].id<<16 | uint64(c.b)
	if keys, ok := c.cache.Get(id); ok {
		if keys, ok := keys.([]K); ok {
			c.shared = keys
			return keys, nil
		}
	}
	keys, err := c.decode()
	if err != nil {
		return nil, err
	}
	c.keys, c.shared = keys, keys
	if c.cache.Set(id, keys, int64(len(keys)*8*len(keys[0]))) {
		c.keys = nil
	}
	return keys, nil
}
