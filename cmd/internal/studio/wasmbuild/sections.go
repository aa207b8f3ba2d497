package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// dataSection is the number that WebAssembly gives to initial memory.
const dataSection = 11

// errShort says that a module ends in the middle of something.
var errShort = errors.New("the module is cut short")

// module is a WebAssembly module as its sections, and the initial memory apart.
type module struct {
	before, after []byte // the sections before and after that of the data
	memory        []byte // from address 0
}

// parse takes a module of the Go linker apart.
func parse(text []byte) (*module, error) {
	if len(text) < 8 || string(text[:4]) != "\x00asm" {
		return nil, errors.New("this is no WebAssembly module")
	}
	m := &module{}
	for at := 8; at < len(text); {
		start := at
		id := text[at]
		size, n := binary.Uvarint(text[at+1:])
		at += 1 + n + int(size)
		if n <= 0 || at > len(text) || at < start {
			return nil, errShort
		}
		if id == dataSection {
			m.before, m.after = text[:start], text[at:]
			return m, m.load(text[start+1+n : at])
		}
	}
	return nil, errors.New("the module has no data")
}

// load reads the segments of the data section into memory.
func (m *module) load(text []byte) error {
	count, text, err := unsigned(text)
	if err != nil {
		return err
	}
	for range count {
		// Memory 0, an address by i32.const, end.
		if len(text) < 2 || text[0] != 0 || text[1] != 0x41 {
			return errors.New("a segment of the data has another form than the Go linker's")
		}
		address, rest := signed(text[2:])
		if len(rest) < 1 || rest[0] != 0x0b || address < 0 {
			return errors.New("a segment of the data has no constant address")
		}
		var size uint64
		if size, text, err = unsigned(rest[1:]); err != nil || size > uint64(len(text)) {
			return errShort
		}
		if end := int(address) + int(size); end > len(m.memory) {
			m.memory = append(m.memory, make([]byte, end-len(m.memory))...)
		}
		copy(m.memory[address:], text[:size])
		text = text[size:]
	}
	if len(text) > 0 {
		return fmt.Errorf("%d bytes follow the last segment", len(text))
	}
	return nil
}

// leastGap is the number of zeros for which a new segment is begun.
const leastGap = 65536

// write puts the module together again.
func (m *module) write() []byte {
	var segments []byte
	count := uint64(0)
	for at := 0; at < len(m.memory); {
		if m.memory[at] == 0 {
			at++
			continue
		}
		end, zeros := at, 0
		for i := at; i < len(m.memory) && zeros < leastGap; i++ {
			if m.memory[i] == 0 {
				zeros++
			} else {
				end, zeros = i+1, 0
			}
		}
		segments = append(segments, 0, 0x41)
		segments = appendSigned(segments, int64(at))
		segments = append(segments, 0x0b)
		segments = binary.AppendUvarint(segments, uint64(end-at))
		segments = append(segments, m.memory[at:end]...)
		count++
		at = end
	}
	segments = append(binary.AppendUvarint(nil, count), segments...)
	text := append([]byte(nil), m.before...)
	text = append(text, dataSection)
	text = binary.AppendUvarint(text, uint64(len(segments)))
	text = append(text, segments...)
	return append(text, m.after...)
}

func unsigned(text []byte) (uint64, []byte, error) {
	x, n := binary.Uvarint(text)
	if n <= 0 {
		return 0, nil, errShort
	}
	return x, text[n:], nil
}

// signed reads a number as WebAssembly writes constants: seven bits a byte, the
// sign in the last.
func signed(text []byte) (x int64, rest []byte) {
	for i, b := range text {
		x |= int64(b&0x7f) << (7 * i)
		if b&0x80 == 0 {
			if b&0x40 != 0 && 7*(i+1) < 64 {
				x |= -1 << (7 * (i + 1))
			}
			return x, text[i+1:]
		}
		if i == 8 {
			break
		}
	}
	return -1, nil
}

func appendSigned(text []byte, x int64) []byte {
	for {
		b := byte(x & 0x7f)
		x >>= 7
		if x == 0 && b&0x40 == 0 || x == -1 && b&0x40 != 0 {
			return append(text, b)
		}
		text = append(text, b|0x80)
	}
}
