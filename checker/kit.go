package checker

// kit is a worker's stock of cursors and unions, with their buffers: a merge
// takes what it needs and the next one takes the same again.
type kit[K key] struct {
	cursors []*cursor[K]
	unions  []*union[K]
	c, u    int // taken
}

// reset takes everything back.
func (k *kit[K]) reset() { k.c, k.u = 0, 0 }

// cursor returns a cursor at the first block of a run.
func (k *kit[K]) cursor(r *run[K], b *blobs) *cursor[K] {
	if k.c == len(k.cursors) {
		k.cursors = append(k.cursors, &cursor[K]{})
	}
	c := k.cursors[k.c]
	k.c++
	c.open(r, b)
	return c
}

// union returns the union of two streams.
func (k *kit[K]) union(a, b stream[K]) *union[K] {
	if k.u == len(k.unions) {
		k.unions = append(k.unions, &union[K]{out: make([]K, unionKeys)})
	}
	u := k.unions[k.u]
	k.u++
	*u = union[K]{a: a, b: b, out: u.out}
	return u
}

// unite makes one stream of many.
func (k *kit[K]) unite(all []stream[K]) stream[K] {
	if len(all) == 0 {
		return &keysStream[K]{}
	}
	for len(all) > 1 {
		n := 0
		for i := 0; i < len(all); i += 2 {
			if i+1 < len(all) {
				all[n] = k.union(all[i], all[i+1])
			} else {
				all[n] = all[i]
			}
			n++
		}
		all = all[:n]
	}
	return all[0]
}
