package checker

// stream yields ascending keys, a stretch at a time. A stretch is not empty,
// belongs to the receiver, who may overwrite it, and is valid until the next
// call. nil is the end.
type stream[K key] interface {
	next() ([]K, error)
}

// stretch bounds the keys between two pivots: from lo on, below hi.
type stretch[K key] struct {
	lo, hi *K // nil: no bound
}

// keysStream yields sorted keys in memory.
type keysStream[K key] struct{ keys []K }

func (s *keysStream[K]) next() ([]K, error) {
	n := min(len(s.keys), unionKeys)
	if n == 0 {
		return nil, nil
	}
	keys := s.keys[:n]
	s.keys = s.keys[n:]
	return keys, nil
}

// cut is the part of sorted keys that lies in a stretch.
func cut[K key](keys []K, in stretch[K]) []K {
	if in.hi != nil {
		keys = keys[:lowerBound(keys, in.hi)]
	}
	if in.lo != nil {
		keys = keys[lowerBound(keys, in.lo):]
	}
	return keys
}

// runStream yields what a run has in a stretch.
type runStream[K key] struct {
	*cursor[K]
	in stretch[K]
}

func newRunStream[K key](c *cursor[K], in stretch[K]) *runStream[K] {
	s := &runStream[K]{c, in}
	if in.lo != nil {
		s.seek(in.lo)
	}
	return s
}

func (s *runStream[K]) next() ([]K, error) {
	for !s.done() {
		ref := s.ref()
		if s.in.hi != nil && !less(&ref.first, s.in.hi) {
			return nil, nil
		}
		keys, err := s.block()
		if err != nil {
			return nil, err
		}
		keys = cut(keys, s.in)
		s.advance()
		if len(keys) > 0 {
			return keys, nil
		}
	}
	return nil, nil
}

// union yields what either of two streams has, once.
type union[K key] struct {
	a, b       stream[K]
	as, bs     []K // what is left of the stretches at hand
	out        []K
	endA, endB bool
}

// unionKeys is how many keys a union yields at a time: small, so that a tree
// of unions stays in the second-level cache.
const unionKeys = 1024

func (u *union[K]) next() ([]K, error) {
	if err := refill(u.a, &u.as, &u.endA); err != nil {
		return nil, err
	}
	if err := refill(u.b, &u.bs, &u.endB); err != nil {
		return nil, err
	}
	switch {
	case u.endA && u.endB:
		return nil, nil
	case u.endA || !u.endB && less(&u.bs[len(u.bs)-1], &u.as[0]):
		keys := u.bs
		u.bs = nil
		return keys, nil
	case u.endB || less(&u.as[len(u.as)-1], &u.bs[0]):
		keys := u.as
		u.as = nil
		return keys, nil
	}
	n, i, j := mergeKeys(u.out, u.as, u.bs)
	u.as, u.bs = u.as[i:], u.bs[j:]
	return u.out[:n], nil
}

func refill[K key](s stream[K], keys *[]K, end *bool) error {
	if len(*keys) > 0 || *end {
		return nil
	}
	more, err := s.next()
	*keys, *end = more, more == nil
	return err
}

// mergeKeys merges a and b into out until one of the three is used up. It
// returns how many keys are in out, and how many of a and b are used.
func mergeKeys[K key](out, a, b []K) (n, i, j int) {
	for i < len(a) && j < len(b) && n < len(out) {
		x, y := &a[i], &b[j]
		above, under := below(y, x), below(x, y)
		if above != 0 {
			x = y
		}
		out[n] = *x
		n++
		i += int(1 - above)
		j += int(1 - under)
	}
	return n, i, j
}

// difference yields what a stream has and a run has not.
type difference[K key] struct {
	from stream[K]
	*cursor[K]
}

func (d *difference[K]) next() ([]K, error) {
	for {
		keys, err := d.from.next()
		if keys == nil || err != nil {
			return nil, err
		}
		n := 0
		for i := 0; i < len(keys); {
			d.seek(&keys[i])
			if d.done() {
				n += copy(keys[n:], keys[i:])
				break
			}
			// Up to where the next block begins.
			to := len(keys)
			if next := d.following(); next != nil {
				to = i + lowerBound(keys[i:], next)
			}
			old, err := d.block()
			if err != nil {
				return nil, err
			}
			n += subtract(keys[n:], keys[i:to], old)
			i = to
		}
		if n > 0 {
			return keys[:n], nil
		}
	}
}

// fewWanted is up to how many keys are looked up in a block one by one.
const fewWanted = 48

// subtract writes those of keys that are not in old to out, which may begin at
// or before keys in the same array, and returns how many they are.
func subtract[K key](out, keys, old []K) int {
	n := 0
	if len(keys) <= fewWanted {
		for i := range keys {
			at := lowerBound(old, &keys[i])
			if at == len(old) || old[at] != keys[i] {
				out[n] = keys[i]
				n++
			}
			old = old[at:]
		}
		return n
	}
	old = old[lowerBound(old, &keys[0]):]
	i, j := 0, 0
	for i < len(keys) && j < len(old) {
		x, y := &keys[i], &old[j]
		under, above := below(x, y), below(y, x)
		out[n] = *x
		n += int(under)
		i += int(1 - above)
		j += int(1 - under)
	}
	return n + copy(out[n:], keys[i:])
}
