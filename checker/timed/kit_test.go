package timed

import (
	"testing"

	"lockcheck/checker"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
	"lockcheck/specs"
)

// question is a check of a protocol in real time.
type question struct {
	spec   string
	faults string
	params map[string]string // durations, too
}

func (q question) String() string {
	text := q.spec + " --faults " + q.faults
	for _, flag := range []string{"clients", "nodes", "guard", "renewal", "lock-delay", "check", "ttl", "renew", "max-pause", "max-delay", "travel", "work"} {
		if v, ok := q.params[flag]; ok {
			text += " --" + flag + " " + v
		}
	}
	return text
}

// load compiles the model of a question.
func (q question) load(t *testing.T, symmetry vm.Switch, properties ...string) *vm.Program {
	t.Helper()
	faults, err := murphi.ParseFaults(q.faults)
	if err != nil {
		t.Fatal(err)
	}
	p, ds := vm.Load(specs.Files(), q.spec+".murphi", vm.Options{
		Params: q.params, Faults: faults, Bounded: true, Symmetry: symmetry, Properties: properties,
	})
	if ds.HasErrors() {
		t.Fatalf("%s: %v", q, ds.Err())
	}
	return p
}

// check answers it.
func (q question) check(t *testing.T, symmetry vm.Switch, opt checker.Options, properties ...string) *checker.Result {
	t.Helper()
	p := q.load(t, symmetry, properties...)
	opt.Tree, opt.Ranks = p.Tree, true
	r, err := NewGraph(p, opt).Check(t.Context(), p.Settings.Delay)
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	return r
}

// questions are of every kind of protocol that has delays, safe and unsafe.
func questions() []question {
	type p = map[string]string
	return []question{
		{"ttl", "pause=1", p{"ttl": "3s", "renew": "1s", "max-pause": "2s"}},
		{"ttl", "pause=1", p{"ttl": "3s", "renew": "1s", "max-pause": "3s"}},
		{"ttl", "pause=2,delay=1", p{"ttl": "3s", "renew": "1s", "max-pause": "1s", "max-delay": "1s", "guard": "reject-lower"}},
		{"ttl", "pause=1,crash=1", p{"ttl": "3s", "renew": "1s", "max-pause": "2s", "renewal": "checked"}},
		{"ttl", "pause=1", p{"ttl": "3s", "renew": "1s", "max-pause": "3s", "clients": "3"}},
		{"etcd", "pause=1,delay=1", p{"ttl": "3s", "renew": "1s", "max-pause": "3s", "max-delay": "1s"}},
		{"zkqueue", "pause=1", p{"session-timeout": "3s", "renew": "1s", "max-pause": "3s"}},
		{"chubby", "pause=1", p{"lease": "3s", "own-lease": "2s", "renew": "1s", "max-pause": "3s"}},
	}
}
