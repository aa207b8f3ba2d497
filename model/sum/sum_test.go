package sum

import (
	"crypto/sha256"
	"math/rand/v2"
	"testing"
)

// The plain checksum is that of the standard library, for every length up to a few
// blocks: the end of a text is where mistakes are made.
func TestPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 1000)
	for i := range text {
		text[i] = byte(random.Uint32())
	}
	for n := range text {
		if got, want := plain(text[:n]), sha256.Sum256(text[:n]); got != want {
			t.Fatalf("%d bytes: %x, want %x", n, got, want)
		}
	}
}

func TestHex(t *testing.T) {
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-4
	if got := Hex([]byte("abc")); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
