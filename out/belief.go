package out

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lockcheck/checker"
)

// Belief is who believes to hold the lock and who does, after each step of a
// trace; index 0 is the start state. It is read from the observe functions
// believes, holds, token_of and free; what a model lacks stays empty.
type Belief struct {
	Clients  []string // in the model's order
	Believes []map[string]bool
	Holds    []map[string]bool
	Tokens   []map[string]string
	Free     []bool
	Known    struct{ Believes, Holds, Tokens, Free bool }
}

// BeliefOf reads the belief table of a trace.
func BeliefOf(t *checker.Trace) *Belief {
	b := &Belief{}
	b.read(t.Start)
	for i := range t.Steps {
		b.read(t.Steps[i].State)
	}
	return b
}

func (b *Belief) read(s checker.State) {
	believes, holds, tokens, free := map[string]bool{}, map[string]bool{}, map[string]string{}, false
	for _, o := range s.Observed {
		if o.Arg == "" {
			if o.Func == "free" {
				free, b.Known.Free = o.Value == "true", true
			}
			continue
		}
		switch o.Func {
		case "believes":
			b.Known.Believes = true
			believes[o.Arg] = o.Value == "true"
		case "holds":
			b.Known.Holds = true
			holds[o.Arg] = o.Value == "true"
		case "token_of":
			b.Known.Tokens = true
			if o.Value != "" && o.Value != "0" {
				tokens[o.Arg] = o.Value
			}
		default:
			continue
		}
		if len(b.Believes) == 0 && !contains(b.Clients, o.Arg) {
			b.Clients = append(b.Clients, o.Arg)
		}
	}
	b.Believes = append(b.Believes, believes)
	b.Holds = append(b.Holds, holds)
	b.Tokens = append(b.Tokens, tokens)
	b.Free = append(b.Free, free)
}

// tells reports whether a client ever believes or holds.
func (b *Belief) tells(client string) bool {
	return slices.ContainsFunc(slices.Concat(b.Believes, b.Holds), func(set map[string]bool) bool { return set[client] })
}

// Taken reports whether after step i nobody holds the lock and yet it is not
// free: what was left of a hold keeps others out.
func (b *Belief) Taken(i int) bool {
	return b.Known.Free && b.Known.Holds && !b.Free[i] && count(b.Holds[i]) == 0
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// Marks of the gutter left of a client's lane.
const (
	markBoth  = "|" // holds the lock and knows it
	markFalse = "X" // believes that it holds the lock, and does not
	markOwed  = "." // is the owner for the service, and does not rely on it
	markNone  = " "
)

// Mark returns the gutter mark of a client after step i.
func (b *Belief) Mark(client string, i int) string {
	believes, holds := b.Believes[i][client], b.Holds[i][client]
	switch {
	case !b.Known.Believes || !b.Known.Holds:
		return markNone
	case believes && holds:
		return markBoth
	case believes:
		return markFalse
	case holds:
		return markOwed
	}
	return markNone
}

// Rows returns the belief table as lines: who believes when, who owns when,
// and when two believe at once.
func (b *Belief) Rows() [][2]string {
	var rows [][2]string
	if b.Known.Believes {
		rows = append(rows, [2]string{"Believed to hold:", b.spansByClient(b.Believes)})
	}
	if b.Known.Holds {
		rows = append(rows, [2]string{"Real owner:", b.ownerSpans()})
	}
	if b.Known.Believes {
		rows = append(rows, [2]string{"Two believers:", orNever(spans(len(b.Believes), func(i int) bool {
			return count(b.Believes[i]) >= 2
		}))})
	}
	return rows
}

func count(set map[string]bool) int {
	n := 0
	for _, on := range set {
		if on {
			n++
		}
	}
	return n
}

func (b *Belief) spansByClient(table []map[string]bool) string {
	var parts []string
	for _, c := range b.Clients {
		if s := spans(len(table), func(i int) bool { return table[i][c] }); s != "" {
			parts = append(parts, c+" after "+s)
		}
	}
	if len(parts) == 0 {
		return "nobody"
	}
	return strings.Join(parts, ", ")
}

// ownerSpans walks through the trace and names the owner wherever it changes.
func (b *Belief) ownerSpans() string {
	name := func(i int) string {
		var owners []string
		for _, c := range b.Clients {
			if b.Holds[i][c] {
				owners = append(owners, c)
			}
		}
		switch {
		case len(owners) > 0:
			return strings.Join(owners, " and ")
		case b.Taken(i):
			return "none but not free"
		}
		return "none"
	}
	var parts []string
	for i := 0; i < len(b.Holds); {
		j := i
		for j+1 < len(b.Holds) && name(j+1) == name(i) {
			j++
		}
		if i > 0 || name(i) != "none" {
			parts = append(parts, name(i)+" after "+span(i, j))
		}
		i = j + 1
	}
	if len(parts) == 0 {
		return "nobody"
	}
	return strings.Join(parts, ", ")
}

// spans lists the maximal runs of 0..n-1 where on holds: "2-6, 9".
func spans(n int, on func(int) bool) string {
	var parts []string
	for i := 0; i < n; i++ {
		if !on(i) {
			continue
		}
		j := i
		for j+1 < n && on(j+1) {
			j++
		}
		parts = append(parts, span(i, j))
		i = j
	}
	return strings.Join(parts, ", ")
}

func span(i, j int) string {
	if i == j {
		return strconv.Itoa(i)
	}
	return fmt.Sprintf("%d-%d", i, j)
}

func orNever(s string) string {
	if s == "" {
		return "never"
	}
	return "after " + s
}
