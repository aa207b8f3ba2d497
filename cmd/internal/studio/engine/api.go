// Package engine answers what the studio asks: the same questions as the command
// line, in JSON, without files, flags or a network. It runs in two places, in the
// server of `lockcheck studio` and, compiled to WebAssembly, in a worker of the
// page, and gives the same bytes in both.
//
// A request is an operation and a body. An answer is one JSON value; what cannot
// be answered is an [Error], in one line that names the thing.
package engine

import "encoding/json"

// Schema names the form of bodies and answers.
const Schema = "lockcheck/studio/v1"

// The operations, with the types of body and answer.
const (
	OpCatalog = "catalog" // none -> Catalog
	OpRun     = "run"     // RunRequest -> Run
	OpCheck   = "check"   // CheckRequest -> Check
	OpMap     = "map"     // MapRequest -> Map, with MapSpot for each pair as it is checked
	OpFaults  = "faults"  // FaultsRequest -> lockcheck/explain/v1
	OpCode    = "code"    // CodeRequest -> Code
	OpExport  = "export"  // ExportRequest -> File
)

// Error is the answer where there is no other.
type Error struct {
	Error string `json:"error"`           // one line, for people
	Field string `json:"field,omitempty"` // what it is about, as a path: setup.params.ttl
}

// Setup is what is looked at: a protocol, choices and numbers. Params holds
// parameters and durations by flag, as texts that the command line takes; those
// not given have the protocol's defaults. Faults is a list as --faults takes it;
// "" means the protocol's default ones.
type Setup struct {
	Protocol string            `json:"protocol"`
	Params   map[string]string `json:"params"`
	Faults   string            `json:"faults"`
}

// Script is the schedule of a scripted run: client A takes the lock and is stopped
// once, for exactly that long; client B wants the lock at the moment at which A's
// hold can end (the worst case); otherwise everybody does everything as soon as it
// is possible.
type Script struct {
	Stop  string `json:"stop"`            // pause, freeze, delay (of the write in flight) or none
	For   string `json:"for"`             // a duration: 15s
	Jump  string `json:"jump,omitempty"`  // redlock: how far a node's clock jumps forward while A holds; "" for none
	Nodes int    `json:"nodes,omitempty"` // redlock: how many clocks jump
}

// RunRequest asks for a scripted run.
type RunRequest struct {
	Setup  Setup  `json:"setup"`
	Script Script `json:"script"`
}

// Run is a run of the model, step by step: a scripted one, or a counterexample.
type Run struct {
	Command    string          `json:"command"` // of the check that includes this run, as one would type it
	Story      string          `json:"story"`   // in a sentence or two
	View       json.RawMessage `json:"view"`    // start, steps, clients and beliefs: see View in package out
	SVG        string          `json:"svg"`     // the lanes, a .row with data-from and data-to for each step
	Moments    []Moment        `json:"moments"` // by state, the start first
	Writes     []Write         `json:"writes"`  // in the order in which storage judges them
	Violations []Violation     `json:"violations"`
	Ends       string          `json:"ends"` // why nothing follows
	Alt        string          `json:"alt"`  // the run in words, for screen readers
}

// Moment is what counters and status show after a step.
type Moment struct {
	Time     string `json:"time"`     // since the start, "" where time does not count
	Token    string `json:"token"`    // of the latest grant; "" where there is none
	Lowest   string `json:"lowest"`   // the lowest token that storage takes now; "" any, "none", or of marks that differ "2 and any"
	Waiting  int    `json:"waiting"`  // clients that wait for the lock
	Accepted int    `json:"accepted"` // writes until now
	Refused  int    `json:"refused"`
	Stale    int    `json:"stale"`  // accepted ones that were stale
	Status   string `json:"status"` // free, held, protected (a believer without the lock cannot write), split-brain or broken
	Says     string `json:"says"`   // the status in words

	Leases []Lease `json:"leases,omitempty"` // by client, where time counts
	Queue  *Queue  `json:"queue,omitempty"`  // of a queue lock
	Quorum *Quorum `json:"quorum,omitempty"` // of Redlock
}

// Lease is what is left of a lease or session, in nanoseconds. Left may be below 0:
// it may end at any time then.
type Lease struct {
	Client string `json:"client"`
	Left   int64  `json:"left"`
	Whole  int64  `json:"whole"`
}

