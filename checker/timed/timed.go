package timed

import (
	"context"

	"lockcheck/checker"
	"lockcheck/model"
	"lockcheck/model/murphi"
)

// Delays says when instances of a rule may be taken and when they must be.
type Delays func(*murphi.Rule) murphi.Delay

// Graph holds the states of a model as far as checks in real time have visited
// them. States and steps do not depend on durations, so checks that differ in
// durations alone share one. It is not safe for concurrent use.
type Graph struct {
	sys model.Timed
	opt checker.Options
}

// NewGraph returns a Graph without states yet. Of opt, Run, Spill and Cache
// have no effect: zones are kept in memory.
func NewGraph(sys model.Timed, opt checker.Options) *Graph {
	return &Graph{sys: sys, opt: opt}
}

// Check decides every invariant, assert statement and run-time error, in real
// time. Traces have times. Liveness properties are left out.
func (g *Graph) Check(ctx context.Context, delays Delays) (*checker.Result, error) {
	panic("to come")
}

// Unsafe reports whether one of the properties is violated (nil: any). It ends
// with the first violation, and makes no trace. limit tells that a limit came
// before the answer.
func (g *Graph) Unsafe(ctx context.Context, delays Delays, properties []string) (unsafe bool, limit *checker.Limit, err error) {
	panic("to come")
}
