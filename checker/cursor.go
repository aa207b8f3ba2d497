package checker

import (
	"hash/crc32"
	"sort"
)

// cursor reads a run, mostly forwards. It decodes only the blocks that it is
// asked for.
type cursor[K key] struct {
	run   *run[K]
	blobs *blobs
	p, b  int // part and block at hand
	ready bool
	keys  []K // of the block at hand, when ready
	raw   rawReader

	cache  Cache // nil: none
	shared []K   // of the block at hand, when ready, by way of the cache
}

// rawReader reads the bytes of blocks, several at a time when they follow each
// other.
type rawReader struct {
	buf  []byte
	blob *blob
	from int // of buf in the blob
}

// readAhead is how many bytes are read at once from a file.
const readAhead = 32 << 10

// open points the cursor at the first block of a run.
func (c *cursor[K]) open(r *run[K], b *blobs) {
	c.run, c.blobs, c.p, c.b, c.ready = r, b, 0, 0, false
	c.raw.blob, c.cache = nil, nil
}

func (c *cursor[K]) done() bool { return c.p >= len(c.run.parts) }

func (c *cursor[K]) ref() *blockRef[K] { return &c.run.parts[c.p].blocks[c.b] }

// advance goes to the next block.
func (c *cursor[K]) advance() {
	c.ready = false
	if c.b++; c.b == len(c.run.parts[c.p].blocks) {
		c.p, c.b = c.p+1, 0
	}
}

// following is the first key of the next block, nil behind the last.
func (c *cursor[K]) following() *K {
	p := c.run.parts[c.p]
	if c.b+1 < len(p.blocks) {
		return &p.blocks[c.b+1].first
	}
	if c.p+1 < len(c.run.parts) {
		return &c.run.parts[c.p+1].blocks[0].first
	}
	return nil
}

// seek goes forward to the block that k lies in, if any: the last that does
// not begin above k, or the one at hand.
func (c *cursor[K]) seek(k *K) {
	if c.done() {
		return
	}
	p := c.p
	if next := c.following(); next == nil || less(k, next) {
		return
	}
	// The last part that begins at or below k.
	if p+1 < len(c.run.parts) && !less(k, &c.run.parts[p+1].blocks[0].first) {
		rest := c.run.parts[p+1:]
		n := sort.Search(len(rest), func(i int) bool { return less(k, &rest[i].blocks[0].first) })
		c.p, c.b, c.ready = p+n, 0, false
	}
	// The same among its blocks, galloping from the one at hand.
	blocks := c.run.parts[c.p].blocks
	step := 1
	for c.b+step < len(blocks) && !less(k, &blocks[c.b+step].first) {
		step *= 2
	}
	from, to := c.b+step/2, min(c.b+step, len(blocks))
	for from+1 < to {
		if mid := (from + to) / 2; less(k, &blocks[mid].first) {
			to = mid
		} else {
			from = mid
		}
	}
	if from != c.b {
		c.b, c.ready = from, false
	}
}

// block returns the keys of the block at hand. With a cache they may not be
// changed.
func (c *cursor[K]) block() (keys []K, err error) {
	switch {
	case c.ready && c.cache != nil:
		return c.shared, nil
	case c.ready:
		return c.keys, nil
	case c.cache != nil:
		keys, err = c.cached()
	default:
		keys, err = c.decode()
		c.keys = keys
	}
	c.ready = err == nil
	return keys, err
}

// decode reads and decodes the block at hand into c.keys, if there is room.
func (c *cursor[K]) decode() ([]K, error) {
	ref := c.ref()
	data, err := c.bytes(ref)
	if err != nil {
		return nil, err
	}
	if cap(c.keys) < int(ref.keys) {
		c.keys = make([]K, 0, ref.keys)
	}
	keys, err := decodeBlock(c.keys[:0], &ref.first, int(ref.keys), data)
	if err != nil {
		return nil, &FileError{c.run.parts[c.p].blob.name, err.Error()}
	}
	return keys, nil
}

// bytes returns the bytes of a block; from a file with what follows it.
func (c *cursor[K]) bytes(ref *blockRef[K]) ([]byte, error) {
	p := c.run.parts[c.p]
	at, size := int(ref.at), int(ref.size)
	if p.blob.data != nil {
		return p.blob.data[at : at+size], nil
	}
	r := &c.raw
	if r.blob != p.blob || at < r.from || at+size > r.from+len(r.buf) {
		want := size
		if r.blob == p.blob && at == r.from+len(r.buf) || c.b == 0 { // one after the other
			want = max(size, min(readAhead, p.blob.size-at))
		}
		buf, err := c.blobs.read(p.blob, at, want, r.buf)
		if err != nil {
			return nil, err
		}
		r.buf, r.blob, r.from = buf, p.blob, at
	}
	data := r.buf[at-r.from:][:size]
	if crc32.Checksum(data, castagnoli) != ref.sum {
		return nil, errDamagedBlock(p.blob.name)
	}
	return data, nil
}
