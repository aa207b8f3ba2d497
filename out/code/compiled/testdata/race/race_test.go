package race

import (
	"context"
	"errors"
	"testing"
)

// each runs a test for every guard.
func each(t *testing.T, test func(*testing.T, guard, *product)) {
	for _, g := range guards {
		t.Run(g.name, func(t *testing.T) { test(t, g, begin(t, g)) })
	}
}

// TestRace: B writes, then A does. With a guard that is refused, B's write stays, and
// A knows that it has lost; without one it lands.
func TestRace(t *testing.T) {
	each(t, func(t *testing.T, g guard, p *product) {
		a, b := p.handOver()
		if err := b.write(1, "B"); err != nil {
			t.Fatalf("the holder is refused: %v", err)
		}
		late := a.write(1, "A")
		if g.refused == nil {
			if got := stored(t, b); late != nil || got != "A" {
				t.Errorf("without a guard: %v, and storage has what %s wrote", late, got)
			}
			return
		}
		if !errors.Is(late, g.refused) {
			t.Errorf("the late write: %v", late)
		}
		if got := stored(t, b); got != "B" {
			t.Errorf("storage has what %s wrote", got)
		}
		if err := a.check(); !errors.Is(err, g.refused) {
			t.Errorf("who was refused goes on: %v", err)
		}
	})
}

// TestAgain: under some guards the holder may write as often as it likes; under
// others the same write is not applied twice.
func TestAgain(t *testing.T) {
	each(t, func(t *testing.T, g guard, p *product) {
		a := p.must()
		if err := a.write(1, "A"); err != nil {
			t.Fatal(err)
		}
		switch err := a.write(1, "A again"); {
		case g.once && !errors.Is(err, g.refused):
			t.Errorf("a write that is sent twice: %v", err)
		case !g.once && err != nil:
			t.Errorf("a second write: %v", err)
		}
	})
}

// TestNumbers: where writes have numbers, the next one is taken.
func TestNumbers(t *testing.T) {
	each(t, func(t *testing.T, g guard, p *product) {
		if g.name != "token-sequence" && g.name != "in-store-sequence" {
			return
		}
		a := p.must()
		for number := range int64(12) { // ten and two are no texts
			if err := a.write(number+1, "A"); err != nil {
				t.Errorf("write %d: %v", number+1, err)
			}
		}
	})
}

// TestEqualTokens: a Redis that has forgotten its counter gives one token twice.
// Which guards tell the holders apart is what they differ in.
func TestEqualTokens(t *testing.T) {
	tells := map[string]bool{"reject-lower-or-equal": true, "token-owner": true, "token-sequence": true, "in-store": true, "in-store-sequence": true}
	each(t, func(t *testing.T, g guard, p *product) {
		a := p.must()
		p.server.FlushAll()
		b := p.must()
		if a.token != b.token {
			t.Fatalf("tokens %d and %d", a.token, b.token)
		}
		if err := b.write(1, "B"); err != nil {
			t.Fatal(err)
		}
		if err := a.write(1, "A"); (err != nil) != tells[g.name] {
			t.Errorf("the late write under the same token: %v", err)
		}
	})
}

// TestSeal: from the seal on nothing older gets in, before the holder has written.
func TestSeal(t *testing.T) {
	each(t, func(t *testing.T, g guard, p *product) {
		a, b := p.handOver()
		if b.seal == nil {
			return
		}
		if err := b.seal(); err != nil {
			t.Fatal(err)
		}
		if err := a.seal(); !errors.Is(err, g.refused) {
			t.Errorf("a late seal: %v", err)
		}
		if err := a.write(1, "A"); !errors.Is(err, g.refused) {
			t.Errorf("a write after the seal: %v", err)
		}
	})
}

// TestReleaseIsOnesOwn: one has the lock at a time, and who has lost it frees nobody
// else's.
func TestReleaseIsOnesOwn(t *testing.T) {
	each(t, func(t *testing.T, g guard, p *product) {
		a, b := p.handOver()
		if err := a.release(t.Context()); !errors.Is(err, g.lost) {
			t.Errorf("a release of nothing: %v", err)
		}
		if _, err := p.take(); !errors.Is(err, g.taken) {
			t.Errorf("A has freed the lock of B: %v", err)
		}
		if err := b.release(t.Context()); err != nil {
			t.Error(err)
		}
		<-b.ended
		if err := b.check(); !errors.Is(err, g.released) {
			t.Errorf("a hold that was released: %v", err)
		}
		p.must()
	})
}

// TestUnknownAnswer: an error is not taken for an answer.
func TestUnknownAnswer(t *testing.T) {
	each(t, func(t *testing.T, g guard, p *product) {
		p.server.SetError("LOADING")
		if _, err := p.take(); err == nil || errors.Is(err, g.taken) || errors.Is(err, context.Canceled) {
			t.Errorf("an error is taken for an answer: %v", err)
		}
		p.server.SetError("")
		p.must()
	})
}
