package out

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"lockcheck/checker"
)

// ShiViz writes a counterexample, or another run, as a log with vector clocks, for the ShiViz
// visualizer. Every step is an event of two lines that its default regular
// expression takes as it is:
//
//	(?<event>.*)\n(?<host>\S*) (?<clock>{.*})
//
// Hosts are the parties; a step knows of another party's steps if they made it
// possible. Steps of the environment are events of the party that they strike,
// and no step is left out. q is a violated property, or nil for the one that the
// text shows; without any the log is one event that says so.
func ShiViz(w io.Writer, r *Report, q *checker.PropertyResult) error {
	if q == nil {
		q = shown(r)
	}
	_, err := io.WriteString(w, shivizOf(r, q))
	return err
}

func shivizOf(r *Report, q *checker.PropertyResult) string {
	var b strings.Builder
	if q == nil {
		shivizEvent(&b, noTrace(r), "lockcheck", map[string]int{"lockcheck": 1})
		return b.String()
	}
	s := sceneOf(r, q)
	if len(s.steps) == 0 {
		shivizEvent(&b, orText(s.end, "END")+" in the start state: "+s.title, "start", map[string]int{"start": 1})
		return b.String()
	}
	hosts := hostsOf(s)
	now := make([]map[string]int, len(hosts)) // by lane: its clock
	after := make([]map[string]int, len(s.steps)+1)
	for i := range s.steps {
		step := &s.steps[i]
		lane := max(step.lane, 0)
		clock := map[string]int{}
		merge(clock, now[lane])
		for _, f := range s.trace.Flows {
			if f.To == step.index {
				merge(clock, after[f.From])
			}
		}
		clock[hosts[lane]]++
		now[lane], after[step.index] = clock, clock
		text := stepText(s, step)
		if say := told(step.Step); say != "" {
			text += ": " + say
		}
		if step.last && s.end != "" {
			text += " -- " + s.end + ": " + s.title
		}
		shivizEvent(&b, text, hosts[lane], clock)
	}
	return b.String()
}

func shivizEvent(b *strings.Builder, text, host string, clock map[string]int) {
	encoded, _ := json.Marshal(clock) // of numbers by name, with names in order
	b.WriteString(dotted(strings.Join(strings.Fields(text), " ")) + "\n" + host + " " + string(encoded) + "\n")
}

// hostsOf names the parties without spaces, each in its own way.
func hostsOf(s *scene) []string {
	var hosts []string
	for _, p := range s.parties {
		name := dotted(strings.Join(strings.Fields(p.name), "-"))
		for name == "" || slices.Contains(hosts, name) {
			name += "_"
		}
		hosts = append(hosts, name)
	}
	if hosts == nil {
		hosts = []string{"model"}
	}
	return hosts
}

// merge raises clock to what is known elsewhere.
func merge(clock, other map[string]int) {
	for host, n := range other {
		clock[host] = max(clock[host], n)
	}
}
