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

// The index of functions names one of the functions before, never a later one, and
// what lies behind it stays as it is.
func TestIndexIsCoarser(t *testing.T) {
	const count, first, each = 100, 4096, bucketsEach * bucketLength
	memory := make([]byte, 64+(count-1)*each+bucketLength+8)
	var functions []byte
	for i := range uint32(count) {
		functions = binary.LittleEndian.AppendUint32(functions, first+i)
		functions = binary.LittleEndian.AppendUint32(functions, 0)
		binary.LittleEndian.PutUint32(memory[64+i*each:], i)
	}
	copy(memory[len(memory)-8:], "whatever")
	m := &moduleData{memory: memory, index: 64, least: first << 16}
	if err := m.stripIndex(functions, count); err != nil {
		t.Fatal(err)
	}
	for i := range uint32(count) {
		if at := binary.LittleEndian.Uint32(memory[64+i*each:]); at > i || i-at >= rememberEvery {
			t.Errorf("the search for function %d begins at %d", i, at)
		}
	}
	if !bytes.HasSuffix(memory, []byte("whatever")) {
		t.Error("what lies behind is changed")
	}
	if m.stripIndex(functions, count) == nil {
		t.Error("an index of another form is taken")
	}
}

// Of inlined calls goes as much as the table of the function knows, and no more.
func TestInlinedCallsGo(t *testing.T) {
	// Nothing at first, then calls 1, 0 and 2, each for three program counters.
	f := &functions{tables: []byte{9, 0, 3, 4, 3, 1, 3, 4, 3, 0, 9}, facts: bytes.Repeat([]byte{7}, 100)}
	if most, err := f.greatest(1); err != nil || most != 2 {
		t.Errorf("the last call is %d, want 2: %v", most, err)
	}
	if err := f.stripCalls(16, 1); err != nil {
		t.Fatal(err)
	}
	if bytes.Count(f.facts[16:64], []byte{0}) != 48 || bytes.Count(f.facts, []byte{7}) != 52 {
		t.Errorf("%v", f.facts)
	}
	if f.stripCalls(80, 1) == nil {
		t.Error("calls beyond the end are taken")
	}
}
