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
	} {
		if got := harmless(c.text, c.colour); got != c.want {
			t.Errorf("harmless(%q, %v) = %q, want %q", c.text, c.colour, got, c.want)
		}
	}
}
