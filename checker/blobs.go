package checker

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

// blob is a finished sequence of bytes: in memory, or in a file.
type blob struct {
	name string
	size int
	data []byte // nil: in a file
}

// blobs keeps blobs: in memory until they fill its budget, then in the files
// of a directory. A file is written once and never changed.
//
// Invariant: a file that the last commit names is there until another commit
// does not name it.
type blobs struct {
	budget int64 // bytes in memory; 0 means no limit
	held   atomic.Int64
	spill  func() (Directory, error) // nil: there are no files

	mu    sync.Mutex
	dir   Directory // nil: not yet
	fresh set       // files written since the last commit
	named set       // files that the last commit names
	dead  []string  // files to remove now,
	later []string  // and after the next commit
}

type set map[string]struct{}

func newBlobs(budget int64, dir Directory, spill func() (Directory, error)) *blobs {
	return &blobs{budget: budget, dir: dir, spill: spill, fresh: set{}, named: set{}}
}

// put keeps data under a name that is used once; data stays the caller's.
func (b *blobs) put(name string, data []byte) (*blob, error) {
	x := &blob{name: name, size: len(data)}
	b.mu.Lock()
	dir := b.dir
	b.mu.Unlock()
	if dir == nil {
		x.data = slices.Clone(data)
		b.held.Add(int64(len(data)))
		return x, nil
	}
	return x, b.write(dir, x, data)
}

func (b *blobs) write(dir Directory, x *blob, data []byte) error {
	if err := dir.Write(x.name, data); err != nil {
		return err
	}
	b.mu.Lock()
	b.fresh[x.name] = struct{}{}
	b.mu.Unlock()
	return nil
}

// full reports whether what is in memory should go into files.
func (b *blobs) full() bool {
	return b.budget > 0 && b.held.Load() > b.budget && b.spill != nil
}

// relieve has b go on in the files of other, if there are any, when its memory
// is full. What b keeps there no commit names.
func (b *blobs) relieve(other *blobs) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.dir != nil || b.held.Load() <= b.budget {
		return nil
	}
	if err := other.open(); err != nil {
		return err
	}
	b.dir = other.dir
	return nil
}

// open makes sure that there is a directory, if there can be one.
func (b *blobs) open() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.dir != nil || b.spill == nil {
		return nil
	}
	dir, err := b.spill()
	b.dir = dir
	return err
}

// move writes a blob to its file. Nobody may be reading it.
func (b *blobs) move(x *blob) error {
	if x.data == nil {
		return nil
	}
	if err := b.write(b.dir, x, x.data); err != nil {
		return err
	}
	b.held.Add(int64(-len(x.data)))
	x.data = nil
	return nil
}

// drop gives a blob up.
func (b *blobs) drop(x *blob) {
	if x.data != nil {
		b.held.Add(int64(-len(x.data)))
		x.data = nil
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.fresh, x.name)
	if _, ok := b.named[x.name]; ok {
		b.later = append(b.later, x.name)
	} else {
		b.dead = append(b.dead, x.name)
	}
}

// sweep removes files that were given up and that no commit names.
func (b *blobs) sweep() error {
	b.mu.Lock()
	dead := b.dead
	b.dead = nil
	b.mu.Unlock()
	for _, name := range dead {
		if err := b.dir.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

// commit makes all files durable, then the manifest that names them; only then
// are those removed that it does not name.
func (b *blobs) commit(manifest []byte) error {
	if err := b.dir.Sync(slices.Sorted(maps.Keys(b.fresh))); err != nil {
		return err
	}
	if err := b.dir.Replace(manifestName, manifest); err != nil {
		return err
	}
	maps.Copy(b.named, b.fresh)
	clear(b.fresh)
	for _, name := range b.later {
		delete(b.named, name)
	}
	b.dead = append(b.dead, b.later...)
	b.later = nil
	return b.sweep()
}

// read returns size bytes of a blob from an offset on, read into buf.
func (b *blobs) read(x *blob, at, size int, buf []byte) ([]byte, error) {
	buf = slices.Grow(buf[:0], size)[:size]
	return buf, b.dir.ReadAt(x.name, buf, int64(at))
}
