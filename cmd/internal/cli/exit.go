package cli

import (
	"context"
	"errors"

	"lockcheck/checker"
)

// Exit is an exit status of the program. This table is the only place that
// knows them.
type Exit int

const (
	ExitOK         Exit = 0   // SAFE; or the command did what it was asked to do
	ExitUnsafe     Exit = 1   // UNSAFE; fmt --check: a file is not formatted
	ExitUsage      Exit = 2   // a mistake in the command line, a spec or a file
	ExitIncomplete Exit = 3   // INCOMPLETE
	ExitInternal   Exit = 70  // a bug in lockcheck
	ExitKilled     Exit = 130 // the second Ctrl-C
)

// exitTable explains the statuses, for help and README.
var exitTable = []struct {
	Status Exit
	Means  string
}{
	{ExitOK, "SAFE: all reachable states were visited, every requested property holds"},
	{ExitUnsafe, "UNSAFE: a property is violated; a shortest counterexample is shown"},
	{ExitUsage, "a mistake in the command line, a spec or a file; the message names it"},
	{ExitIncomplete, "INCOMPLETE: a limit was reached first; the bounded claim is printed"},
	{ExitInternal, "an internal error: a bug in lockcheck"},
	{ExitKilled, "interrupted twice"},
}

// ofVerdict is the status of a check.
func ofVerdict(v checker.Verdict) Exit {
	switch v {
	case checker.Safe:
		return ExitOK
	case checker.Unsafe:
		return ExitUnsafe
	}
	return ExitIncomplete
}

// ofError is the status of a command that could not do its work.
func ofError(err error) Exit {
	var internal *checker.InternalError
	var panicked *panicError
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &internal), errors.As(err, &panicked):
		return ExitInternal
	case errors.Is(err, errKilled), errors.Is(err, context.Canceled):
		return ExitKilled
	}
	return ExitUsage
}
