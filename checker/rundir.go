package checker

import (
	"slices"
	"strings"
	"time"
)

// RunDir keeps a search in a directory, so that it can be taken up again when
// it ends early, in whatever way. It is kept from where it is too large for
// hash tables, level by level.
type RunDir struct {
	Directory Directory
	// Identity says what is searched, in words. A search is taken up only by
	// one of the same identity.
	Identity string
	// Resume takes up the search that the directory holds, if any. Otherwise
	// the directory must be empty.
	Resume bool
	// Every is the least time between two commits: what lies between is done
	// again. 0 commits after every level.
	Every time.Duration
	// Ignore names files of the directory that are none of the search's.
	Ignore []string
}

// list returns the names of the search's files, and whether there is a search.
func (r *RunDir) list() (names []string, found bool, err error) {
	names, err = r.Directory.List()
	names = slices.DeleteFunc(names, func(n string) bool { return slices.Contains(r.Ignore, n) })
	return names, slices.Contains(names, manifestName), err
}

// Refuse returns an error if the directory holds other files than those of a
// search. It writes nothing.
func (r *RunDir) Refuse() error {
	names, found, err := r.list()
	if err != nil || found {
		return err
	}
	if i := slices.IndexFunc(names, func(n string) bool { return !strings.HasPrefix(n, manifestName+".") }); i >= 0 {
		return &FileError{names[i], "not of a search: the run directory must be empty, or hold a search"}
	}
	return nil
}

// open reads the manifest, or makes one for a search that is to begin.
func (r *RunDir) open(words int) (*manifest, error) {
	if err := r.Refuse(); err != nil {
		return nil, err
	}
	names, found, err := r.list()
	if err != nil {
		return nil, err
	}
	if !found {
		m := &manifest{Format: manifestFormat, Identity: r.Identity, Words: words, Level: -1}
		return m, r.Directory.Replace(manifestName, m.encode())
	}
	m, err := r.manifest()
	switch {
	case err != nil:
		return nil, err
	case m.Identity != r.Identity:
		return nil, &FileError{manifestName, "the run directory holds another search: " + m.Identity}
	case !r.Resume:
		return nil, &FileError{manifestName, "the run directory holds this search already; resume it, or choose another directory"}
	}
	return m, r.tidy(m, names)
}

func (r *RunDir) manifest() (*manifest, error) {
	size, err := r.Directory.Size(manifestName)
	if err != nil {
		return nil, err
	}
	data := make([]byte, size)
	if err := r.Directory.ReadAt(manifestName, data, 0); err != nil {
		return nil, err
	}
	return decodeManifest(data)
}

// tidy removes the files that a manifest does not name: what was written after
// the last commit.
func (r *RunDir) tidy(m *manifest, names []string) error {
	named := map[string]bool{manifestName: true}
	for _, level := range m.Levels {
		for _, n := range level {
			named[n] = true
		}
	}
	for _, run := range m.Visited {
		for _, n := range run.Parts {
			named[n] = true
		}
	}
	for _, n := range names {
		if named[n] {
			continue
		}
		if err := r.Directory.Remove(n); err != nil {
			return err
		}
	}
	return nil
}

// restart forgets the search, for one with a roomier layout.
func (r *RunDir) restart(restarts, words int) (*manifest, error) {
	m := &manifest{Format: manifestFormat, Identity: r.Identity, Words: words, Restarts: restarts, Level: -1}
	if err := r.Directory.Replace(manifestName, m.encode()); err != nil {
		return nil, err
	}
	names, _, err := r.list()
	if err != nil {
		return nil, err
	}
	return m, r.tidy(m, names)
}
