package script

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/checker/timed"
)

// families are specs with choices to draw from; the first of the flags is the
// one that A's hold lasts.
var families = []struct {
	spec, lease string
	choices     []string
}{
	{"ttl", "ttl", []string{"", "guard=reject-lower", "renewal=checked", "guard=in-store", "guard=reject-lower-or-equal", "release=two-step", "workload=rmw", "token=second-command"}},
	{"ttl", "ttl", []string{"work=1s", "travel=1s", "travel=1s renewal=checked", "work=1s guard=reject-lower", "drift=10%", "drift=10% renewal=checked"}},
	{"zkqueue", "session-timeout", []string{"", "watch=parent", "guard=reject-lower", "recheck=no", "session=recreated", "suspended=stops-in-time", "suspended=stops"}},
	{"etcd", "ttl", []string{"", "guard=reject-lower", "recheck=no", "session=kept", "token=header", "token=mixed guard=reject-lower"}},
	{"chubby", "lease", []string{"locked=3s", "locked=3s jeopardy=stops", "lock-delay=absent", "lock-delay=absent guard=reject-lower", "locked=3s lock-delay=hold"}},
	{"redlock", "ttl", []string{"nodes=3", "nodes=3 check=none pauses=at-replies", "nodes=3 pauses=at-replies", "nodes=3 extend=owner", "nodes=3 margin-sign=added", "nodes=3 check=late-timer"}},
}

// Whatever a scripted run breaks, an exhaustive check with the same numbers finds
// broken. And the same script gives the same run.
func TestScriptsDoNoMoreThanTheModel(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 6
	}
	random := rand.New(rand.NewPCG(8, 1))
	harm, safe := 0, 0
	for round := range rounds {
		f := families[round%len(families)]
		ttl, length := 4+random.IntN(8), random.IntN(15)
		stop := []Stop{Pause, Pause, Freeze, Delay}[random.IntN(4)]
		params := fmt.Sprintf("%s=%ds %s=%ds %s", f.lease, ttl, stop.Bound(), length, f.choices[random.IntN(len(f.choices))])
		if f.spec == "chubby" {
			params += fmt.Sprintf(" renewal=checked own-lease=%ds renew=%ds", ttl-1, ttl/3)
		}
		script := Script{Stop: stop, For: seconds(fmt.Sprintf("%ds", length))}
		name := fmt.Sprintf("%s %s: %s", f.spec, params, stop)
		t.Run(name, func(t *testing.T) {
			s := ready(t, f.spec, params, stop.Fault()+"=1")
			p, err := Play(s.model, s.settings, true, script)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Run.CheckTimes(s.settings.Delay, p.Times); err != nil {
				t.Error(err)
			}
			again, err := Play(s.model, s.settings, true, script)
			if err != nil || !reflect.DeepEqual(again.Run.Steps, p.Run.Steps) || fmt.Sprint(again.Times) != fmt.Sprint(p.Times) {
				t.Errorf("another run the second time; %v", err)
			}
			if went := s.stoppedFor(p, stop); went == nil || went.Cmp(script.For) != 0 {
				t.Errorf("stopped for %v", went)
			}
			first := s.broken(p)
			if len(first) == 0 {
				safe++
				return
			}
			harm++
			most := 0
			for _, n := range first {
				most = max(most, n)
			}
			g := timed.NewGraph(s.system, checker.Options{Tree: s.model, Ranks: true})
			r, err := g.Check(t.Context(), s.settings.Delay)
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range r.Properties {
				if at, broken := first[q.Name]; broken && (q.Decision != checker.Violated || q.Depth > at) {
					t.Errorf("the script breaks %s in %d steps, and the check says %s, %d\n%s", q.Name, at, q.Decision, q.Depth, s.told(p))
				}
			}
		})
	}
	if harm == 0 || safe == 0 {
		t.Errorf("%d runs do harm, %d do not", harm, safe)
	}
	t.Logf("%d runs do harm, %d do not", harm, safe)
}

// stoppedFor is how long A was stopped.
func (s *stage) stoppedFor(p *Played, stop Stop) *big.Rat {
	rules := stops[stop]
	from := slices.IndexFunc(p.Run.Taken(), func(x naive.Step) bool { return s.model.Rules[x.Rule].Title == rules.begin })
	to := slices.IndexFunc(p.Run.Taken(), func(x naive.Step) bool { return s.model.Rules[x.Rule].Title == rules.end })
	if from < 0 || to < 0 {
		return nil
	}
	return new(big.Rat).Sub(p.Times[to], p.Times[from])
}
