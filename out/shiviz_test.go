package out

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// defaultShiViz is the regular expression that ShiViz begins with.
var defaultShiViz = regexp.MustCompile(`(?m)(?P<event>.*)\n(?P<host>\S*) (?P<clock>{.*})`)

// ShiViz takes every step for an event, with clocks that make sense: a host's
// own count goes up by one, and nobody knows of what has not happened.
func TestShiVizLogIsWhole(t *testing.T) {
	var reports []*Report
	for _, q := range pictured {
		reports = append(reports, q.report(t))
	}
	for _, r := range append(reports, longReport(7)) {
		text := shivizOf(r, explained(r.Result))
		events := defaultShiViz.FindAllStringSubmatch(text, -1)
		steps := explained(r.Result).Trace.Steps
		if len(events) != len(steps) || strings.Count(text, "\n") != 2*len(steps) {
			t.Errorf("%s: %d events in %d lines, want %d events\n%s", r.Model.Name, len(events), strings.Count(text, "\n"), len(steps), text)
			continue
		}
		so := map[string]int{}
		for _, e := range events {
			var clock map[string]int
			if err := json.Unmarshal([]byte(e[3]), &clock); err != nil {
				t.Fatalf("%s: %v", e[3], err)
			}
			so[e[2]]++
			for host, n := range clock {
				if host == e[2] && n != so[host] || n > so[host] {
					t.Errorf("%s: event %q of %s has clock %s, and so far there were %v", r.Model.Name, e[1], e[2], e[3], so)
				}
			}
		}
		if !strings.Contains(events[len(events)-1][1], "VIOLATION") {
			t.Errorf("%s: the last event is no violation: %s", r.Model.Name, events[len(events)-1][1])
		}
	}
}

// A message from one party to another orders what comes before it and after it.
func TestShiVizOrdersMessages(t *testing.T) {
	r := asked{"ttl", "pause", "no-stale-write", nil}.report(t)
	events := defaultShiViz.FindAllStringSubmatch(shivizOf(r, explained(r.Result)), -1)
	for _, m := range sceneOf(r, explained(r.Result)).messages {
		var from, to map[string]int
		_ = json.Unmarshal([]byte(events[m.from-1][3]), &from)
		_ = json.Unmarshal([]byte(events[m.to-1][3]), &to)
		for host, n := range from {
			if to[host] < n {
				t.Errorf("step %d does not know what step %d knew of %s", m.to, m.from, host)
			}
		}
	}
}

// Without a counterexample, and with one of no steps, there is one event.
func TestShiVizOfNoSteps(t *testing.T) {
	r := longReport(0)
	for _, text := range []string{shivizOf(r, explained(r.Result)), shivizOf(r, nil)} {
		if n := len(defaultShiViz.FindAllString(text, -1)); n != 1 {
			t.Errorf("%d events: %s", n, text)
		}
	}
}
