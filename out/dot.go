package out

import (
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"

	"github.com/emicklei/dot"

	"lockcheck/checker"
)

// Branches says what else could have happened on the way: for each state of a
// trace, the start state first, the steps that were enabled and not taken.
type Branches [][]string

// DotTrace writes a counterexample as a Graphviz graph: the violating path,
// each state with what changed (of history, what is not about one client), and
// one ring of the untaken branches that the report has, greyed
// and counted. q is a violated property, or nil for the one that the text shows.
func DotTrace(w io.Writer, r *Report, q *checker.PropertyResult) error {
	if q == nil {
		q = shown(r)
	}
	if q == nil {
		return writeDot(w, newDot(r.Model.Name+": "+r.Result.Verdict.String()+", no counterexample"))
	}
	t := q.Trace
	g := newDot(r.Model.Name + ": " + outcome(q) + " after " + plural(len(t.Steps), "step"))
	colours := actorColours(t.Steps)
	belief := BeliefOf(t)
	states := make([]dot.Node, len(t.Steps)+1)
	for i := range states {
		lines := []string{"<B>" + escape(stateTitle(i)) + "</B>"}
		if i > 0 {
			for _, ch := range t.Steps[i-1].Changes {
				line := ch.Path + " = " + undefinedText(ch.To)
				switch {
				case r.Owners.Of(ch.Path) != History:
					lines = append(lines, escape(line))
				case !strings.Contains(ch.Path, "["):
					lines = append(lines, grey(line))
				}
			}
		}
		lines = append(lines, beliefLines(belief, i)...)
		n := g.Node(fmt.Sprintf("s%04d", i)).Attr("label", htmlLines(lines)).Attr("shape", "box").Attr("group", "path")
		if i == len(t.Steps) {
			n.Attr("peripheries", "2")
			if q.Name != "" {
				n.Attr("color", "#b00020").Attr("xlabel", outcome(q))
			}
		}
		states[i] = n
	}
	times := timesOf(t, allDigits)
	for i := range t.Steps {
		s := &t.Steps[i]
		lines := stepLines(i+1, s)
		if times != nil {
			lines = append(lines, escape("at "+times[i]))
		}
		e := g.Edge(states[i], states[i+1]).Attr("label", htmlLines(lines))
		e.Attr("color", colours[s.Actor]).Attr("penwidth", "2").Attr("weight", "10")
		if environment(s) {
			e.Attr("style", "dashed")
		}
	}
	for i, others := range r.Branches {
		if len(others) > 0 && i < len(states) {
			ring(g, states[i], i, others)
		}
	}
	return writeDot(w, g)
}

// outcome says what the end of a trace is.
func outcome(q *checker.PropertyResult) string {
	switch {
	case q.Name == "":
		return "a run"
	case q.Kind == Cover:
		return q.Name + " is reached"
	}
	return q.Name + " is violated"
}

// grey is a line about history, which no party knows: what a box has beyond
// it is the system.
func grey(line string) string { return `<FONT COLOR="#757575">` + escape(line) + "</FONT>" }

// ring hangs one grey node on a state that stands for its untaken branches.
func ring(g *dot.Graph, from dot.Node, i int, others []string) {
	const named = 4
	lines := []string{escape("+" + strconv.Itoa(len(others)) + " other " + words(len(others), "step"))}
	for j, name := range others {
		if j == named {
			lines = append(lines, "...")
			break
		}
		lines = append(lines, escape(name))
	}
	n := g.Node(fmt.Sprintf("t%04d", i)).Attr("label", htmlLines(lines)).Attr("shape", "plaintext").
		Attr("fontcolor", "#757575").Attr("fontsize", "9")
	g.Edge(from, n).Attr("color", "#bdbdbd").Attr("style", "dotted").Attr("arrowhead", "open")
}

func stateTitle(i int) string {
	if i == 0 {
		return "start"
	}
	return "after step " + strconv.Itoa(i)
}

func stepLines(i int, s *checker.Step) []string {
	var args []string
	for _, a := range s.Args {
		args = append(args, a.Value)
	}
	name := s.Rule
	if len(args) > 0 {
		name += "(" + strings.Join(args, ", ") + ")"
	}
	switch {
	case s.Fault != "":
		return []string{escape(fmt.Sprintf("%d. fault: %s", i, s.Fault)), escape(name)}
	case s.Line == "":
		return []string{escape(fmt.Sprintf("%d. environment:", i)), escape(name)}
	}
	return []string{escape(fmt.Sprintf("%d. %s", i, s.Line)), escape(name)}
}

