package out

import (
	"fmt"
	"io"

	"github.com/emicklei/dot"
)

// Fold is a whole transition system whose states are put together in classes.
// Every state is in one class, and every step in one edge.
type Fold struct {
	By           string // what the states of a class have in common: "phases"
	States       int
	Transitions  int64
	Depth        int
	Classes      []FoldClass // in the order in which the search finds them
	Edges        []FoldEdge  // by source, then by target
	Dropped      int64       // transitions that an assume drops
	FailedStarts int         // start states that fail
	Bounded      bool        // a bound on tokens hides what comes after
}

// FoldClass is the states that look the same.
type FoldClass struct {
	Lines    []string // what they have in common
	Alarming []string // of that, what is wrong
	States   int
	Note     string    // more about them: ", from depth 3"
	Start    bool      // a start state is among them
	Violates []Tallied // how many of them violate what
}

// FoldEdge is all steps from one class to another, or those that fail.
type FoldEdge struct {
	From, To int       // To is -1 for steps that fail
	Fails    string    // what they violate, if they fail
	Back     bool      // from one class to itself and all classes before it
	Rules    []Tallied // in the order of the model
	Faults   bool      // all of them are faults
}

// Tallied is something and how often it occurs.
type Tallied struct {
	Name  string
	Count int
}

// DotFold writes a folded state graph.
func DotFold(w io.Writer, r *Report, f *Fold) error {
	title := fmt.Sprintf("%s by %s: %s of %s %s, %s %s, depth %d", r.Model.Name, f.By,
		plural(len(f.Classes), "class"), Number(int64(f.States)), words(f.States, "state"),
		Number(f.Transitions), words(int(f.Transitions), "transition"), f.Depth)
	if r.Config.Symmetry {
		title += ", up to renaming"
	}
	if f.Dropped > 0 {
		title += fmt.Sprintf("; an assume drops %s of the transitions", Number(f.Dropped))
	}
	if f.FailedStarts > 0 {
		title += fmt.Sprintf("; without %s that fail", plural(f.FailedStarts, "start state"))
	}
	if f.Bounded {
		title += "; with ranks off tokens end at the bound of their type, and that was reached"
	}
	g := newDot(title)
	nodes := make([]dot.Node, len(f.Classes))
	for i := range f.Classes {
		nodes[i] = foldNode(g, i, &f.Classes[i])
	}
	for i := range f.Edges {
		e := &f.Edges[i]
		var lines []string
		if e.Back {
			lines = append(lines, "<I>"+escape("no further from the start:")+"</I>")
		}
		for _, t := range e.Rules {
			lines = append(lines, escape(fmt.Sprintf("%s: %s", t.Name, Number(int64(t.Count)))))
		}
		var to dot.Node
		if e.To >= 0 {
			to = nodes[e.To]
		} else {
			to = g.Node(fmt.Sprintf("f%04d", i)).Attr("label", htmlLines([]string{"<B>" + escape(e.Fails) + "</B>", "the step fails"})).
				Attr("shape", "box").Attr("peripheries", "2").Attr("color", "#b00020")
		}
		edge := g.Edge(nodes[e.From], to).Attr("label", htmlLines(lines))
		if e.Faults {
			edge.Attr("style", "dashed")
		}
	}
	return writeDot(w, g)
}

// foldNode draws a class.
func foldNode(g *dot.Graph, i int, c *FoldClass) dot.Node {
	var lines []string
	for _, l := range c.Lines {
		lines = append(lines, "<B>"+escape(l)+"</B>")
	}
	for _, l := range c.Alarming {
		lines = append(lines, `<FONT COLOR="#b00020"><I>`+escape(l)+`</I></FONT>`)
	}
	lines = append(lines, escape(plural(c.States, "state")+c.Note))
	for _, v := range c.Violates {
		lines = append(lines, `<FONT COLOR="#b00020">`+escape(fmt.Sprintf("%s %s %s", Number(int64(v.Count)), violateWord(v.Count), v.Name))+`</FONT>`)
	}
	n := g.Node(fmt.Sprintf("c%04d", i)).Attr("label", htmlLines(lines)).Attr("shape", "box")
	if c.Start {
		n.Attr("penwidth", "3")
	}
	if len(c.Violates) > 0 {
		n.Attr("peripheries", "2").Attr("color", "#b00020")
	}
	return n
}

func violateWord(n int) string {
	if n == 1 {
		return "violates"
	}
	return "violate"
}
