package out

import (
	"bytes"
	"encoding/xml"
	"io"
	"testing"
)

// mapped is a map with every answer in it.
func mapped() *Map {
	r := report(nil)
	r.Config.Timing = "bounded"
	r.Config.Durations = []Duration{{Flag: "ttl", Value: "3s", Idle: true}, {Flag: "max-pause", Value: "1s", Idle: true}, {Flag: "renew", Value: "1s", Default: true}}
	r.Command = "ttl --timing bounded"
	m := &Map{
		Question: r, Border: true, Checks: 4,
		X: Axis{Flag: "ttl", Help: "how long <a lease> lasts", Values: []string{"1s", "2s", "3s"}, Effect: Helps},
		Y: Axis{Flag: "max-pause", Help: "longest pause", Values: []string{"0s", "1s"}, Effect: Harms},
	}
	const why = "a renewal must come before the lease ends: RENEW < TTL is false with 1s and 1s"
	m.Cells = [][]MapCell{
		{{Answer: "refused", Why: why}, {Answer: "safe", X: 1, Y: 0}, {Answer: "safe", X: 1, Y: 0}},
		{{Answer: "refused", Why: why}, {Answer: "unsafe", X: 1, Y: 1, Property: "no-stale-write", Steps: 7}, {Answer: "undecided", X: 2, Y: 1}},
	}
	return m
}

// TestMapSVG compares the picture with a golden file; it is XML.
func TestMapSVG(t *testing.T) {
	var b bytes.Buffer
	if err := MapSVG(&b, mapped()); err != nil {
		t.Fatal(err)
	}
	golden(t, "map.svg", b.Bytes())
	for d := xml.NewDecoder(&b); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestMapText(t *testing.T) {
	var b bytes.Buffer
	if err := MapText(&b, mapped(), TextOptions{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "map.txt", b.Bytes())
	for line := range bytes.Lines(b.Bytes()) {
		if columns(string(bytes.TrimSuffix(line, []byte("\n")))) > width {
			t.Errorf("wide: %s", line)
		}
	}
}

// TestTicks: the ends have labels, and none is close to the last one.
func TestTicks(t *testing.T) {
	for n := 1; n < 70; n++ {
		for every := 1; every <= 12; every++ {
			at := ticks(n, every)
			last := len(at) - 1
			if at[0] != 0 || at[last] != n-1 {
				t.Fatalf("%d values, every %d: %v", n, every, at)
			}
			if last > 1 && at[last]-at[last-1] < every/2 {
				t.Errorf("%d values, every %d: %v", n, every, at)
			}
		}
	}
}
