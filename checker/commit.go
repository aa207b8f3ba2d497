package checker

import (
	"errors"
	"fmt"
	"time"
)

// keeper is a space that can be kept in a run directory.
type keeper interface {
	// describe writes what the space holds into a manifest.
	describe(m *manifest)
	commit(m *manifest) error
}

// commit keeps the search in the run directory, if there is one: levels up to
// the given one are complete, and that one is to be expanded. It does nothing
// while there are few states, or when the last commit was a moment ago.
func (s *search) commit(level int, now bool) error {
	if !inFiles {
		return nil
	}
	k, ok := s.space.(keeper)
	if s.opt.Run == nil || !ok || !now && time.Since(s.committed) < s.opt.Run.Every {
		return nil
	}
	m := &manifest{
		Format: manifestFormat, Identity: s.opt.Run.Identity, Words: s.words,
		Restarts: s.restarts, Level: level, Tally: newManifestTally(&s.tally),
	}
	k.describe(m)
	err := k.commit(m)
	s.committed = time.Now()
	if now && errors.Is(err, ErrFull) {
		return nil // the search is over, and the last commit stands
	}
	return err
}

func (s *runSpace[K]) describe(m *manifest) {
	m.Serial = s.serial
	for i := range s.all {
		m.Levels = append(m.Levels, partNames(s.all[i].parts))
	}
	for _, r := range s.visited {
		m.Visited = append(m.Visited, manifestRun{r.own, partNames(r.parts)})
	}
}

func partNames[K key](parts []*part[K]) []string {
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = p.blob.name
	}
	return names
}

func (s *runSpace[K]) commit(m *manifest) error { return s.opt.blobs.commit(m.encode()) }

// resume makes the space that a manifest describes. Every file is read and
// checked.
func (t *tableSpace[K]) resume(m *manifest) (space, error) {
	s := emptyRunSpace[K](t)
	s.serial = m.Serial
	parts := map[string]*part[K]{}
	load := func(names []string) ([]*part[K], error) {
		var all []*part[K]
		for _, n := range names {
			if parts[n] == nil {
				p, err := readPart[K](s.opt.blobs.dir, n)
				if err != nil {
					return nil, err
				}
				parts[n] = p
				s.opt.blobs.named[n] = struct{}{}
			}
			all = append(all, parts[n])
		}
		return all, nil
	}
	for _, names := range m.Levels {
		all, err := load(names)
		if err != nil {
			return nil, err
		}
		var l runLevel[K]
		l.add(all)
		s.all = append(s.all, l)
		s.count += l.keys
	}
	var visited int64
	for _, r := range m.Visited {
		all, err := load(r.Parts)
		if err != nil {
			return nil, err
		}
		run := join(all)
		s.visited = append(s.visited, visitedRun[K]{run, r.Own})
		visited += run.keys
	}
	if visited != s.count || m.Level < 0 || len(s.all) <= m.Level {
		return nil, &FileError{manifestName, fmt.Sprintf("%d visited states, %d in levels up to %d", visited, s.count, len(s.all)-1)}
	}
	return s, s.check()
}

// resumable is a space that can take up what a manifest describes.
type resumable interface {
	resume(m *manifest) (space, error)
}
