// Package sum gives checksums: SHA-256, of the standard library or, in
// WebAssembly, a plain one. The standard library's brings with it what certified
// cryptography needs, and that would be a fortieth of what a browser has to load.
// Nothing secret is ever hashed here.
package sum

import "encoding/hex"

// Size is the length of a checksum.
const Size = 32

// Hex returns the checksum of a text in hexadecimal digits.
func Hex(text []byte) string {
	s := Of(text)
	return hex.EncodeToString(s[:])
}
