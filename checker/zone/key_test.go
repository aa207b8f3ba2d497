package zone

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestKey: equal zones have equal keys and others have not; keys can be read
// back, one behind the other.
func TestKey(t *testing.T) {
	byKey := map[string]*DBM{}
	text := func(key []uint64) string {
		var b []byte
		for _, w := range key {
			for s := 56; s >= 0; s -= 8 {
				b = append(b, byte(w>>s))
			}
		}
		return string(b)
	}
	same := 0
	random(t, 5000, func(t *testing.T, r *rand.Rand) {
		n := r.IntN(4)
		d := zoneOf(n, randomConstraints(r, n, r.IntN(4), 1<<r.IntN(30), r.IntN(2) == 0)...)
		key := d.AppendKey([]uint64{7})
		if key[0] != 7 {
			t.Errorf("the beginning changed: %x", key)
		}
		key = key[1:]
		if old := byKey[text(key)]; old != nil {
			same++
			if old.dim != d.dim || !old.Equal(d) {
				t.Errorf("%s and %s have the same key", old, d)
			}
		}
		byKey[text(key)] = d
		back := New(0, 0)
		rest, err := back.SetKey(append(slices.Clone(key), 8, 9))
		if err != nil || !slices.Equal(rest, []uint64{8, 9}) || back.dim != d.dim || !back.Equal(d) {
			t.Errorf("%s: read back %s, rest %x, %v", d, back, rest, err)
		}
		dirty := slices.Repeat([]uint64{^uint64(0)}, len(key))
		if again := back.AppendKey(dirty[:0]); !slices.Equal(again, key) {
			t.Errorf("%s: key %x, read back %x", d, key, again)
		}
		if _, err := back.SetKey(key[:len(key)-1]); err == nil {
			t.Errorf("%s: a key without its last word is accepted", d)
		}
	})
	if *cases == 0 && same < 200 {
		t.Errorf("%d zones found again: the cases are too different", same)
	}
	list := make([]string, 0, len(byKey))
	for k := range byKey {
		list = append(list, k)
	}
	slices.Sort(list)
	for i, k := range list[1:] {
		if len(k) > len(list[i]) && k[:len(list[i])] == list[i] {
			t.Errorf("a key is the beginning of another: %s, %s", byKey[list[i]], byKey[k])
		}
	}
}

// TestKeyExtremes: the widest entries, the narrowest, and none.
func TestKeyExtremes(t *testing.T) {
	wide := zoneOf(2, constraint{1, 0, LE(MaxValue)}, constraint{0, 1, LE(-MaxValue)}, constraint{2, 0, LE(0)})
	for _, c := range []struct {
		d     *DBM
		words int
	}{
		{wide, 7}, // 14 bits and 6 entries of 63
		{New(2, 2), 1},
		{New(0, 0), 1},
		{zoneOf(1, constraint{1, 0, LT(0)}), 1}, // empty
		{zoneOf(MaxClocks), 3061},               // 14 bits and 65,280 entries of 3
	} {
		key, back := c.d.AppendKey(nil), New(0, 0)
		rest, err := back.SetKey(key)
		if len(key) != c.words || err != nil || len(rest) != 0 || back.dim != c.d.dim || !back.Equal(c.d) {
			t.Errorf("%d clocks: %d words, want %d; %v", c.d.Clocks(), len(key), c.words, err)
		}
	}
	for _, words := range [][]uint64{nil, {1<<56 | 63<<50, 0, 0}} { // no word; an entry out of range
		if _, err := New(0, 0).SetKey(words); err == nil {
			t.Errorf("%x is accepted", words)
		}
	}
}
