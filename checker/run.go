package checker

import (
	"fmt"
	"hash/crc32"
	"slices"
	"sync/atomic"
)

// partBytes bounds a part of wide keys, which ends with the block that passes
// it.
const partBytes = 2 << 20

// run is a sorted set of keys in blocks. It is immutable.
//
// Invariants: keys ascend strictly through blocks and parts; no part and no
// block is empty; keys is their number.
type run[K key] struct {
	parts []*part[K]
	keys  int64
}

// part is a stretch of a run that is one blob.
type part[K key] struct {
	blocks []blockRef[K]
	last   K // its greatest key
	keys   int64
	blob   *blob
	id     uint64 // its own, for the cache
}

// partIDs numbers the parts of all searches.
var partIDs atomic.Uint64

// join makes a run of parts in order.
func join[K key](parts []*part[K]) *run[K] {
	r := &run[K]{parts: parts}
	for _, p := range parts {
		r.keys += p.keys
	}
	return r
}

// drop gives the blobs of a run up.
func (r *run[K]) drop(b *blobs) {
	for _, p := range r.parts {
		b.drop(p.blob)
	}
}

// runWriter makes parts of ascending keys.
type runWriter[K key] struct {
	*tuning
	blobs *blobs
	name  string // what the names of parts begin with
	parts []*part[K]

	buf    []byte
	blocks []blockRef[K]
	keys   int64
	last   K
}

// begin starts another sequence of parts.
func (w *runWriter[K]) begin(opt *storeOptions, name string) {
	w.tuning, w.blobs, w.name, w.parts = &opt.tuning, opt.blobs, name, nil
	w.clear()
}

func (w *runWriter[K]) clear() { w.buf, w.blocks, w.keys = w.buf[:0], w.blocks[:0], 0 }

// add appends keys, above all that were added before.
func (w *runWriter[K]) add(keys []K) error {
	for len(keys) > 0 {
		if n := len(w.blocks); n == 0 || int(w.blocks[n-1].keys) == w.blockKeys {
			w.endBlock()
			if n == w.partBlocks || len(w.buf) > partBytes {
				if err := w.endPart(); err != nil {
					return err
				}
			}
			w.blocks = append(w.blocks, blockRef[K]{first: keys[0], at: uint32(len(w.buf)), keys: 1})
			w.last = keys[0]
			w.keys++
			keys = keys[1:]
			continue
		}
		b := &w.blocks[len(w.blocks)-1]
		n := min(w.blockKeys-int(b.keys), len(keys))
		at := len(w.buf)
		w.buf = slices.Grow(w.buf, n*deltaBytes(len(w.last)))
		buf := w.buf[:cap(w.buf)]
		prev := &w.last
		for i := range keys[:n] {
			at = putDelta(buf, at, prev, &keys[i])
			prev = &keys[i]
		}
		w.buf = buf[:at]
		if n > 0 {
			w.last = keys[n-1]
		}
		b.keys += uint32(n)
		w.keys += int64(n)
		keys = keys[n:]
	}
	return nil
}

// endBlock completes the entry of the last block.
func (w *runWriter[K]) endBlock() {
	if len(w.blocks) == 0 {
		return
	}
	b := &w.blocks[len(w.blocks)-1]
	b.size = uint32(len(w.buf)) - b.at
	b.sum = crc32.Checksum(w.buf[b.at:], castagnoli)
}

func (w *runWriter[K]) endPart() error {
	p := &part[K]{blocks: append([]blockRef[K](nil), w.blocks...), last: w.last, keys: w.keys}
	w.buf = appendIndex(w.buf, p)
	blob, err := w.blobs.put(fmt.Sprintf("%s-%03d.run", w.name, len(w.parts)), w.buf)
	if err != nil {
		return err
	}
	p.blob, p.id = blob, partIDs.Add(1)
	w.parts = append(w.parts, p)
	w.clear()
	return nil
}

// end returns the parts.
func (w *runWriter[K]) end() ([]*part[K], error) {
	if len(w.blocks) > 0 {
		w.endBlock()
		if err := w.endPart(); err != nil {
			return nil, err
		}
	}
	return w.parts, nil
}
