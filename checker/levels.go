package checker

import (
	"iter"
	"slices"

	"lockcheck/model/murphi"
)

// chunks is the number of chunks that a stretch of packed states of w words
// divides into.
func chunks(n, w int) int { return (n + w*chunkStates - 1) / (w * chunkStates) }

// states yields the states of a chunk.
func states(level []uint64, w, chunk int) iter.Seq[[]uint64] {
	from := chunk * w * chunkStates
	return slices.Chunk(level[from:min(from+w*chunkStates, len(level))], w)
}

// modelName is how reports call a model.
func modelName(m *murphi.Model) string {
	switch {
	case m == nil:
		return ""
	case m.Head.Protocol != nil:
		return m.Head.Protocol.Name
	}
	return m.Sources[0].Name
}
