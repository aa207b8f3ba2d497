package checker

// tuning is the sizes that a space works with. Results do not depend on them;
// tests make them tiny, so that a model of a few hundred states meets every
// mechanism.
type tuning struct {
	// tableMost is how many states are kept in a hash table: tables are better
	// for few states, and for many narrow levels.
	tableMost int64
	// tableChunk is how many states a worker claims at a time there, and
	// tableRound how many chunks lie between two visits to the tables: buffers
	// stay small, and limits are looked at in time.
	tableChunk, tableRound int
	// recentBytes is the size of a worker's memory of recent states.
	recentBytes int
	// leastBuffer and mostBuffer bound the candidates that a worker keeps
	// before it sorts them.
	leastBuffer, mostBuffer int
	// blockKeys is how many keys a full block has, and partBlocks how many
	// blocks a full part.
	blockKeys, partBlocks int
	// taskBlocks is how many blocks a range of a merge has about.
	taskBlocks int
	// mostRuns is how many runs of visited states there are: each level looks
	// into all of them. leastMerged of them are merged at least when there are
	// more, so that keys are not rewritten too often.
	mostRuns, leastMerged int
	// strict checks the invariants of every mechanism as it goes.
	strict bool
}

var usual = tuning{
	tableMost:   1 << 20,
	tableChunk:  64,
	tableRound:  256,
	recentBytes: 256 << 10,
	leastBuffer: 1 << 12,
	mostBuffer:  1 << 20,
	blockKeys:   2048,
	partBlocks:  256,
	taskBlocks:  64,
	mostRuns:    8,
	leastMerged: 4,
}
