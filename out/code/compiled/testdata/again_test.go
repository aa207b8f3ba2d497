package lock

import "testing"

// TestAgain: the holder may write as often as it likes.
func TestAgain(t *testing.T) {
	s := newStore(t)
	_, b, _ := race(t, s)
	if err := put(t, s, b, 2, "B again"); err != nil {
		t.Errorf("a second write: %v", err)
	}
}