// beliefLines says who believes and who holds, where they differ in red.
func beliefLines(b *Belief, i int) []string {
	var lines []string
	for _, c := range b.Clients {
		switch b.Mark(c, i) {
		case markBoth:
			lines = append(lines, escape(c+" holds the lock"))
		case markFalse:
			lines = append(lines, `<FONT COLOR="#b00020"><I>`+escape(c+" believes, does not hold")+`</I></FONT>`)
		case markOwed:
			lines = append(lines, escape(c+" is the owner"))
		}
	}
	return lines
}

// StateGraph is a whole transition system, small enough to be drawn.
type StateGraph struct {
	States []GraphState // in the order in which the search found them
	Edges  []GraphEdge  // by source state, then in the order of the rules
}

// GraphState is a state of a StateGraph.
type GraphState struct {
	State    checker.State
	Depth    int
	Start    bool
	Violates []string // names of the properties that are false here
}

// GraphEdge is a step between two states.
type GraphEdge struct {
	From, To int
	Step     checker.Step // Rule, Args, Actor, Fault and Line
}

// DotStates writes a state graph. Parallel edges become one with several
// labels.
func DotStates(w io.Writer, r *Report, sg *StateGraph) error {
	title := fmt.Sprintf("%s: %s, %s", r.Model.Name, plural(len(sg.States), "state"), plural(len(sg.Edges), "step"))
	if r.Config.Symmetry {
		title += ", up to renaming"
	}
	g := newDot(title)
	nodes := make([]dot.Node, len(sg.States))
	for i := range sg.States {
		s := &sg.States[i]
		lines := []string{"<B>" + strconv.Itoa(i) + "</B>"}
		for _, v := range s.State.Vars {
			history := r.Owners.Of(v.Path) == History
			switch {
			case v.Defined && !history:
				lines = append(lines, escape(v.Path+" = "+v.Value))
			case v.Defined && v.Value != "0" && v.Value != "false":
				lines = append(lines, grey(v.Path+" = "+v.Value))
			}
		}
		n := g.Node(fmt.Sprintf("s%04d", i)).Attr("label", htmlLines(lines)).Attr("shape", "box")
		if s.Start {
			n.Attr("penwidth", "3")
		}
		if len(s.Violates) > 0 {
			n.Attr("peripheries", "2").Attr("color", "#b00020").Attr("xlabel", strings.Join(s.Violates, ", "))
		}
		nodes[i] = n
	}
	stateEdges(g, nodes, sg.Edges)
	return writeDot(w, g)
}

// stateEdges draws one edge for all steps from one state to another.
func stateEdges(g *dot.Graph, nodes []dot.Node, edges []GraphEdge) {
	type pair struct{ from, to int }
	labels := map[pair][]string{}
	dashed := map[pair]bool{}
	for _, e := range edges {
		k := pair{e.From, e.To}
		if _, seen := labels[k]; !seen {
			dashed[k] = true
		}
		label := e.Step.Rule
		for _, a := range e.Step.Args {
			label += " " + a.Value
		}
		labels[k] = append(labels[k], escape(label))
		dashed[k] = dashed[k] && environment(&e.Step)
	}
	keys := make([]pair, 0, len(labels))
	for k := range labels {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if keys[i].from != keys[j].from {
			return keys[i].from < keys[j].from
		}
		return keys[i].to < keys[j].to
	})
	for _, k := range keys {
		e := g.Edge(nodes[k.from], nodes[k.to]).Attr("label", htmlLines(labels[k]))
		if dashed[k] {
			e.Attr("style", "dashed")
		}
	}
}

func newDot(title string) *dot.Graph {
	g := dot.NewGraph(dot.Directed)
	g.Attrs("rankdir", "TB", "labelloc", "t", "label", title, "fontname", "Helvetica")
	g.NodeInitializer(func(n dot.Node) { n.Attr("fontname", "Helvetica").Attr("fontsize", "10") })
	g.EdgeInitializer(func(e dot.Edge) { e.Attr("fontname", "Helvetica").Attr("fontsize", "10") })
	return g
}

func writeDot(w io.Writer, g *dot.Graph) error {
	_, err := io.WriteString(w, g.String()+"\n")
	return err
}

// actorColours gives each actor a colour that is told apart without red and
// green; the environment's edges are dashed as well.
func actorColours(steps []checker.Step) map[string]string {
	palette := []string{"#0072b2", "#e69f00", "#56b4e9", "#cc79a7", "#009e73"}
	colours := map[string]string{"env": "#555555", "": "#555555"}
	next := 0
	for i := range steps {
		if a := steps[i].Actor; colours[a] == "" {
			colours[a] = palette[next%len(palette)]
			next++
		}
	}
	return colours
}

// htmlLines makes an HTML-like label of lines that are escaped already.
func htmlLines(lines []string) dot.HTML {
	return dot.HTML(strings.Join(lines, `<BR ALIGN="LEFT"/>`) + `<BR ALIGN="LEFT"/>`)
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "[", "&#91;", "]", "&#93;")

func escape(s string) string { return escaper.Replace(s) }
