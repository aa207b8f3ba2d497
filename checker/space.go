package checker

// space is every state that a search has found: a set, divided into levels. It
// is exact: whole packed states are kept, so that no two of them are ever
// taken for one.
//
// It is filled level by level, in rounds: the workers send states that may be
// new, each from a goroutine of its own; settle then finds out which are. A
// level is a set: its order depends on nothing but the kind of space, the
// states and sometimes the workers, and nothing may depend on it.
//
// Two kinds implement it: tableSpace while there are few states, runSpace
// beyond. grown turns one into the other, in mid-run. A build for browsers has
// a third one alone, flatSpace.
type space interface {
	// states is the number of states that are settled, and size that of a
	// level.
	states() int64
	size(level int) int64
	levels() int

	// chunks is the number of chunks of a level, round how many of them to
	// expand before settle is called, and read returns the packed states of
	// one: a view, valid until the worker reads again.
	chunks(level int) int
	round() int
	read(worker, level, chunk int) ([]uint64, error)

	// begin adds an empty level, send proposes states for it, and settle adds
	// those that are new; it must be called with last set before the level is
	// read. Every state that is new is handed to fresh, once, by some worker.
	begin()
	send(worker int, states []uint64) error
	settle(last bool, fresh freshFunc) error
	// beyond takes back what was sent since the last settle, and reports
	// whether any of it was new.
	beyond() (bool, error)
	// cut gives up the levels from the given one on. Only a space that will
	// not be filled again is cut.
	cut(level int)

	// grown returns the space to go on with, when done chunks of a level have
	// been expanded, and how many chunks that is there.
	grown(level, done int) (space, int, error)

	// bytes is what the states may occupy in memory. It depends on their
	// number alone, so that a limit on it ends every search of a model at the
	// same level. held is what is in memory, about, for the reader; stored is
	// what the states themselves take, in memory or in files.
	bytes() int64
	held() int64
	stored() int64

	// unite makes locate fast, for when no states will be added.
	unite() error
	// locate writes the numbers of visited states to at: each state has its
	// own, below slots, until the next settle. -1 is a state that is not
	// visited.
	locate(worker int, states []uint64, at []int64) error
	slots() int64
}

// freshFunc takes packed states that are new, in a worker's goroutine.
type freshFunc func(worker int, states []uint64)

// crew is the workers as a space sees them.
type crew struct {
	workers int
	// parallel runs f for every task below n, and returns an error of one.
	parallel func(n int, f func(worker, task int) error) error
}

// storeOptions say how a space keeps states.
type storeOptions struct {
	tuning
	memory int64 // working limit in bytes, 0: none
	blobs  *blobs
	cache  Cache // nil: none
}
