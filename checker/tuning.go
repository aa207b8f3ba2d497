package checker

// tuning is the sizes that a space works with. Results do not depend on them;
// tests make them tiny, so that a model of a few hundred states meets every
// mechanism.
type tuning struct {
	// tableLeast is how many states are kept in a hash table in any case, and
	// tableMost how many if levels are narrow, with less than one state in
	// wideShare: looking through the blocks of all states for the candidates of
	// a few costs more than a table.
	tableLeast, tableMost int64
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
	// leastTask and taskBlocks bound the blocks that a range of a merge has.
	leastTask, taskBlocks int
	// mostRuns is how many runs of visited states there are: each level looks
	// into all of them. leastMerged of them are merged at least when there are
	// more, so that keys are not rewritten too often.
	mostRuns, leastMerged int
	// strict checks the invariants of every mechanism as it goes.
	strict bool
	// flat keeps states as a browser's build does.
	flat bool
}

const wideShare = 64

var usual = tuning{
	tableLeast:  1 << 16,
	tableMost:   1 << 21,
	tableChunk:  64,
	tableRound:  256,
	recentBytes: 256 << 10,
	leastBuffer: 1 << 12,
	mostBuffer:  1 << 19,
	blockKeys:   2048,
	partBlocks:  256,
	leastTask:   16,
	taskBlocks:  64,
	mostRuns:    8,
	leastMerged: 4,
}
