package ask_test

import (
	"io"
	"reflect"
	"testing"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/specs"
)

// A judge without a system knows the same claims, in the same rows, as one with it.
func TestJudge(t *testing.T) {
	for _, name := range []string{"ttl", "etcd", "zkqueue"} {
		for _, properties := range [][]string{nil, {"all"}, {"mutual-exclusion", "grant-exclusion"}} {
			entry, _ := specs.Find(name)
			target := &ask.Target{Name: name, Fsys: specs.Files(), File: entry.Spec, Entry: &entry}
			q := &ask.Question{Faults: "default", Properties: properties, Deadlock: checker.DeadlockStuck, DeadlockSet: true}
			p, err := ask.Prepare(target, ask.Choices{Question: q}, io.Discard, false)
			if err != nil {
				t.Fatal(err)
			}
			claims := func(j *checker.Judge) (all [][2]string) {
				for row := range j.Rows() {
					name, kind := j.Claim(row)
					all = append(all, [2]string{name, kind})
				}
				return all
			}
			got, want := p.Judge(q), checker.NewJudge(p.System, checker.Options{Tree: p.Model, Deadlock: q.Deadlock})
			if !reflect.DeepEqual(claims(got), claims(want)) || got.Covers() != want.Covers() || got.Statement(0) != want.Statement(0) {
				t.Errorf("%s, properties %v: the judge knows\n%v\nwant\n%v", name, properties, claims(got), claims(want))
			}
		}
	}
}
