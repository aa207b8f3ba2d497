package checker

import (
	"errors"
	"fmt"
	"strings"

	"lockcheck/model/murphi"
)

// InternalError is a mistake of lockcheck itself: a panic in its own code, or
// a trace that does not replay. It is never a property of the model.
type InternalError struct {
	Model  string
	Rule   string   // of the last step from State that was found, or ""
	State  []uint64 // the packed state at work, or nil
	Reason string
	Stack  []byte // of the panic, or nil
}

func (e *InternalError) Error() string {
	var b strings.Builder
	b.WriteString("internal error")
	if e.Model != "" {
		fmt.Fprintf(&b, " in model %s", e.Model)
	}
	if e.Rule != "" {
		fmt.Fprintf(&b, ", in or after rule %s", e.Rule)
	}
	if e.State != nil {
		fmt.Fprintf(&b, ", state %x", e.State)
	}
	fmt.Fprintf(&b, ": %s", e.Reason)
	return b.String()
}

// SpecError is a mistake of the model that makes its check meaningless, found
// while it ran: an ordinal minted below a live value, or a start state that
// breaks an assume. Trace leads to it.
type SpecError struct {
	Failure murphi.Failure
	Trace   *Trace
}

func newSpecError(t *Trace) *SpecError {
	e := &SpecError{Trace: t}
	if t.Why.Failure != nil {
		e.Failure = *t.Why.Failure
	}
	return e
}

func (e *SpecError) Error() string {
	at := e.Failure.At.Start
	reason := e.Failure.Detail
	switch {
	case reason != "":
	case e.Failure.Kind == murphi.AssumeFailedAtStart:
		reason = "a start state breaks this assume"
	default:
		reason = "an ordinal is minted below a live value"
	}
	if at.Line == 0 {
		return reason
	}
	return fmt.Sprintf("%s:%d:%d: %s", at.File, at.Line, at.Col, reason)
}

// errInMemory refuses [Options.Spill] and [Options.Run].
var errInMemory = errors.New("this build of lockcheck keeps states in memory alone: there are no files to go on in, and no run directory")
