package out

import (
	"strings"
	"testing"

	"lockcheck/checker"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
	"lockcheck/specs"
)

// asked is a check of the library whose counterexample is drawn in tests.
type asked struct {
	spec, faults, property string
	params                 map[string]string
}

func (q asked) String() string {
	return strings.Join([]string{q.spec, q.faults, q.property}, " ")
}

// pictured are checks that show every sign of a picture, between them.
var pictured = []asked{
	{"ttl", "pause", "no-stale-write", nil},
	{"ttl", "duplicate", "applied-in-order", map[string]string{"guard": "reject-lower", "writes": "2"}},
	{"ttl", "pause", "no-lost-update", map[string]string{"guard": "reject-lower", "workload": "rmw"}},
	{"ttl", "delay", "no-stale-write", nil},
	{"ttl", "crash,freeze", "no-stale-write", nil},
	{"redlock", "clock-jump", "no-stale-write", nil},
	{"redlock", "pause", "no-stale-write", map[string]string{"nodes": "3", "clients": "3"}},
	{"redlock", "loss", "no-orphan-key", map[string]string{"nodes": "3"}},
	{"zkqueue", "loss", "recoverable", map[string]string{"repair": "no"}},
	{"zkqueue", "delay", "no-stale-write", nil},
	{"etcd", "loss,delay", "no-stale-write", nil},
	{"chubby", "pause,partition", "no-stale-write", nil},
	{"lease", "", "no-stale-write", map[string]string{"guard": "none"}},
}

// report answers the question.
func (q asked) report(t *testing.T) *Report {
	t.Helper()
	faults, err := murphi.ParseFaults(orText(q.faults, "default"))
	if err != nil {
		t.Fatal(err)
	}
	p, ds := vm.Load(specs.Files(), q.spec+".murphi", vm.Options{Params: q.params, Faults: faults, Properties: []string{q.property}})
	if ds.HasErrors() {
		t.Fatalf("%v: %v", q, ds.Err())
	}
	res, err := checker.Check(t.Context(), p, checker.Options{Tree: p.Tree, Ranks: true, First: q.property != "recoverable"})
	if err != nil {
		t.Fatalf("%v: %v", q, err)
	}
	if res.Verdict != checker.Unsafe {
		t.Fatalf("%v is %v, not unsafe", q, res.Verdict)
	}
	return &Report{
		Tool: "lockcheck test", Model: Model{Name: q.spec, File: q.spec + ".murphi"}, Result: res, Owners: OwnersOf(p.Tree),
		Config: Config{Timing: "any", Symmetry: true, Ranks: true},
	}
}
