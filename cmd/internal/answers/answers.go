// Package answers keeps texts in a directory, each under the question that it
// answers, so that a question that is asked again need not be answered again.
//
// Nothing in the directory is trusted. An entry says which question it answers
// and has a checksum; what is damaged, cut off, of another version or of another
// question is as if it were not there, and is written anew. An entry is written
// beside its place and renamed, so that programs that run at once share a
// directory: the last one wins, and all have the same to say.
package answers

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Store is a directory of answers. It may be used by several goroutines.
type Store struct {
	dir  string
	most int64 // bytes of all entries

	mu     sync.Mutex
	stored bool  // something, since the last Trim
	failed error // the first one
}

const (
	// Most is the usual size of a store.
	Most = 256 << 20

	mostEntry = 16 << 20  // bytes of one entry
	mostText  = 128 << 20 // of one text
	magic     = "lockcheck answer 1\n"
	suffix    = ".answer"
	// abandoned is the age at which nobody writes a file any more.
	abandoned = time.Hour
)

// Open returns the store in a directory, which is made when something is stored.
// It keeps at most so many bytes.
func Open(dir string, most int64) *Store { return &Store{dir: dir, most: most} }

func (s *Store) path(question string) string {
	sum := sha256.Sum256([]byte(question))
	return filepath.Join(s.dir, hex.EncodeToString(sum[:])+suffix)
}

// Get returns the answer to a question, if there is one.
func (s *Store) Get(question string) (answer []byte, ok bool) {
	name := s.path(question)
	f, err := os.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > mostEntry {
		return nil, false
	}
	entry, err := io.ReadAll(io.LimitReader(f, mostEntry))
	if err != nil {
		return nil, false
	}
	if answer, ok = decode(entry, question); !ok {
		return nil, false
	}
	now := time.Now()
	_ = os.Chtimes(name, now, now) // what is of use is removed last
	return answer, true
}

// Put stores an answer. A failure is remembered for [Store.Err].
func (s *Store) Put(question string, answer []byte) {
	entry := encode(question, answer)
	if len(entry) > mostEntry || len(answer) > mostText {
		return
	}
	err := s.write(s.path(question), entry)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stored = s.stored || err == nil
	if s.failed == nil {
		s.failed = err
	}
}

// Drop removes the answer to a question.
func (s *Store) Drop(question string) { _ = os.Remove(s.path(question)) }

// Err is the first failure of a Put, with the directory.
func (s *Store) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed == nil {
		return nil
	}
	cause := s.failed
	var path *fs.PathError
	if errors.As(cause, &path) {
		cause = path.Err
	}
	return fmt.Errorf("%s: %w", s.dir, cause)
}

// write replaces a file, whole or not at all.
func (s *Store) write(name string, data []byte) error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(s.dir, ".*"+suffix)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Trim removes the entries that were of no use for longest, until the others
// have room, and what programs that were killed left behind. It does nothing if
// nothing was stored.
func (s *Store) Trim() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.stored {
		return
	}
	s.stored = false
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return
	}
	var all []fs.FileInfo
	var bytes int64
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case err != nil || !info.Mode().IsRegular() || !strings.HasSuffix(info.Name(), suffix):
		case strings.HasPrefix(info.Name(), "."):
			if time.Since(info.ModTime()) > abandoned {
				os.Remove(filepath.Join(s.dir, info.Name()))
			}
		default:
			all = append(all, info)
			bytes += info.Size()
		}
	}
	slices.SortFunc(all, func(x, y fs.FileInfo) int {
		return cmp.Or(x.ModTime().Compare(y.ModTime()), cmp.Compare(x.Name(), y.Name()))
	})
	for _, info := range all {
		if bytes <= s.most {
			return
		}
		os.Remove(filepath.Join(s.dir, info.Name()))
		bytes -= info.Size()
	}
}

// encode writes an entry: what it is, the checksum of the rest, and the rest,
// compressed: the length of the question, the question, the answer.
func encode(question string, answer []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	fmt.Fprintf(z, "%d\n%s", len(question), question) // a buffer takes all
	z.Write(answer)
	z.Close()
	sum := sha256.Sum256(b.Bytes())
	return slices.Concat([]byte(magic), sum[:], b.Bytes())
}

// decode reads an entry; it reports false if it is not the one for the question.
func decode(entry []byte, question string) ([]byte, bool) {
	rest, ok := bytes.CutPrefix(entry, []byte(magic))
	if !ok || len(rest) < sha256.Size {
		return nil, false
	}
	packed := rest[sha256.Size:]
	if sum := sha256.Sum256(packed); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil, false
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, false
	}
	text, err := io.ReadAll(io.LimitReader(z, mostText+mostEntry))
	if err != nil {
		return nil, false
	}
	return bytes.CutPrefix(text, fmt.Appendf(nil, "%d\n%s", len(question), question))
}
