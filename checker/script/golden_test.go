package script

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lockcheck/specs"
)

var update = flag.Bool("update", false, "write testdata/*.txt anew")

// Every family, safe, in a race and fenced. What each run shows stands in
// testdata, a line for each step: its number, its time and what happens.
var played = []struct{ file, spec, params, faults, script string }{
	{"ttl-safe", "ttl", "ttl=10s", "pause", "pause 5s"},
	{"ttl-race", "ttl", "ttl=10s max-pause=15s", "pause", "pause 15s"},
	{"ttl-exactly", "ttl", "ttl=10s", "pause", "pause 10s"},
	{"ttl-fenced", "ttl", "ttl=10s max-pause=15s guard=reject-lower", "pause", "pause 15s"},
	{"ttl-delay", "ttl", "ttl=10s max-delay=15s", "delay", "delay 15s"},
	{"ttl-freeze", "ttl", "ttl=10s max-pause=15s", "freeze", "freeze 15s"},
	{"ttl-undisturbed", "ttl", "ttl=10s", "none", "none"},
	{"ttl-rmw-two-step", "ttl", "ttl=10s workload=rmw release=two-step", "pause", "pause 5s"},
	{"ttl-two-resources-seal", "ttl", "ttl=10s max-pause=15s workload=two-resources guard=seal", "pause", "pause 15s"},
	{"ttl-three-clients-renewal", "ttl", "ttl=9s max-pause=15s renewal=checked clients=3", "pause", "pause 15s"},
	{"ttl-renewal-delay", "ttl", "ttl=9s max-delay=5s renewal=checked", "delay", "delay 5s"},
	{"ttl-random-token", "ttl", "ttl=10s max-pause=15s token=random guard=reject-lower", "pause", "pause 15s"},

	{"zkqueue-safe", "zkqueue", "session-timeout=30s", "pause", "pause 12s"},
	{"zkqueue-race", "zkqueue", "session-timeout=30s max-pause=45s", "pause", "pause 45s"},
	{"zkqueue-fenced", "zkqueue", "session-timeout=30s max-pause=45s guard=reject-lower", "pause", "pause 45s"},
	{"zkqueue-before", "zkqueue", "session-timeout=9s clients=4", "none", "none"},
	{"zkqueue-herd", "zkqueue", "session-timeout=9s clients=4 watch=parent", "none", "none"},
	{"zkqueue-stops", "zkqueue", "session-timeout=30s max-pause=45s suspended=stops-in-time", "pause", "pause 45s"},

	{"etcd-safe", "etcd", "ttl=60s", "pause", "pause 12s"},
	{"etcd-race", "etcd", "ttl=60s max-pause=90s", "pause", "pause 90s"},
	{"etcd-fenced", "etcd", "ttl=60s max-pause=90s guard=reject-lower clients=3", "pause", "pause 90s"},

	{"chubby-safe", "chubby", "renewal=checked", "pause", "pause 10s"},
	{"chubby-race", "chubby", "renewal=checked lock-delay=absent max-pause=15s", "pause", "pause 15s"},
	{"chubby-lock-delay", "chubby", "renewal=checked max-pause=80s jeopardy=stops", "pause", "pause 80s"},
	{"chubby-fenced", "chubby", "renewal=checked max-pause=80s guard=reject-lower", "pause", "pause 80s"},

	{"redlock-safe", "redlock", "ttl=8s", "pause", "pause 5s"},
	{"redlock-race", "redlock", "ttl=8s", "pause", "pause 10s"},
	{"redlock-three-nodes", "redlock", "ttl=8s nodes=3 clients=3", "pause", "pause 10s"},
	{"redlock-jump", "redlock", "ttl=8s", "pause,clock-jump", "pause 3s jump 6s x3"},
	{"redlock-jump-of-few", "redlock", "ttl=8s", "pause,clock-jump", "pause 5s jump 6s x2"},
	{"redlock-jump-alone", "redlock", "ttl=8s nodes=3", "clock-jump", "none jump 6s x2"},
	{"redlock-replies-after-pause", "redlock", "ttl=8s nodes=3 check=none pauses=at-replies", "pause", "pause 10s"},
	{"redlock-extend", "redlock", "ttl=8s nodes=3 extend=owner", "pause", "pause 10s"},
}

func TestPlayed(t *testing.T) {
	for _, r := range played {
		t.Run(r.file, func(t *testing.T) {
			s := ready(t, r.spec, r.params, r.faults)
			p, err := Play(s.model, s.settings, true, read(r.script))
			if err != nil {
				t.Fatal(err)
			}
			got := r.spec + " " + r.params + ": " + r.script + "\n\n" + s.told(p)
			file := filepath.Join("testdata", r.file+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs; got\n%s", file, got)
			}
		})
	}
}

// What cannot be carried out is an error in one line.
func TestCannotBePlayed(t *testing.T) {
	for _, r := range []struct{ spec, params, faults, script, want string }{
		{"ttl", "", "pause", "pause 15s", "a pause of 15s is longer than --max-pause 12s"},
		{"ttl", "", "delay", "delay 15s", "a delay of 15s is longer than --max-delay 1s"},
		{"ttl", "", "none", "pause 5s", "the fault pause is switched off, and the script needs it"},
		{"ttl", "", "pause", "none jump 5s x1", "ttl knows no fault clock-jump that a script could use"},
		{"ttl", "", "pause", "nap 5s", `a script knows no stop "nap"; possible: none, pause, freeze, delay`},
		{"ttl", "clients=1", "pause", "pause 5s", "a script needs two clients, and ttl has fewer"},
		{"zkqueue", "hits=waiters", "pause", "pause 5s", "hits=waiters lets faults touch only clients that wait, and A does not"},
		{"redlock", "", "clock-jump", "none jump 2h x3", "a clock jump of 2h is longer than --max-jump 1h"},
		{"redlock", "", "clock-jump", "none jump 1s x3", "no clock jumps while c1 holds: it is done before"},
		{"redlock", "nodes=3", "clock-jump", "none jump 6s x4", "only 3 of 4 clocks can jump while c1 holds"},
	} {
		s := ready(t, r.spec, r.params, r.faults)
		_, err := Play(s.model, s.settings, true, read(r.script))
		if err == nil || err.Error() != r.want {
			t.Errorf("%s %s: %s\ngot  %v\nwant %s", r.spec, r.params, r.script, err, r.want)
		}
	}
}

// Every protocol of the catalogue in real time can be played: a stop that its
// default numbers allow, until all are done.
func TestEveryProtocol(t *testing.T) {
	all, err := specs.All()
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		all = slices.DeleteFunc(all, func(e specs.Entry) bool {
			return !strings.Contains(e.Name, "second") && !strings.Contains(e.Name, "recheck")
		})
	}
	for _, e := range all {
		if e.Spec == "lease.murphi" { // it has no time
			continue
		}
		params := maps.Clone(e.Params)
		if params == nil {
			params = map[string]string{}
		}
		maps.Copy(params, e.Durations)
		params["max-pause"] = "70s"
		s := configured(t, e.Spec, params, "pause=1")
		p, err := Play(s.model, s.settings, true, Script{Stop: Pause, For: seconds("70s")})
		switch {
		case params["hits"] == "waiters":
			if err == nil {
				t.Errorf("%s: A is stopped, and it does not wait", e.Name)
			}
		case err != nil:
			t.Errorf("%s: %v", e.Name, err)
		case p.Ends != "Every client has had its turn and is done.":
			t.Errorf("%s: after %d steps: %s", e.Name, len(p.Times), p.Ends)
		}
	}
}