// Queue is the list below the lock's parent node, lowest first.
type Queue struct {
	Nodes []QueueNode `json:"nodes"`
	Woken []string    `json:"woken"` // clients that this step has told
	Total int         `json:"total"` // tellings until now
}

// QueueNode is an entry of the queue: a znode, or a key of etcd.
type QueueNode struct {
	Name    string `json:"name"` // lock-0000000001
	Number  string `json:"number"`
	Client  string `json:"client"`
	Orphan  bool   `json:"orphan"`  // its client does not know of it
	Watches string `json:"watches"` // the name of the node whose end its client is told of; "parent"; "" for none
	Session string `json:"session"` // alive, disturbed or ended
}

// Quorum is who has the keys of the nodes.
type Quorum struct {
	Needed  int          `json:"needed"`
	Nodes   []QuorumNode `json:"nodes"`
	Grants  []Granted    `json:"grants"`
	Clients []Validity   `json:"clients"`
}

// QuorumNode is one node of Redlock.
type QuorumNode struct {
	Name  string `json:"name"`
	State string `json:"state"` // free, held, ending or away
	Owner string `json:"owner"`
	Clock string `json:"clock"` // true, or jumped
}

// Granted is how many keys a client has.
type Granted struct {
	Client string `json:"client"`
	Keys   int    `json:"keys"`
}

// Validity is the window in which a client relies on its keys, since the start, in
// nanoseconds.
type Validity struct {
	Client string `json:"client"`
	From   int64  `json:"from"`
	Until  int64  `json:"until"`
	Passed bool   `json:"passed"`
}

// Write is what the guard of storage says of a write.
type Write struct {
	Step     int    `json:"step"`
	Client   string `json:"client"`
	Resource string `json:"resource"` // "" where there is only one
	Token    string `json:"token"`    // shown; "" for none
	Highest  string `json:"highest"`  // seen, or without a guard taken, before; "" for none
	Accepted bool   `json:"accepted"`
	Stale    bool   `json:"stale"` // an older grant's, after a newer one's
	Reason   string `json:"reason"`
}

// Violation is a property that the run breaks.
type Violation struct {
	Property string `json:"property"`
	Step     int    `json:"step"`
	Says     string `json:"says"` // what the property means
	Why      string `json:"why"`  // here, with the numbers
}

// CheckRequest asks for an exhaustive check.
type CheckRequest struct {
	Setup      Setup    `json:"setup"`
	Timing     string   `json:"timing"`     // any or bounded
	Properties []string `json:"properties"` // none: those that the protocol promises
	Explain    bool     `json:"explain"`    // with margin, remedies and counterexample
	MaxStates  int64    `json:"maxStates"`  // 0: as many as the place allows
}

// Check is the answer: the result as `check --format json` has it, and for a
// violation its run.
type Check struct {
	Result   json.RawMessage `json:"result"`
	Verdict  string          `json:"verdict"`  // safe, unsafe or incomplete
	Says     string          `json:"says"`     // one sentence
	Margin   string          `json:"margin"`   // one sentence, "" if there is none
	Remedies []Remedy        `json:"remedies"` // what would stop it, and what would not
	Run      *Run            `json:"run,omitempty"`
	Command  string          `json:"command"`
	Text     string          `json:"text"` // as the terminal has it
}

// Remedy is a change that was checked.
type Remedy struct {
	Flags  string            `json:"flags"`
	Params map[string]string `json:"params"`
	Faults string            `json:"faults,omitempty"` // if it is these that change
	Title  string            `json:"title"`
	Helps  bool              `json:"helps"`
	Says   string            `json:"says"`
}

// Progress comes while a check runs.
type Progress struct {
	Depth  int   `json:"depth"`
	States int64 `json:"states"`
}

// Axis is a duration and the values that it takes.
type Axis struct {
	Flag   string `json:"flag"`
	From   string `json:"from"`
	To     string `json:"to"`
	Values int    `json:"values"`
}

// MapRequest asks for the map of two durations.
type MapRequest struct {
	Setup Setup `json:"setup"`
	X     Axis  `json:"x"`
	Y     Axis  `json:"y"`
}

