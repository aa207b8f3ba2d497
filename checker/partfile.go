package checker

import (
	"encoding/binary"
	"hash/crc32"
)

// A part in a file is its blocks, then the index, then a trailer of fixed
// size: all that is needed to read it again. Numbers are little-endian.
//
//	index, for every block: first key, size, keys, checksum
//	trailer: greatest key, number of blocks, checksum of index and trailer, magic

const (
	partMagic   = 0x314e55524b434f4c // "LOCKRUN1"
	entryBytes  = 12                 // of an entry, besides the key
	trailerRest = 16                 // of the trailer, besides the key
)

// appendIndex appends the index and the trailer of a part to its blocks.
func appendIndex[K key](buf []byte, p *part[K]) []byte {
	from := len(buf)
	le := binary.LittleEndian
	for i := range p.blocks {
		b := &p.blocks[i]
		buf = appendKey(buf, &b.first)
		buf = le.AppendUint32(buf, b.size)
		buf = le.AppendUint32(buf, b.keys)
		buf = le.AppendUint32(buf, b.sum)
	}
	buf = appendKey(buf, &p.last)
	buf = le.AppendUint32(buf, uint32(len(p.blocks)))
	buf = le.AppendUint32(buf, crc32.Checksum(buf[from:], castagnoli))
	return le.AppendUint64(buf, partMagic)
}

func appendKey[K key](buf []byte, k *K) []byte {
	for i := 0; i < len(*k); i++ {
		buf = binary.LittleEndian.AppendUint64(buf, (*k)[i])
	}
	return buf
}

// readPart reads the index of a part in a file, and checks that all of it is as
// it was written.
func readPart[K key](dir Directory, name string) (*part[K], error) {
	damaged := func(how string) error { return &FileError{name, "damaged: " + how} }
	var k K
	keyBytes := 8 * len(k)
	size, err := dir.Size(name)
	if err != nil {
		return nil, err
	}
	tail := make([]byte, keyBytes+trailerRest)
	if size < int64(len(tail)) || size > 1<<31-1 {
		return nil, damaged("cut off")
	}
	if err := dir.ReadAt(name, tail, size-int64(len(tail))); err != nil {
		return nil, err
	}
	le := binary.LittleEndian
	count := int64(le.Uint32(tail[keyBytes:]))
	indexBytes := count * int64(keyBytes+entryBytes)
	if le.Uint64(tail[keyBytes+8:]) != partMagic || count == 0 || indexBytes+int64(len(tail)) > size {
		return nil, damaged("cut off, or no file of a search")
	}
	index := make([]byte, indexBytes)
	at := size - int64(len(tail)) - indexBytes
	if err := dir.ReadAt(name, index, at); err != nil {
		return nil, err
	}
	sum := crc32.Update(crc32.Checksum(index, castagnoli), castagnoli, tail[:keyBytes+4])
	if sum != le.Uint32(tail[keyBytes+4:]) {
		return nil, damaged("the checksum of its index is wrong")
	}
	p := &part[K]{last: loadBytes[K](tail), blob: &blob{name: name, size: int(size)}, id: partIDs.Add(1)}
	var bytes int64
	for e := range int(count) {
		entry := index[e*(keyBytes+entryBytes):]
		rest := entry[keyBytes:]
		b := blockRef[K]{first: loadBytes[K](entry), at: uint32(bytes), size: le.Uint32(rest), keys: le.Uint32(rest[4:]), sum: le.Uint32(rest[8:])}
		bytes += int64(b.size)
		p.keys += int64(b.keys)
		p.blocks = append(p.blocks, b)
	}
	if bytes != at {
		return nil, damaged("its blocks and its index do not fit together")
	}
	return p, p.verify(dir)
}

// verify reads the blocks of a part in a file and checks them.
func (p *part[K]) verify(dir Directory) error {
	last := &p.blocks[len(p.blocks)-1]
	data := make([]byte, last.at+last.size)
	if err := dir.ReadAt(p.blob.name, data, 0); err != nil {
		return err
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		if crc32.Checksum(data[b.at:b.at+b.size], castagnoli) != b.sum {
			return errDamagedBlock(p.blob.name)
		}
	}
	return nil
}

func errDamagedBlock(name string) error {
	return &FileError{name, "damaged: the checksum of a block is wrong"}
}

func loadBytes[K key](data []byte) (k K) {
	for i := 0; i < len(k); i++ {
		k[i] = binary.LittleEndian.Uint64(data[8*i:])
	}
	return k
}
