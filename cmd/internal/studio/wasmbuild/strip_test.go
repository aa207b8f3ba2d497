package main

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// aModule is a module with sections before and after its data, which has a segment
// for each pair of an address and bytes.
func aModule(segments map[int64][]byte, order ...int64) []byte {
	data := binary.AppendUvarint(nil, uint64(len(order)))
	for _, address := range order {
		data = append(data, 0, 0x41)
		data = append(appendSigned(data, address), 0x0b)
		data = append(binary.AppendUvarint(data, uint64(len(segments[address]))), segments[address]...)
	}
	text := []byte("\x00asm\x01\x00\x00\x00\x0a\x03abc")
	text = append(binary.AppendUvarint(append(text, dataSection), uint64(len(data))), data...)
	return append(text, "\x00\x02xy"...)
}

// Memory is read as it is, whatever its segments are, and written as it was read.
func TestModule(t *testing.T) {
	text := aModule(map[int64][]byte{4096: []byte("one"), 70000: []byte("two"), 63: {1}, 64: {2}, 8191: {3}}, 4096, 70000, 63, 64, 8191)
	m, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]byte, 70003)
	copy(want[4096:], "one")
	copy(want[70000:], "two")
	copy(want[63:], "\x01\x02")
	want[8191] = 3
	if !bytes.Equal(m.memory, want) {
		t.Error("the memory is another one")
	}
	written := m.write()
	again, err := parse(written)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.memory, want) || !bytes.HasPrefix(written, m.before) || !bytes.HasSuffix(written, m.after) {
		t.Error("it is written as another module")
	}
	for n := range text[:len(text)-4] {
		if _, err := parse(text[:n]); err == nil {
			t.Errorf("%d bytes of %d are a module", n, len(text))
		}
	}
}

// What the runtime has not as we know it is an error, and nothing is changed.
func TestOtherTablesAreRefused(t *testing.T) {
	for name, memory := range map[string][]byte{
		"none":  make([]byte, 1000),
		"short": pcHeader,
		"two":   bytes.Repeat(append(append([]byte(nil), pcHeader...), make([]byte, 100)...), 2),
		"far":   append(append([]byte(nil), pcHeader...), bytes.Repeat([]byte{0x7f}, 100)...),
	} {
		if err := stripLines(memory); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