// MapSpot comes while a map is made, for each pair of values that was checked: the
// cell is s safe, u unsafe or o open. The rest follows from these where more of a
// duration can only do harm, or only help.
type MapSpot struct {
	X    int    `json:"x"`
	Y    int    `json:"y"`
	Cell string `json:"cell"`
}

// Map is a whole map: the values on its axes as texts, and its rows, the least y
// first, a letter for each cell: s safe, u unsafe, r refused, o open.
type Map struct {
	X       []string `json:"x"`
	Y       []string `json:"y"`
	Rows    []string `json:"rows"`
	Checks  int      `json:"checks"`
	Border  bool     `json:"border"` // only pairs along the border were checked
	Says    string   `json:"says"`
	Command string   `json:"command"`
}

// FaultsRequest asks which smallest sets of faults break a protocol.
type FaultsRequest struct {
	Setup Setup `json:"setup"`
}

// CodeRequest asks for code of the lock and of the guard.
type CodeRequest struct {
	Setup Setup `json:"setup"`
}

// Code is a set of files.
type Code struct {
	Files []File   `json:"files"`
	Notes []string `json:"notes"`
}

// File is something to copy or download.
type File struct {
	Name string `json:"name"`
	Type string `json:"type"` // the media type
	Text string `json:"text"`
}

// ExportRequest asks for a file: of the scripted run if there is a script, else of
// the check.
type ExportRequest struct {
	Format string  `json:"format"` // svg, html, json, itf, dot, mermaid, md or suite
	Setup  Setup   `json:"setup"`
	Timing string  `json:"timing"`
	Script *Script `json:"script,omitempty"`
}

// Catalog is all that the page needs to know before it asks.
type Catalog struct {
	Schema     string     `json:"schema"`
	Tool       string     `json:"tool"`
	Protocols  []Protocol `json:"protocols"`
	Properties []Property `json:"properties"`
	Presets    []Preset   `json:"presets"`
	Lessons    []Lesson   `json:"lessons"`
}

// Protocol is a protocol that the studio offers.
type Protocol struct {
	Name      string            `json:"name"`
	Title     string            `json:"title"`
	Family    string            `json:"family"` // single service, queue or quorum
	Spec      string            `json:"spec"`   // ttl, zkqueue, etcd, chubby or redlock
	Products  []string          `json:"products"`
	Fixed     map[string]string `json:"fixed"` // what makes it this protocol: cannot be changed
	Params    []Param           `json:"params"`
	Durations []Param           `json:"durations"`
	Faults    []Fault           `json:"faults"`
	Default   string            `json:"defaultFaults"`
	Lease     string            `json:"lease"`    // the duration that is its TTL: ttl, session-timeout, lease
	Scripted  bool              `json:"scripted"` // whether there is a scripted run of it
}

// Param is a parameter or a duration of a protocol.
type Param struct {
	Flag    string   `json:"flag"`
	Help    string   `json:"help"`
	Kind    string   `json:"kind"` // choice, number, time or rate
	Values  []string `json:"values,omitempty"`
	Lo      int64    `json:"lo,omitempty"`
	Hi      int64    `json:"hi,omitempty"`
	Default string   `json:"default"`
}

// Fault is a kind of fault that a protocol knows.
type Fault struct {
	Kind string `json:"kind"`
	Help string `json:"help"`
}

// Property is a property, and what it means.
type Property struct {
	Name string `json:"name"`
	Says string `json:"says"`
}

// Preset is a setup that is worth a button.
type Preset struct {
	ID     string `json:"id"` // safe, race, fenced, ...
	Title  string `json:"title"`
	Text   string `json:"text"`
	Setup  Setup  `json:"setup"`
	Script Script `json:"script"`
}

// Lesson is an explanation: paragraphs, and claims that the page can check.
type Lesson struct {
	ID     string   `json:"id"`
	Title  string   `json:"title"`
	Text   []string `json:"text"`
	Claims []Claim  `json:"claims"`
}

// Claim is a sentence and the check that it rests on.
type Claim struct {
	ID         string   `json:"id"`
	Text       string   `json:"text"`
	Setup      Setup    `json:"setup"`
	Timing     string   `json:"timing"`
	Properties []string `json:"properties"`
	Verdict    string   `json:"verdict"`  // that the check must give
	Violated   []string `json:"violated"` // properties that it must find violated
}
