package out

import (
	"bytes"
	"testing"

	"lockcheck/checker"
)

func TestDotTrace(t *testing.T) {
	r := unsafe()
	r.Branches = Branches{{"Acquire c2"}, nil, {"Send c1", "Crash c1", "Expire", "Delay <c1>", "Loss & more"}}
	var b bytes.Buffer
	if err := DotTrace(&b, r, &r.Result.Properties[0]); err != nil {
		t.Fatal(err)
	}
	golden(t, "trace.dot", b.Bytes())
}

func TestDotStates(t *testing.T) {
	v := func(s string) checker.State {
		return checker.State{Vars: []checker.Var{{Path: "at[c1].phase", Value: s, Defined: true}, {Path: "owner"}}}
	}
	sg := &StateGraph{
		States: []GraphState{{State: v("idle"), Start: true}, {State: v("<held>"), Depth: 1, Violates: []string{"p"}}},
		Edges: []GraphEdge{
			{0, 1, by("c1", "Acquire", "C1", "")},
			{1, 0, by("c1", "Release", "C4", "")},
			{1, 0, env("c1", "Crash", "crash", "")},
			{1, 1, env("c1", "Pause", "pause", "")},
		},
	}
	var b bytes.Buffer
	if err := DotStates(&b, report(&checker.Result{}), sg); err != nil {
		t.Fatal(err)
	}
	golden(t, "states.dot", b.Bytes())
}
