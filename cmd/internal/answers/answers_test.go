package answers

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func want(t *testing.T, s *Store, question, answer string, there bool) {
	t.Helper()
	if got, ok := s.Get(question); ok != there || string(got) != answer {
		t.Errorf("%s: %q, %t; want %q, %t", question, got, ok, answer, there)
	}
}

// TestStore: what was put in comes out, for its question alone.
func TestStore(t *testing.T) {
	s := Open(filepath.Join(t.TempDir(), "a", "b"), Most)
	want(t, s, "one", "", false)
	s.Put("one", []byte("1"))
	s.Put("two", nil)
	want(t, s, "one", "1", true)
	want(t, s, "two", "", true)
	want(t, s, "on", "", false)
	s.Put("one", []byte("other"))
	want(t, s, "one", "other", true)
	s.Drop("one")
	want(t, s, "one", "", false)
	if err := s.Err(); err != nil {
		t.Error(err)
	}
}

// TestDamage: an entry of which any byte is missing or another one is none, nor
// is one that answers a question of the same beginning.
func TestDamage(t *testing.T) {
	entry := encode("question", []byte("answer"))
	if got, ok := decode(entry, "question"); !ok || string(got) != "answer" {
		t.Fatalf("%q, %t", got, ok)
	}
	for i := range entry {
		if _, ok := decode(entry[:i], "question"); ok {
			t.Errorf("cut off at %d", i)
		}
		spoilt := bytes.Clone(entry)
		spoilt[i] ^= 0x10
		if _, ok := decode(spoilt, "question"); ok {
			t.Errorf("byte %d is another one", i)
		}
	}
	for _, other := range []string{"", "questio", "questiona", "quastion"} {
		if _, ok := decode(entry, other); ok {
			t.Errorf("taken for an answer to %q", other)
		}
	}
}

// TestNoDirectory: what cannot be stored is no failure of anything else.
func TestNoDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	s := Open(file, Most)
	s.Put("one", []byte("1"))
	s.Trim()
	want(t, s, "one", "", false)
	if err := s.Err(); err == nil || err.Error() != file+": not a directory" {
		t.Error(err)
	}
	dir := t.TempDir()
	s = Open(dir, Most)
	if err := os.Mkdir(s.path("one"), 0o777); err != nil { // in the place of an entry
		t.Fatal(err)
	}
	s.Put("one", []byte("1"))
	want(t, s, "one", "", false)
	if all, _ := filepath.Glob(filepath.Join(dir, ".*")); len(all) > 0 {
		t.Errorf("left behind: %v", all)
	}
}

// TestTrim: the entries that were of no use for longest go first, and files that
// nobody will finish; other files stay.
func TestTrim(t *testing.T) {
	dir := t.TempDir()
	s := Open(dir, 0)
	old := time.Now().Add(-48 * time.Hour)
	age := func(name string, hours time.Duration) {
		if err := os.Chtimes(name, old, old.Add(hours*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	size := int64(0)
	for i := range 4 {
		q := fmt.Sprint("q", i)
		s.Put(q, []byte("the same length"))
		age(s.path(q), time.Duration(i))
		info, err := os.Stat(s.path(q))
		if err != nil {
			t.Fatal(err)
		}
		size = max(size, info.Size())
	}
	for _, name := range []string{".1" + suffix, ".2" + suffix, "notes.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	age(filepath.Join(dir, ".1"+suffix), 0)
	want(t, s, "q0", "the same length", true) // of use just now
	s.most = 2*size + 10
	s.Trim()
	for q, there := range map[string]bool{"q0": true, "q1": false, "q2": false, "q3": true} {
		if _, ok := s.Get(q); ok != there {
			t.Errorf("%s is there: %t", q, ok)
		}
	}
	for name, there := range map[string]bool{".1" + suffix: false, ".2" + suffix: true, "notes.txt": true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != there {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAtOnce: readers and writers of one directory see whole entries or none.
func TestAtOnce(t *testing.T) {
	dir := t.TempDir()
	answer := bytes.Repeat([]byte("0123456789"), 1000)
	var group sync.WaitGroup
	for range 4 {
		s := Open(dir, Most)
		group.Go(func() {
			for i := range 50 {
				q := fmt.Sprint(i % 5)
				s.Put(q, answer)
				if got, ok := s.Get(q); !ok || !bytes.Equal(got, answer) {
					t.Errorf("%d bytes, %t", len(got), ok)
				}
				s.Trim()
			}
			if err := s.Err(); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}
