//go:build !js

package sum

import "crypto/sha256"

// Of returns the checksum of a text.
func Of(text []byte) [Size]byte { return sha256.Sum256(text) }
