package engine

import (
	"fmt"
	"maps"
	"math/big"
	"strings"

	"lockcheck/checker"
	"lockcheck/checker/script"
	"lockcheck/model/murphi"
)

// forScript returns params and faults, as the command line takes them, for a
// script: the faults are its stop and its jumps, as often as they happen, and the
// stop is as long as the longest. So an exhaustive check of the same includes the
// scripted run, and asks: what if a pause is at most that long?
func forScript(m *murphi.Model, params map[string]string, s Script) (all map[string]string, faults string) {
	all, faults = maps.Clone(params), "none"
	if all == nil {
		all = map[string]string{}
	}
	if kind := script.Stop(s.Stop).Fault(); kind != "" {
		faults = kind + "=1"
		all[script.Stop(s.Stop).Bound()] = s.For
	}
	if s.Jump == "" {
		return all, faults
	}
	jump := fmt.Sprintf("clock-jump=%d", max(1, s.Nodes))
	if faults == "none" {
		faults = jump
	} else {
		faults += "," + jump
	}
	for _, d := range murphi.Durations(m) {
		if d.Flag == "max-jump" && params["max-jump"] == "" {
			all["max-jump"] = s.Jump
		}
	}
	return all, faults
}

// scriptOf reads a script. The error says which of its fields is wrong.
func scriptOf(s Script) (script.Script, error) {
	x := script.Script{Stop: script.Stop(s.Stop), Nodes: s.Nodes}
	if s.Stop == "" {
		x.Stop = script.None
	}
	var err error
	if x.Stop.Fault() != "" {
		if x.For, err = duration("script.for", s.For); err != nil {
			return x, err
		}
	}
	if s.Jump != "" {
		if x.Jump, err = duration("script.jump", s.Jump); err != nil {
			return x, err
		}
		if s.Nodes < 0 {
			return x, refuse("script.nodes", "at least one clock jumps, not %d", s.Nodes)
		}
		x.Nodes = max(1, s.Nodes)
	}
	return x, nil
}

// duration reads a time as the command line takes it.
func duration(field, text string) (*big.Rat, error) {
	d := murphi.DurationInfo{Flag: field, Ann: &murphi.DurationAnn{}, Dimension: murphi.TimeSpan}
	v, err := d.Parse(text)
	if err != nil {
		return nil, refuse(field, "%s", strings.Replace(err.Error(), "--"+field, "a time", 1))
	}
	return v, nil
}

// play plays a script on a model that was configured for it, in real time, and
// looks at its run.
func play(m *murphi.Model, settings murphi.Settings, ranks bool, judge *checker.Judge, s script.Script) (*view, error) {
	p, err := script.Play(m, settings, ranks, s)
	if err != nil {
		return nil, err
	}
	v := newView(m, settings, p.Run, judge.Tell(p.Run, p.Times))
	v.ends = p.Ends
	return v, nil
}
