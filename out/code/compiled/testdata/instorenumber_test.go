package lock

import "testing"

// last is who wrote last, through whom the data are found: they are beside the lock.
var last *Hold

func newStore(*testing.T) *Store { return &Store{} }

func put(t *testing.T, s *Store, h *Hold, number int64, body string) error {
	last = h
	return s.Write(t.Context(), h, number, row, body)
}

func stored(t *testing.T, _ *Store) string {
	t.Helper()
	body, err := last.client.Get(t.Context(), last.dataKey(row)).Result()
	if err != nil {
		t.Fatal(err)
	}
	return body
}
