package checker

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
)

const (
	// manifestName is the file that says what a run directory holds. It is
	// written last, and replaced at once: what it names is there and whole.
	manifestName   = "manifest"
	manifestFormat = "lockcheck/run/v1"
)

// manifest is a search after a level.
type manifest struct {
	Format   string `json:"format"`
	Identity string `json:"identity"`
	Words    int    `json:"words"`
	Restarts int    `json:"restarts"` // with a roomier layout
	// Level is the level to expand next; -1 is a search that is to begin.
	Level   int           `json:"level"`
	Serial  int           `json:"serial"`
	Levels  [][]string    `json:"levels"`
	Visited []manifestRun `json:"visited"`
	Tally   manifestTally `json:"tally"`
}

// manifestRun is a run of visited states.
type manifestRun struct {
	Own   bool     `json:"own"`
	Parts []string `json:"parts"`
}

// manifestTally is a tally; depths of what has not happened are left out.
type manifestTally struct {
	Violated map[int]int `json:"violated"`
	Reached  map[int]int `json:"reached"`
	Enabled  []uint64    `json:"enabled"`
	Taken    []uint64    `json:"taken"`
	TopBit   bool        `json:"top"`
}

// encode writes a manifest: JSON on one line, its checksum on the next.
func (m *manifest) encode() []byte {
	data, err := json.Marshal(m)
	if err != nil {
		panic(err) // there is nothing in it that cannot be written
	}
	return fmt.Appendf(data, "\n%08x\n", crc32.Checksum(data, castagnoli))
}

func decodeManifest(data []byte) (*manifest, error) {
	line, sum, ok := bytes.Cut(data, []byte("\n"))
	if !ok || string(sum) != fmt.Sprintf("%08x\n", crc32.Checksum(line, castagnoli)) {
		return nil, &FileError{manifestName, "damaged: its checksum is wrong"}
	}
	var m manifest
	if err := json.Unmarshal(line, &m); err != nil {
		return nil, &FileError{manifestName, "damaged: " + err.Error()}
	}
	if m.Format != manifestFormat {
		return nil, &FileError{manifestName, fmt.Sprintf("written in another format, %q", m.Format)}
	}
	return &m, nil
}

func newManifestTally(t *tally) manifestTally {
	m := manifestTally{Violated: map[int]int{}, Reached: map[int]int{}, Enabled: t.enabled, Taken: t.taken, TopBit: t.topBit}
	for i, d := range t.found.violated {
		if d != never {
			m.Violated[i] = d
		}
	}
	for i, d := range t.found.reached {
		if d != never {
			m.Reached[i] = d
		}
	}
	return m
}

// restore fills t, which is empty.
func (m *manifestTally) restore(t *tally) error {
	bad := &FileError{manifestName, "does not fit the model"}
	if len(m.Enabled) != len(t.enabled) || len(m.Taken) != len(t.taken) {
		return bad
	}
	for i, d := range m.Violated {
		if i < 0 || i >= len(t.found.violated) {
			return bad
		}
		t.found.violate(i, d)
	}
	for i, d := range m.Reached {
		if i < 0 || i >= len(t.found.reached) {
			return bad
		}
		t.found.reach(i, d)
	}
	copy(t.enabled, m.Enabled)
	copy(t.taken, m.Taken)
	t.topBit = m.TopBit
	return nil
}
