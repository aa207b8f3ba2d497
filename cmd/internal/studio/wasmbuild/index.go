package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// Offsets within the runtime's own record of the module, from where it refers to
// the tables of functions on (runtime/symtab.go, moduledata), and of its parts.
const (
	moduleIndex   = 152 // where the index of program counters is
	moduleLeast   = 160 // the least program counter
	moduleText    = 176 // where functions begin
	moduleFacts   = 320 // where what facts refer to is
	moduleEnd     = 328
	bucketLength  = 20
	bucketsEach   = 16 // for a function: 65,536 program counters, 4096 in a bucket
	callLength    = 16 // of what is said of an inlined call
	rememberEvery = 32
)

// stripIndex makes the index of functions by program counters repeat itself. It has
// sixteen buckets for each function, of which WebAssembly uses the first, and the
// first number in that: from this function on the runtime looks for the right one.
// So an earlier one is as right, and the others are of no use. functions has a pair of
// offsets for each function: where it begins, its record. The last function stays as
// it is, for its buckets may be fewer.
func (m *moduleData) stripIndex(functions []byte, count uint64) error {
	each := uint64(bucketsEach * bucketLength)
	count = max(count, 1) - 1
	if m.index > uint64(len(m.memory)) || count > (uint64(len(m.memory))-m.index)/each {
		return errShort
	}
	index := m.memory[m.index:][:count*each]
	for i := range count {
		bucket := index[i*each:]
		begins := m.text + uint64(binary.LittleEndian.Uint32(functions[8*i:]))<<16
		if begins-m.least != i<<16 || uint64(binary.LittleEndian.Uint32(bucket)) != i || bucket[4] != 0 {
			return errors.New("the index of functions is not as Go 1.26 has it for WebAssembly")
		}
	}
	clear(index)
	for i := range count {
		binary.LittleEndian.PutUint32(index[i*each:], uint32(i/rememberEvery*rememberEvery))
	}
	return nil
}

// moduleData is what the record of the module says.
type moduleData struct {
	memory                    []byte
	index, least, text, facts uint64
}

// findModuleData looks for the record of the module: it begins with the addresses of
// the tables of functions and of their names.
func findModuleData(memory []byte, tables, names uint64) (*moduleData, error) {
	begin := binary.LittleEndian.AppendUint64(nil, tables)
	begin = binary.LittleEndian.AppendUint64(begin, tables+names)
	at := bytes.Index(memory, begin)
	if at < 0 || bytes.Contains(memory[at+1:], begin) {
		return nil, errors.New("the record of the module is not where Go 1.26 has it")
	}
	record := memory[at:]
	if len(record) < moduleEnd {
		return nil, errShort
	}
	word := func(at int) uint64 { return binary.LittleEndian.Uint64(record[at:]) }
	m := &moduleData{memory, word(moduleIndex), word(moduleLeast), word(moduleText), word(moduleFacts)}
	if m.facts > uint64(len(memory)) {
		return nil, errShort
	}
	return m, nil
}

// stripCalls removes what is said of the calls that were inlined into a function;
// table says which of them a program counter is in.
func (f *functions) stripCalls(fact, table uint32) error {
	if fact == noFact || table == 0 {
		return nil
	}
	calls, err := f.greatest(table)
	if err != nil {
		return err
	}
	end := uint64(fact) + callLength*uint64(calls+1)
	if end > uint64(len(f.facts)) {
		return errShort
	}
	clear(f.facts[fact:end])
	return nil
}

// greatest is the greatest value in a table: pairs of what is added to a value that
// begins at -1, its sign in the lowest bit, and of how far that is true.
func (f *functions) greatest(table uint32) (most int, err error) {
	if uint64(table) >= uint64(len(f.tables)) {
		return 0, errShort
	}
	most = -1
	value := -1
	for rest, first := f.tables[table:], true; len(rest) > 0 && (first || rest[0] != 0); first = false {
		step, n := binary.Uvarint(rest)
		_, m := binary.Uvarint(rest[max(n, 0):])
		if n <= 0 || m <= 0 {
			return 0, errShort
		}
		value += int(int32(step>>1) ^ -int32(step&1))
		most = max(most, value)
		rest = rest[n+m:]
	}
	return most, nil
}
