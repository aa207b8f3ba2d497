package code

import "testing"

func TestFill(t *testing.T) {
	const snippet = "a «x»\n//?if x\nb\n\t//?if y=2|3 and not x=1\nc\n\t//?else\nd\n\t//?end\n//?else\ne\n//?end\n//?if not z\nf\n//?end\n"
	for _, c := range []struct {
		v    values
		want string
	}{
		{values{"x": "1", "y": "2"}, "a 1\nb\nd\nf\n"},
		{values{"x": "2", "y": "3"}, "a 2\nb\nc\nf\n"},
		{values{"x": "2", "y": "4", "z": "z"}, "a 2\nb\nd\n"},
		{values{"x": "", "y": "2"}, "a \ne\nf\n"},
	} {
		if got, err := fill(snippet, c.v); err != nil || got != c.want {
			t.Errorf("%v: %q, %v; want %q", c.v, got, err, c.want)
		}
	}
	for _, broken := range []string{"«x", "«y»", "//?if x\n", "//?end\n", "//?else\n", "//?unless x\n"} {
		if got, err := fill(broken, values{"x": "1"}); err == nil {
			t.Errorf("%q is taken: %q", broken, got)
		}
	}
}
