package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
)

// runs are the flags that keep a search on the disk.
type runs struct {
	dir    string
	resume bool
}

// commitEvery is the least time between two commits of a run directory: what
// lies between them is done again when a run is taken up.
var commitEvery = 2 * time.Second

func (r *runs) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(directoryValue{&r.dir}, "run-dir", "keep a large search in DIR, so that it can be taken up again")
	f.BoolVar(&r.resume, "resume", false, "take up the search in --run-dir; it begins if there is none")
}

// files gives a search its files: the run directory, or when memory is full a
// temporary one. The function that it returns puts them away.
func (a *app) files(opt *checker.Options, p *ask.Prepared, q *ask.Question, r *runs) (func(), error) {
	if r.dir == "" {
		if r.resume {
			return nil, fmt.Errorf("--resume needs --run-dir, the directory of the search")
		}
		opt.Spill = a.spill
		return a.discardTemporary, nil
	}
	d, err := openDirectory(r.dir)
	if err != nil {
		return nil, err
	}
	opt.Run = &checker.RunDir{
		Directory: d, Identity: identity(p, q, opt), Resume: r.resume, Every: commitEvery, Ignore: []string{lockName},
	}
	if err := opt.Run.Refuse(); err != nil { // before a lock lies beside what is somebody else's
		return nil, r.named(err)
	}
	return d.close, d.keepOthersOut()
}

// named has an error say which directory a file is in.
func (r *runs) named(err error) error {
	if file := (*checker.FileError)(nil); r.dir != "" && errors.As(err, &file) {
		return &checker.FileError{Name: filepath.Join(r.dir, file.Name), Reason: file.Reason}
	}
	return err
}

// temporary holds the directories to remove at the end.
type temporary struct {
	sync.Mutex
	all []*directory
}

func (a *app) spill() (checker.Directory, error) {
	d, err := temporaryDirectory()
	if err != nil {
		return nil, err
	}
	a.temporary.Lock()
	defer a.temporary.Unlock()
	a.temporary.all = append(a.temporary.all, d)
	return d, nil
}

func (a *app) discardTemporary() {
	a.temporary.Lock()
	defer a.temporary.Unlock()
	for _, d := range a.temporary.all {
		d.discard()
	}
	a.temporary.all = nil
}

// identity says what is searched, for people, and so that no other search is
// taken for it: the texts of the model, all that changes its states, and the
// program, for another one may lay states out in another way.
func identity(p *ask.Prepared, q *ask.Question, opt *checker.Options) string {
	h := sha256.New()
	fmt.Fprintln(h, ask.Checksum(p.Model), p.Symmetry, p.Ranks, opt.Deadlock, p.Properties)
	for _, flag := range slices.Sorted(maps.Keys(p.Settings.Params)) {
		fmt.Fprintf(h, "%q %q\n", flag, p.Settings.Params[flag])
	}
	for _, f := range p.Settings.Faults {
		fmt.Fprintln(h, f.Kind, f.Max)
	}
	return fmt.Sprintf("%s, question %s, by %s, build %s", p.Target.Name, hex.EncodeToString(h.Sum(nil))[:12], ask.Tool, build())
}

// build identifies the program.
var build = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	f, err := os.Open(path)
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "unknown"
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
})

// spareMemory is what the program may use besides the states.
const spareMemory = 32 << 20

// limitMemory has the collector keep to a limit on states that was asked for.
// The function that it returns takes that back.
func limitMemory(states int64) func() {
	before := debug.SetMemoryLimit(states + spareMemory)
	return func() { debug.SetMemoryLimit(before) }
}
