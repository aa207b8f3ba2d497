package out

import "testing"

// A model's own words do not steer the terminal that shows them.
func TestHarmless(t *testing.T) {
	for _, c := range []struct {
		text, want string
		colour     bool
	}{
		{"a\x1b[31mb\x1b]0;title\x07c\r\n", "a·[31mb·]0;title·c·\n", false},
		{"\x1b[1mbold\x1b[0m \x1b[2J\u009b2J\n", "\x1b[1mbold\x1b[0m ·[2J·2J\n", true},
		{"größe → é\n", "größe → é\n", false},
		{"SAFE \u202eEFASNU\u2066", "SAFE ·EFASNU·", false},
	} {
		if got := harmless(c.text, c.colour); got != c.want {
			t.Errorf("harmless(%q, %v) = %q, want %q", c.text, c.colour, got, c.want)
		}
	}
}

// A limit on memory is written as it was asked for.
func TestMemoryText(t *testing.T) {
	for value, want := range map[string]string{"8388608": "8MiB", "4294967296": "4GiB", "1610612736": "1536MiB", "65536": "65536 bytes"} {
		if got := memoryText(value); got != want {
			t.Errorf("memoryText(%s) = %s, want %s", value, got, want)
		}
	}
}
