package checker

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// smallRun is a search of a few hundred states that is kept in files.
func smallRun(dir Directory, resume bool) Options {
	few := tiny
	few.tableLeast, few.tableMost, few.blockKeys, few.partBlocks, few.mostBuffer = 150, 150, 20, 4, 60
	return Options{
		Workers: 1, tuning: &few,
		Run: &RunDir{Directory: dir, Identity: "a small lease", Resume: resume},
	}
}

var smallLease = &lease{clients: 2, rounds: 2, liveness: true}

var errCrash = errors.New("the machine is off")

// crashAt lets the n-th change of a directory and all that follow fail.
func crashAt(n int, with error) *MemDir {
	d := &MemDir{}
	d.fail = func(string, string) error {
		if d.ops > n {
			return with
		}
		return nil
	}
	return d
}

// Wherever a run ends, it is taken up with exactly the same result: whatever
// was written after the last commit, and however much of it is lost.
func TestResumeAfterEveryChangeOfTheDirectory(t *testing.T) {
	want := check(t, smallLease, Options{Workers: 1})
	whole := &MemDir{}
	if d := cmp.Diff(want, check(t, smallLease, smallRun(whole, false))); d != "" {
		t.Fatal(d)
	}
	t.Logf("%d changes", whole.ops)
	if whole.ops < 100 {
		t.Errorf("the test is pointless: only %d changes", whole.ops)
	}
	for n := range whole.ops {
		dir := crashAt(n, errCrash)
		_, err := Check(context.Background(), smallLease, smallRun(dir, false))
		if !errors.Is(err, errCrash) {
			t.Fatalf("after %d changes: got %v, want the crash", n, err)
		}
		dir.crash()
		r, err := Check(context.Background(), smallLease, smallRun(dir, true))
		if err != nil {
			t.Fatalf("after %d changes: %v", n, err)
		}
		if d := cmp.Diff(want, r); d != "" {
			t.Fatalf("after %d changes: %s", n, d)
		}
	}
}

// A run that is ended again and again, a few changes after it was taken up,
// comes to the same end: commits are never lost.
func TestResumeAgainAndAgain(t *testing.T) {
	want := check(t, smallLease, Options{Workers: 1})
	dir := &MemDir{}
	for n := 0; ; n++ {
		last := dir.ops + 70
		dir.fail = func(string, string) error {
			if dir.ops > last {
				return errCrash
			}
			return nil
		}
		r, err := Check(context.Background(), smallLease, smallRun(dir, true))
		if err == nil {
			if d := cmp.Diff(want, r); d != "" || n < 3 {
				t.Errorf("after %d crashes: %s", n, d)
			}
			return
		}
		if !errors.Is(err, errCrash) || n > 1000 {
			t.Fatalf("after %d crashes: %v", n, err)
		}
		dir.crash()
	}
}

// A full disk ends the search with what is known; with more room it goes on.
func TestFullDisk(t *testing.T) {
	want := check(t, smallLease, Options{Workers: 1})
	whole := &MemDir{}
	check(t, smallLease, smallRun(whole, false))
	for n := 1; n < whole.ops; n += 7 {
		dir := crashAt(n, fmt.Errorf("no room: %w", ErrFull))
		r, err := Check(context.Background(), smallLease, smallRun(dir, false))
		if err != nil {
			t.Fatalf("after %d changes: %v", n, err)
		}
		if l := r.Limit; l != nil && (l.Kind != LimitDisk || l.Depth > want.Depth) || l == nil && r.Verdict != want.Verdict {
			t.Fatalf("after %d changes: got %v, %+v", n, r.Verdict, l)
		}
		dir.fail = nil
		if r, err = Check(context.Background(), smallLease, smallRun(dir, true)); err != nil || cmp.Diff(want, r) != "" {
			t.Fatalf("after %d changes, with more room: %v, %s", n, err, cmp.Diff(want, r))
		}
	}
}

// ended is the directory of a search that was ended in the middle.
func ended(t *testing.T, n int) *MemDir {
	dir := crashAt(n, errCrash)
	if _, err := Check(context.Background(), smallLease, smallRun(dir, false)); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	dir.fail = nil
	return dir
}

// Whatever happens to a file, it is noticed and named, or makes no difference.
func TestDamagedFiles(t *testing.T) {
	want := check(t, smallLease, Options{Workers: 1})
	whole := ended(t, 200)
	names, _ := whole.List()
	r := rand.New(rand.NewPCG(1, 2))
	named := 0
	for _, name := range names {
		for how, damage := range map[string]func(data []byte) []byte{
			"a bit is flipped": func(data []byte) []byte {
				data[r.IntN(len(data))] ^= 1 << r.IntN(8)
				return data
			},
			"the end is cut off":  func(data []byte) []byte { return data[:len(data)-1-r.IntN(len(data))] },
			"it is empty":         func([]byte) []byte { return nil },
			"something is added":  func(data []byte) []byte { return append(data, 0) },
			"it is another's":     func([]byte) []byte { return []byte("hello") },
			"the last block lies": func(data []byte) []byte { data[len(data)-1]++; return data },
		} {
			dir := &MemDir{files: maps.Clone(whole.files), synced: map[string]bool{}}
			dir.files[name] = damage(slices.Clone(dir.files[name]))
			got, err := Check(context.Background(), smallLease, smallRun(dir, true))
			var file *FileError
			switch {
			case errors.As(err, &file):
				named++
				if file.Name != name || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s, %s: got %v", name, how, err)
				}
			case err != nil:
				t.Errorf("%s, %s: got %v", name, how, err)
			default:
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("%s, %s: not noticed: %s", name, how, d)
				}
			}
		}
	}
	if named < 50 {
		t.Errorf("only %d damages were noticed", named)
	}
}

func TestRunDirectoryOfSomethingElse(t *testing.T) {
	half := func() *MemDir { return ended(t, 200) }
	for _, tt := range []struct {
		name   string
		dir    func() *MemDir
		change func(o *Options)
		want   string
	}{
		{"a file of something else", func() *MemDir { return &MemDir{files: map[string][]byte{"thesis.tex": nil}} }, func(*Options) {},
			"thesis.tex: not of a search: the run directory must be empty, or hold a search"},
		{"another question", half, func(o *Options) { o.Run.Identity = "a large lease" },
			"manifest: the run directory holds another search: a small lease"},
		{"nothing said of resuming", half, func(o *Options) { o.Run.Resume = false },
			"manifest: the run directory holds this search already; resume it, or choose another directory"},
	} {
		opt := smallRun(tt.dir(), true)
		tt.change(&opt)
		_, err := Check(context.Background(), smallLease, opt)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
}

// A search that needs a roomier layout begins again, in the same directory.
func TestResumeWithRoom(t *testing.T) {
	dir := &MemDir{}
	small := cramped{&lease{clients: 2, rounds: 2, fencing: true}}
	r := check(t, growing{small, 2}, smallRun(dir, false))
	if r.States != 717 {
		t.Errorf("got %d states, want 717", r.States)
	}
	r = check(t, growing{small, 2}, smallRun(dir, true))
	if r.States != 717 || r.Transitions != 2220 {
		t.Errorf("taken up: got %d states, %d transitions", r.States, r.Transitions)
	}
}
