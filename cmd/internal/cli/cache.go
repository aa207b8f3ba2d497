package cli

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/dgraph-io/ristretto/v2"
)

// blockCache is the cache of decoded blocks in front of the visited states. It
// is made when it is first asked: most searches never look single states up.
//
// It only saves decoding. Ristretto drops and evicts by design, so it could
// not decide what is visited: with room for 5,000 entries a search of a space
// of 17,498 states was still inserting after 19 million, for each state that
// it had forgotten was new again. And as a set of states it takes 172 to 191
// bytes for an entry, a block one or two.
type blockCache struct {
	bytes int64

	once          sync.Once
	cache         *ristretto.Cache[uint64, any]
	lookups, hits atomic.Int64
}

const (
	// cacheShare is the part of the memory for states that the cache may use.
	cacheShare = 8
	mostCache  = 256 << 20
	// leastBlock is about the size of a decoded block.
	leastBlock = 16 << 10
	// trialLookups is how many look-ups the cache has to show that it is of
	// use: one that is too small for the model costs more than it saves.
	trialLookups = 1024
)

// idle reports whether the cache has given up.
func (c *blockCache) idle() bool {
	n := c.lookups.Load()
	return n >= trialLookups && c.hits.Load() < n/2
}

func newBlockCache(memory int64) *blockCache {
	if memory == 0 {
		memory = mostCache
	}
	return &blockCache{bytes: min(memory/cacheShare, mostCache)}
}

func (c *blockCache) open() *ristretto.Cache[uint64, any] {
	c.once.Do(func() {
		// The configuration is right, so there is no error; without a cache
		// the search goes on as well.
		c.cache, _ = ristretto.NewCache(&ristretto.Config[uint64, any]{
			NumCounters: max(10*c.bytes/leastBlock, 100), MaxCost: c.bytes, BufferItems: 64,
		})
	})
	return c.cache
}

// Get implements [checker.Cache].
func (c *blockCache) Get(block uint64) (any, bool) {
	if c.idle() {
		return nil, false
	}
	c.lookups.Add(1)
	cache := c.open()
	if cache == nil {
		return nil, false
	}
	keys, ok := cache.Get(block)
	if ok {
		c.hits.Add(1)
	}
	return keys, ok
}

// Set implements [checker.Cache].
func (c *blockCache) Set(block uint64, keys any, bytes int64) bool {
	cache := c.open()
	return cache != nil && !c.idle() && cache.Set(block, keys, bytes)
}

func (c *blockCache) close() {
	if c.cache != nil {
		c.cache.Close()
	}
}

// String says how often the cache was of use, or nothing.
func (c *blockCache) String() string {
	n := c.lookups.Load()
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("cache of decoded blocks: %d look-ups, %.1f %% found there", n, 100*float64(c.hits.Load())/float64(n))
}
