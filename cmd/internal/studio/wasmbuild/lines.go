package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// The runtime of Go keeps, for every function, tables from program counters to
// what it wants to know there. It needs the sizes of frames and the maps of live
// pointers. Names, files, lines, arguments and inlined calls only stand in the traces
// of crashes, and the page shows none; preemption by a signal is unknown to
// WebAssembly. These tables are a fifth of a module. They lie in initial memory, in
// the form that runtime/symtab.go describes, whose magic number is looked for: a Go
// release with another form is an error, never a module that might be wrong.
//
// The names of wrappers stay: the runtime takes the message of a panic from them,
// when a method is called by a pointer that is nil.

// pcHeader begins the tables: magic number of the form since Go 1.20, two zeros,
// size of an instruction, size of a pointer.
var pcHeader = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Offsets within the header, and within the record of a function.
const (
	headerFuncs  = 8  // how many functions there are
	headerNames  = 32 // where the names are
	headerUnits  = 40 // where the files of each package are
	headerPCTab  = 56 // where the tables are
	headerPCLn   = 64 // where the index and the records are
	headerLength = 72

	funcName      = 4
	funcPCSP      = 16
	funcPCFile    = 20
	funcPCLn      = 24
	funcTables    = 28 // how many further tables there are
	funcUnit      = 32
	funcStartLine = 36
	funcKind      = 40
	funcFacts     = 43 // how many facts stand behind the tables
	funcLength    = 44

	kindWrapper = 23 // abi.FuncIDWrapper
)

// Numbers of the further tables of a function.
const (
	tableUnsafePoint = 0
	tableInlined     = 2
	tableArgsLive    = 3
)

// Numbers of the facts about a function.
const (
	factInlined  = 3
	factArgs     = 5
	factArgsLive = 6
	noFact       = 0xffffffff
)

// functions are the tables of a module, as views of its memory.
type functions struct {
	count                 uint64
	names, files          []byte
	tables, index         []byte
	keepName, keepInTable []bool
}

func findFunctions(memory []byte) (*functions, error) {
	at := bytes.Index(memory, pcHeader)
	if at < 0 {
		return nil, errors.New("the tables of functions are not where Go 1.20 to 1.26 has them")
	}
	head := memory[at:]
	if bytes.Contains(head[1:], pcHeader) {
		return nil, errors.New("what begins the tables of functions stands there twice")
	}
	if len(head) < headerLength {
		return nil, errShort
	}
	offset := func(field int) uint64 { return binary.LittleEndian.Uint64(head[field:]) }
	f := &functions{count: offset(headerFuncs)}
	names, units, pctab, pcln := offset(headerNames), offset(headerUnits), offset(headerPCTab), offset(headerPCLn)
	if names > units || units > pctab || pctab > pcln || pcln > uint64(len(head)) || f.count > (uint64(len(head))-pcln)/8 {
		return nil, errShort
	}
	f.names, f.files, f.tables, f.index = head[names:units], head[units:pctab], head[pctab:pcln], head[pcln:]
	f.keepName, f.keepInTable = make([]bool, len(f.names)), make([]bool, len(f.tables))
	return f, nil
}

// stripLines removes from memory the tables that only traces of crashes need, by
// zeros.
func stripLines(memory []byte) error {
	f, err := findFunctions(memory)
	if err != nil {
		return err
	}
	for i := range f.count {
		// A pair of offsets for each function: where it begins, its record.
		offset := binary.LittleEndian.Uint32(f.index[8*i+4:])
		if uint64(offset)+funcLength > uint64(len(f.index)) {
			return errShort
		}
		if err := f.strip(f.index[offset:]); err != nil {
			return err
		}
	}
	zero(f.names, f.keepName)
	zero(f.tables, f.keepInTable)
	clear(f.files)
	return nil
}

// strip removes what the record of a function says for traces.
func (f *functions) strip(record []byte) error {
	for _, field := range []int{funcPCFile, funcPCLn, funcUnit, funcStartLine} {
		clear(record[field : field+4])
	}
	if record[funcKind] != kindWrapper {
		clear(record[funcName : funcName+4])
	} else {
		name := binary.LittleEndian.Uint32(record[funcName:])
		if uint64(name) >= uint64(len(f.names)) {
			return errShort
		}
		for at := int(name); at < len(f.names) && f.names[at] != 0; at++ {
			f.keepName[at] = true
		}
	}
	if err := f.mark(record[funcPCSP:]); err != nil {
		return err
	}
	tables, facts := binary.LittleEndian.Uint32(record[funcTables:]), record[funcFacts]
	if uint64(len(record)) < funcLength+4*(uint64(tables)+uint64(facts)) {
		return errShort
	}
	entries := record[funcLength:]
	for table := range tables {
		switch entry := entries[4*table:]; table {
		case tableUnsafePoint, tableInlined, tableArgsLive:
			clear(entry[:4])
		default:
			if err := f.mark(entry); err != nil {
				return err
			}
		}
	}
	entries = entries[4*tables:]
	for fact := range facts {
		switch fact {
		case factInlined, factArgs, factArgsLive:
			binary.LittleEndian.PutUint32(entries[4*fact:], noFact)
		}
	}
	return nil
}

// zero makes zeros of what is not kept.
func zero(text []byte, keep []bool) {
	for i := range text {
		if !keep[i] {
			text[i] = 0
		}
	}
}

// mark keeps the table that an entry refers to: pairs of numbers, of which a first
// that is zero, but for that of the first pair, ends it.
func (f *functions) mark(entry []byte) error {
	keep, tables := f.keepInTable, f.tables
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
