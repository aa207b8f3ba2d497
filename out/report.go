package out

import (
	"strings"

	"lockcheck/checker"
	"lockcheck/model/murphi"
)

// Report is a result and the question that it answers.
type Report struct {
	Tool        string // name and version of the program
	Model       Model
	Config      Config
	Assumptions []string // under which the verdict is meant
	Result      *checker.Result

	// For people; the machine formats leave these out.
	Command  string             // the check as one would type it
	Owners   Owners             // whose knowledge each variable is
	Meanings map[string]Meaning // by property, where the library has words for it
	Remedies []Remedy           // what was checked again, and how that went
	Notes    []string           // caveats about this verdict
	// Places are where the rules of the model stand, by their number; nil if that
	// is not known. Library says that the model is one of the program's own: its
	// files are those below specs, which are inside of the program.
	Places  []Place
	Library bool
	// Branches is what else could have happened on the way of the counterexample
	// that the text shows; nil if nobody has looked.
	Branches Branches
	// Counterfactual is what becomes of the counterexample under the first repair
	// that helps; nil if there is none, or nobody has looked.
	Counterfactual *Counterfactual

	// AllShortest says that the number of shortest counterexamples was asked
	// for, and Next which one after the first; 0 is the first.
	AllShortest bool
	Next        int

	// Margin is, in real time, how far off the other verdict is; nil if nobody
	// has looked for it.
	Margin *Margin
	// Origin says where the run comes from, if not from a search: then nothing
	// is claimed about other runs.
	Origin Origin
	// Run is a run that is not known to violate anything; nil if there is none.
	Run *checker.Trace
	// Walks are the random runs of a simulation, or nil.
	Walks *checker.Walks

	// Bounded is the answer with the durations that were given, of a check for
	// any timing.
	Bounded *Report
}

// Origin is where a run comes from.
type Origin string

// The origins other than a search.
const (
	Replayed  Origin = "replay"     // from a file
	Simulated Origin = "simulation" // one of many at random
	Stepped   Origin = "steps"      // made by hand
)

// Model identifies what was checked.
type Model struct {
	Name   string // of the protocol, or of a plain model's file
	Title  string
	File   string // without directories
	SHA256 string // of the texts of the file and its parts
}

// Config is what the check was asked to do.
type Config struct {
	Params    []Param // in order of declaration
	Faults    []Fault // kinds that are switched on, in order of the model
	FaultsOff []string
	Timing    string     // "any" or "bounded"
	Durations []Duration // all of the model; empty where they do not count
	Symmetry  bool
	Ranks     bool
	// Unbounded says that a client may acquire any number of times; Rounds
	// bounds it otherwise. Both zero: the model does not say.
	Unbounded bool
	Rounds    string
}

// Param is a parameter with its value.
type Param struct{ Flag, Value, Default string }

// Duration is a duration or rate with its value.
type Duration struct {
	Flag, Value string
	Exact       string // the value without loss: "40/3s" where Value is "about 13.333333333s"
	Default     bool   // nobody has chosen the value
	Idle        bool   // no delay of a rule that is on depends on it
}

// Fault is a kind of fault and how often it may strike; nil is any number.
type Fault struct {
	Kind   string
	Budget *int
	Per    string   // "client" when the budget is for each hold of one
	Rules  []string // by which it strikes
}

// Meaning says what a property promises, and how one says that it is broken.
type Meaning struct{ Says, Broken string }

// Remedy is a change that was checked in the same way as the report's check.
type Remedy struct {
	Flags    string            // "--guard reject-lower"
	Params   map[string]string // the same by flag; nil where it is the faults that change
	Title    string            // "storage refuses a token lower than one it has seen"
	Verdict  checker.Verdict
	Property checker.Decision // of the property that is explained
	Steps    int              // of its counterexample, when it is violated
	Others   []string         // other properties that are violated
	States   int64
}

// Knower is whose knowledge a variable is.
type Knower uint8

// The knowers. Unknown is for variables whose declaration does not say.
const (
	Unknown Knower = iota
	Service
	Client
	Storage
	Network
	Environment
	History
	Node // one of several services, which its first index names
)

var knowers = map[string]Knower{
	"server": Service, "service": Service, "node": Node, "cell": Service,
	"client": Client, "storage": Storage, "network": Network, "fault": Environment,
	"history": History,
}

// Owners maps a variable's path without its indices, as in "at.phase", to
// whose knowledge it is.
type Owners map[string]Knower

// OwnersOf reads whose knowledge each state variable is from the annotation
// history and from the comment on the line of its declaration, whose first
// word says it: "-- server: whom it takes for the holder".
func OwnersOf(m *murphi.Model) Owners {
	words := map[string]map[int]Knower{}
	for _, src := range m.Sources {
		lines := map[int]Knower{}
		for _, c := range src.Comments {
			text := strings.TrimSpace(strings.TrimPrefix(c.Text, "--"))
			word, _, found := strings.Cut(text, ":")
			if k, ok := knowers[strings.TrimSpace(word)]; found && ok {
				lines[c.Start.Line] = k
			}
		}
		words[src.Name] = lines
	}
	o := Owners{}
	for _, item := range m.Items {
		if v, ok := item.(*murphi.VarDecl); ok {
			o.add(words, v, "", Unknown)
		}
	}
	return o
}

func (o Owners) add(words map[string]map[int]Knower, v *murphi.VarDecl, prefix string, above Knower) {
	k := words[v.Start.File][v.Start.Line]
	if k == Unknown {
		k = above
	}
	if v.History {
		k = History
	}
	path := prefix + v.Name
	o[path] = k
	for _, f := range fieldsOf(v.TypeExpr) {
		o.add(words, f, path+".", k)
	}
}

// fieldsOf returns the fields of a record written in place, also inside
// arrays and behind type names.
func fieldsOf(t murphi.TypeExpr) []*murphi.VarDecl {
	switch t := t.(type) {
	case *murphi.RecordExpr:
		return t.Fields
	case *murphi.ArrayExpr:
		return fieldsOf(t.Elem)
	case *murphi.TypeName:
		if t.Decl != nil {
			return fieldsOf(t.Decl.Expr)
		}
	}
	return nil
}

// Of returns whose knowledge a variable is, given its path with indices.
func (o Owners) Of(path string) Knower {
	bare := bareOf(path)
	for {
		if k, ok := o[bare]; ok {
			return k
		}
		i := strings.LastIndexByte(bare, '.')
		if i < 0 {
			return Unknown
		}
		bare = bare[:i]
	}
}

// bareOf removes the indices: "at[c1].phase" becomes "at.phase".
func bareOf(path string) string {
	var b strings.Builder
	depth := 0
	for _, r := range path {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// indicesOf returns the indices of a path in order: "a[c1].b[r2]" has c1, r2.
func indicesOf(path string) []string {
	var out []string
	for {
		i := strings.IndexByte(path, '[')
		if i < 0 {
			return out
		}
		j := strings.IndexByte(path[i:], ']')
		if j < 0 {
			return out
		}
		out = append(out, path[i+1:i+j])
		path = path[i+j+1:]
	}
}
