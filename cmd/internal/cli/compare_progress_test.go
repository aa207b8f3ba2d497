package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"lockcheck/checker"
)

// TestPoolProgress: a check that takes long is told of while it lasts; on a
// terminal in one line that fits and is cleared at the end.
func TestPoolProgress(t *testing.T) {
	var b bytes.Buffer
	clock := time.Unix(0, 0)
	tick := func(d time.Duration) { clock = clock.Add(d) }
	p := &poolProgress{w: &b, now: func() time.Time { return clock }, last: clock, start: clock}
	p.begin(3)
	p.starts("short")
	tick(9 * time.Second)
	p.ends()
	p.starts("long")
	show := p.during("long")
	for range 15 {
		tick(time.Second)
		show(checker.Progress{States: 1234567})
	}
	p.ends()
	p.end()
	if want := "1 of 3 checks, 10s, 1,234,567 states of long\n1 of 3 checks, 20s, 1,234,567 states of long\n"; b.String() != want {
		t.Errorf("got %q, want %q", &b, want)
	}
	b.Reset()
	p.terminal = true
	tick(time.Second)
	p.starts(strings.Repeat("n", 100))
	tick(time.Millisecond)
	p.ends()
	p.end()
	if want := "\r\x1b[K2 of 3 checks, 25s, now "; !strings.HasPrefix(b.String(), want) || !strings.HasSuffix(b.String(), "n\r\x1b[K") || strings.Count(b.String(), "\r") != 2 || len(b.String()) != len("\r\x1b[K")*2+79 {
		t.Errorf("got %q", &b)
	}
	// --quiet tells nothing.
	var none *poolProgress
	none.begin(1)
	none.starts("one")
	none.ends()
	none.end()
	if none.during("one") != nil {
		t.Error("the search is asked for its progress, and nobody sees it")
	}
}
