package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// The runtime of Go keeps, for every function, tables from program counters to
// what it wants to know there. It needs the sizes of frames and the maps of live
// pointers. Files, lines and inlined calls only stand in the traces of crashes,
// and the page shows none; preemption by a signal is unknown to WebAssembly. These
// tables are a fifth of a module. They lie in initial memory, in the form that
// runtime/symtab.go describes, whose magic number is looked for: a Go release with
// another form is an error, never a module that might be wrong.

// pcHeader begins the tables: magic number of the form since Go 1.20, two zeros,
// size of an instruction, size of a pointer.
var pcHeader = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Offsets within the header, and within the record of a function.
const (
	headerFuncs  = 8  // how many functions there are
	headerPCTab  = 56 // where the tables are
	headerPCLn   = 64 // where the index and the records are
	headerLength = 72

	funcPCSP      = 16
	funcPCFile    = 20
	funcPCLn      = 24
	funcTables    = 28 // how many further tables there are
	funcStartLine = 36
	funcLength    = 44
)

// Numbers of the further tables of a function.
const (
	tableUnsafePoint = 0
	tableInlined     = 2
	tableArgsLive    = 3
)

// stripLines removes from memory the tables that say files, lines and inlined
// calls, by zeros.
func stripLines(memory []byte) error {
	at := bytes.Index(memory, pcHeader)
	if at < 0 {
		return errors.New("the tables of functions are not where Go 1.20 to 1.26 has them")
	}
	if bytes.Contains(memory[at+1:], pcHeader) {
		return errors.New("what begins the tables of functions stands there twice")
	}
	head := memory[at:]
	if len(head) < headerLength {
		return errShort
	}
	funcs := binary.LittleEndian.Uint64(head[headerFuncs:])
	pctab, pcln := binary.LittleEndian.Uint64(head[headerPCTab:]), binary.LittleEndian.Uint64(head[headerPCLn:])
	if pctab > pcln || pcln+8*funcs > uint64(len(head)) {
		return errShort
	}
	tables, index := head[pctab:pcln], head[pcln:]
	keep := make([]bool, len(tables))
	for i := range funcs {
		// A pair of offsets for each function: where it begins, its record.
		offset := binary.LittleEndian.Uint32(index[8*i+4:])
		if uint64(offset)+funcLength > uint64(len(index)) {
			return errShort
		}
		record := index[offset:]
		for _, field := range []int{funcPCFile, funcPCLn, funcStartLine} {
			clear(record[field : field+4])
		}
		if err := mark(keep, tables, record[funcPCSP:]); err != nil {
			return err
		}
		for table := range binary.LittleEndian.Uint32(record[funcTables:]) {
			entry := record[funcLength+4*table:]
			if len(entry) < 4 {
				return errShort
			}
			switch table {
			case tableUnsafePoint, tableInlined, tableArgsLive:
				clear(entry[:4])
			default:
				if err := mark(keep, tables, entry); err != nil {
					return err
				}
			}
		}
	}
	for i := range tables {
		if !keep[i] {
			tables[i] = 0
		}
	}
	return nil
}

// mark keeps the table that an entry refers to: pairs of numbers, of which a first
// that is zero, but for that of the first pair, ends it.
func mark(keep []bool, tables, entry []byte) error {
	offset := int(binary.LittleEndian.Uint32(entry))
	if offset == 0 {
		return nil
	}
	for at, first := offset, true; ; first = false {
		if at >= len(tables) {
			return errShort
		}
		if tables[at] == 0 && !first {
			keep[at] = true
			return nil
		}
		for range 2 {
			_, n := binary.Uvarint(tables[min(at, len(tables)):])
			if n <= 0 {
				return errShort
			}
			for range n {
				keep[at] = true
				at++
			}
		}
	}
}
