package checker

import (
	"fmt"
	"slices"
	"sync"
)

// MemDir is a directory in memory.
type MemDir struct {
	mu     sync.Mutex
	files  map[string][]byte
	synced map[string]bool
	writes int
	ops    int
	fail   func(op, name string) error // asked before every operation that changes something
}

func (d *MemDir) change(op, name string) error {
	if d.files == nil {
		d.files, d.synced = map[string][]byte{}, map[string]bool{}
	}
	d.ops++
	if d.fail != nil {
		return d.fail(op, name)
	}
	return nil
}

func (d *MemDir) Write(name string, data []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.change("write", name); err != nil {
		return err
	}
	d.writes++
	d.files[name], d.synced[name] = slices.Clone(data), false
	return nil
}

func (d *MemDir) ReadAt(name string, p []byte, at int64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	data, ok := d.files[name]
	if !ok {
		return fmt.Errorf("%s: no such file", name)
	}
	if at < 0 || at+int64(len(p)) > int64(len(data)) {
		return fmt.Errorf("%s: read beyond its end", name)
	}
	copy(p, data[at:])
	return nil
}

func (d *MemDir) Size(name string) (int64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	data, ok := d.files[name]
	if !ok {
		return 0, fmt.Errorf("%s: no such file", name)
	}
	return int64(len(data)), nil
}

func (d *MemDir) Sync(names []string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, n := range names {
		if err := d.change("sync", n); err != nil {
			return err
		}
		if _, ok := d.files[n]; !ok {
			return fmt.Errorf("%s: no such file", n)
		}
		d.synced[n] = true
	}
	return nil
}

func (d *MemDir) Replace(name string, data []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.change("replace", name); err != nil {
		return err
	}
	d.files[name], d.synced[name] = slices.Clone(data), true
	return nil
}

func (d *MemDir) Remove(name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.change("remove", name); err != nil {
		return err
	}
	if _, ok := d.files[name]; !ok {
		return fmt.Errorf("%s: no such file", name)
	}
	delete(d.files, name)
	return nil
}

func (d *MemDir) List() ([]string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var names []string
	for n := range d.files {
		names = append(names, n)
	}
	slices.Sort(names)
	return names, nil
}

// crash leaves what a crash of the machine may leave: files that were not made
// durable are cut off, empty or gone.
func (d *MemDir) crash() {
	d.fail = nil
	i := 0
	for name, data := range d.files {
		if d.synced[name] {
			continue
		}
		switch i++; i % 3 {
		case 0:
			delete(d.files, name)
		case 1:
			d.files[name] = data[:len(data)/2]
		case 2:
			d.files[name] = nil
		}
	}
}
